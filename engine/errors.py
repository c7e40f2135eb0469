"""The engine's errors: codes with parameters, which `bot/text` puts into sentences."""

from enum import StrEnum, auto
from reprlib import Repr
from typing import NamedTuple, TypeGuard

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 80


class Refusal(StrEnum):
    """Why the engine refuses something; the comments name the parameters."""

    # Actions.
    NO_SUCH_SEAT = auto()
    HANDS_NOT_DEALT = auto()
    GAME_OVER = auto()
    ROUND_OVER_BY_EMPTY_HAND = auto()
    ROUND_OVER_UNBEATEN = auto()
    NOT_YOUR_TURN = auto()
    HAND_ALREADY_CHOSEN = auto()
    HAND_NOT_CHOSEN = auto()
    FLIP_NOT_TRUE_OR_FALSE = auto()
    FLIP_AFTER_CHOICE = auto()
    SHOW_WITHOUT_NUMBERS = auto()
    NO_SUCH_CARDS = auto()  # last
    NEITHER_MATCH_NOR_RUN = auto()
    ACTIVE_SET_NOT_BEATEN = auto()  # active
    NO_ACTIVE_SET = auto()
    NO_SCOUT_CHIP = auto()
    NO_SUCH_END = auto()
    SINGLE_CARD_HAS_LEFT_END = auto()
    SCOUT_WITHOUT_NUMBER = auto()
    NO_SUCH_POSITION = auto()  # last
    NO_SCOUT_AND_SHOW_FOR_TWO = auto()
    NOT_SCOUT_THEN_SHOW = auto()
    TOKEN_ALREADY_USED = auto()
    # Games and deals.
    NUMBER_OF_PLAYERS = auto()  # least, most, players
    NUMBER_OF_ROUNDS = auto()  # most, rounds
    NO_DEAL_AFTER_GAME = auto()
    NO_DEAL_DURING_ROUND = auto()
    MORE_CARDS_THAN_EXIST = auto()
    CARDS_NOT_SET_ASIDE = auto()
    SIZE_OF_HANDS = auto()
    CARDS_OF_OTHER_TABLE = auto()
    OTHER_START_PLAYER = auto()
    NO_SUCH_START_PLAYER = auto()
    NO_SUCH_CARD = auto()
    POINTS_BEFORE_ROUND_END = auto()
    RESULT_BEFORE_ROUND_END = auto()  # number
    SALT_WITHOUT_HEX_DIGITS = auto()  # digits
    # Notation.
    NOT_AN_ACTION = auto()  # text
    NOT_A_CARD = auto()  # text
    MORE_CARDS_THAN_DECK = auto()  # most
    # Records and stored games.
    RECORD_BEFORE_GAME_END = auto()
    RECORD_TOO_LONG = auto()  # most
    NOT_JSON = auto()
    UNKNOWN_FORMAT = auto()  # format, extended
    UNNEEDED_FORMAT = auto()  # format
    NAMES_NOT_BY_SEAT = auto()
    LENGTH_OF_NAME = auto()  # most
    NAME_WITH_HALF_CHARACTER = auto()
    NO_HEX_DIGITS = auto()  # digits
    OTHER_DEAL = auto()
    ROUND_NOT_PLAYED_TO_END = auto()
    GAME_NOT_PLAYED_TO_END = auto()
    NUMBER_OF_DEALS = auto()  # rounds, deals
    NO_LETTERS_BY_SEAT = auto()
    NOT_TEXT = auto()
    NOT_WHOLE_NUMBER = auto()
    NOT_A_LIST = auto()  # most
    OTHER_KEYS = auto()  # keys
    OTHER_VALUE = auto()  # expected


class Location(NamedTuple):
    """Where a record or a stored game is wrong: the field, the round and its action, from 1."""

    round: int | None = None
    field: str | None = None
    action: int | None = None

    def __str__(self) -> str:
        given = ((name, value) for name, value in self._asdict().items() if value is not None)
        return ", ".join(
            value if isinstance(value, str) else f"{name} {value}" for name, value in given
        )

    def narrowed(self, within: "Location") -> "Location":
        """This place, completed by the more exact place `within` it."""
        round_, field, action = within
        return Location(round_ or self.round, field or self.field, action or self.action)


NOWHERE = Location()


class ScoutError(ValueError):
    """A refusal of what a player asked for."""


class EngineError(ScoutError):
    """A refusal: `code` says why, `rule` names a broken rule, `place` where a record is wrong."""

    def __init__(
        self,
        code: Refusal,
        rule: str | None = None,
        /,
        place: Location = NOWHERE,
        **parameters: object,
    ) -> None:
        super().__init__(code, rule)
        self.code = code
        self.rule = rule
        self.place = place
        self.parameters = parameters

    def __str__(self) -> str:
        """The refusal as text for developers and logs."""
        where = f"{self.place}: " if any(self.place) else ""
        facts = "".join(f", {name} {value}" for name, value in self.parameters.items())
        rule = f" ({self.rule})" if self.rule else ""
        return f"{where}{self.code.replace('_', ' ')}{facts}{rule}"


class NotationError(EngineError):
    """A text that is not the notation of an action or a card."""


class IllegalAction(EngineError):
    """An action that the rules forbid here."""


class RecordError(EngineError):
    """A document that is not the record of a game, or one that does not replay."""


def quoted(refused: object) -> str:
    """The refused value, in at most 80 characters."""
    try:
        return _SHORT.repr(refused)
    except ValueError:  # raised for a number with more digits than Python writes
        return "…"


def is_whole(number: object) -> TypeGuard[int]:
    """Checks if this is an integer; True and False are not."""
    return isinstance(number, int) and not isinstance(number, bool)


def is_text(value: object) -> TypeGuard[str]:
    """Checks if this is a text."""
    return isinstance(value, str)
