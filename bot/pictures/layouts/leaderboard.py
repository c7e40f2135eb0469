"""A page of a server's members by one measure: a podium on the first page, then rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.final import MOST, Place, podium
from bot.pictures.layouts.parts import LEFT, RIGHT, headlines, line, name_line, portrait_at
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
_FIGURE, _SMALL = Style("display", 50), Style("regular", 34)


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
    pieces = headlines(board.title, board.of)
    if not standings:
        box = Box(60, 130, WIDTH - 60, 210)
        text = "No finished games here yet"
        return Scene(240, (), (*pieces, line(text, SENTENCE, box, Colour.SOFT, 0, "middle")))
    grounds: list[Ground] = []
    top, rows = _TOP, standings
    if board.podium:
        grounds, found = podium(
            [
                Place(one.rank, one.face, one.value, _note(board, one), one.asked)
                for one in standings[:MOST]
            ]
        )
        pieces += found
        top, rows = grounds[0].box.bottom + 16, standings[MOST:]
    if rows or own is not None:
        pieces += _headings(board, top)
        top += _HEADINGS
    for standing in (*rows, *([own] if own else [])):
        if standing is own and rows:
            top += _APART
        box = Box(LEFT, top, RIGHT, top + _HEIGHT)
        grounds.append(Panel(box, _ground(standing)))
        pieces += _row(board, standing, box)
        top = box.bottom + _GAP
    return Scene(top + 12, tuple(grounds), tuple(pieces))


def _note(board: Board, standing: Standing) -> str:
    """Below a name on the podium: the value's uncertainty, and the games behind it."""
    if standing.provisional:
        return f"{standing.spread}, provisional"
    games, wins = counted(standing.games, "game"), counted(standing.wins, "win")
    parts = (standing.spread, games, "" if standing.spread else wins)
    said = [part for part in parts if part and part.split()[-1].rstrip("s") not in board.measure]
    return ", ".join(said)


def _headings(board: Board, top: int) -> Iterator[Piece]:
    """The headings above the columns."""
    before = 0
    for word, right in _columns(board):
        box = Box(max(right - 260, before) + 8, top, right, top + 46)
        yield line(word, LABEL, box, Colour.SOFT, 0, "right")
        before = right


def _columns(board: Board) -> list[tuple[str, int]]:
    """Each column's heading and right edge; the last one is the measure's."""
    if board.measure == "rating":
        return [("games", _COLUMNS[0]), ("rating", _COLUMNS[2] - _SPREAD)]
    words = [word for word in ("games", "wins") if word != board.measure] + [board.measure]
    return list(zip(words, _COLUMNS[-len(words) :], strict=True))


def _ground(standing: Standing) -> Colour:
    if standing.asked:
        return Colour.CREAM
    return Colour.SHELF if standing.rank <= MOST else Colour.ROW


def _row(board: Board, standing: Standing, box: Box) -> Iterator[Piece]:
    y, face, ground = box.middle[1], standing.face, _ground(standing)
    ink, gold = Colour.CREAM, Colour.GOLD
    if standing.asked:
        ink, gold = Colour.INK, Colour.RED_DARK
    yield _rank(standing, box.left + 48, y, ground)
    yield portrait_at(face, box.left + 132, y, _FACE, ink, ground)
    yield name_line(face, Box(box.left + _NAME, y - 34, 570, y + 34), ink, ground)
    *others, (_, end) = _columns(board)
    for word, right in others:
        number = standing.games if word == "games" else standing.wins
        column = Box(right - 116, y - 34, right, y + 34)
        yield line(str(number), _FIGURE, column, ink, ground, "right")
    column = Box(end - 180, y - 34, end, y + 34)
    yield line(standing.value, _FIGURE, column, gold, ground, "right")
    spread = Box(end + 12, box.top, _COLUMNS[2], box.bottom)
    if standing.provisional and standing.spread:
        upper, lower = spread._replace(bottom=y), spread._replace(top=y)
        yield line(standing.spread, _SMALL, upper, ink, ground)
        yield line("provisional", _SMALL, lower, ink, ground)
    elif standing.spread:
        middle = spread._replace(top=y - 30, bottom=y + 30)
        yield line(standing.spread, SENTENCE, middle, ink, ground)


def _rank(standing: Standing, x: int, y: int, ground: Colour) -> Piece:
    if standing.rank <= MOST:
        return Token(around(x, y, 62, 62), "medal", standing.rank, ground=ground)
    ink = Colour.INK if standing.asked else Colour.SOFT
    return line(str(standing.rank), _FIGURE, around(x, y, 76, 62), ink, ground, "middle")
