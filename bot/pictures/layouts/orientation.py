"""The choice before a round: the hand as dealt and flipped, and the best sets of each way (R6)."""

from bot.pictures.colours import Colour
from bot.pictures.fonts import Style
from bot.pictures.layouts.hand import MOST, BracketStyle, brackets_below
from bot.pictures.layouts.parts import card_row, even_rows, headlines, line
from bot.pictures.scene import LABEL, WIDTH, Box, Ground, Panel, Piece, Scene, card_height
from bot.text.words import best_sets, longest_shows
from engine.cards import Cards, flip
from engine.sets import shows

_SIDE, _FIRST, _GAP = 12, 108, 14
_TITLE, _HELD = Style("display", 68), Style("bold", 44)
_TITLE_WIDTH = 276
_LEFT, _RIGHT = _SIDE + _TITLE_WIDTH + 12, WIDTH - _SIDE
"""The edges of the shelf with the cards."""
_CARD, _PITCH = 132, 142
_BRACKETS = BracketStyle(_CARD, _PITCH, (_LEFT, _RIGHT), 4, 24, Colour.SHELF)


def orientation_scene(cards: Cards) -> Scene:
    """Both ways below each other, each card at the same place in both."""
    pieces = headlines("Keep or flip?", "once a round")
    grounds: list[Ground] = []
    top = _FIRST
    for title, way in (("Keep", cards), ("Flip", flip(cards))):
        best, best_bottom = _best(title, way, top + 12)
        rows, rows_bottom = _rows(way, top + 12)
        bottom = max(best_bottom + 12, rows_bottom)
        pieces += best + rows
        grounds.append(Panel(Box(_SIDE, top, _SIDE + _TITLE_WIDTH, bottom), Colour.ROW))
        grounds.append(Panel(Box(_LEFT, top, _RIGHT, bottom), Colour.SHELF))
        top = bottom + _GAP
    return Scene(top, tuple(grounds), tuple(pieces))


def _best(title: str, cards: Cards, top: int) -> tuple[list[Piece], int]:
    """Beside the cards the name of the way and its best sets."""
    sets = best_sets(cards)
    lines = [
        (title, _TITLE, Colour.CREAM, 92),
        ("best:" if sets else "only", LABEL, Colour.SOFT, 46),
        *((held, _HELD, Colour.SHOW, 58) for held in sets or ("single cards",)),
    ]
    pieces: list[Piece] = []
    for text, style, ink, height in lines:
        box = Box(_SIDE + 26, top, _SIDE + _TITLE_WIDTH - 8, top + height)
        pieces.append(line(text, style, box, ink, Colour.ROW))
        top = box.bottom
    return pieces, top


def _rows(cards: Cards, top: int) -> tuple[list[Piece], int]:
    """The cards, at most as many in a row as in a hand, and brackets below their sets."""
    found = longest_shows([show for show in shows(cards, ()) if show.last > show.first])
    pieces: list[Piece] = []
    for row in even_rows(len(cards), MOST):
        left = (_LEFT + _RIGHT - (len(row) - 1) * _PITCH - _CARD) // 2
        pieces += card_row(tuple(cards[at] for at in row), left, top, _CARD, _PITCH, Colour.SHELF)
        drawn, bottom = brackets_below(_BRACKETS, found, row, left, top + card_height(_CARD) + 7)
        pieces += drawn
        top = bottom + 9
    return pieces, top
