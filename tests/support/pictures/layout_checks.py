"""What every layout keeps to, and how it reads."""

from itertools import combinations

from bot.pictures.colours import Colour
from bot.pictures.fonts import baseline, extent
from bot.pictures.layouts.parts import BAND
from bot.pictures.scene import TOP, WIDTH, Box, CardFace, Panel, Scene, Stage, Text
from engine.cards import Cards


def texts(scene: Scene) -> list[str]:
    return [piece.text for piece in scene.pieces if isinstance(piece, Text)]


def apart(one: Box, other: Box) -> bool:
    beside = one.right <= other.left or other.right <= one.left
    return beside or one.bottom <= other.top or other.bottom <= one.top


def within(one: Box, other: Box) -> bool:
    across = other.left <= one.left and one.right <= other.right
    return across and other.top <= one.top and one.bottom <= other.bottom


def assert_sound(scene: Scene) -> None:
    """All is on the canvas, nothing on anything else or on the scallops, and all text fits."""
    boxes = [piece.box for piece in scene.pieces]
    for box in (*boxes, *(ground.box for ground in scene.grounds)):
        assert 0 <= box.left < box.right <= WIDTH, box
        assert 0 <= box.top < box.bottom <= scene.height, box
    assert [
        pair for pair in combinations(scene.pieces, 2) if not apart(pair[0].box, pair[1].box)
    ] == []
    assert [box for box in boxes if not (box.bottom <= BAND or box.top >= TOP)] == []
    assert_on_panels(scene)
    for piece in scene.pieces:
        if isinstance(piece, Text):
            assert_fits(piece)


def assert_fits(text: Text) -> None:
    width, above, below = extent(text.text, text.style)
    stands = baseline(text.text, text.style, text.box.height)
    assert width <= text.box.width, text
    assert above <= stands, text
    assert stands + below <= text.box.height, text


def cut_short(scene: Scene) -> list[str]:
    """The texts of which the end is missing, and those that end so by themselves."""
    texts = [piece.text for piece in scene.pieces if isinstance(piece, Text)]
    return [text for text in texts if text.endswith("…")]


def assert_on_panels(scene: Scene) -> None:
    """What is on a row, a shelf or the lit plate is all on it; a gold tab begins below its card."""
    lit = plates(scene)
    panels = [one for one in scene.grounds if isinstance(one, Panel) and one.colour != Colour.GOLD]
    for panel in [*(one.box for one in panels), *(one.box for one in lit)]:
        for piece in scene.pieces:
            on_lit = any(within(piece.box, one.box) for one in lit if one.box != panel)
            assert on_lit or apart(piece.box, panel) or within(piece.box, panel), piece


def plates(scene: Scene) -> list[Stage]:
    """The lit plates."""
    return [one for one in scene.grounds if isinstance(one, Stage) and one.kind == "plate"]


def faces(scene: Scene, *widths: int) -> list[CardFace]:
    """The cards of these widths as they are read: row by row, from left to right."""
    shown = [piece for piece in scene.pieces if isinstance(piece, CardFace)]
    kept = [face for face in shown if not widths or face.box.width in widths]
    return sorted(kept, key=lambda face: (face.box.top, face.box.left))


def cards_of(scene: Scene, *widths: int) -> Cards:
    return tuple(face.card for face in faces(scene, *widths))
