"""The actions of a player: values that are read from and written as notation.

Positions count from 1, left to right, in the hand as its owner sees it.
"""

import re
from typing import Literal, NamedTuple

from engine.errors import NotationError, Refusal, is_text, quoted

End = Literal["L", "R"]
"""The left or the right end of the Active Set."""


class Orient(NamedTuple):
    """Keep the hand, `K`, or flip all of it, `F` (R6)."""

    flip: bool

    def __str__(self) -> str:
        return "F" if self.flip else "K"


class Show(NamedTuple):
    """Lay cards `first` to `last` of the hand, `S2-4`; one card is `S4` (R10)."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"S{self.first}" if self.first == self.last else f"S{self.first}-{self.last}"


class Scout(NamedTuple):
    """Take the card at one end of the Active Set as card `position` of the hand, `L3` (R11).

    `L3f` also flips the card. `position` is counted in the hand after the Scout, from 1 to the
    size of the hand before the Scout + 1.
    """

    end: End
    position: int
    flipped: bool

    def __str__(self) -> str:
        return f"{self.end}{self.position}{'f' * self.flipped}"


class ScoutAndShow(NamedTuple):
    """Spend the token: Scout, then Show from the hand after the Scout, `L3f+S2-4` (R12)."""

    scout: Scout
    show: Show

    def __str__(self) -> str:
        return f"{self.scout}+{self.show}"


Action = Orient | Show | Scout | ScoutAndShow


def parts(action: Show | Scout | ScoutAndShow) -> tuple[Scout | None, Show | None]:
    """The Scout and the Show of a turn (R13); None for the one it does not have."""
    if isinstance(action, ScoutAndShow):
        return action.scout, action.show
    return (action, None) if isinstance(action, Scout) else (None, action)


_POSITION = "([1-9][0-9]?)"
_SHOW = re.compile(f"S{_POSITION}(?:-{_POSITION})?")
_SCOUT = re.compile(f"([LR]){_POSITION}(f?)")


def parse_action(text: str) -> Action:
    """Read notation; NotationError unless the text is exactly what `str` writes for an action."""
    action = _action(text) if is_text(text) else None
    if action is None:
        raise NotationError(Refusal.NOT_AN_ACTION, text=quoted(text))
    return action


def _action(text: str) -> Action | None:
    if text in ("K", "F"):
        return Orient(text == "F")
    before, plus, after = text.rpartition("+")
    if not plus:
        return _show(text) or _scout(text)
    scout, show = _scout(before), _show(after)
    return ScoutAndShow(scout, show) if scout and show else None


def _show(text: str) -> Show | None:
    found = _SHOW.fullmatch(text)
    if found is None:
        return None
    first, last = int(found[1]), int(found[2] or found[1])
    return Show(first, last) if first < last or found[2] is None else None


def _scout(text: str) -> Scout | None:
    found = _SCOUT.fullmatch(text)
    if found is None:
        return None
    return Scout("L" if found[1] == "L" else "R", int(found[2]), bool(found[3]))
