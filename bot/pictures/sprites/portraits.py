"""Faces in circles: members' avatars, or initials in place of them, and computers' faces.

A face is decoded once and drawn once for each size, whatever its rim and ground.
"""

from io import BytesIO

from PIL import Image, ImageOps

from bot.pictures.colours import Colour, coloured_in, indexed, rgb, text_tone
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style, coverage
from bot.pictures.sprites.canvas import (
    SUPERSAMPLING,
    Canvas,
    Sprite,
    indices_on,
    size_limited_cache,
    sprite_of,
)
from bot.pictures.sprites.strokes import draw, drawings
from bot.text.names import UNDERSTUDY

_MOST_PIXELS = 4096 * 4096
_LARGEST = 128
"""The side of an avatar in memory, in pixels: the size that is requested from Discord."""
_INITIALS = (2, 8, 4, 6, 1)
"""The numbers whose colours are behind initials of seats without a member, by seat."""
_COMPUTERS = drawings("computers.txt")

Look = str | bytes | tuple[str, int]
"""The content of the circle: a computer's name, an avatar's file, or an initial and its colour."""


def portrait(face: SeatFace, size: int, rim: int, ground: int) -> Sprite:
    """The face in a circle of this many pixels with a rim of this colour."""
    return _portrait(_look(face), size, rim, ground)


def _look(face: SeatFace) -> Look:
    if face.computer is not None:
        return face.computer if face.computer in _COMPUTERS else UNDERSTUDY
    if face.avatar is not None and _photo(face.avatar) is not None:
        return face.avatar
    return face.initial, face.colour or _INITIALS[face.index % len(_INITIALS)]


@size_limited_cache(24)
def _portrait(look: Look, size: int, rim: int, ground: int) -> Sprite:
    return sprite_of(*indices_on(ground, _rimmed(look, size, rim)))


@size_limited_cache(4)
def _rimmed(look: Look, size: int, rim: int) -> Image.Image:
    """The portrait without its ground."""
    canvas = Canvas(size, size, size / 100, mode="RGBa")
    if isinstance(look, str):
        draw(canvas, _COMPUTERS[look])
    elif isinstance(look, bytes):
        canvas.fill(coloured_in(_avatar(look, size)))
    else:
        (letter, colour), side = look, size * SUPERSAMPLING
        canvas.ellipse(colour, 50, 50, 50)
        style = Style("bold", round(side * 0.46))
        canvas.ink(text_tone(colour).ink, coverage(letter, style, "middle", (side, side)))
    canvas.arc(rim, max(2.5, size * 0.04) * 100 / size, (50, 50), (50, 50), 0, 360)
    canvas.clip_to_circle()
    return canvas.reduced()


@size_limited_cache(8)
def _photo(data: bytes) -> Image.Image | None:
    """The avatar, at most _LARGEST pixels wide and high; None unless it is an image."""
    try:
        with Image.open(BytesIO(data)) as opened:
            if opened.width * opened.height > _MOST_PIXELS:
                return None
            coloured = opened.convert("RGBA")
    # Pillow's readers raise these for data that is no image.
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    photo = Image.new("RGB", coloured.size, rgb(Colour.FLOOR))
    photo.paste(coloured, mask=coloured.getchannel("A"))
    return photo if max(photo.size) <= _LARGEST else _square(photo, _LARGEST)


@size_limited_cache(4)
def _avatar(data: bytes, size: int) -> Image.Image:
    """An avatar as indices of the palette."""
    photo = _photo(data)
    assert photo is not None
    return indexed(_square(photo, size), dithered=True)


def _square(picture: Image.Image, side: int) -> Image.Image:
    return ImageOps.fit(picture, (side, side), Image.Resampling.LANCZOS)
