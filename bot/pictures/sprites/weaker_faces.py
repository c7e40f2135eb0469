"""The faces of the beginner and easy computers, each on a square of 100 by 100."""

from bot.pictures.colours import Colour
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
from bot.pictures.sprites.sheet import Sheet


def clown(sheet: Sheet) -> None:
    sheet.ellipse(Colour.SKY, 50, 50, 51)
    for x in (17, 83):
        sheet.ellipse(ORANGE, x, 52, 19, 24)
    sheet.ellipse(Colour.WHITE, 50, 58, 32, 36)
    sheet.polygon(BLUE, (35, 24), (50, -2), (65, 24))
    sheet.ellipse(LEMON, 50, 25, 17, 5)
    sheet.ellipse(Colour.RED, 50, 4, 5)
    for x in (37, 63):
        sheet.ellipse(Colour.SKY, x, 47, 8, 12)
    eyes(sheet, 48)
    sheet.ellipse(Colour.RED, 50, 62, 8)
    sheet.ellipse(Colour.RED, 50, 80, 19, 9)
    sheet.ellipse(Colour.WHITE, 50, 76, 14, 6)
    sheet.arc(Colour.RED_DARK, 2.5, (50, 75), (15, 9), 10, 170)


def mime(sheet: Sheet) -> None:
    head(sheet, Colour.STEEL, Colour.WHITE, 58, 32)
    sheet.ellipse(Ink, 50, 27, 37, 17)
    sheet.ellipse(Ink, 50, 16, 26, 15)
    sheet.ellipse(Ink, 50, 2, 4)
    for x in (36, 64):
        sheet.polygon(AZURE, (x - 4, 55), (x + 4, 55), (x, 74))
        sheet.line(Ink, 3, (x - 7, 45), (x, 41), (x + 7, 45))
    eyes(sheet, 53, 14)
    sheet.ellipse(Colour.RED, 50, 79, 9, 4)
    for y in (94, 100):
        sheet.box(Ink, 18, y, 82, y + 3)


def jester(sheet: Sheet) -> None:
    head(sheet, MAGENTA, Colour.SKIN, 60, 30)
    sheet.polygon(LEMON, (22, 52), (8, 46), (14, 18), (34, 8), (50, 42))
    sheet.polygon(AZURE, (78, 52), (92, 46), (86, 18), (66, 8), (50, 42))
    sheet.polygon(BOTTLE, (24, 48), (36, 20), (50, 4), (64, 20), (76, 48), (50, 40))
    for x, y in ((8, 48), (92, 48), (50, 5)):
        sheet.ellipse(Colour.GOLD, x, y, 6)
    for x in (32, 68):
        sheet.ellipse(Colour.CHEEK, x, 70, 7)
    eyes(sheet, 59)
    smile(sheet, 72, 15)


def puppeteer(sheet: Sheet) -> None:
    head(sheet, Colour.LEAF, Colour.SKIN_TAN, 62, 28)
    sheet.box(Colour.BLOCK_1_TOP, 16, 10, 84, 17, 3)
    sheet.box(Colour.BLOCK_1_TOP, 46, 2, 54, 24, 3)
    for x in (20, 80):
        sheet.line(Colour.CREAM, 1.8, (x, 16), (50 + (x - 50) * 0.8, 66))
    sheet.ellipse(Colour.HAIR, 50, 41, 28, 14)
    sheet.ellipse(Colour.SKIN_TAN, 50, 50, 24, 11)
    sheet.line(Colour.CREAM, 1.8, (50, 22), (50, 34))
    eyes(sheet, 59)
    for x in (39, 61):
        sheet.line(Colour.HAIR, 2.5, (x, 72), (x, 92))
    sheet.box(Colour.RED_DARK, 39, 73, 61, 78, 2)
    sheet.ellipse(Colour.CHEEK, 50, 67, 4)


def drummer(sheet: Sheet) -> None:
    head(sheet, Colour.SKY, Colour.SKIN_BROWN, 52, 27)
    sheet.box(Colour.RED, 27, 6, 73, 34, 4)
    sheet.box(Colour.GOLD, 27, 27, 73, 33)
    sheet.ellipse(Ink, 50, 35, 30, 5)
    sheet.ellipse(Colour.WHITE, 50, 7, 7, 10)
    eyes(sheet, 49, 12)
    smile(sheet, 62, 12)
    sheet.box(Colour.RED_DARK, 24, 88, 76, 106, 3)
    sheet.ellipse(Colour.CREAM, 50, 88, 27, 8)
    for way in (-1, 1):
        sheet.line(Colour.GOLD, 5, (50 + way * 42, 66), (50 + way * 10, 87))
        sheet.ellipse(Colour.GOLD, 50 + way * 10, 87, 5)


def trumpeter(sheet: Sheet) -> None:
    head(sheet, BOTTLE, Colour.SKIN, 48, 29)
    sheet.ellipse(Colour.PALE_HAIR, 50, 25, 31, 15)
    sheet.ellipse(Colour.SKIN, 50, 36, 25, 10)
    eyes(sheet, 45, 12)
    for x in (27, 73):
        sheet.ellipse(Colour.CHEEK, x, 60, 9)
    sheet.ellipse(Ink, 50, 64, 6)
    sheet.line(Colour.GOLD, 7, (50, 66), (50, 86))
    sheet.polygon(Colour.GOLD, (46, 80), (54, 80), (74, 102), (26, 102))
    sheet.ellipse(Colour.RED_DARK, 50, 99, 19, 5)


def dancer(sheet: Sheet) -> None:
    sheet.ellipse(Colour.LILAC, 50, 50, 51)
    sheet.ellipse(MAGENTA, 50, 106, 42, 18)
    sheet.ellipse(Colour.MANE, 50, 48, 31, 33)
    sheet.ellipse(Colour.SKIN_ROSE, 50, 58, 26, 30)
    sheet.polygon(Colour.MANE, (23, 52), (50, 28), (77, 52), (62, 40), (38, 40))
    for x, colour in ((26, AZURE), (50, LEMON), (74, AZURE)):
        sheet.line(Colour.WHITE, 3, (x, 22), (50 + (x - 50) * 0.7, 36))
        sheet.ellipse(colour, x, 16, 8, 13)
    eyes(sheet, 58, 12)
    for x in (31, 69):
        sheet.ellipse(Colour.CHEEK, x, 69, 5)
    smile(sheet, 72, 12)


def fire_eater(sheet: Sheet) -> None:
    head(sheet, PLUM, Colour.SKIN_TAN, 58, 28)
    sheet.polygon(Colour.RED, (22, 44), (50, 20), (78, 44), (72, 50), (28, 50))
    sheet.ellipse(Colour.RED, 80, 46, 6, 9)
    for way in (-1, 1):
        sheet.line(Ink, 3.5, (50 + way * 20, 52), (50 + way * 7, 56))
    eyes(sheet, 62, 12)
    sheet.ellipse(Ink, 50, 78, 10, 7)
    sheet.polygon(ORANGE, (44, 80), (34, 92), (42, 106), (58, 106), (66, 92), (56, 80))
    sheet.polygon(LEMON, (47, 84), (42, 94), (47, 106), (54, 106), (58, 94), (53, 84))
