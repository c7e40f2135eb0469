"""The choice before a round: the hand as dealt and flipped, and what each way holds (R6)."""

from bot.pictures.brackets import lanes
from bot.pictures.colours import Colour
from bot.pictures.fonts import Style
from bot.pictures.layouts.cards_in_rows import MOST
from bot.pictures.layouts.parts import card_row, even_rows, headlines, line
from bot.pictures.scene import (
    LABEL,
    WIDTH,
    Box,
    Bracket,
    Ground,
    Panel,
    Piece,
    Scene,
    card_height,
)
from bot.text.words import best_sets, longest_shows
from engine.actions import Show
from engine.cards import Cards, flip
from engine.sets import shows

_SIDE, _FIRST, _GAP = 12, 108, 14
_TITLE, _HELD = Style("display", 68), Style("bold", 44)
_TITLE_WIDTH = 276
_LEFT, _RIGHT = _SIDE + _TITLE_WIDTH + 12, WIDTH - _SIDE
"""Between which the cards lie, and where a bracket runs off to the next row."""
_CARD, _PITCH = 132, 142
_LANE, _TICK = 24, 22


def orientation_scene(cards: Cards) -> Scene:
    """Both ways below each other, so that the same card stands in the same place."""
    pieces = headlines("Keep or flip?", "once a round")
    grounds: list[Ground] = []
    top = _FIRST
    for title, way in (("Keep", cards), ("Flip", flip(cards))):
        told, told_bottom = _told(title, way, top)
        rows, rows_bottom = _rows(way, top + 12)
        bottom = max(told_bottom, rows_bottom)
        pieces += told + rows
        grounds.append(Panel(Box(_SIDE, top, _SIDE + _TITLE_WIDTH, bottom), Colour.ROW))
        grounds.append(Panel(Box(_LEFT, top, _RIGHT, bottom), Colour.SHELF))
        top = bottom + _GAP
    return Scene(top, tuple(grounds), tuple(pieces))


def _told(title: str, cards: Cards, top: int) -> tuple[list[Piece], int]:
    """Beside the cards which way it is, and the best that it holds."""
    sets = best_sets(cards)
    lines = [
        (title, _TITLE, Colour.CREAM, 92),
        ("best:" if sets else "only", LABEL, Colour.SOFT, 46),
        *((held, _HELD, Colour.SHOW, 58) for held in sets or ("single cards",)),
    ]
    pieces: list[Piece] = []
    top += 12
    for text, style, ink, height in lines:
        box = Box(_SIDE + 26, top, _SIDE + _TITLE_WIDTH - 8, top + height)
        pieces.append(line(text, style, box, ink, Colour.ROW))
        top = box.bottom
    return pieces, top + 12


def _rows(cards: Cards, top: int) -> tuple[list[Piece], int]:
    """The cards, no more in a row than in a hand, and brackets below what they hold."""
    found = longest_shows([show for show in shows(cards, ()) if show.last > show.first])
    in_lanes = list(zip(found, lanes(found), strict=True))
    pieces: list[Piece] = []
    for row in even_rows(len(cards), MOST):
        left = (_LEFT + _RIGHT - (len(row) - 1) * _PITCH - _CARD) // 2
        held = tuple(cards[at] for at in row)
        pieces += card_row(held, left, top, _CARD, _PITCH, Colour.SHELF)
        below = top = top + card_height(_CARD) + 7
        for show, lane in in_lanes:
            for bracket in _bracket(show, row, (left, top + lane * _LANE)):
                pieces.append(bracket)
                below = max(below, top + (lane + 1) * _LANE)
        top = below + 9
    return pieces, top


def _bracket(show: Show, row: range, at: tuple[int, int]) -> list[Piece]:
    """The part of a bracket in this row; it runs off the shelf to where it goes on."""
    first, last = max(show.first - 1, row.start), min(show.last - 1, row.stop - 1)
    if first > last:
        return []
    begins, ends = first == show.first - 1, last == show.last - 1
    left = at[0] + (first - row.start) * _PITCH + 4 if begins else _LEFT
    right = at[0] + (last - row.start) * _PITCH + _CARD - 4 if ends else _RIGHT
    return [Bracket(Box(left, at[1], right, at[1] + _TICK), begins, ends, Colour.SHELF)]
