"""Cards of statistics, of a member or a whole server: figures, a rating's chart, bests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.charts import rating_chart
from bot.pictures.layouts.parts import (
    LEFT,
    RIGHT,
    fitted,
    heading,
    headline_style,
    headlines,
    line,
    portrait_at,
    width_of,
)
from bot.pictures.scene import LABEL, SENTENCE, Box, Ground, Panel, Piece, Scene, Token, around
from bot.pictures.sprites.tokens import backs_shown, layers_shown
from bot.text.words import counted

_TOP, _GAP, _LABEL = 116, 14, 48
_HEAD, _TILE, _CHART, _BEST = 176, 116, 230, 124
_NOTE = 42
"""The height that a note adds."""
_RATING, _STANDING, _FIGURE = Style("display", 96), Style("display", 56), Style("display", 54)
BestShape = Literal["fan", "pile"]
_TOKENS: dict[BestShape, tuple[int, int]] = {"fan": (128, 96), "pile": (78, 104)}
_SHOWN: dict[BestShape, Callable[[int], int]] = {"fan": backs_shown, "pile": layers_shown}


class Head(NamedTuple):
    """The card's member; `rating` is empty without one, `spread` is its uncertainty.

    `standing` is a place among others, as `3rd of 24`.
    """

    face: SeatFace
    rating: str = ""
    spread: str = ""
    provisional: bool = False
    standing: str = ""


class Tile(NamedTuple):
    """A figure below its label, and a note below the figure; dim if there is nothing to count."""

    label: str
    figure: str
    note: str = ""
    dim: bool = False


class Tiles(NamedTuple):
    """Two to five figures side by side; `untitled`: the picture needs no heading."""

    tiles: tuple[Tile, ...]
    label: str
    untitled: bool = False


class RatingHistory(NamedTuple):
    """2 to 24 ratings after some of the newest games, the oldest first, ending at the face."""

    ratings: tuple[int, ...]
    face: SeatFace


class PersonalBest(NamedTuple):
    """The most cards of something, as this token; `by` names the member on a server's card."""

    label: str
    shape: BestShape
    cards: int
    by: str = ""


Bests = tuple[PersonalBest, PersonalBest]
Section = Tiles | RatingHistory | Bests


@dataclass(frozen=True, slots=True)
class StatsCard:
    """A card from the top down, below its headlines."""

    title: str
    of: str
    head: Head | None
    sections: tuple[Section, ...]


def stats_scene(card: StatsCard) -> Scene:
    """The head, and one section after the other."""
    grounds: list[Ground] = []
    pieces = headlines(card.title, card.of)
    top = _TOP
    if card.head is not None:
        shelf = Box(LEFT + _HEAD + 24, top, RIGHT, top + _HEAD)
        grounds.append(Panel(shelf, Colour.SHELF))
        pieces += _head(card.head, shelf)
        top = shelf.bottom + _GAP
    for section in card.sections:
        panels, found, bottom = _section(section, top)
        grounds += panels
        pieces += found
        top = bottom + _GAP
    return Scene(top + 10, tuple(grounds), tuple(pieces))


def _head(head: Head, box: Box) -> Iterator[Piece]:
    """The face, and on the shelf the rating and the place."""
    top, ground = box.top, Colour.SHELF
    left, right = box.left + 32, box.right - 30
    yield portrait_at(head.face, LEFT + _HEAD // 2, box.middle[1], _HEAD, Colour.GOLD)
    if not head.rating:
        words = Box(left, box.middle[1] - 34, right, box.middle[1] + 34)
        yield line("No rating yet", _STANDING, words, Colour.CREAM, ground)
        return
    half = left + 490
    yield line("Rating", LABEL, Box(left, top + 12, half, top + 58), Colour.SOFT, ground)
    text, style = fitted(head.rating, _RATING, half - left - 190)
    rating = Box(left, top + 60, left + width_of(text, style) + 2, top + 160)
    yield line(text, style, rating, Colour.GOLD, ground)
    spread = Box(rating.right + 24, top + 96, rating.right + 190, top + 156)
    yield line(head.spread, SENTENCE, spread, Colour.CREAM, ground)
    place = Box(half + 20, top + 76, right, top + 150)
    yield line(head.standing, _STANDING, place, Colour.CREAM, ground, "right")
    if head.provisional:
        words = Box(half + 20, top + 12, right, top + 58)
        yield line("provisional", LABEL, words, Colour.CREAM, ground, "right")


def _section(section: Section, top: int) -> tuple[list[Panel], list[Piece], int]:
    """The section from here down, and its bottom."""
    if isinstance(section, RatingHistory):
        chart, bottom = rating_chart(section.ratings, section.face, top + _LABEL + 6, _CHART)
        return [], [heading("Rating, game by game", top, _LABEL), *chart], bottom + 6
    if not isinstance(section, Tiles):
        bottom = top + _BEST + (_NOTE if any(best.by for best in section) else 0)
        boxes = _side_by_side(len(section), top, bottom)
        bests = [piece for pair in zip(section, boxes, strict=True) for piece in _best(*pair)]
        return [Panel(box, Colour.SHELF) for box in boxes], bests, bottom
    pieces: list[Piece] = []
    if not section.untitled:
        pieces.append(heading(section.label, top, _LABEL))
        top += _LABEL
    bottom = top + _TILE + (_NOTE if any(tile.note for tile in section.tiles) else 0)
    boxes = _side_by_side(len(section.tiles), top, bottom)
    for tile, box in zip(section.tiles, boxes, strict=True):
        pieces += _tile(tile, box)
    return [Panel(box) for box in boxes], pieces, bottom


def _side_by_side(count: int, top: int, bottom: int) -> list[Box]:
    """Equally wide boxes."""
    width = (RIGHT - LEFT - _GAP * (count - 1)) // count
    begins = [LEFT + at * (width + _GAP) for at in range(count)]
    return [Box(left, top, left + width, bottom) for left in begins]


def _tile(tile: Tile, box: Box) -> Iterator[Piece]:
    ground, ink = Colour.ROW, Colour.QUIET if tile.dim else Colour.CREAM
    left, top, right = box.left + 12, box.top, box.right - 12
    style = headline_style(tile.figure, _FIGURE)
    label, figure = Box(left, top + 6, right, top + 50), Box(left, top + 50, right, top + 108)
    yield line(tile.label, LABEL, label, Colour.SOFT, ground, "middle")
    yield line(tile.figure, style, figure, ink, ground, "middle")
    if tile.note:
        note = Box(left, top + 108, right, top + 152)
        yield line(tile.note, LABEL, note, ink, ground, "middle")


def _best(best: PersonalBest, box: Box) -> Iterator[Piece]:
    """The token, and to its right label, number and member."""
    ground, shown = Colour.SHELF, _SHOWN[best.shape](best.cards)
    token = around(box.left + 88, box.middle[1], *_TOKENS[best.shape])
    yield Token(token, best.shape, shown, dim=not best.cards, ground=ground)
    left, top, right = box.left + 168, box.top + 10, box.right - 16
    cards = Box(left, top + 44, right, top + 104)
    yield line(best.label, LABEL, Box(left, top, right, top + 44), Colour.SOFT, ground)
    yield line(counted(best.cards, "card"), _FIGURE, cards, Colour.CREAM, ground)
    if best.by:
        by = Box(left, top + 104, right, top + 148)
        yield line(best.by, LABEL, by, Colour.CREAM, ground)
