"""The choice before a round: the hand as dealt and flipped, and what each way holds (R6)."""

from bot.pictures.brackets import lanes, longest
from bot.pictures.colours import Colour
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import card_row, even_rows, headlines, line
from bot.pictures.scene import (
    WIDTH,
    Box,
    Bracket,
    Ground,
    Panel,
    Piece,
    Scene,
    card_height,
)
from bot.pictures.words import holding
from engine.actions import Show
from engine.cards import Cards, flip
from engine.sets import shows

_LEFT, _RIGHT, _FIRST, _GAP = 12, WIDTH - 12, 116, 14
_TITLE = Style("display", 50)
_HOLDS = Style("regular", 40)
_MOST = 14
_LANE, _TICK = 24, 22


def orientation_scene(cards: Cards) -> Scene:
    """Both ways below each other, so that the same card stands in the same place."""
    pieces = headlines("Keep or flip?", "once a round")
    grounds: list[Ground] = []
    top = _FIRST
    for title, way in (("Keep", cards), ("Flip", flip(cards))):
        found, bottom = _way(title, way, top)
        pieces += found
        grounds.append(Panel(Box(_LEFT, top, _RIGHT, bottom), Colour.SHELF))
        top = bottom + _GAP
    return Scene(top, tuple(grounds), tuple(pieces))


def _way(title: str, cards: Cards, top: int) -> tuple[list[Piece], int]:
    box = Box(_LEFT + 29, top + 8, _LEFT + 180, top + 70)
    holds = Box(box.right + 20, box.top, _RIGHT - 29, box.bottom)
    pieces: list[Piece] = [
        line(title, _TITLE, box, Colour.CREAM, Colour.SHELF),
        line(holding(cards), _HOLDS, holds, Colour.SHOW, Colour.SHELF, "right"),
    ]
    found = longest([show for show in shows(cards, ()) if show.last > show.first])
    in_lanes = list(zip(found, lanes(found), strict=True))
    rows = even_rows(len(cards), _MOST)
    most = max(map(len, rows), default=1)
    pitch = min(118, (_RIGHT - _LEFT - 46) // most)
    top = box.bottom + 6
    for row in rows:
        width = pitch - 8
        left = (WIDTH - (len(row) - 1) * pitch - width) // 2
        pieces += card_row(tuple(cards[at] for at in row), left, top, width, pitch, Colour.SHELF)
        top += card_height(width) + 12
        for show, lane in in_lanes:
            pieces += _bracket(show, row, (left, top + lane * _LANE), pitch)
        top += max((lane + 1 for _, lane in in_lanes), default=0) * _LANE + 14
    return pieces, top


def _bracket(show: Show, row: range, at: tuple[int, int], pitch: int) -> list[Piece]:
    first, last = max(show.first - 1, row.start), min(show.last - 1, row.stop - 1)
    if first > last:
        return []
    begins, ends = first == show.first - 1, last == show.last - 1
    left = at[0] + (first - row.start) * pitch + 3 if begins else _LEFT
    right = at[0] + (last - row.start + 1) * pitch - 11 if ends else _RIGHT
    box = Box(left, at[1], right, at[1] + _TICK)
    return [Bracket(box, begins, ends, Colour.SHELF)]
