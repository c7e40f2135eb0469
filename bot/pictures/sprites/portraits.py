"""Faces in circles: members' avatars, or initials in place of them, and computers' faces.

A face is decoded once and drawn once for each size, whatever its rim and ground.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageOps

from bot.pictures.colours import Colour, coloured_in, indexed, rgb, text_tone
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style, coverage
from bot.pictures.sprites.canvas import (
    SUPERSAMPLING,
    Canvas,
    Point,
    Sprite,
    indices_on,
    size_limited_cache,
    sprite_of,
)
from bot.pictures.sprites.tokens import star_points
from bot.text.names import UNDERSTUDY

_MOST_PIXELS = 4096 * 4096
_LARGEST = 128
"""The side of an avatar in memory, in pixels: the size that is requested from Discord."""
_INITIALS = (2, 8, 4, 6, 1)
"""The numbers whose colours are behind initials of seats without a member, by seat."""
_NAMED = {"plum": 1, "blue": 2, "azure": 3, "bottle": 4, "orange": 7, "magenta": 8, "lemon": 10}
"""The colours of the numbers, as `computers.txt` calls them."""

Look = str | bytes | tuple[str, int]
"""The content of the circle: a computer's name, an avatar's file, or an initial and its colour."""


def portrait(face: SeatFace, size: int, rim: int, ground: int) -> Sprite:
    """The face in a circle of this many pixels with a rim of this colour."""
    return _portrait(_look(face), size, rim, ground)


def _look(face: SeatFace) -> Look:
    if face.computer is not None:
        return face.computer if face.computer in drawings() else UNDERSTUDY
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
        _draw_computer(canvas, look)
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


@cache
def drawings() -> dict[str, list[str]]:
    """The strokes of each computer's face, by its name."""
    text = (files(__package__) / "computers.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    faces = (face.partition(":") for face in "\n".join(lines).split("\n\n"))
    return {name.strip(): strokes.split(";") for name, _, strokes in faces}


def _draw_computer(canvas: Canvas, name: str) -> None:
    for stroke in drawings()[name]:
        shape, colour, *numbers = stroke.replace(",", " ").split()
        ink = _NAMED.get(colour) or Colour[colour.upper()]
        _draw_stroke(canvas, shape, ink, [float(number) for number in numbers])


def _draw_stroke(canvas: Canvas, shape: str, ink: int, numbers: list[float]) -> None:
    match shape, numbers:
        case "disc", [x, y, *radii]:
            canvas.ellipse(ink, x, y, *radii)
        case "discs", [apart, y, *radii]:
            canvas.ellipse(ink, 50 - apart, y, *radii)
            canvas.ellipse(ink, 50 + apart, y, *radii)
        case "box", [left, top, right, bottom, radius]:
            canvas.box(ink, left, top, right, bottom, radius)
        case "shape", corners:
            canvas.polygon(ink, *_points(corners))
        case "star", [x, y, radius]:
            canvas.polygon(ink, *star_points(x, y, radius))
        case "line", [width, *points]:
            canvas.line(ink, width, *_points(points))
        case "arc", [width, x, y, rx, ry, begin, end]:
            canvas.arc(ink, width, (x, y), (rx, ry), begin, end)


def _points(numbers: list[float]) -> list[Point]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))
