"""How far somebody has come on the way to an action, as a few letters of a custom_id.

`` is the beginning, `L` or `Rf` the end of the Active Set to scout from and `f` for flipped, `+`
the same on the way to a Scout & Show, `+Lf` likewise with the end chosen, `+L3f` with the whole
Scout chosen. `m` behind it is the rest of what can be chosen there, `~2` the page of a long list.
"""

import re
from typing import NamedTuple

from engine.actions import End

_PATH = re.compile(r"(\+?)(?:([LR])([0-9]{1,2})?(f?))?(m?)(?:~([0-9]{1,2}))?")


class MenuPath(NamedTuple):
    """A parsed path; `page` counts from 0."""

    both: bool = False
    end: End | None = None
    position: int | None = None
    flipped: bool = False
    more: bool = False
    page: int = 0

    def __str__(self) -> str:
        position = "" if self.position is None else str(self.position)
        chosen = "" if self.end is None else f"{self.end}{position}{'f' * self.flipped}"
        page = f"~{self.page}" if self.page else ""
        return f"{'+' * self.both}{chosen}{'m' * self.more}{page}"


FIRST = MenuPath()


def parse_menu_path(text: str) -> MenuPath:
    """The path, or the beginning of every path if the text is none."""
    found = _PATH.fullmatch(text)
    if found is None:
        return FIRST
    both, side, position, flipped, more, page = found.groups()
    end: End | None = None if side is None else ("L" if side == "L" else "R")
    return MenuPath(
        both=bool(both),
        end=end,
        position=None if position is None else int(position),
        flipped=bool(flipped),
        more=bool(more),
        page=int(page or 0),
    )
