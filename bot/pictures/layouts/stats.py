"""Cards of statistics, of a member or a whole server: figures, a rating's chart, bests."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.charts import add_rating_chart
from bot.pictures.layouts.parts import LEFT, RIGHT, Area, Layout, fitted, headline_style, width_of
from bot.pictures.scene import LABEL, SENTENCE, Box, Scene, across, around
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
    layout = Layout(card.title, card.of, top=_TOP)
    if card.head is not None:
        _add_head(layout, card.head)
    for section in card.sections:
        if isinstance(section, RatingHistory):
            _add_history(layout, section)
        elif isinstance(section, Tiles):
            _add_tiles(layout, section)
        else:
            note = _NOTE if any(best.by for best in section) else 0
            areas = layout.columns(len(section), _BEST + note, _GAP, Colour.SHELF)
            for area, best in zip(areas, section, strict=True):
                _add_best(area, best)
    return layout.scene(10)


def _add_head(layout: Layout, head: Head) -> None:
    """Add the face, and on a shelf the rating and the place."""
    top = layout.top
    layout.portrait(head.face, Box(LEFT, top, LEFT + _HEAD, top + _HEAD), Colour.GOLD)
    shelf = layout.panel(Box(LEFT + _HEAD + 24, top, RIGHT, top + _HEAD), Colour.SHELF)
    layout.top = shelf.box.bottom + _GAP
    left, right = shelf.box.left + 32, shelf.box.right - 30
    if not head.rating:
        box = across(left, right, shelf.box.middle[1], 68)
        shelf.text("No rating yet", _STANDING, box)
        return
    half = left + 490
    shelf.text("Rating", LABEL, Box(left, top + 12, half, top + 58), Colour.SOFT)
    text, style = fitted(head.rating, _RATING, half - left - 190)
    end = left + width_of(text, style) + 2
    shelf.text(text, style, Box(left, top + 60, end, top + 160), Colour.GOLD)
    shelf.text(head.spread, SENTENCE, Box(end + 24, top + 96, end + 190, top + 156))
    place = Box(half + 20, top + 76, right, top + 150)
    shelf.text(head.standing, _STANDING, place, align="right")
    if head.provisional:
        box = Box(half + 20, top + 12, right, top + 58)
        shelf.text("provisional", LABEL, box, align="right")


def _add_history(layout: Layout, history: RatingHistory) -> None:
    layout.heading("Rating, game by game", _LABEL)
    layout.top += 6
    add_rating_chart(layout, history.ratings, history.face, _CHART)
    layout.top += 6 + _GAP


def _add_tiles(layout: Layout, section: Tiles) -> None:
    if not section.untitled:
        layout.heading(section.label, _LABEL)
    note = _NOTE if any(tile.note for tile in section.tiles) else 0
    areas = layout.columns(len(section.tiles), _TILE + note, _GAP)
    for area, tile in zip(areas, section.tiles, strict=True):
        ink = Colour.QUIET if tile.dim else Colour.CREAM
        left, top, right = area.box.left + 12, area.box.top, area.box.right - 12
        label, figure = Box(left, top + 6, right, top + 50), Box(left, top + 50, right, top + 108)
        style = headline_style(tile.figure, _FIGURE)
        area.text(tile.label, LABEL, label, Colour.SOFT, "middle")
        area.text(tile.figure, style, figure, ink, "middle")
        if tile.note:
            area.text(tile.note, LABEL, Box(left, top + 108, right, top + 152), ink, "middle")


def _add_best(area: Area, best: PersonalBest) -> None:
    """Add the token, and to its right label, number and member."""
    shown = _SHOWN[best.shape](best.cards)
    token = around(area.box.left + 88, area.box.middle[1], *_TOKENS[best.shape])
    area.token(best.shape, token, shown, dim=not best.cards)
    left, top, right = area.box.left + 168, area.box.top + 10, area.box.right - 16
    area.text(best.label, LABEL, Box(left, top, right, top + 44), Colour.SOFT)
    cards = Box(left, top + 44, right, top + 104)
    area.text(counted(best.cards, "card"), _FIGURE, cards)
    if best.by:
        area.text(best.by, LABEL, Box(left, top + 104, right, top + 148))
