"""How the final ranking is laid out: a line for every seat, with its total as a bar."""

from collections.abc import Sequence

from bot.pictures.colours import LESSER, MARK, PLAIN, SOFT, WINNER
from bot.pictures.scene import MARGIN, TEXT, TITLE, WIDTH, Bar, Box, Piece, Scene, Words
from bot.pictures.words import counted, figure, seat

_TITLE_HEIGHT = 40
_TITLE_RIGHT = 400
_GAP = 10
_LINE_HEIGHT = 56
_SEAT_LEFT = 74
_BARS_LEFT, _BARS_RIGHT = 185, 600
_BAR_INSET = 14
_RIGHT = WIDTH - MARGIN


def ranking_scene(ranking: Sequence[tuple[int, int, int]], rounds: int) -> Scene:
    """Ranks, seats and totals, best first; the winners stand out."""
    title = Box(MARGIN, MARGIN, _TITLE_RIGHT, MARGIN + _TITLE_HEIGHT)
    after = Box(_TITLE_RIGHT, MARGIN, _RIGHT, title.bottom)
    pieces: list[Piece] = [
        Words(title, "Final scores", TITLE),
        Words(after, f"after {counted(rounds, 'round')}", TEXT, LESSER, "right"),
    ]
    totals = [0, *(total for _, _, total in ranking)]
    top = title.bottom + _GAP
    for place, index, total in ranking:
        pieces += _words(place, index, total, top)
        pieces += _bar(total, min(totals), max(totals), top, MARK if place == 1 else SOFT)
        top += _LINE_HEIGHT
    return Scene(WIDTH, top + MARGIN, tuple(pieces))


def _words(place: int, index: int, total: int, top: int) -> list[Piece]:
    bottom = top + _LINE_HEIGHT
    tone = WINNER if place == 1 else PLAIN
    return [
        Words(Box(MARGIN, top, _SEAT_LEFT, bottom), f"{place}.", TITLE, tone),
        Words(Box(_SEAT_LEFT, top, _BARS_LEFT, bottom), seat(index), TEXT),
        Words(Box(_BARS_RIGHT, top, _RIGHT, bottom), figure(total), TITLE, tone, "right"),
    ]


def _bar(total: int, low: int, high: int, top: int, colour: int) -> list[Piece]:
    """From where zero is to the total, whichever lies further left."""
    room, span = _BARS_RIGHT - _BARS_LEFT, max(1, high - low)
    left, right = sorted(_BARS_LEFT + room * (end - low) // span for end in (0, total))
    box = Box(left, top + _BAR_INSET, right, top + _LINE_HEIGHT - _BAR_INSET)
    return [Bar(box, colour)] if left < right else []
