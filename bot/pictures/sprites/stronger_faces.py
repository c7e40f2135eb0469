"""The faces of the medium and hard computers, each on a square of 100 by 100."""

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
from bot.pictures.sprites.tokens import star_points


def juggler(sheet: Sheet) -> None:
    sheet.ellipse(Colour.CHIP, 50, 50, 51)
    for x, y, colour in ((16, 36, Colour.RED), (50, 10, Colour.GOLD), (84, 36, BLUE)):
        sheet.ellipse(Ink, x, y, 12)
        sheet.ellipse(colour, x, y, 10.5)
    sheet.ellipse(LEMON, 50, 106, 34, 20)
    sheet.ellipse(Colour.SKIN_BROWN, 50, 62, 27, 31)
    sheet.ellipse(Colour.HAIR, 50, 41, 27, 15)
    sheet.ellipse(Colour.SKIN_BROWN, 50, 52, 23, 13)
    eyes(sheet, 61, 12)
    sheet.ellipse(Colour.WHITE, 50, 77, 12, 7)
    sheet.box(Colour.SKIN_BROWN, 36, 68, 64, 76)


def acrobat(sheet: Sheet) -> None:
    sheet.ellipse(Colour.LILAC, 50, 50, 51)
    sheet.ellipse(Colour.HAIR, 50, 50, 33, 37)
    sheet.ellipse(Colour.HAIR, 50, 13, 12)
    sheet.ellipse(BLUE, 50, 108, 40, 20)
    sheet.ellipse(Colour.SKIN_TAN, 50, 61, 27, 31)
    sheet.polygon(Colour.HAIR, (20, 50), (50, 27), (80, 50), (70, 38), (50, 30), (30, 38))
    sheet.box(Colour.GOLD, 20, 38, 80, 44, 3)
    eyes(sheet, 58)
    smile(sheet, 73, 13)
    sheet.polygon(Colour.GOLD, *star_points(69, 71, 9))


def stilt_walker(sheet: Sheet) -> None:
    sheet.ellipse(BLUE, 50, 50, 51)
    sheet.ellipse(Colour.SKIN_ROSE, 50, 74, 23, 27)
    for stripe in range(5):
        colour = Colour.CREAM if stripe % 2 else Colour.RED
        sheet.box(colour, 33, -8 + 12 * stripe, 67, 4 + 12 * stripe)
    sheet.ellipse(Colour.RED_DARK, 50, 53, 32, 6)
    for x in (27, 73):
        sheet.ellipse(ORANGE, x, 66, 6, 11)
    eyes(sheet, 70, 10)
    sheet.ellipse(Colour.CHEEK, 50, 79, 5)
    smile(sheet, 84, 10)


def tumbler(sheet: Sheet) -> None:
    """Upside down, with the hair hanging and the feet in the air."""
    sheet.ellipse(LEMON, 50, 50, 51)
    for x in (36, 64):
        sheet.line(Colour.RED, 9, (50 + (x - 50) * 0.6, 26), (x, 4))
    sheet.ellipse(Colour.RED, 50, 20, 24, 12)
    for x in (28, 50, 72):
        sheet.polygon(Colour.HAIR, (x - 13, 72), (x + 13, 72), (50 + (x - 50) * 1.3, 98))
    sheet.ellipse(Colour.HAIR, 50, 68, 29, 20)
    sheet.ellipse(Colour.SKIN, 50, 51, 27, 29)
    eyes(sheet, 58)
    sheet.arc(Colour.RED_DARK, 3, (50, 44), (13, 9), 200, 340)
    for x in (32, 68):
        sheet.ellipse(Colour.CHEEK, x, 47, 6)


def ringmaster(sheet: Sheet) -> None:
    sheet.ellipse(Colour.RED, 50, 50, 51)
    sheet.polygon(Ink, (12, 100), (30, 86), (50, 100), (70, 86), (88, 100), (50, 112))
    sheet.ellipse(Colour.SKIN, 50, 62, 26, 29)
    sheet.polygon(Colour.WHITE, (42, 88), (58, 88), (50, 100))
    sheet.box(Ink, 28, 4, 72, 36, 4)
    sheet.box(Colour.GOLD, 28, 24, 72, 33)
    sheet.ellipse(Ink, 50, 37, 40, 6)
    eyes(sheet, 55, 11, 3.5)
    for way in (-1, 1):
        sheet.ellipse(Ink, 50 + way * 9, 69, 10, 5)
        sheet.arc(
            Ink, 4, (50 + way * 21, 64), (8, 8), 0 if way > 0 else 60, 120 if way > 0 else 180
        )
    smile(sheet, 76, 7)


def lion_tamer(sheet: Sheet) -> None:
    """Nobody has ever seen more of the tamer than the lion."""
    sheet.ellipse(BOTTLE, 50, 50, 51)
    for x, y in ((50, 15), (75, 25), (86, 50), (75, 75), (50, 86), (25, 75), (14, 50), (25, 25)):
        sheet.ellipse(Colour.MANE, x, y, 15)
    sheet.ellipse(Colour.MANE, 50, 50, 36)
    for x in (27, 73):
        sheet.ellipse(Colour.GOLD, x, 29, 9)
        sheet.ellipse(ORANGE, x, 29, 4)
    sheet.ellipse(Colour.GOLD, 50, 53, 29, 28)
    for x in (42, 58):
        sheet.ellipse(Colour.CREAM, x, 66, 10, 9)
    eyes(sheet, 47, 12)
    sheet.polygon(Ink, (43, 56), (57, 56), (50, 64))
    for way in (-1, 1):
        sheet.arc(Ink, 2.5, (50 + way * 5.5, 65), (6, 6), 10, 170)


def illusionist(sheet: Sheet) -> None:
    head(sheet, BLUE, Colour.SKIN_ROSE, 58, 28)
    sheet.polygon(PLUM, (4, 100), (22, 66), (36, 88), (64, 88), (78, 66), (96, 100))
    sheet.ellipse(Colour.PALE_HAIR, 50, 33, 30, 25)
    sheet.polygon(
        PLUM, (19, 48), (50, 44), (81, 48), (74, 65), (57, 62), (50, 56), (43, 62), (26, 65)
    )
    for x in (36, 64):
        sheet.ellipse(Colour.WHITE, x, 54, 7, 6)
        sheet.ellipse(Ink, x, 54, 3)
    smile(sheet, 74, 12)


def strongwoman(sheet: Sheet) -> None:
    sheet.ellipse(ORANGE, 50, 50, 51)
    sheet.ellipse(Colour.SKIN_ROSE, 50, 112, 50, 26)
    sheet.ellipse(Colour.HAIR, 50, 38, 34, 30)
    sheet.ellipse(Colour.SKIN_ROSE, 50, 60, 29, 30)
    sheet.polygon(Colour.HAIR, (19, 44), (50, 22), (81, 44), (66, 36), (34, 36))
    sheet.box(AZURE, 19, 38, 81, 47, 3)
    for way in (-1, 1):
        sheet.line(Ink, 3.5, (50 + way * 22, 51), (50 + way * 8, 54))
    eyes(sheet, 60)
    smile(sheet, 74, 13)
    sheet.box(MAGENTA, 24, 95, 76, 104)
