"""A page of a server's members by one measure: a podium on the first page, then rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.final import MOST, Place, add_podium
from bot.pictures.layouts.parts import RIGHT, Area, Layout
from bot.pictures.scene import LABEL, SENTENCE, WIDTH, Box, Scene, across, around
from bot.text.words import counted

_TOP, _HEADINGS, _HEIGHT, _GAP = 112, 56, 78, 8
_APART = 26
"""The gap between a page and the asking member's line from another page."""
_FACE = 64
_NAME = 184
"""From a row's left edge to the name."""
_COLUMNS = (700, 880, RIGHT - 26)
"""The right edges of three columns; the last one is the measure's."""
_SPREAD = 184
"""The width of a rating's spread, right of the rating."""
_FIGURE = Style("display", 50)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard; `value` orders it, `spread` is the value's uncertainty.

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


class Board(NamedTuple):
    """The subject and the measure of a leaderboard: `rating`, `games`, `points a round`.

    `podium`: whether its first lines stand on blocks. `against`: the computers' level, if only
    games against computers count.
    """

    of: str
    measure: str
    podium: bool = False
    against: str = ""

    @property
    def title(self) -> str:
        """The left headline."""
        return f"{f'Against {self.against}' if self.against else 'Leaderboard'}: {self.measure}"


def leaderboard_scene(
    board: Board, standings: Sequence[Standing], own: Standing | None = None
) -> Scene:
    """The lines of a page, best first; below them `own`, the asking member's from elsewhere."""
    layout = Layout(board.title, board.of, top=_TOP)
    if not standings:
        box = Box(60, 130, WIDTH - 60, 210)
        layout.text("No finished games here yet", SENTENCE, box, Colour.SOFT, "middle")
        layout.top = box.bottom
        return layout.scene(30)
    rows = standings
    if board.podium:
        add_podium(layout, [_place(board, one) for one in standings])
        rows = standings[MOST:]
    if rows or own is not None:
        _add_headings(layout, board)
    for standing in rows:
        _add_row(layout, board, standing)
    if own is not None:
        layout.top += _APART if rows else 0
        _add_row(layout, board, own)
    return layout.scene(12)


def _place(board: Board, standing: Standing) -> Place:
    note = _note(board, standing)
    return Place(standing.rank, standing.face, standing.value, note, standing.asked)


def _note(board: Board, standing: Standing) -> str:
    """Below a name on the podium: the value's uncertainty, and the games behind it."""
    if standing.provisional:
        return f"{standing.spread}, provisional"
    games, wins = counted(standing.games, "game"), counted(standing.wins, "win")
    parts = (standing.spread, games, "" if standing.spread else wins)
    said = [part for part in parts if part and part.split()[-1].rstrip("s") not in board.measure]
    return ", ".join(said)


def _add_headings(layout: Layout, board: Board) -> None:
    """Add the headings of the columns."""
    before = 0
    for word, right in _columns(board):
        box = Box(max(right - 260, before) + 8, layout.top, right, layout.top + 46)
        layout.text(word, LABEL, box, Colour.SOFT, "right")
        before = right
    layout.top += _HEADINGS


def _columns(board: Board) -> list[tuple[str, int]]:
    """Each column's heading and right edge; the last one is the measure's."""
    if board.measure == "rating":
        return [("games", _COLUMNS[0]), ("rating", _COLUMNS[2] - _SPREAD)]
    words = [word for word in ("games", "wins") if word != board.measure] + [board.measure]
    return list(zip(words, _COLUMNS[-len(words) :], strict=True))


def _add_row(layout: Layout, board: Board, standing: Standing) -> None:
    shelf = Colour.SHELF if standing.rank <= MOST else Colour.ROW
    row = layout.row(_HEIGHT, _GAP, Colour.CREAM if standing.asked else shelf)
    (left, top, _, bottom), y, face = row.box, row.box.middle[1], standing.face
    _add_rank(row, standing.rank, left + 48, y)
    row.portrait(face, around(left + 132, y, _FACE, _FACE))
    row.name(face, across(left + _NAME, 570, y, 68))
    *others, (_, end) = _columns(board)
    for word, right in others:
        number = standing.games if word == "games" else standing.wins
        row.text(str(number), _FIGURE, across(right - 116, right, y, 68), align="right")
    row.text(standing.value, _FIGURE, across(end - 180, end, y, 68), row.gold, "right")
    spread = Box(end + 12, top, _COLUMNS[2], bottom)
    if standing.provisional and standing.spread:
        row.text(standing.spread, LABEL, spread._replace(bottom=y))
        row.text("provisional", LABEL, spread._replace(top=y))
    elif standing.spread:
        row.text(standing.spread, SENTENCE, across(spread.left, spread.right, y, 60))


def _add_rank(row: Area, rank: int, x: int, y: int) -> None:
    if rank <= MOST:
        row.token("medal", around(x, y, 62, 62), rank)
    else:
        ink = Colour.INK if row.lit else Colour.SOFT
        row.text(str(rank), _FIGURE, around(x, y, 76, 62), ink, "middle")
