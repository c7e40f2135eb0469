"""What can be read and pressed in a message, as its reader has it before them."""

import re
from typing import NamedTuple

from simcord.results import InteractionResult, ResponseMessage

ENTITY_SELECTS = {5, 6, 8}
"""Discord's types of selects for members, roles and channels."""


_BOLD = re.compile(r"(\W+ )?\*\*")
_OF_A_HAND = (
    "**Your hand",
    "**Your turn.**",
    "```",
    "The game is over. The final scores",
    "The game ended early.",
    "Your hand is now in a newer message.",
)


class Control(NamedTuple):
    """Something to press: a button, or with a `value` one option of a select."""

    label: str
    custom_id: str
    value: str | None = None


def controls(message: ResponseMessage) -> list[Control]:
    """All that can be pressed: buttons that are not disabled, and options.

    What Discord itself offers in selects of channels and such is not among them.
    """
    found: list[Control] = []
    for row in message.components:
        for item in row["components"]:
            options = item.get("options")
            if item["type"] in ENTITY_SELECTS or item.get("disabled"):
                continue
            if options is None:
                found.append(Control(item["label"], item["custom_id"]))
            else:
                found += [
                    Control(option["label"], item["custom_id"], option["value"])
                    for option in options
                ]
    return found


def labels(message: ResponseMessage) -> list[str]:
    return [control.label for control in controls(message)]


def title(message: ResponseMessage) -> str:
    """The title, or what begins the words of a picture that stands in for it, or the first line
    that begins in bold."""
    titles = [embed.title for embed in message.embeds]
    pictured = [picture.description for picture in message.attachments]
    bold = [line.replace("**", "") for line in message.content.splitlines() if _BOLD.match(line)]
    return next(filter(None, [*titles, *pictured, *bold]), "")


def words(message: ResponseMessage) -> str:
    """Everything that can be read in a message: its buttons and its pictures' words too.

    The spaces that hold sets together are common ones here.
    """
    parts = [message.content, *(picture.description or "" for picture in message.attachments)]
    for embed in message.embeds:
        parts += [embed.title or "", embed.description or "", embed.footer.text or ""]
        parts += [f"{field.name}\n{field.value}" for field in embed.fields]
    pictures = [attachment.description or "" for attachment in message.attachments]
    read = "\n".join([*parts, *pictures, *labels(message)])
    return read.replace("\N{NO-BREAK SPACE}", " ")


def call_in(content: str) -> str:
    """The line that mentions members; '' for none."""
    return "".join(line for line in content.splitlines() if "<@" in line)


def hint_in(message: ResponseMessage) -> str:
    """The line that is a hint; '' for none."""
    return "".join(line for line in message.content.splitlines() if line.startswith("💡"))


def is_hand(message: ResponseMessage) -> bool:
    """Whether it is a private message with cards, or was one until the game ended."""
    if is_note(message) or is_question(message):
        return False
    said = any(words in message.content for words in _OF_A_HAND)
    return bool(said or message.embeds or message.attachments)


def is_note(message: ResponseMessage) -> bool:
    """Whether it shows a table to a spectator."""
    return "message follows the table" in message.content or "no longer updates" in message.content


def is_question(message: ResponseMessage) -> bool:
    """Whether it asks before a member loses something, or offers the tutorial."""
    harmless = {"Stay", "Keep the table", "Keep playing", "Start the tutorial", "Keep my data"}
    return bool(harmless & set(labels(message)))


def a_show(message: ResponseMessage) -> str:
    """The label of the weakest Show that this step offers."""
    return shows_in(message)[-1].label


def shows_in(message: ResponseMessage) -> list[Control]:
    """The Shows that this step offers, the strongest first."""
    return [control for control in controls(message) if control.label.startswith("Show")]


def answer(result: InteractionResult) -> ResponseMessage:
    """The message that answered: a new one, the pressed one with new contents, or its successor."""
    answers = [message for message in (result.response, *result.followups) if message is not None]
    assert answers, "nobody answered"
    return answers[0]
