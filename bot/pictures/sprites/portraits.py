"""Faces in circles: members' avatars, computers' faces, and initials in place of either."""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageOps

from bot.pictures.colours import Colour, coloured_in, indexed, rgb
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style, coverage
from bot.pictures.sprites.canvas import FINER, Canvas, Sprite, in_colour
from bot.pictures.sprites.computer_faces import draw_computer

_KEPT = 256
"""Portraits in memory, the latest used; most take 6 KB."""
_MOST_PIXELS = 4096 * 4096
_INITIALS = (2, 8, 4, 6, 1)
"""The numbers whose colours are behind initials, by seat."""


@lru_cache(maxsize=_KEPT)
def portrait(face: SeatFace, size: int, rim: int, ground: int) -> Sprite:
    """The face in a circle of this many pixels with a rim of this colour."""
    canvas = Canvas(size, size, size / 100)
    if face.computer is not None:
        draw_computer(canvas, _first_name(face.computer))
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
