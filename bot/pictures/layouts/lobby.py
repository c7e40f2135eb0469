"""A table before the game: its seats as places around the ring."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import fitted, headlines, line, width_of
from bot.pictures.scene import (
    SENTENCE,
    WIDTH,
    Box,
    Panel,
    Piece,
    Portrait,
    Scene,
    Stage,
    Text,
    Token,
    around,
)

_RING = Stage(Box(130, 276, WIDTH - 130, 606), "ring")
_HEIGHT = 802
_MIDDLE = 452
_LINE = 48
_FACE, _NAME_WIDTH = 138, 290
_NAME = Style("bold", 42)
_PLACES = {
    2: ((180, 400), (1020, 400)),
    3: ((600, 220), (954, 560), (246, 560)),
    4: ((300, 224), (900, 224), (900, 628), (300, 628)),
    5: ((600, 206), (1020, 330), (856, 630), (344, 630), (180, 330)),
}
"""The middle of each face, clockwise, by the number of places."""


def lobby_scene(
    size: int, faces: Sequence[SeatFace], host: int | None, terms: Sequence[str]
) -> Scene:
    """Who sits where, which places are free, and what is played, in lines of a few words."""
    free = size - len(faces)
    pieces = headlines("A table for SCOUT", f"{free} free" if free else "all here")
    plates: list[Panel] = []
    for index, (x, y) in enumerate(_PLACES[size]):
        face = faces[index] if index < len(faces) else None
        plate, place = _place(face, x, y, hosts=index == host)
        plates.append(plate)
        pieces += place
    lines = list(terms)
    if host is not None:
        lines.append(f"Host: {faces[host].label}")
    pieces += _lines(lines)
    return Scene(_HEIGHT, (_RING, *plates), tuple(pieces))


def _place(face: SeatFace | None, x: int, y: int, *, hosts: bool) -> tuple[Panel, list[Piece]]:
    """A face above its name, or a dashed circle."""
    label = "free" if face is None else face.label
    text, style = fitted(label, _NAME, _NAME_WIDTH)
    plate = around(x, y + _FACE // 2 + 34, width_of(text, style) + 44, 56)
    ink = Colour.SOFT if face is None else Colour.CREAM
    name = Text(plate, text, style, ink, Colour.ROW, "middle")
    circle = around(x, y, _FACE, _FACE)
    if face is None:
        return Panel(plate), [Token(circle, "seat"), name]
    return Panel(plate), [Portrait(circle, face, Colour.GOLD if hosts else Colour.CREAM), name]


def _lines(lines: Sequence[str]) -> list[Piece]:
    """In the middle of the ring."""
    top = _MIDDLE - len(lines) * _LINE // 2
    return [
        line(
            text,
            SENTENCE if at else Style("display", 44),
            Box(380, top + at * _LINE, 820, top + at * _LINE + _LINE),
            Colour.CREAM,
            Colour.FLOOR_LIT,
            "middle",
        )
        for at, text in enumerate(lines)
    ]
