"""What the computers' faces share: colours, heads, eyes and mouths."""

from bot.pictures.colours import Colour
from bot.pictures.sprites.canvas import Canvas

Ink = Colour.INK
BLUE, AZURE, BOTTLE, ORANGE, MAGENTA, LEMON, PLUM = 2, 3, 4, 7, 8, 10, 1


def eyes(canvas: Canvas, y: float, apart: float = 13, radius: float = 4) -> None:
    for x in (50 - apart, 50 + apart):
        canvas.ellipse(Ink, x, y, radius, radius * 1.25)


def smile(canvas: Canvas, y: float, width: float = 11, colour: int = Colour.RED_DARK) -> None:
    canvas.arc(colour, 3, (50, y), (width, width * 0.7), 20, 160)


def head(canvas: Canvas, ground: int, skin: int, y: float = 58, radius: float = 29) -> None:
    canvas.ellipse(ground, 50, 50, 51)
    canvas.ellipse(skin, 50, y, radius, radius * 1.1)
