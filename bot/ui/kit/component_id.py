"""The custom_id of a button or a select: `scout:<verb>:<table>:<number>:<detail>`.

It carries every step of an unfinished choice, so a restart in the middle loses nothing.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from bot.tables.core.errors import TableError
from bot.text.language import Sentence

_PATTERN = re.compile(r"scout:([a-z]{1,12}):([0-9]{1,12}):([0-9]{1,6}):([A-Za-z0-9+~-]{0,32})")

MOST_IN_NUMBER = 10**6
"""The numbers of component ids are below this one."""
NO_SUCH_BUTTON = Sentence("That button no longer works. `/scout table` posts the table again.")


class Verb(StrEnum):
    """The request of a press. Sent messages contain the values, so none may change its meaning."""

    JOIN = "join"
    LEAVE = "leave"
    ADD_COMPUTER = "add"
    REMOVE_COMPUTER = "remove"
    SET_HINTS = "hints"
    OPTIONS = "options"
    SET_OPTIONS = "setoptions"
    SHOW_PLAYERS = "players"
    CHANGE_PLAYER = "player"
    SIGN_UP = "signup"
    SIGN_OFF = "signoff"
    START = "start"
    CANCEL = "cancel"
    CONFIRM_CANCEL = "end"
    CONFIRM_LEAVE = "quit"
    KEEP_PLAYING = "stay"
    AGREE_TO_CLOSE = "agree"
    PLAY_ON = "playon"
    HAND_OVER = "standin"
    HOW_TO_PLAY = "learnhow"
    REMATCH = "rematch"
    SHOW_HAND = "hand"
    COME_BACK = "back"
    PAUSE = "pause"
    END_PAUSE = "endpause"
    ASK_PAUSE = "askpause"
    AGREE_TO_PAUSE = "agreepause"
    END_TABLE_PAUSE = "resume"
    WATCH = "watch"
    CHOOSE = "look"
    PICK = "pick"
    HINT = "hint"
    CONFIRM = "ask"
    PLAY = "play"
    RESULT = "result"
    REVIEW = "review"
    GAMES = "games"
    HISTORY = "history"
    REPLAY = "replay"
    POST_REPLAY = "post"
    LEADERBOARD = "board"
    LEADERBOARD_CHOICE = "boardset"
    POST_STATS = "poststats"
    START_SEASON = "newseason"
    KEEP_SEASON = "keepseason"
    RULES = "rules"
    HELP = "help"
    TUTORIAL_CHOOSE = "lesson"
    TUTORIAL_PLAY = "learn"
    SETTINGS = "set"
    OWN_DATA = "mydata"
    FORGET_ME = "forgetme"
    CONFIRM_FORGET = "forget"
    ADMIN = "admin"
    ADMIN_CHANGE = "adminset"
    CHOOSE_MEMBER = "member"
    BLOCK = "block"
    UNBLOCK = "unblock"
    REPLACE_MEMBER = "replace"
    REPORT = "report"
    DAILY_OPEN = "daily"
    DAILY_PLAY = "dplay"
    DAILY_CHOOSE = "dlook"
    DAILY_PICK = "dpick"
    DAILY_CONFIRM = "dask"
    DAILY_RESULT = "dresult"
    DAILY_REVIEW = "dcoach"  # The button said Coach in earlier versions.
    DAILY_REPLAY = "dreplay"
    DAILY_SHARE = "dshare"
    DAILY_POST = "dpost"
    DAILY_PRACTICE = "dpractice"
    DAILY_BOARD = "dboard"
    CALL_ME = "callme"
    CALL_PLAYERS = "call"
    STOP_CALLS = "callstop"
    SET_ZONE = "callzone"
    AVOID = "avoid"
    PUZZLE_PLAY = "pzplay"
    PUZZLE_CHOOSE = "pzlook"
    PUZZLE_PICK = "pzpick"
    PUZZLE_CONFIRM = "pzask"
    PUZZLE_NEXT = "pznext"


VERBS = frozenset(Verb)
WITHOUT_TABLE = frozenset(verb for verb in Verb if verb.name.startswith(("DAILY_", "PUZZLE_")))
"""Presses of one member alone, about a day's deal or a puzzle: `table_id` is no table's."""


class ComponentId(NamedTuple):
    """`number` is the decision number when the button was made, or the page that it opens.

    The meaning of `detail` depends on the verb. Of the daily deal `table_id` is the ordinal of the
    day, of a puzzle the puzzle's number.
    """

    verb: Verb
    table_id: int
    number: int = 0
    detail: str = ""

    def __str__(self) -> str:
        return f"scout:{self.verb}:{self.table_id}:{self.number}:{self.detail}"


def is_component_id(custom_id: str) -> bool:
    """Whether the custom_id is one of ours; its verb may be unknown."""
    return _PATTERN.fullmatch(custom_id) is not None


def parse_component_id(custom_id: str) -> ComponentId | None:
    """Parse a custom_id; None if it is not ours. TableError for an unknown verb."""
    found = _PATTERN.fullmatch(custom_id)
    if found is None:
        return None
    try:
        verb = Verb(found[1])
    except ValueError:
        raise TableError(NO_SUCH_BUTTON) from None
    return ComponentId(verb, int(found[2]), int(found[3]), found[4])
