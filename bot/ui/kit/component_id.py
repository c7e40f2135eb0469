"""What a button or a select says when it is pressed: `scout:<verb>:<table>:<number>:<detail>`.

All that a half-made choice needs rides in here, so a restart in the middle of one loses nothing.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from bot.tables.core.errors import TableError

_FORM = re.compile(r"scout:([a-z]{1,12}):([0-9]{1,12}):([0-9]{1,6}):([A-Za-z0-9+~-]{0,32})")


class Verb(StrEnum):
    """What a press asks for. The values hang in channels: an old one must never change meaning."""

    JOIN = "join"
    LEAVE = "leave"
    ADD_COMPUTER = "add"
    REMOVE_COMPUTER = "remove"
    SET_HINTS = "hints"
    START = "start"
    CANCEL = "cancel"
    REMATCH = "rematch"
    SHOW_HAND = "hand"
    COME_BACK = "back"
    WATCH = "watch"
    CHOOSE = "look"
    PICK = "pick"
    HINT = "hint"
    CONFIRM = "ask"
    PLAY = "play"
    REVIEW = "review"
    LEADERBOARD = "board"
    RULES = "rules"
    TUTORIAL_CHOOSE = "lesson"
    TUTORIAL_PLAY = "learn"
    SETTINGS = "set"


class ComponentId(NamedTuple):
    """`number` is the decision number when the button was made, or the page that it leads to.

    What `detail` means depends on the verb.
    """

    verb: Verb
    table_id: int
    number: int = 0
    detail: str = ""

    def __str__(self) -> str:
        return f"scout:{self.verb}:{self.table_id}:{self.number}:{self.detail}"


def parse_component_id(custom_id: str) -> ComponentId | None:
    """None if the text is not of this form: then it is not ours. TableError for an unknown verb."""
    found = _FORM.fullmatch(custom_id)
    if found is None:
        return None
    try:
        verb = Verb(found[1])
    except ValueError:
        raise TableError(
            "That button is out of use. `/scout table` posts the table again."
        ) from None
    return ComponentId(verb, int(found[2]), int(found[3]), found[4])
