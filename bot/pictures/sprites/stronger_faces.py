"""The faces of the medium and hard computers, each on a square of 100 by 100."""

from bot.pictures.colours import Colour
from bot.pictures.sprites.canvas import Canvas
from bot.pictures.sprites.face_parts import (
    AZURE,
    BLUE,
    BOTTLE,
    LEMON,
    MAGENTA,
    ORANGE,
    PLUM,
    Ink,
    eyes,
    head,
    smile,
)
from bot.pictures.sprites.tokens import star_points


def juggler(canvas: Canvas) -> None:
    canvas.ellipse(Colour.CHIP, 50, 50, 51)
    for x, y, colour in ((16, 36, Colour.RED), (50, 10, Colour.GOLD), (84, 36, BLUE)):
        canvas.ellipse(Ink, x, y, 12)
        canvas.ellipse(colour, x, y, 10.5)
    canvas.ellipse(LEMON, 50, 106, 34, 20)
    canvas.ellipse(Colour.SKIN_BROWN, 50, 62, 27, 31)
    canvas.ellipse(Colour.HAIR, 50, 41, 27, 15)
    canvas.ellipse(Colour.SKIN_BROWN, 50, 52, 23, 13)
    eyes(canvas, 61, 12)
    canvas.ellipse(Colour.WHITE, 50, 77, 12, 7)
    canvas.box(Colour.SKIN_BROWN, 36, 68, 64, 76)


def acrobat(canvas: Canvas) -> None:
    canvas.ellipse(Colour.LILAC, 50, 50, 51)
    canvas.ellipse(Colour.HAIR, 50, 50, 33, 37)
    canvas.ellipse(Colour.HAIR, 50, 13, 12)
    canvas.ellipse(BLUE, 50, 108, 40, 20)
    canvas.ellipse(Colour.SKIN_TAN, 50, 61, 27, 31)
    canvas.polygon(Colour.HAIR, (20, 50), (50, 27), (80, 50), (70, 38), (50, 30), (30, 38))
    canvas.box(Colour.GOLD, 20, 38, 80, 44, 3)
    eyes(canvas, 58)
    smile(canvas, 73, 13)
    canvas.polygon(Colour.GOLD, *star_points(69, 71, 9))


def stilt_walker(canvas: Canvas) -> None:
    canvas.ellipse(BLUE, 50, 50, 51)
    canvas.ellipse(Colour.SKIN_ROSE, 50, 74, 23, 27)
    for stripe in range(5):
        colour = Colour.CREAM if stripe % 2 else Colour.RED
        canvas.box(colour, 33, -8 + 12 * stripe, 67, 4 + 12 * stripe)
    canvas.ellipse(Colour.RED_DARK, 50, 53, 32, 6)
    for x in (27, 73):
        canvas.ellipse(ORANGE, x, 66, 6, 11)
    eyes(canvas, 70, 10)
    canvas.ellipse(Colour.CHEEK, 50, 79, 5)
    smile(canvas, 84, 10)


def tumbler(canvas: Canvas) -> None:
    """Upside down, with the hair hanging and the feet in the air."""
    canvas.ellipse(LEMON, 50, 50, 51)
    for x in (36, 64):
        canvas.line(Colour.RED, 9, (50 + (x - 50) * 0.6, 26), (x, 4))
    canvas.ellipse(Colour.RED, 50, 20, 24, 12)
    for x in (28, 50, 72):
        canvas.polygon(Colour.HAIR, (x - 13, 72), (x + 13, 72), (50 + (x - 50) * 1.3, 98))
    canvas.ellipse(Colour.HAIR, 50, 68, 29, 20)
    canvas.ellipse(Colour.SKIN, 50, 51, 27, 29)
    eyes(canvas, 58)
    canvas.arc(Colour.RED_DARK, 3, (50, 44), (13, 9), 200, 340)
    for x in (32, 68):
        canvas.ellipse(Colour.CHEEK, x, 47, 6)


def ringmaster(canvas: Canvas) -> None:
    canvas.ellipse(Colour.RED, 50, 50, 51)
    canvas.polygon(Ink, (12, 100), (30, 86), (50, 100), (70, 86), (88, 100), (50, 112))
    canvas.ellipse(Colour.SKIN, 50, 62, 26, 29)
    canvas.polygon(Colour.WHITE, (42, 88), (58, 88), (50, 100))
    canvas.box(Ink, 28, 4, 72, 36, 4)
    canvas.box(Colour.GOLD, 28, 24, 72, 33)
    canvas.ellipse(Ink, 50, 37, 40, 6)
    eyes(canvas, 55, 11, 3.5)
    for way in (-1, 1):
        canvas.ellipse(Ink, 50 + way * 9, 69, 10, 5)
        canvas.arc(
            Ink, 4, (50 + way * 21, 64), (8, 8), 0 if way > 0 else 60, 120 if way > 0 else 180
        )
    smile(canvas, 76, 7)


def lion_tamer(canvas: Canvas) -> None:
    """Nobody has ever seen more of the tamer than the lion."""
    canvas.ellipse(BOTTLE, 50, 50, 51)
    for x, y in ((50, 15), (75, 25), (86, 50), (75, 75), (50, 86), (25, 75), (14, 50), (25, 25)):
        canvas.ellipse(Colour.MANE, x, y, 15)
    canvas.ellipse(Colour.MANE, 50, 50, 36)
    for x in (27, 73):
        canvas.ellipse(Colour.GOLD, x, 29, 9)
        canvas.ellipse(ORANGE, x, 29, 4)
    canvas.ellipse(Colour.GOLD, 50, 53, 29, 28)
    for x in (42, 58):
        canvas.ellipse(Colour.CREAM, x, 66, 10, 9)
    eyes(canvas, 47, 12)
    canvas.polygon(Ink, (43, 56), (57, 56), (50, 64))
    for way in (-1, 1):
        canvas.arc(Ink, 2.5, (50 + way * 5.5, 65), (6, 6), 10, 170)


def illusionist(canvas: Canvas) -> None:
    head(canvas, BLUE, Colour.SKIN_ROSE, 58, 28)
    canvas.polygon(PLUM, (4, 100), (22, 66), (36, 88), (64, 88), (78, 66), (96, 100))
    canvas.ellipse(Colour.PALE_HAIR, 50, 33, 30, 25)
    canvas.polygon(
        PLUM, (19, 48), (50, 44), (81, 48), (74, 65), (57, 62), (50, 56), (43, 62), (26, 65)
    )
    for x in (36, 64):
        canvas.ellipse(Colour.WHITE, x, 54, 7, 6)
        canvas.ellipse(Ink, x, 54, 3)
    smile(canvas, 74, 12)


def strongwoman(canvas: Canvas) -> None:
    canvas.ellipse(ORANGE, 50, 50, 51)
    canvas.ellipse(Colour.SKIN_ROSE, 50, 112, 50, 26)
    canvas.ellipse(Colour.HAIR, 50, 38, 34, 30)
    canvas.ellipse(Colour.SKIN_ROSE, 50, 60, 29, 30)
    canvas.polygon(Colour.HAIR, (19, 44), (50, 22), (81, 44), (66, 36), (34, 36))
    canvas.box(AZURE, 19, 38, 81, 47, 3)
    for way in (-1, 1):
        canvas.line(Ink, 3.5, (50 + way * 22, 51), (50 + way * 8, 54))
    eyes(canvas, 60)
    smile(canvas, 74, 13)
    canvas.box(MAGENTA, 24, 95, 76, 104)
