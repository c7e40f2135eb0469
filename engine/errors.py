"""The engine's errors; every text is a sentence for players."""

from reprlib import Repr
from typing import TypeGuard

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 80


class ScoutError(ValueError):
    """Anything the engine refuses."""


class NotationError(ScoutError):
    """A text that is not the notation of an action or a card."""


class IllegalAction(ScoutError):
    """An action that the rules forbid here; `rule` is the number of the rule it breaks."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


class RecordError(ScoutError):
    """A document that is not the record of a game, or one that does not replay."""


def quoted(refused: object) -> str:
    """What was refused, in at most 80 characters."""
    try:
        return _SHORT.repr(refused)
    except ValueError:  # of a number with more digits than Python writes
        return "a very large number"


def is_whole(number: object) -> TypeGuard[int]:
    """Checks if this is an integer; True and False are not."""
    return isinstance(number, int) and not isinstance(number, bool)


def is_text(value: object) -> TypeGuard[str]:
    """Checks if this is a text."""
    return isinstance(value, str)
