"""The computers' faces: circus folk of our own, each drawn on a square of 100 by 100."""

from collections.abc import Callable

from bot.pictures.colours import Colour
from bot.pictures.sprites import stronger_faces, weaker_faces
from bot.pictures.sprites.canvas import Canvas
from bot.pictures.sprites.face_parts import Ink, head
from bot.pictures.sprites.tokens import star_points


def draw_computer(canvas: Canvas, name: str) -> None:
    """The face of the computer of this name; of an unknown one the Understudy's."""
    _FACES.get(name, _understudy)(canvas)


def computer_names() -> tuple[str, ...]:
    """All who have a face of their own."""
    return tuple(_FACES)


def _understudy(canvas: Canvas) -> None:
    """A mask of paper, held by a string, until the part is free."""
    head(canvas, Colour.RED_DARK, Colour.SKIN_BROWN, 54, 34)
    canvas.ellipse(Colour.HAIR, 50, 27, 33, 19)
    canvas.line(Colour.CREAM, 2.5, (10, 46), (90, 46))
    canvas.ellipse(Colour.PAPER, 50, 57, 27, 32)
    for x in (38, 62):
        canvas.ellipse(Ink, x, 52, 7, 5)
        canvas.ellipse(Colour.WHITE, x + 1, 51, 2)
    canvas.line(Colour.BLOCK_1, 2.5, (50, 56), (47, 66), (52, 66))
    canvas.line(Ink, 3, (40, 77), (60, 77))
    canvas.polygon(Colour.RED, *star_points(50, 36, 7))


_FACES: dict[str, Callable[[Canvas], None]] = {
    "Clown": weaker_faces.clown,
    "Mime": weaker_faces.mime,
    "Jester": weaker_faces.jester,
    "Puppeteer": weaker_faces.puppeteer,
    "Drummer": weaker_faces.drummer,
    "Trumpeter": weaker_faces.trumpeter,
    "Dancer": weaker_faces.dancer,
    "Fire Eater": weaker_faces.fire_eater,
    "Juggler": stronger_faces.juggler,
    "Acrobat": stronger_faces.acrobat,
    "Stilt Walker": stronger_faces.stilt_walker,
    "Tumbler": stronger_faces.tumbler,
    "Ringmaster": stronger_faces.ringmaster,
    "Lion Tamer": stronger_faces.lion_tamer,
    "Illusionist": stronger_faces.illusionist,
    "Strongwoman": stronger_faces.strongwoman,
    "Understudy": _understudy,
}
