"""Cards as two halves, each drawn once: the look of one half does not depend on the other.

They meet within the cream line of the scallops, so neither shows through the other.
"""

from functools import cache

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.colours import NUMBERS, Colour, text_tone
from bot.pictures.fonts import FREETYPE_LOCK, Style, font
from bot.pictures.scene import card_height
from bot.pictures.sprites.canvas import SUPERSAMPLING, Canvas, Sprite, sprite_of

_RIM, _RADIUS, _EDGE = 0.045, 0.13, 0.013
"""Rim, corners and dark edge, in widths of the card."""
_CUSP, _BULGE = 0.594, 0.058
"""The beginning and the depth of the scallops, in heights of the card."""
_SCALLOPS = 4
_UPPER, _LOWER = (0.09, 0.44), (0.715, 0.205)
"""Top and height of the figures, in heights of the card."""
_NARROW = 0.84


def card(up: int, down: int, width: int, rim: int, ground: int) -> Sprite:
    lower, upper = lower_half(down, width, rim, ground), upper_half(up, width, rim, ground)
    return Sprite(lower.bands + upper.bands)


@cache
def upper_half(number: int, width: int, rim: int, ground: int) -> Sprite:
    """The top of a card down to the scallops of its upper number."""
    canvas = _plain(width, rim)
    left, right, height = _inner(width)
    radius = _RADIUS * width - left + _EDGE * width
    canvas.box(number, left, left, right, height * _CUSP, radius, (True, True, False, False))
    _scallops(canvas, number, width, 0)
    _figure(canvas, number, width, *_UPPER)
    image, mask = canvas.indices(ground)
    edge = Canvas(width, height)
    edge.box(Colour.WHITE, 0, 0, width, height * _CUSP)
    _scallops(edge, Colour.WHITE, width, _line(width) / 2)
    shape = edge.image.getchannel("A").reduce(SUPERSAMPLING).point(lambda part: 255 * (part > 127))
    keep = Image.new("1", shape.size)
    keep.paste(mask, mask=shape.convert("1"))
    bottom = round(height * (_CUSP + _BULGE) + _line(width))
    return sprite_of(image.crop((0, 0, width, bottom)), keep.crop((0, 0, width, bottom)))


@cache
def lower_half(number: int, width: int, rim: int, ground: int) -> Sprite:
    """The rest of a card: its lower number, small but upright, since a turned 6 is a 9."""
    canvas = _plain(width, rim)
    left, right, height = _inner(width)
    radius, corners = _RADIUS * width - left + _EDGE * width, (False, False, True, True)
    canvas.box(number, left, height * _CUSP, right, height - left, radius, corners)
    _scallops(canvas, rim, width, _line(width))
    _figure(canvas, number, width, *_LOWER)
    image, mask = canvas.indices(ground)
    top = round(height * _CUSP) - 2
    box = (0, top, width, height)
    return sprite_of(image.crop(box), mask.crop(box), (0, top))


def _plain(width: int, rim: int) -> Canvas:
    """A blank card: edge and rim."""
    height = card_height(width)
    canvas = Canvas(width, height)
    canvas.box(Colour.INK, 0, 0, width, height, _RADIUS * width)
    edge = max(1.0, _EDGE * width)
    canvas.box(rim, edge, edge, width - edge, height - edge, _RADIUS * width - edge)
    return canvas


def _inner(width: int) -> tuple[float, float, int]:
    """Left and right of the coloured part, and the height of the card."""
    inset = max(2.5, (_RIM + _EDGE) * width)
    return inset, width - inset, card_height(width)


def _line(width: int) -> float:
    """The thickness of the scallops' line; the halves meet in its middle."""
    return max(2.4, 0.034 * width)


def _scallops(canvas: Canvas, colour: int, width: int, thicker: float) -> None:
    left, right, height = _inner(width)
    radius = (right - left) / _SCALLOPS / 2
    for number in range(_SCALLOPS):
        middle = left + radius * (2 * number + 1)
        canvas.ellipse(colour, middle, height * _CUSP, radius + thicker, height * _BULGE + thicker)


def _figure(canvas: Canvas, number: int, width: int, top: float, tall: float) -> None:
    height, ink = card_height(width), text_tone(number).ink
    barred = number in (6, 9)
    taken = tall * (0.94 if barred else 1)
    drawn = figure(number, round(taken * height * SUPERSAMPLING))
    canvas.ink(ink, drawn, (width - drawn.width / SUPERSAMPLING) / 2, top * height)
    if barred:
        half, thick = drawn.width / SUPERSAMPLING * 0.38, max(1.5, tall * 0.085 * height)
        begin = (top + taken) * height + max(1.5, tall * 0.065 * height)
        canvas.box(ink, width / 2 - half, begin, width / 2 + half, begin + thick, thick / 2)


def figure(number: int, height: int) -> Image.Image:
    """The coverage by a figure, exactly this high; 10 is narrowed."""
    with FREETYPE_LOCK:
        drawn_at = font(Style("display", round(height * 1.4)), ImageFont.Layout.BASIC)
        box = drawn_at.getbbox(str(number), anchor="ls")
        size = (round(box[2] - box[0]), round(box[3] - box[1]))
        mask = Image.new("L", size)
        ImageDraw.Draw(mask).text((-box[0], -box[1]), str(number), 255, drawn_at, "ls")
    narrow = _NARROW if number == max(NUMBERS) else 1
    return mask.resize((round(size[0] * narrow * height / size[1]), height))
