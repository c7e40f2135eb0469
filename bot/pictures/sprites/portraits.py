"""Faces in circles: members' avatars, initials in place of an avatar, and computers' faces.

The computers are circus folk of our own, each drawn on a square of 100 by 100: beginner and easy
ones first, then medium and hard ones.
"""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageOps

from bot.pictures.colours import Colour, coloured_in, indexed, rgb
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style, coverage
from bot.pictures.sprites.canvas import FINER, Canvas, Sprite, in_colour
from bot.pictures.sprites.tokens import star_points

_KEPT = 256
"""Portraits in memory, the latest used; most take 6 KB."""
_MOST_PIXELS = 4096 * 4096
_INITIALS = (2, 8, 4, 6, 1)
"""The numbers whose colours are behind initials, by seat."""

Ink = Colour.INK
BLUE, AZURE, BOTTLE, ORANGE, MAGENTA, LEMON, PLUM = 2, 3, 4, 7, 8, 10, 1


@lru_cache(maxsize=_KEPT)
def portrait(face: SeatFace, size: int, rim: int, ground: int) -> Sprite:
    """The face in a circle of this many pixels with a rim of this colour."""
    canvas = Canvas(size, size, size / 100)
    if face.computer is not None:
        _FACES.get(_first_name(face.computer), understudy)(canvas)
    elif (avatar := _avatar(face.avatar, size)) is not None:
        canvas.place(avatar, 0, 0)
    else:
        canvas.ellipse(_INITIALS[face.index % len(_INITIALS)], 50, 50, 50)
        canvas.place(_initial(face.initial, size), 0, 0)
    canvas.arc(rim, max(2.5, size * 0.04) * 100 / size, (50, 50), (50, 50), 0, 360)
    circle = Image.new("L", canvas.image.size)
    ImageDraw.Draw(circle).ellipse((0, 0, circle.width - 1, circle.height - 1), 255)
    canvas.clip(circle)
    return canvas.sprite(ground)


def _first_name(computer: str) -> str:
    """`Juggler` of `Juggler (medium) for Mia`."""
    return computer.partition(" (")[0].partition(" for ")[0]


def _avatar(data: bytes | None, size: int) -> Image.Image | None:
    """The avatar in colours of the palette, four times as large; None unless it is an image."""
    if data is None:
        return None
    try:
        with Image.open(BytesIO(data)) as opened:
            if opened.width * opened.height > _MOST_PIXELS:
                return None
            opened.draft("RGB", (2 * size, 2 * size))
            coloured = opened.convert("RGBA")
    # Pillow's readers raise these, and more of their own, for other data.
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    fitted = ImageOps.fit(coloured, (size, size), Image.Resampling.LANCZOS)
    below = Image.new("RGB", fitted.size, rgb(Colour.FLOOR))
    below.paste(fitted, mask=fitted.getchannel("A"))
    small = coloured_in(indexed(below, dithered=True)).convert("RGBA")
    return small.resize((size * FINER, size * FINER), Image.Resampling.NEAREST)


def _initial(letter: str, size: int) -> Image.Image:
    side = size * FINER
    covered = coverage(letter, Style("bold", round(side * 0.46)), "middle", (side, side))
    return in_colour(covered, Colour.WHITE)


def computer_names() -> tuple[str, ...]:
    """The computers with a face of their own."""
    return tuple(_FACES)


def both(
    canvas: Canvas, colour: int, apart: float, y: float, rx: float, ry: float | None = None
) -> None:
    """An ellipse on the left of the face, and one on the right."""
    for x in (50 - apart, 50 + apart):
        canvas.ellipse(colour, x, y, rx, ry)


def eyes(canvas: Canvas, y: float, apart: float = 13, radius: float = 4) -> None:
    both(canvas, Ink, apart, y, radius, radius * 1.25)


def smile(canvas: Canvas, y: float, width: float = 11, colour: int = Colour.RED_DARK) -> None:
    canvas.arc(colour, 3, (50, y), (width, width * 0.7), 20, 160)


def head(canvas: Canvas, ground: int, skin: int, y: float = 58, radius: float = 29) -> None:
    canvas.ellipse(ground, 50, 50, 51)
    canvas.ellipse(skin, 50, y, radius, radius * 1.1)


def clown(canvas: Canvas) -> None:
    canvas.ellipse(Colour.SKY, 50, 50, 51)
    both(canvas, ORANGE, 33, 52, 19, 24)
    canvas.ellipse(Colour.WHITE, 50, 58, 32, 36)
    canvas.polygon(BLUE, (35, 24), (50, -2), (65, 24))
    canvas.ellipse(LEMON, 50, 25, 17, 5)
    canvas.ellipse(Colour.RED, 50, 4, 5)
    both(canvas, Colour.SKY, 13, 47, 8, 12)
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
    both(canvas, Colour.CHEEK, 18, 70, 7)
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
    both(canvas, Colour.CHEEK, 23, 60, 9)
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
    both(canvas, Colour.CHEEK, 19, 69, 5)
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
    both(canvas, ORANGE, 23, 66, 6, 11)
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
    both(canvas, Colour.CHEEK, 18, 47, 6)


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
    both(canvas, Colour.CREAM, 8, 66, 10, 9)
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


def understudy(canvas: Canvas) -> None:
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


_FACES = {
    face.__name__.replace("_", " ").title(): face
    for face in (
        *(clown, mime, jester, puppeteer, drummer, trumpeter, dancer, fire_eater),
        *(juggler, acrobat, stilt_walker, tumbler),
        *(ringmaster, lion_tamer, illusionist, strongwoman, understudy),
    )
}
"""By the computer's name: `Fire Eater` is drawn by `fire_eater`."""
