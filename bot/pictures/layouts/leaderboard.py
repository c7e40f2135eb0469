"""A page of a server's members by one measure: a podium on the first page, then rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import headlines, line, name_line, portrait_at
from bot.pictures.layouts.podium import MOST, Place, podium
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

_LEFT, _RIGHT = 28, WIDTH - 28
_TOP, _HEADINGS, _HEIGHT, _GAP = 112, 56, 78, 8
_APART = 26
"""How far the own line is from a page that it is not on."""
_FACE = 64
_NAME = 184
"""From a row's left edge to the name."""
_COLUMNS = (700, 880, _RIGHT - 26)
"""The right edges of three columns; the last one is the measure's."""
_SPREAD = 184
"""The width of the column for how sure a rating is."""
_FIGURE = Style("display", 50)
_SMALL = Style("regular", 34)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard; `value` is what it is ordered by, `spread` how sure that is.

    `provisional`: after so few games that it says little. `asked` is who looks at it.
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
    """What a leaderboard is of, and what it measures: `rating`, `games`, `points a round`.

    `podium`: whether its first lines stand on blocks. `against`: the computers' level, if games
    against computers alone are what counts.
    """

    of: str
    measure: str
    podium: bool = False
    against: str = ""

    @property
    def title(self) -> str:
        """What stands on the awning."""
        return f"{f'Against {self.against}' if self.against else 'Leaderboard'}: {self.measure}"


def leaderboard_scene(
    board: Board, standings: Sequence[Standing], own: Standing | None = None
) -> Scene:
    """The lines of a page, best first; below them `own`, of the asking member elsewhere."""
    pieces = headlines(board.title, board.of)
    if not standings:
        box = Box(60, 130, WIDTH - 60, 210)
        text = "No finished games here yet"
        return Scene(240, (), (*pieces, line(text, SENTENCE, box, Colour.SOFT, 0, "middle")))
    grounds: list[Ground] = []
    top, first = _TOP, MOST if board.podium else 0
    if board.podium:
        grounds, found = podium([_place(board, standing) for standing in standings[:first]])
        pieces += found
        top = grounds[0].box.bottom + 16
    rows = standings[first:]
    if rows or own is not None:
        pieces += _headings(board, top)
        top += _HEADINGS
    for standing in (*rows, own):
        if standing is None:
            continue
        if standing is own:
            top += _APART if rows else 0
        box = Box(_LEFT, top, _RIGHT, top + _HEIGHT)
        grounds.append(Panel(box, _ground(standing)))
        pieces += _row(board, standing, box)
        top = box.bottom + _GAP
    return Scene(top + 12, tuple(grounds), tuple(pieces))


def _place(board: Board, standing: Standing) -> Place:
    return Place(
        standing.rank, standing.face, standing.value, note(board, standing), standing.asked
    )


def note(board: Board, standing: Standing) -> str:
    """What stands below a name on the podium: how sure the value is, and of how many games."""
    if standing.provisional:
        return f"{standing.spread}, provisional"
    games, wins = counted(standing.games, "game"), counted(standing.wins, "win")
    parts = (standing.spread, games, "" if standing.spread else wins)
    said = [part for part in parts if part and part.split()[-1].rstrip("s") not in board.measure]
    return ", ".join(said)


def _headings(board: Board, top: int) -> list[Piece]:
    """Above the columns what they hold."""
    words = [(word, right) for word, _, right in _figures(board, None)]
    pieces: list[Piece] = []
    for word, right in words:
        box = Box(right - 260, top, right, top + 46)
        left = max(right - 260, max((other for _, other in words if other < right), default=0))
        pieces.append(line(word, LABEL, box._replace(left=left + 8), Colour.SOFT, 0, "right"))
    return pieces


def _figures(board: Board, standing: Standing | None) -> list[tuple[str, str, int]]:
    """Each column's heading, its figure and its right edge; the last one is the measure's."""
    games, wins, value = ("", "", "") if standing is None else _values(standing)
    if board.measure == "rating":
        return [("games", games, _COLUMNS[0]), ("rating", value, _COLUMNS[2] - _SPREAD)]
    beside = [("games", games), ("wins", wins)]
    beside = [column for column in beside if column[0] != board.measure]
    rights = _COLUMNS[-1 - len(beside) : -1]
    columns = [(word, figure, right) for (word, figure), right in zip(beside, rights, strict=True)]
    return [*columns, (board.measure, value, _COLUMNS[2])]


def _values(standing: Standing) -> tuple[str, str, str]:
    return str(standing.games), str(standing.wins), standing.value


def _ground(standing: Standing) -> Colour:
    if standing.asked:
        return Colour.CREAM
    return Colour.SHELF if standing.rank <= MOST else Colour.ROW


def _row(board: Board, standing: Standing, box: Box) -> list[Piece]:
    y, face, ground = box.middle[1], standing.face, _ground(standing)
    ink, gold = Colour.CREAM, Colour.GOLD
    if standing.asked:
        ink, gold = Colour.INK, Colour.RED_DARK
    pieces: list[Piece] = [
        _rank(standing, box.left + 48, y, ground),
        portrait_at(face, box.left + 132, y, _FACE, ink, ground),
        name_line(face, Box(box.left + _NAME, y - 34, 570, y + 34), ink, ground),
    ]
    *others, (_, value, end) = _figures(board, standing)
    for _, figure, right in others:
        column = Box(right - 116, y - 34, right, y + 34)
        pieces.append(line(figure, _FIGURE, column, ink, ground, "right"))
    column = Box(end - 180, y - 34, end, y + 34)
    pieces.append(line(value, _FIGURE, column, gold, ground, "right"))
    return pieces + _spread(standing, Box(end + 12, box.top, _COLUMNS[2], box.bottom), ground)


def _spread(standing: Standing, box: Box, ground: Colour) -> list[Piece]:
    """How sure a rating is, in words too where it says little."""
    if not standing.spread:
        return []
    ink = Colour.INK if standing.asked else Colour.CREAM
    if not standing.provisional:
        y = box.middle[1]
        return [
            line(standing.spread, SENTENCE, box._replace(top=y - 30, bottom=y + 30), ink, ground)
        ]
    middle = box.middle[1]
    return [
        line(standing.spread, _SMALL, box._replace(bottom=middle), ink, ground),
        line("provisional", _SMALL, box._replace(top=middle), ink, ground),
    ]


def _rank(standing: Standing, x: int, y: int, ground: Colour) -> Piece:
    if standing.rank <= MOST:
        return Token(around(x, y, 62, 62), "medal", standing.rank, ground=ground)
    ink = Colour.INK if standing.asked else Colour.SOFT
    return line(str(standing.rank), _FIGURE, around(x, y, 76, 62), ink, ground, "middle")
