"""The claims of docs/discord.md that the guided check tests, by their numbers, and the results."""

from collections.abc import Iterable
from enum import Enum, StrEnum
from typing import NamedTuple


class Assumption(Enum):
    """A claim of docs/discord.md that a real server can confirm: its number there and its text."""

    LATE_ANSWER = 3, "An answer that comes too late is refused with 10062."
    SECOND_ANSWER = 3, "A second answer is refused with 40060."
    EXPIRED_TOKEN = 3, "An expired token is refused with 50027 or 10015."
    NEWER_TOKEN = 5, "The token of a press in a private message edits that message."
    PRIVATE_FOLLOW_UP = 6, "A follow-up is private though the answer edited a public message."
    DISMISSED = 8, "A private message that was dismissed is answered with 404."
    DELETED_BY_TOKEN = 9, "A token deletes its private messages, also the answer to a press."
    NONCE = 14, "Of two messages with one nonce only the first is made."
    NONCE_WITH_FILE = 14, "That is so for messages with a file, too."
    SAME_TEXTS = 15, "The reply to a new message has its texts as they were sent."
    SILENT_EDIT = 16, "An edited message notifies nobody."
    KEPT_ATTACHMENT = 18, "An answer in a private message keeps an attachment by its id."
    OWN_MESSAGES = 20, "Own messages are edited and deleted without reading the history."
    THREAD_ID = 23, "A thread has its message's id, and another is refused with 160004."
    THREAD_WITHOUT_HISTORY = 24, "A thread is started without reading the history."
    ARCHIVED_THREAD = 26, "In an archived thread an edit is refused with 50083."
    THREAD_COMES_BACK = 26, "A new message brings an archived thread back."
    OWN_THREAD = 27, "Its creator archives a thread without Manage Threads."
    MENTION_ADDS = 28, "A mention in a thread adds the member to it."
    CHANNEL_RATE = 30, "A channel takes five messages in five seconds."
    OWN_EMOJI = 32, "The application's own emojis need no permission on a button."
    REFUSED_EMOJI = 33, "A button with an unknown emoji is refused, and the error names it."

    @property
    def number(self) -> int:
        return self.value[0]

    @property
    def claim(self) -> str:
        return self.value[1]


class Verdict(StrEnum):
    HELD = "held"
    BROKEN = "BROKEN"
    OPEN = "open"
    """The check could not decide whether it holds."""


class Judgement(NamedTuple):
    """The result for one claim; `words` say what was seen, or why the check could not decide."""

    verdict: Verdict
    words: str = ""


class Judgements:
    """One judgement for each assumption, open until it is made."""

    def __init__(self) -> None:
        self._made: dict[Assumption, Judgement] = {}

    def __getitem__(self, assumption: Assumption) -> Judgement:
        return self._made.get(assumption, Judgement(Verdict.OPEN, "the check did not come so far"))

    def of(self, verdict: Verdict) -> list[Assumption]:
        return [assumption for assumption in Assumption if self[assumption].verdict is verdict]

    @property
    def has_broken(self) -> bool:
        """Whether Discord contradicts an assumption."""
        return bool(self.of(Verdict.BROKEN))

    def held(self, assumption: Assumption, words: str = "") -> None:
        self._made[assumption] = Judgement(Verdict.HELD, words)

    def broken(self, assumption: Assumption, words: str) -> None:
        self._made[assumption] = Judgement(Verdict.BROKEN, words)

    def leave_open(self, assumptions: Iterable[Assumption], words: str) -> None:
        """Note why these could not be decided; a judgement made before stays."""
        for assumption in assumptions:
            self._made.setdefault(assumption, Judgement(Verdict.OPEN, words))

    def judge(self, assumption: Assumption, is_held: bool, otherwise: str) -> None:
        """Note that the assumption held, or that it is broken with these words."""
        if is_held:
            self.held(assumption)
        else:
            self.broken(assumption, otherwise)
