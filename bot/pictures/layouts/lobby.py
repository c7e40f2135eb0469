"""A table before the game: its seats around the ring."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.lines import fitted, fitted_names, width_of
from bot.pictures.layouts.parts import Area, Layout
from bot.pictures.scene import WIDTH, Box, Scene, Stage, across, around
from bot.pictures.sprites.tokens import backs_shown
from bot.text.language import Language

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
"""The centre of the deck, below a nameplate that reaches into the ring."""
_DECK_SIZE, _HOST_WIDTH = (126, 94), 330


def lobby_scene(
    language: Language, size: int, faces: Sequence[SeatFace], host: int | None
) -> Scene:
    """The seats, taken or free, and a deck."""
    free = size - len(faces)
    # Translators: how many seats are free, in a corner of a picture: at most 18 letters
    right = language.ngettext("{number} free", "{number} free", free)
    if not free:
        right = language.gettext("all here")
    layout = Layout(language, language.gettext("A table for SCOUT"), right)
    top = _RING_TOP[size]
    ring = Box(_SIDE, top, WIDTH - _SIDE, top + _RING_HEIGHT)
    layout.grounds.append(Stage(ring, "ring"))
    for index, (x, y) in enumerate(_PLACES[size]):
        _add_place(layout, faces[index] if index < len(faces) else None, x, y, index == host)
    floor = layout.area(ring, Colour.FLOOR_LIT)
    _add_deck(floor, _DECK[size], None if host is None else faces[host])
    layout.top = max(ground.box.bottom for ground in layout.grounds)
    return layout.scene(20)


def _add_place(layout: Layout, face: SeatFace | None, x: int, y: int, hosts: bool) -> None:
    """Add a face above its name, or a dashed circle."""
    circle, ink = around(x, y, _FACE, _FACE), Colour.SOFT
    if face is None:
        layout.token("seat", circle)
        # Translators: a seat of a table, at most 14 letters
        label = layout.language.pgettext("seat", "free")
    else:
        layout.portrait(face, circle, Colour.GOLD if hosts else None)
        label, ink = face.label, Colour.CREAM
    text, style = fitted(label, _NAME, _NAME_WIDTH)
    plate = around(x, y + _FACE // 2 + 30, width_of(text, style) + 44, 52)
    layout.panel(plate).text(text, style, plate, ink, "middle")


def _add_deck(floor: Area, y: int, host: SeatFace | None) -> None:
    """Add backs in a fan in the middle of the ring, and beside them the host."""
    width, height = _DECK_SIZE
    deck = around(WIDTH // 2, y, width, height)
    if host is not None:
        # In the display typeface "Mia" reads "Mla" on a phone.
        text, style = fitted_names(
            # Translators: beside the cards in the middle of a picture; without the name at most
            # 10 letters
            lambda names: floor.language.gettext("Host: {name}", name=names[0]),
            [host.label],
            _NAME,
            _HOST_WIDTH,
        )
        words = width_of(text, style)
        left = (WIDTH - width - 18 - words) // 2
        deck = deck._replace(left=left, right=left + width)
        floor.text(text, style, across(deck.right + 18, deck.right + 18 + words, y, 60))
    floor.token("fan", deck, backs_shown(99))
