"""The faces of the beginner and easy computers, each on a square of 100 by 100."""

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


def clown(canvas: Canvas) -> None:
    canvas.ellipse(Colour.SKY, 50, 50, 51)
    for x in (17, 83):
        canvas.ellipse(ORANGE, x, 52, 19, 24)
    canvas.ellipse(Colour.WHITE, 50, 58, 32, 36)
    canvas.polygon(BLUE, (35, 24), (50, -2), (65, 24))
    canvas.ellipse(LEMON, 50, 25, 17, 5)
    canvas.ellipse(Colour.RED, 50, 4, 5)
    for x in (37, 63):
        canvas.ellipse(Colour.SKY, x, 47, 8, 12)
    eyes(canvas, 48)
    canvas.ellipse(Colour.RED, 50, 62, 8)
    canvas.ellipse(Colour.RED, 50, 80, 19, 9)
    canvas.ellipse(Colour.WHITE, 50, 76, 14, 6)
    canvas.arc(Colour.RED_DARK, 2.5, (50, 75), (15, 9), 10, 170)


def mime(canvas: Canvas) -> None:
    head(canvas, Colour.STEEL, Colour.WHITE, 58, 32)
    canvas.ellipse(Ink, 50, 27, 37, 17)
    canvas.ellipse(Ink, 50, 16, 26, 15)
    canvas.ellipse(Ink, 50, 2, 4)
    for x in (36, 64):
        canvas.polygon(AZURE, (x - 4, 55), (x + 4, 55), (x, 74))
        canvas.line(Ink, 3, (x - 7, 45), (x, 41), (x + 7, 45))
    eyes(canvas, 53, 14)
    canvas.ellipse(Colour.RED, 50, 79, 9, 4)
    for y in (94, 100):
        canvas.box(Ink, 18, y, 82, y + 3)


def jester(canvas: Canvas) -> None:
    head(canvas, MAGENTA, Colour.SKIN, 60, 30)
    canvas.polygon(LEMON, (22, 52), (8, 46), (14, 18), (34, 8), (50, 42))
    canvas.polygon(AZURE, (78, 52), (92, 46), (86, 18), (66, 8), (50, 42))
    canvas.polygon(BOTTLE, (24, 48), (36, 20), (50, 4), (64, 20), (76, 48), (50, 40))
    for x, y in ((8, 48), (92, 48), (50, 5)):
        canvas.ellipse(Colour.GOLD, x, y, 6)
    for x in (32, 68):
        canvas.ellipse(Colour.CHEEK, x, 70, 7)
    eyes(canvas, 59)
    smile(canvas, 72, 15)


def puppeteer(canvas: Canvas) -> None:
    head(canvas, Colour.LEAF, Colour.SKIN_TAN, 62, 28)
    canvas.box(Colour.BLOCK_1_TOP, 16, 10, 84, 17, 3)
    canvas.box(Colour.BLOCK_1_TOP, 46, 2, 54, 24, 3)
    for x in (20, 80):
        canvas.line(Colour.CREAM, 1.8, (x, 16), (50 + (x - 50) * 0.8, 66))
    canvas.ellipse(Colour.HAIR, 50, 41, 28, 14)
    canvas.ellipse(Colour.SKIN_TAN, 50, 50, 24, 11)
    canvas.line(Colour.CREAM, 1.8, (50, 22), (50, 34))
    eyes(canvas, 59)
    for x in (39, 61):
        canvas.line(Colour.HAIR, 2.5, (x, 72), (x, 92))
    canvas.box(Colour.RED_DARK, 39, 73, 61, 78, 2)
    canvas.ellipse(Colour.CHEEK, 50, 67, 4)


def drummer(canvas: Canvas) -> None:
    head(canvas, Colour.SKY, Colour.SKIN_BROWN, 52, 27)
    canvas.box(Colour.RED, 27, 6, 73, 34, 4)
    canvas.box(Colour.GOLD, 27, 27, 73, 33)
    canvas.ellipse(Ink, 50, 35, 30, 5)
    canvas.ellipse(Colour.WHITE, 50, 7, 7, 10)
    eyes(canvas, 49, 12)
    smile(canvas, 62, 12)
    canvas.box(Colour.RED_DARK, 24, 88, 76, 106, 3)
    canvas.ellipse(Colour.CREAM, 50, 88, 27, 8)
    for way in (-1, 1):
        canvas.line(Colour.GOLD, 5, (50 + way * 42, 66), (50 + way * 10, 87))
        canvas.ellipse(Colour.GOLD, 50 + way * 10, 87, 5)


def trumpeter(canvas: Canvas) -> None:
    head(canvas, BOTTLE, Colour.SKIN, 48, 29)
    canvas.ellipse(Colour.PALE_HAIR, 50, 25, 31, 15)
    canvas.ellipse(Colour.SKIN, 50, 36, 25, 10)
    eyes(canvas, 45, 12)
    for x in (27, 73):
        canvas.ellipse(Colour.CHEEK, x, 60, 9)
    canvas.ellipse(Ink, 50, 64, 6)
    canvas.line(Colour.GOLD, 7, (50, 66), (50, 86))
    canvas.polygon(Colour.GOLD, (46, 80), (54, 80), (74, 102), (26, 102))
    canvas.ellipse(Colour.RED_DARK, 50, 99, 19, 5)


def dancer(canvas: Canvas) -> None:
    canvas.ellipse(Colour.LILAC, 50, 50, 51)
    canvas.ellipse(MAGENTA, 50, 106, 42, 18)
    canvas.ellipse(Colour.MANE, 50, 48, 31, 33)
    canvas.ellipse(Colour.SKIN_ROSE, 50, 58, 26, 30)
    canvas.polygon(Colour.MANE, (23, 52), (50, 28), (77, 52), (62, 40), (38, 40))
    for x, colour in ((26, AZURE), (50, LEMON), (74, AZURE)):
        canvas.line(Colour.WHITE, 3, (x, 22), (50 + (x - 50) * 0.7, 36))
        canvas.ellipse(colour, x, 16, 8, 13)
    eyes(canvas, 58, 12)
    for x in (31, 69):
        canvas.ellipse(Colour.CHEEK, x, 69, 5)
    smile(canvas, 72, 12)


def fire_eater(canvas: Canvas) -> None:
    head(canvas, PLUM, Colour.SKIN_TAN, 58, 28)
    canvas.polygon(Colour.RED, (22, 44), (50, 20), (78, 44), (72, 50), (28, 50))
    canvas.ellipse(Colour.RED, 80, 46, 6, 9)
    for way in (-1, 1):
        canvas.line(Ink, 3.5, (50 + way * 20, 52), (50 + way * 7, 56))
    eyes(canvas, 62, 12)
    canvas.ellipse(Ink, 50, 78, 10, 7)
    canvas.polygon(ORANGE, (44, 80), (34, 92), (42, 106), (58, 106), (66, 92), (56, 80))
    canvas.polygon(LEMON, (47, 84), (42, 94), (47, 106), (54, 106), (58, 94), (53, 84))
