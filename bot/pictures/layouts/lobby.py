"""A table before the game: its seats as places around the ring."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import fitted, headline_style, headlines, line, width_of
from bot.pictures.scene import (
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
from bot.pictures.sprites.tokens import backs_shown

_RING_TOP = {2: 126, 3: 276, 4: 276, 5: 276}
_SIDE, _RING_HEIGHT = 130, 330
_FACE, _NAME_WIDTH = 138, 290
_NAME = Style("bold", 42)
_PLACES = {
    2: ((180, 250), (1020, 250)),
    3: ((600, 206), (954, 560), (246, 560)),
    4: ((300, 224), (900, 224), (900, 628), (300, 628)),
    5: ((600, 206), (1020, 330), (856, 630), (344, 630), (180, 330)),
}
"""The middle of each face, clockwise, by the number of places."""


def lobby_scene(size: int, faces: Sequence[SeatFace], host: int | None) -> Scene:
    """Who sits where, which places are free, and a deck to be dealt."""
    free = size - len(faces)
    pieces = headlines("A table for SCOUT", f"{free} free" if free else "all here")
    top = _RING_TOP[size]
    ring = Stage(Box(_SIDE, top, WIDTH - _SIDE, top + _RING_HEIGHT), "ring")
    plates: list[Panel] = []
    for index, (x, y) in enumerate(_PLACES[size]):
        face = faces[index] if index < len(faces) else None
        plate, place = _place(face, x, y, hosts=index == host)
        plates.append(plate)
        pieces += place
    pieces += _floor(ring.box, None if host is None else faces[host])
    bottom = max(ring.box.bottom, *(plate.box.bottom for plate in plates))
    return Scene(bottom + 24, (ring, *plates), tuple(pieces))


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


def _floor(ring: Box, host: SeatFace | None) -> list[Piece]:
    """Backs in a fan in the middle of the ring, and below them who hosts."""
    x, y = ring.middle[0], ring.top + 137
    ground = Colour.FLOOR_LIT
    pieces: list[Piece] = [Token(around(x, y, 176, 132), "fan", backs_shown(99), ground=ground)]
    if host is not None:
        text = f"Host: {host.label}"
        box = around(x, y + 94, 440, 50)
        pieces.append(line(text, headline_style(text), box, Colour.CREAM, ground, "middle"))
    return pieces
