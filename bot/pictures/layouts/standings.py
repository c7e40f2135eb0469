"""Leaderboards, by one measure each, and cards of statistics: figures, a rating's chart, bests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.charts import add_rating_chart
from bot.pictures.layouts.lines import fitted, fitted_words, lines_of, most_lines, sized, width_of
from bot.pictures.layouts.parts import LEFT, RIGHT, Area, Layout
from bot.pictures.layouts.results import MOST, NOTE_ROOM, PodiumPlace, add_podium
from bot.pictures.scene import LABEL, SENTENCE, TOP, WIDTH, Box, Scene, across, around
from bot.text.language import Language, gettext_noop, pgettext_noop
from bot.text.words import cards_counted, days_counted, games_counted, joined, wins_counted

_HEADING, _HEADINGS, _HEIGHT, _GAP = 46, 56, 78, 8
_COUNTED = Box(210, 104, WIDTH - 210, 150)
"""The line that says which games count, between the beams of light."""
_APART = 26
"""The gap between a page and the asking member's line from another page."""
_FACE = 64
_NAME = 184
"""From a row's left edge to the name."""
_COLUMNS = (700, 880, RIGHT - 26)
"""The right edges of three columns; the last one is the measure's."""
_SPREAD, _WIDEST_SPREAD = 184, 264
"""The width of a rating's spread, right of the rating: usually, and at most."""
_FIGURE = Style("display", 50)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the leaderboard; `value` orders it, `spread` is the value's uncertainty.

    Of the daily deal `games` are days, and the value is `points`.
    `provisional`: after too few games. `asked`: of the member who asked.
    """

    rank: int
    face: SeatFace
    games: int
    wins: int
    value: str
    spread: str = ""
    provisional: bool = False
    asked: bool = False
    points: int = 0


class Column(NamedTuple):
    """A column before the measure's: its heading, a number in words, and what it counts."""

    heading: str
    counted: Callable[[Language, int], str]
    number: Callable[[StandingRow], int]


# Translators: heading of a column, as those of the measures: as short as possible
_GAMES = Column(pgettext_noop("column", "games"), games_counted, attrgetter("games"))
_WINS = Column(pgettext_noop("column", "wins"), wins_counted, attrgetter("wins"))
_DAYS = Column(pgettext_noop("column", "days"), days_counted, attrgetter("games"))


class MeasureHeadings(NamedTuple):
    """A measure: its headline, its column's heading, and the columns before that."""

    title: str
    heading: str
    others: tuple[Column, ...]


MEASURES: dict[str, MeasureHeadings] = {
    "rating": MeasureHeadings(
        # Translators: headline of a picture, as each that begins with "Leaderboard" or "Daily deal"
        gettext_noop("Leaderboard: rating"),
        pgettext_noop("column", "rating"),
        (_GAMES,),
    ),
    "wins": MeasureHeadings(gettext_noop("Leaderboard: wins"), _WINS.heading, (_GAMES,)),
    "win-share": MeasureHeadings(
        gettext_noop("Leaderboard: win share"),
        pgettext_noop("column", "win share"),
        (_GAMES, _WINS),
    ),
    "average": MeasureHeadings(
        gettext_noop("Leaderboard: points a round"),
        pgettext_noop("column", "points a round"),
        (_GAMES, _WINS),
    ),
    "games": MeasureHeadings(gettext_noop("Leaderboard: games"), _GAMES.heading, (_WINS,)),
    "points": MeasureHeadings(
        gettext_noop("Daily deal: points"), pgettext_noop("column", "points"), (_DAYS,)
    ),
    "day": MeasureHeadings(
        gettext_noop("Daily deal: points"), pgettext_noop("column", "points"), ()
    ),
}


class BoardSubject(NamedTuple):
    """The subject and the measure of a leaderboard, such as `rating` or `win-share`.

    Of the daily deal the measure is the `points` of several days, or those of a `day`.
    `of` and `counted` are in words: the time, and which games count. `podium`: whether its first
    lines stand on blocks; `won`: whether these are the winners of something that is over.
    """

    of: str
    measure: str
    counted: str
    podium: bool = False
    won: bool = False


def board_title(language: Language, board: BoardSubject) -> str:
    """The left headline: what it ranks by."""
    return language.gettext(MEASURES[board.measure].title)


def leaderboard_scene(
    language: Language,
    board: BoardSubject,
    standings: Sequence[StandingRow],
    own: StandingRow | None = None,
) -> Scene:
    """The lines of a page, one or more, best first; below them `own`, the asking member's."""
    layout = Layout(language, board_title(language, board), board.of)
    _add_counted(layout, board.counted)
    rows = standings
    if board.podium:
        places = [
            PodiumPlace(one.rank, one.face, one.value, _note(language, board, one), one.asked)
            for one in standings
        ]
        add_podium(layout, places, confetti=board.won)
        rows = standings[MOST:]
    if rows or own is not None:
        _add_headings(layout, board)
    for standing in rows:
        _add_row(layout, board, standing)
    if own is not None:
        layout.top += _APART if rows else 0
        _add_row(layout, board, own)
    return layout.scene(12)


def _add_counted(layout: Layout, counted: str) -> None:
    """Add which games count; of two lines the lower one ends above the best one's face."""
    is_long = most_lines((counted,), LABEL, _COUNTED.width) > 1
    box = _COUNTED._replace(top=TOP, bottom=TOP + 31) if is_long else _COUNTED
    bottom = layout.lines(counted, LABEL, box, Colour.SOFT, "middle")
    layout.top = max(_COUNTED.bottom, bottom) + 8


def counted(language: Language, board: BoardSubject, standing: StandingRow) -> list[str]:
    """The games, wins or days behind the value, as the columns before it have them."""
    others = MEASURES[board.measure].others
    return [column.counted(language, column.number(standing)) for column in others]


def _note(language: Language, board: BoardSubject, standing: StandingRow) -> str:
    """Below a name on the podium: the value's uncertainty, and what is behind the value."""
    if standing.provisional:
        return joined(language, (standing.spread, _provisional(language)))
    parts = [standing.spread] if standing.spread else []
    # A share says by itself how many games were won.
    parts += counted(language, board, standing)[: 1 if board.measure == "win-share" else None]
    note = joined(language, parts)
    # The first alone if both are longer than a block is wide.
    return note if fitted_words(note, LABEL, NOTE_ROOM)[0] == note else parts[0]


def _provisional(language: Language) -> str:
    # Translators: beside a rating after few games, at most 14 letters
    return language.pgettext("rating", "provisional")


def _add_headings(layout: Layout, board: BoardSubject) -> None:
    language, (_, heading, others) = layout.language, MEASURES[board.measure]
    headings = [*(column.heading for column in others), heading]
    found, before = [], 0
    for heading, right in zip(headings, _edges(language, board), strict=True):
        left, text = max(right - 260, before) + 8, language.pgettext("column", heading)
        found.append((text, left, right, len(lines_of(text, LABEL, right - left))))
        before = right
    last = layout.top + _HEADING * (max(lines for *_, lines in found) - 1)
    for text, left, right, lines in found:
        top = last - _HEADING * (lines - 1)
        layout.lines(text, LABEL, Box(left, top, right, top + _HEADING), Colour.SOFT, "right")
    layout.top = last + _HEADINGS


def _edges(language: Language, board: BoardSubject) -> Sequence[int]:
    """The right edge of each column; the last one is the measure's."""
    if board.measure != "rating":
        return _COLUMNS[-1 - len(MEASURES[board.measure].others) :]
    spread = width_of(_provisional(language), sized(LABEL, 0.84)) + 12
    return _COLUMNS[0], _COLUMNS[2] - min(max(_SPREAD, spread), _WIDEST_SPREAD)


def _add_row(layout: Layout, board: BoardSubject, standing: StandingRow) -> None:
    shelf = Colour.SHELF if standing.rank <= MOST else Colour.ROW
    row = layout.row(_HEIGHT, _GAP, Colour.CREAM if standing.asked else shelf)
    (left, top, _, bottom), y, face = row.box, row.box.middle[1], standing.face
    if standing.rank <= MOST:
        row.token("medal", around(left + 48, y, 62, 62), standing.rank)
    else:
        ink, box = Colour.INK if row.lit else Colour.SOFT, around(left + 48, y, 76, 62)
        row.text(row.language.number(standing.rank), _FIGURE, box, ink, "middle")
    row.portrait(face, around(left + 132, y, _FACE, _FACE))
    row.name(face, across(left + _NAME, 570, y, 68))
    *edges, end = _edges(layout.language, board)
    for column, right in zip(MEASURES[board.measure].others, edges, strict=True):
        number = row.language.number(column.number(standing))
        row.text(number, _FIGURE, across(right - 116, right, y, 68), align="right")
    ink = row.loss if standing.value.startswith("−") else row.gold
    row.text(standing.value, _FIGURE, across(end - 180, end, y, 68), ink, "right")
    spread = Box(end + 12, top, _COLUMNS[2], bottom)
    if standing.provisional and standing.spread:
        row.text(standing.spread, LABEL, spread._replace(bottom=y))
        row.text(_provisional(layout.language), LABEL, spread._replace(top=y))
    elif standing.spread:
        row.text(standing.spread, SENTENCE, across(spread.left, spread.right, y, 60))


_CARD_TOP, _CARD_GAP, _LABEL = 116, 14, 48
_HEAD, _TILE, _CHART, _BEST = 176, 116, 230, 124
_TILE_LINE = 44
_NOTE = 42
"""The height that a note adds."""
_RATING, _STANDING, _TILE_FIGURE = Style("display", 96), Style("display", 56), Style("display", 54)
BestShape = Literal["fan", "pile"]
_TOKENS: dict[BestShape, tuple[int, int]] = {"fan": (128, 96), "pile": (78, 104)}


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

    def noted(self, language: Language, words: str) -> str:
        """The words, and the note behind them: `+1.4 (21 games)`."""
        if not self.note:
            return words
        return language.gettext("{words} ({note})", words=words, note=self.note)


class Tiles(NamedTuple):
    """Two to five figures side by side; `untitled`: the picture needs no heading."""

    tiles: tuple[Tile, ...]
    label: str
    untitled: bool = False


class RatingHistory(NamedTuple):
    """2 to 24 ratings after some of the newest games, oldest first; the line ends at the face."""

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


def stats_scene(language: Language, card: StatsCard) -> Scene:
    """The head, and one section after the other."""
    layout = Layout(language, card.title, card.of, top=_CARD_TOP)
    if card.head is not None:
        _add_head(layout, card.head)
    for section in card.sections:
        if isinstance(section, RatingHistory):
            layout.heading(language.gettext("Rating, game by game"), _LABEL, 6)
            add_rating_chart(layout, section.ratings, section.face, _CHART)
            layout.top += 6 + _CARD_GAP
        elif isinstance(section, Tiles):
            _add_tiles(layout, section)
        else:
            note = _NOTE if any(best.by for best in section) else 0
            areas = layout.columns(len(section), _BEST + note, _CARD_GAP, Colour.SHELF)
            for area, best in zip(areas, section, strict=True):
                _add_best(area, best)
    return layout.scene(10)


def _add_head(layout: Layout, head: Head) -> None:
    """Add the face, and on a shelf the rating and the place."""
    top = layout.top
    layout.portrait(head.face, Box(LEFT, top, LEFT + _HEAD, top + _HEAD), Colour.GOLD)
    shelf = layout.panel(Box(LEFT + _HEAD + 24, top, RIGHT, top + _HEAD), Colour.SHELF)
    layout.top = shelf.box.bottom + _CARD_GAP
    left, right = shelf.box.left + 32, shelf.box.right - 30
    if not head.rating:
        box = across(left, right, shelf.box.middle[1], 68)
        shelf.text(layout.language.gettext("No rating yet"), _STANDING, box)
        return
    half = left + 490
    label = Box(left, top + 12, half, top + 58)
    shelf.text(layout.language.gettext("Rating"), LABEL, label, Colour.SOFT)
    text, style = fitted(head.rating, _RATING, half - left - 190)
    end = left + width_of(text, style) + 2
    shelf.text(text, style, Box(left, top + 60, end, top + 160), Colour.GOLD)
    shelf.text(head.spread, SENTENCE, Box(end + 24, top + 96, end + 190, top + 156))
    place = Box(half + 20, top + 76, right, top + 150)
    shelf.text(head.standing, _STANDING, place, align="right")
    if head.provisional:
        box = Box(half + 20, top + 12, right, top + 58)
        shelf.text(_provisional(layout.language), LABEL, box, align="right")


def _add_tiles(layout: Layout, section: Tiles) -> None:
    if not section.untitled:
        layout.heading(section.label, _LABEL)
    tiles = section.tiles
    room = (RIGHT - LEFT - _CARD_GAP * (len(tiles) - 1)) // len(tiles) - 24
    above = most_lines((tile.label for tile in tiles), LABEL, room)
    below = most_lines((tile.note for tile in tiles), LABEL, room)
    height = _TILE + (above - 1) * _TILE_LINE + (_NOTE + (below - 1) * _TILE_LINE if below else 0)
    for area, tile in zip(layout.columns(len(tiles), height, _CARD_GAP), tiles, strict=True):
        ink = Colour.QUIET if tile.dim else Colour.CREAM
        label = Box(area.box.left + 12, area.box.top + 6, area.box.right - 12, area.box.top + 50)
        area.lines(tile.label, LABEL, label, Colour.SOFT, "middle")
        figure = label.below(58, above * _TILE_LINE - label.height)
        area.text(tile.figure, _TILE_FIGURE, figure, ink, "middle")
        if tile.note:
            area.lines(tile.note, LABEL, figure.below(_TILE_LINE), ink, "middle")


def _add_best(area: Area, best: PersonalBest) -> None:
    """Add the token, and to its right label, number and member."""
    token = around(area.box.left + 88, area.box.middle[1], *_TOKENS[best.shape])
    area.counted(best.shape, token, best.cards)
    label = Box(area.box.left + 168, area.box.top + 10, area.box.right - 16, area.box.top + 54)
    area.text(best.label, LABEL, label, Colour.SOFT)
    cards = label.below(60)
    area.text(cards_counted(area.language, best.cards), _TILE_FIGURE, cards)
    if best.by:
        area.text(best.by, LABEL, cards.below(44))
