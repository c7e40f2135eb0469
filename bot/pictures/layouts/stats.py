"""Cards of what a member, or a whole server, has played: figures, a course, records."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import (
    fitted,
    headline_style,
    headlines,
    line,
    portrait_at,
    width_of,
)
from bot.pictures.layouts.rating_chart import rating_chart
from bot.pictures.scene import (
    LABEL,
    SENTENCE,
    WIDTH,
    Box,
    Ground,
    Panel,
    Piece,
    Scene,
    Token,
    around,
)
from bot.pictures.sprites.tokens import backs_shown, layers_shown
from bot.text.words import counted

_LEFT, _RIGHT = 28, WIDTH - 28
_TOP, _GAP, _LABEL = 116, 14, 48
_HEAD, _TILE, _CHART, _BEST = 176, 116, 230, 124
_NOTE = 42
"""How much higher is what has a note."""
_RATING = Style("display", 96)
_STANDING = Style("display", 56)
_FIGURE = Style("display", 54)
BestShape = Literal["fan", "pile"]
_TOKENS: dict[BestShape, tuple[int, int]] = {"fan": (128, 96), "pile": (78, 104)}
_SHOWN: dict[BestShape, Callable[[int], int]] = {"fan": backs_shown, "pile": layers_shown}


class Head(NamedTuple):
    """Whose card it is; `rating` is empty without one, `spread` is how sure it is.

    `standing` is a place among others, as `3rd of 24`.
    """

    face: SeatFace
    rating: str = ""
    spread: str = ""
    provisional: bool = False
    standing: str = ""


class Tile(NamedTuple):
    """A figure below what it is, and a note below that; a dim one says that there is none."""

    label: str
    figure: str
    note: str = ""
    dim: bool = False


class Tiles(NamedTuple):
    """Figures side by side, two to five; `told`: they tell by themselves what `label` says."""

    tiles: tuple[Tile, ...]
    label: str
    told: bool = False


class RatingHistory(NamedTuple):
    """2 to 24 ratings after some of the newest games, the oldest first, ending at the face."""

    ratings: tuple[int, ...]
    face: SeatFace


class PersonalBest(NamedTuple):
    """The most cards of something, as this token; `by` is whose it is, if that is to be said."""

    label: str
    shape: BestShape
    cards: int
    by: str = ""


Bests = tuple[PersonalBest, PersonalBest]
Section = Tiles | RatingHistory | Bests


@dataclass(frozen=True, slots=True)
class StatsCard:
    """What a card shows from the top down, under its headlines."""

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
        grounds.append(Panel(Box(_LEFT + _HEAD + 24, top, _RIGHT, top + _HEAD), Colour.SHELF))
        pieces += _head(card.head, grounds[0].box)
        top += _HEAD + _GAP
    for section in card.sections:
        panels, found, bottom = _section(section, top)
        grounds += panels
        pieces += found
        top = bottom + _GAP
    return Scene(top + 10, tuple(grounds), tuple(pieces))


def _section(section: Section, top: int) -> tuple[list[Panel], list[Piece], int]:
    """What it is made of, and where it ends."""
    if isinstance(section, RatingHistory):
        chart, bottom = rating_chart(section.ratings, section.face, top + _LABEL + 6, _CHART)
        return [], [_label("Rating, game by game", top), *chart], bottom + 6
    if isinstance(section, Tiles):
        return _tiles(section, top)
    return _bests(section, top)


def _label(text: str, top: int) -> Piece:
    box = Box(_LEFT + 9, top, _RIGHT, top + _LABEL)
    return line(text, LABEL, box, Colour.SOFT, Colour.NIGHT)


def _head(head: Head, box: Box) -> Iterator[Piece]:
    """The face, and beside it the rating and the place that it gives."""
    top, ground = box.top, Colour.SHELF
    left, right = box.left + 32, box.right - 30
    yield portrait_at(head.face, _LEFT + _HEAD // 2, box.middle[1], _HEAD, Colour.GOLD)
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


def _tiles(section: Tiles, top: int) -> tuple[list[Panel], list[Piece], int]:
    """The tiles, equally wide."""
    pieces: list[Piece] = []
    if not section.told:
        pieces.append(_label(section.label, top))
        top += _LABEL
    noted = any(tile.note for tile in section.tiles)
    bottom = top + _TILE + (_NOTE if noted else 0)
    boxes = _side_by_side(len(section.tiles), top, bottom)
    for tile, box in zip(section.tiles, boxes, strict=True):
        pieces += _tile(tile, box)
    return [Panel(box) for box in boxes], pieces, bottom


def _side_by_side(count: int, top: int, bottom: int) -> list[Box]:
    width = (_RIGHT - _LEFT - _GAP * (count - 1)) // count
    begins = [_LEFT + at * (width + _GAP) for at in range(count)]
    return [Box(left, top, left + width, bottom) for left in begins]


def _tile(tile: Tile, box: Box) -> Iterator[Piece]:
    inner = box._replace(left=box.left + 12, right=box.right - 12)
    ground, ink = Colour.ROW, Colour.QUIET if tile.dim else Colour.CREAM
    label = inner._replace(top=box.top + 6, bottom=box.top + 50)
    figure = inner._replace(top=box.top + 50, bottom=box.top + 108)
    yield line(tile.label, LABEL, label, Colour.SOFT, ground, "middle")
    style = headline_style(tile.figure, _FIGURE)
    yield line(tile.figure, style, figure, ink, ground, "middle")
    if tile.note:
        note = inner._replace(top=box.top + 108, bottom=box.top + 152)
        yield line(tile.note, LABEL, note, ink, ground, "middle")


def _bests(bests: Bests, top: int) -> tuple[list[Panel], list[Piece], int]:
    """Two bests side by side, a token before each."""
    bottom = top + _BEST + (_NOTE if any(best.by for best in bests) else 0)
    boxes = _side_by_side(len(bests), top, bottom)
    pieces: list[Piece] = []
    for best, box in zip(bests, boxes, strict=True):
        pieces += _best(best, box)
    return [Panel(box, Colour.SHELF) for box in boxes], pieces, bottom


def _best(best: PersonalBest, box: Box) -> Iterator[Piece]:
    ground, shown = Colour.SHELF, _SHOWN[best.shape](best.cards)
    token = around(box.left + 88, box.middle[1], *_TOKENS[best.shape])
    yield Token(token, best.shape, shown, dim=not best.cards, ground=ground)
    words = Box(box.left + 168, box.top + 10, box.right - 16, box.top + 54)
    figure = words._replace(top=words.bottom, bottom=words.bottom + 60)
    yield line(best.label, LABEL, words, Colour.SOFT, ground)
    yield line(counted(best.cards, "card"), _FIGURE, figure, Colour.CREAM, ground)
    if best.by:
        by = words._replace(top=figure.bottom, bottom=figure.bottom + 44)
        yield line(best.by, LABEL, by, Colour.CREAM, ground)
