"""A page of a server's members by their average points a round."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import headlines, line, name_line, portrait_at
from bot.pictures.scene import (
    LABEL,
    SENTENCE,
    WIDTH,
    Box,
    Ground,
    Panel,
    Piece,
    Scene,
    Text,
    Token,
    around,
)
from bot.pictures.words import points_exactly

_LEFT, _RIGHT = 28, WIDTH - 28
_FIRST, _HEIGHT, _GAP = 172, 74, 8
_FACE = 64
_GAMES, _WINS, _AVERAGE = 700, 880, _RIGHT - 26
"""The right edges of the columns."""
_FIGURE = Style("display", 50)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard; `average` is in points a round, `asked` is who looks at it."""

    rank: int
    face: SeatFace
    games: int
    wins: int
    average: float
    asked: bool = False


def leaderboard_scene(standings: Sequence[Standing], of: str) -> Scene:
    """A row for each, medals for the first three; lit is who asked."""
    pieces = headlines("Leaderboard", of)
    if not standings:
        box = Box(60, 130, WIDTH - 60, 210)
        text = "No finished games here yet"
        return Scene(240, (), (*pieces, line(text, SENTENCE, box, Colour.SOFT, 0, "middle")))
    for word, right in (("games", _GAMES), ("wins", _WINS), ("points a round", _AVERAGE)):
        box = Box(right - 260 if right == _AVERAGE else right - 130, 112, right, 162)
        pieces.append(Text(box, word, LABEL, Colour.SOFT, align="right"))
    grounds: list[Ground] = []
    for at, standing in enumerate(standings):
        top = _FIRST + at * (_HEIGHT + _GAP)
        box = Box(_LEFT, top, _RIGHT, top + _HEIGHT)
        ground = Colour.SHELF if standing.rank <= 3 else Colour.ROW
        ground = Colour.CREAM if standing.asked else ground
        grounds.append(Panel(box, ground))
        pieces += _row(standing, box, ground)
    return Scene(grounds[-1].box.bottom + 20, tuple(grounds), tuple(pieces))


def _row(standing: Standing, box: Box, ground: Colour) -> list[Piece]:
    y, face = box.middle[1], standing.face
    ink, gold = Colour.CREAM, Colour.GOLD
    if standing.asked:
        ink, gold = Colour.INK, Colour.RED_DARK
    top, bottom = y - 34, y + 34
    pieces: list[Piece] = [
        _rank(standing, box.left + 48, y, ground),
        portrait_at(face, box.left + 132, y, _FACE, ink, ground),
        name_line(face, Box(box.left + 184, top, 590, bottom), ink, ground),
    ]
    figures = ((standing.games, _GAMES), (standing.wins, _WINS))
    for number, right in figures:
        column = Box(right - 104, top, right, bottom)
        pieces.append(line(str(number), _FIGURE, column, ink, ground, "right"))
    column = Box(_AVERAGE - 180, top, _AVERAGE, bottom)
    average = points_exactly(standing.average)
    return [*pieces, line(average, _FIGURE, column, gold, ground, "right")]


def _rank(standing: Standing, x: int, y: int, ground: Colour) -> Piece:
    if standing.rank <= 3:
        return Token(around(x, y, 62, 62), "medal", standing.rank, ground=ground)
    ink = Colour.INK if standing.asked else Colour.SOFT
    return line(str(standing.rank), _FIGURE, around(x, y, 76, 62), ink, ground, "middle")
