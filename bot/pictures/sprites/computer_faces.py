"""The computers' faces: circus folk of our own, each drawn on a square of 100 by 100."""

from collections.abc import Callable

from bot.pictures.colours import Colour
from bot.pictures.sprites.sheet import Sheet
from bot.pictures.sprites.tokens import star_points

Ink = Colour.INK
BLUE, AZURE, BOTTLE, ORANGE, MAGENTA, LEMON, PLUM = 2, 3, 4, 7, 8, 10, 1


def draw_computer(sheet: Sheet, name: str) -> None:
    """The face of the computer of this name; of an unknown one the Understudy's."""
    _FACES.get(name, _understudy)(sheet)


def computer_names() -> tuple[str, ...]:
    """All who have a face of their own."""
    return tuple(_FACES)


def _eyes(sheet: Sheet, y: float, apart: float = 13, radius: float = 4) -> None:
    for x in (50 - apart, 50 + apart):
        sheet.ellipse(Ink, x, y, radius, radius * 1.25)


def _smile(sheet: Sheet, y: float, width: float = 11, colour: int = Colour.RED_DARK) -> None:
    sheet.arc(colour, 3, (50, y), (width, width * 0.7), 20, 160)


def _head(sheet: Sheet, ground: int, skin: int, y: float = 58, radius: float = 29) -> None:
    sheet.ellipse(ground, 50, 50, 51)
    sheet.ellipse(skin, 50, y, radius, radius * 1.1)


def _clown(sheet: Sheet) -> None:
    sheet.ellipse(Colour.SKY, 50, 50, 51)
    for x in (17, 83):
        sheet.ellipse(ORANGE, x, 52, 19, 24)
    sheet.ellipse(Colour.WHITE, 50, 58, 32, 36)
    sheet.polygon(BLUE, (35, 24), (50, -2), (65, 24))
    sheet.ellipse(LEMON, 50, 25, 17, 5)
    sheet.ellipse(Colour.RED, 50, 4, 5)
    for x in (37, 63):
        sheet.ellipse(Colour.SKY, x, 47, 8, 12)
    _eyes(sheet, 48)
    sheet.ellipse(Colour.RED, 50, 62, 8)
    sheet.ellipse(Colour.RED, 50, 80, 19, 9)
    sheet.ellipse(Colour.WHITE, 50, 76, 14, 6)
    sheet.arc(Colour.RED_DARK, 2.5, (50, 75), (15, 9), 10, 170)


def _mime(sheet: Sheet) -> None:
    _head(sheet, Colour.STEEL, Colour.WHITE, 58, 32)
    sheet.ellipse(Ink, 50, 27, 37, 17)
    sheet.ellipse(Ink, 50, 16, 26, 15)
    sheet.ellipse(Ink, 50, 2, 4)
    for x in (36, 64):
        sheet.polygon(AZURE, (x - 4, 55), (x + 4, 55), (x, 74))
        sheet.line(Ink, 3, (x - 7, 45), (x, 41), (x + 7, 45))
    _eyes(sheet, 53, 14)
    sheet.ellipse(Colour.RED, 50, 79, 9, 4)
    for y in (94, 100):
        sheet.box(Ink, 18, y, 82, y + 3)


def _jester(sheet: Sheet) -> None:
    _head(sheet, MAGENTA, Colour.SKIN, 60, 30)
    sheet.polygon(LEMON, (22, 52), (8, 46), (14, 18), (34, 8), (50, 42))
    sheet.polygon(AZURE, (78, 52), (92, 46), (86, 18), (66, 8), (50, 42))
    sheet.polygon(BOTTLE, (24, 48), (36, 20), (50, 4), (64, 20), (76, 48), (50, 40))
    for x, y in ((8, 48), (92, 48), (50, 5)):
        sheet.ellipse(Colour.GOLD, x, y, 6)
    for x in (32, 68):
        sheet.ellipse(Colour.CHEEK, x, 70, 7)
    _eyes(sheet, 59)
    _smile(sheet, 72, 15)


def _puppeteer(sheet: Sheet) -> None:
    _head(sheet, Colour.LEAF, Colour.SKIN_TAN, 62, 28)
    sheet.box(Colour.BLOCK_1_TOP, 16, 10, 84, 17, 3)
    sheet.box(Colour.BLOCK_1_TOP, 46, 2, 54, 24, 3)
    for x in (20, 80):
        sheet.line(Colour.CREAM, 1.8, (x, 16), (50 + (x - 50) * 0.8, 66))
    sheet.ellipse(Colour.HAIR, 50, 41, 28, 14)
    sheet.ellipse(Colour.SKIN_TAN, 50, 50, 24, 11)
    sheet.line(Colour.CREAM, 1.8, (50, 22), (50, 34))
    _eyes(sheet, 59)
    for x in (39, 61):
        sheet.line(Colour.HAIR, 2.5, (x, 72), (x, 92))
    sheet.box(Colour.RED_DARK, 39, 73, 61, 78, 2)
    sheet.ellipse(Colour.CHEEK, 50, 67, 4)


def _juggler(sheet: Sheet) -> None:
    sheet.ellipse(Colour.CHIP, 50, 50, 51)
    for x, y, colour in ((16, 36, Colour.RED), (50, 10, Colour.GOLD), (84, 36, BLUE)):
        sheet.ellipse(Ink, x, y, 12)
        sheet.ellipse(colour, x, y, 10.5)
    sheet.ellipse(LEMON, 50, 106, 34, 20)
    sheet.ellipse(Colour.SKIN_BROWN, 50, 62, 27, 31)
    sheet.ellipse(Colour.HAIR, 50, 41, 27, 15)
    sheet.ellipse(Colour.SKIN_BROWN, 50, 52, 23, 13)
    _eyes(sheet, 61, 12)
    sheet.ellipse(Colour.WHITE, 50, 77, 12, 7)
    sheet.box(Colour.SKIN_BROWN, 36, 68, 64, 76)


def _acrobat(sheet: Sheet) -> None:
    sheet.ellipse(Colour.LILAC, 50, 50, 51)
    sheet.ellipse(Colour.HAIR, 50, 50, 33, 37)
    sheet.ellipse(Colour.HAIR, 50, 13, 12)
    sheet.ellipse(BLUE, 50, 108, 40, 20)
    sheet.ellipse(Colour.SKIN_TAN, 50, 61, 27, 31)
    sheet.polygon(Colour.HAIR, (20, 50), (50, 27), (80, 50), (70, 38), (50, 30), (30, 38))
    sheet.box(Colour.GOLD, 20, 38, 80, 44, 3)
    _eyes(sheet, 58)
    _smile(sheet, 73, 13)
    sheet.polygon(Colour.GOLD, *star_points(69, 71, 9))


def _stilt_walker(sheet: Sheet) -> None:
    sheet.ellipse(BLUE, 50, 50, 51)
    sheet.ellipse(Colour.SKIN_ROSE, 50, 74, 23, 27)
    for stripe in range(5):
        colour = Colour.CREAM if stripe % 2 else Colour.RED
        sheet.box(colour, 33, -8 + 12 * stripe, 67, 4 + 12 * stripe)
    sheet.ellipse(Colour.RED_DARK, 50, 53, 32, 6)
    for x in (27, 73):
        sheet.ellipse(ORANGE, x, 66, 6, 11)
    _eyes(sheet, 70, 10)
    sheet.ellipse(Colour.CHEEK, 50, 79, 5)
    _smile(sheet, 84, 10)


def _tumbler(sheet: Sheet) -> None:
    """Upside down, with the hair hanging and the feet in the air."""
    sheet.ellipse(LEMON, 50, 50, 51)
    for x in (36, 64):
        sheet.line(Colour.RED, 9, (50 + (x - 50) * 0.6, 26), (x, 4))
    sheet.ellipse(Colour.RED, 50, 20, 24, 12)
    for x in (28, 50, 72):
        sheet.polygon(Colour.HAIR, (x - 13, 72), (x + 13, 72), (50 + (x - 50) * 1.3, 98))
    sheet.ellipse(Colour.HAIR, 50, 68, 29, 20)
    sheet.ellipse(Colour.SKIN, 50, 51, 27, 29)
    _eyes(sheet, 58)
    sheet.arc(Colour.RED_DARK, 3, (50, 44), (13, 9), 200, 340)
    for x in (32, 68):
        sheet.ellipse(Colour.CHEEK, x, 47, 6)


def _ringmaster(sheet: Sheet) -> None:
    sheet.ellipse(Colour.RED, 50, 50, 51)
    sheet.polygon(Ink, (12, 100), (30, 86), (50, 100), (70, 86), (88, 100), (50, 112))
    sheet.ellipse(Colour.SKIN, 50, 62, 26, 29)
    sheet.polygon(Colour.WHITE, (42, 88), (58, 88), (50, 100))
    sheet.box(Ink, 28, 4, 72, 36, 4)
    sheet.box(Colour.GOLD, 28, 24, 72, 33)
    sheet.ellipse(Ink, 50, 37, 40, 6)
    _eyes(sheet, 55, 11, 3.5)
    for way in (-1, 1):
        sheet.ellipse(Ink, 50 + way * 9, 69, 10, 5)
        sheet.arc(
            Ink, 4, (50 + way * 21, 64), (8, 8), 0 if way > 0 else 60, 120 if way > 0 else 180
        )
    _smile(sheet, 76, 7)


def _lion_tamer(sheet: Sheet) -> None:
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
    _eyes(sheet, 47, 12)
    sheet.polygon(Ink, (43, 56), (57, 56), (50, 64))
    for way in (-1, 1):
        sheet.arc(Ink, 2.5, (50 + way * 5.5, 65), (6, 6), 10, 170)


def _illusionist(sheet: Sheet) -> None:
    _head(sheet, BLUE, Colour.SKIN_ROSE, 58, 28)
    sheet.polygon(PLUM, (4, 100), (22, 66), (36, 88), (64, 88), (78, 66), (96, 100))
    sheet.ellipse(Colour.PALE_HAIR, 50, 33, 30, 25)
    sheet.polygon(
        PLUM, (19, 48), (50, 44), (81, 48), (74, 65), (57, 62), (50, 56), (43, 62), (26, 65)
    )
    for x in (36, 64):
        sheet.ellipse(Colour.WHITE, x, 54, 7, 6)
        sheet.ellipse(Ink, x, 54, 3)
    _smile(sheet, 74, 12)


def _strongwoman(sheet: Sheet) -> None:
    sheet.ellipse(ORANGE, 50, 50, 51)
    sheet.ellipse(Colour.SKIN_ROSE, 50, 112, 50, 26)
    sheet.ellipse(Colour.HAIR, 50, 38, 34, 30)
    sheet.ellipse(Colour.SKIN_ROSE, 50, 60, 29, 30)
    sheet.polygon(Colour.HAIR, (19, 44), (50, 22), (81, 44), (66, 36), (34, 36))
    sheet.box(AZURE, 19, 38, 81, 47, 3)
    for way in (-1, 1):
        sheet.line(Ink, 3.5, (50 + way * 22, 51), (50 + way * 8, 54))
    _eyes(sheet, 60)
    _smile(sheet, 74, 13)
    sheet.box(MAGENTA, 24, 95, 76, 104)


def _understudy(sheet: Sheet) -> None:
    """A mask of paper, held by a string, until the part is free."""
    _head(sheet, Colour.RED_DARK, Colour.SKIN_BROWN, 54, 34)
    sheet.ellipse(Colour.HAIR, 50, 27, 33, 19)
    sheet.line(Colour.CREAM, 2.5, (10, 46), (90, 46))
    sheet.ellipse(Colour.PAPER, 50, 57, 27, 32)
    for x in (38, 62):
        sheet.ellipse(Ink, x, 52, 7, 5)
        sheet.ellipse(Colour.WHITE, x + 1, 51, 2)
    sheet.line(Colour.BLOCK_1, 2.5, (50, 56), (47, 66), (52, 66))
    sheet.line(Ink, 3, (40, 77), (60, 77))
    sheet.polygon(Colour.RED, *star_points(50, 36, 7))


_FACES: dict[str, Callable[[Sheet], None]] = {
    "Clown": _clown,
    "Mime": _mime,
    "Jester": _jester,
    "Puppeteer": _puppeteer,
    "Juggler": _juggler,
    "Acrobat": _acrobat,
    "Stilt Walker": _stilt_walker,
    "Tumbler": _tumbler,
    "Ringmaster": _ringmaster,
    "Lion Tamer": _lion_tamer,
    "Illusionist": _illusionist,
    "Strongwoman": _strongwoman,
    "Understudy": _understudy,
}
