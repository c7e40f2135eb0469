"""A table before the game: its seats around the ring."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import fitted, headline_style, headlines, width_of
from bot.pictures.scene import WIDTH, Box, Panel, Piece, Portrait, Scene, Stage, Text, Token, around
from bot.pictures.sprites.tokens import backs_shown

_RING_TOP = {2: 118, 3: 204, 4: 204, 5: 204}
_SIDE, _RING_HEIGHT = 130, 250
_FACE, _NAME_WIDTH = 122, 290
_NAME = Style("bold", 42)
_PLACES = {
    2: ((180, 216), (1020, 216)),
    3: ((600, 172), (954, 404), (246, 404)),
    4: ((300, 172), (900, 172), (900, 424), (300, 424)),
    5: ((600, 172), (1020, 268), (856, 448), (344, 448), (180, 268)),
}
"""The middle of each face, clockwise, by the number of seats."""
_DECK = {2: 226, 3: 338, 4: 338, 5: 338}
"""The middle of the deck, below a nameplate that reaches into the ring."""
_DECK_SIZE, _HOST_WIDTH = (126, 94), 330


def lobby_scene(size: int, faces: Sequence[SeatFace], host: int | None) -> Scene:
    """The seats, taken or free, and a deck."""
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
    pieces += _floor(_DECK[size], None if host is None else faces[host])
    bottom = max(ring.box.bottom, *(plate.box.bottom for plate in plates))
    return Scene(bottom + 20, (ring, *plates), tuple(pieces))


def _place(face: SeatFace | None, x: int, y: int, *, hosts: bool) -> tuple[Panel, list[Piece]]:
    """A face above its name, or a dashed circle."""
    label = "free" if face is None else face.label
    text, style = fitted(label, _NAME, _NAME_WIDTH)
    plate = around(x, y + _FACE // 2 + 30, width_of(text, style) + 44, 52)
    ink = Colour.SOFT if face is None else Colour.CREAM
    name = Text(plate, text, style, ink, Colour.ROW, "middle")
    circle = around(x, y, _FACE, _FACE)
    if face is None:
        return Panel(plate), [Token(circle, "seat"), name]
    return Panel(plate), [Portrait(circle, face, Colour.GOLD if hosts else Colour.CREAM), name]


def _floor(y: int, host: SeatFace | None) -> list[Piece]:
    """Backs in a fan in the middle of the ring, and beside them the host."""
    (width, height), ground = _DECK_SIZE, Colour.FLOOR_LIT
    deck = around(WIDTH // 2, y, width, height)
    if host is None:
        return [Token(deck, "fan", backs_shown(99), ground=ground)]
    text = f"Host: {host.label}"
    text, style = fitted(text, headline_style(text), _HOST_WIDTH)
    words = width_of(text, style)
    left = (WIDTH - width - 18 - words) // 2
    deck = deck._replace(left=left, right=left + width)
    box = Box(deck.right + 18, y - 30, deck.right + 18 + words, y + 30)
    return [
        Token(deck, "fan", backs_shown(99), ground=ground),
        Text(box, text, style, Colour.CREAM, ground),
    ]
