"""Discord's refusals: an HTTP status, a code, and a sentence."""

from typing import Any

Json = dict[str, Any]


class Refusal(Exception):
    """Ends a request; the codes are those of Discord's documentation."""

    def __init__(self, status: int, code: int, sentence: str) -> None:
        super().__init__(f"{status} {code} {sentence}")
        self.status = status
        self.body: Json = {"message": sentence, "code": code}


def unauthorized() -> Refusal:
    return Refusal(401, 0, "401: Unauthorized")


def unknown_guild() -> Refusal:
    return Refusal(404, 10004, "Unknown Guild")


def unknown_channel() -> Refusal:
    return Refusal(404, 10003, "Unknown Channel")


def unknown_message() -> Refusal:
    return Refusal(404, 10008, "Unknown Message")


def unknown_emoji() -> Refusal:
    return Refusal(404, 10014, "Unknown Emoji")


def unknown_member() -> Refusal:
    return Refusal(404, 10007, "Unknown Member")


def unknown_webhook() -> Refusal:
    return Refusal(404, 10015, "Unknown Webhook")


def unknown_interaction() -> Refusal:
    return Refusal(404, 10062, "Unknown interaction")


def already_acknowledged() -> Refusal:
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> Refusal:
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    return Refusal(403, 50013, "Missing Permissions")


def expired_token() -> Refusal:
    return Refusal(401, 50027, "Invalid Webhook Token")


def archived_thread() -> Refusal:
    return Refusal(400, 50083, "Thread is archived")


def another_thread() -> Refusal:
    return Refusal(400, 50024, "Cannot execute action on this channel type")


def thread_exists() -> Refusal:
    return Refusal(400, 160004, "A thread has already been created for this message")


def invalid_form(problems: list[str]) -> Refusal:
    """Refuse a body; `problems` say what Discord would not take in it."""
    return Refusal(400, 50035, f"Invalid Form Body: {'; '.join(problems)}")


def too_large() -> Refusal:
    return Refusal(413, 40005, "Request entity too large")
