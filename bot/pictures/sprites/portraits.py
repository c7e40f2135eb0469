"""Faces in circles: members' avatars, or initials in place of them, and computers' faces.

A face is decoded once and drawn once for each size, whatever its rim and ground.
"""

from functools import cache
from io import BytesIO

from PIL import Image, ImageOps

from bot.pictures.colours import Colour, coloured_in, indexed, rgb, text_tone
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style, coverage
from bot.pictures.sprites.canvas import Canvas, Sprite, mask_of, size_limited_cache, sprite_of
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
    whole = _disc(size, size / 2)
    picture = Image.new("RGB", whole.size, rgb(ground))
    picture.paste(rgb(rim), mask=whole)
    picture.paste(_face(look, size), mask=_disc(size, size / 2 - max(2.5, size * 0.04)))
    return sprite_of(indexed(picture), mask_of(whole))


@cache
def _disc(size: int, radius: float) -> Image.Image:
    """The coverage of a disc in the middle of a square of this size; all in pixels."""
    canvas = Canvas(size, size, mode="L")
    canvas.ellipse(Colour.WHITE, size / 2, size / 2, radius)
    return canvas.covered()


@size_limited_cache(4)
def _face(look: Look, size: int) -> Image.Image:
    """The face as a square, without the circle."""
    if isinstance(look, bytes):
        photo = _photo(look)
        assert photo is not None
        return coloured_in(indexed(_square(photo, size), dithered=True))
    if isinstance(look, str):
        canvas = Canvas(size, size, size / 100)
        draw(canvas, _COMPUTERS[look])
        return canvas.reduced().convert("RGB")
    letter, colour = look
    square = Image.new("RGB", (size, size), rgb(colour))
    style = Style("bold", round(size * 0.46))
    square.paste(rgb(text_tone(colour).ink), mask=coverage(letter, style, "middle", square.size))
    return square


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


def _square(picture: Image.Image, side: int) -> Image.Image:
    return ImageOps.fit(picture, (side, side), Image.Resampling.LANCZOS)
