"""Lines of text in Aileron, the typeface that comes with Pillow."""

from functools import cache, lru_cache
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.colours import shading
from bot.pictures.scene import Align, Style, Words

# FreeType draws from one font in one thread at a time.
_turn = Lock()


def line(words: Words) -> Image.Image:
    """A line of text as large as its box, an index of the palette a pixel; not to be changed."""
    return line_sprite(words._replace(box=words.box.moved_to_origin()))


def coverage(text: str, style: Style, align: Align, size: tuple[int, int]) -> Image.Image:
    """How much of each pixel the text covers; numbers and capitals stand halfway up."""
    text = _in_typeface(text)
    mask = Image.new("L", size)
    with _turn:
        font = _font(style.em)
        _, top, _, bottom = font.getbbox("0", anchor="ls")
        left, _, right, _ = font.getbbox(text, anchor="ls", stroke_width=style.bold)
        room = size[0] - (right - left)
        begin = {"left": 0.0, "middle": room / 2, "right": room}[align] - left
        at = (round(begin), round((size[1] - top - bottom) / 2))
        pen = ImageDraw.Draw(mask)
        pen.text(at, text, 255, font, "ls", stroke_width=style.bold)
    return mask


def extent(text: str, style: Style) -> tuple[int, int]:
    """The width and height in pixels of a line of text."""
    with _turn:
        box = _font(style.em).getbbox(_in_typeface(text), stroke_width=style.bold)
    return round(box[2] - box[0]), round(box[3] - box[1])


@lru_cache(maxsize=512)
def line_sprite(words: Words) -> Image.Image:
    """The line in a box at the upper left corner."""
    size = (words.box.width, words.box.height)
    return coverage(words.text, words.style, words.align, size).point(shading(words.tone))


def _in_typeface(text: str) -> str:
    """Pillow's Aileron has no minus."""
    return text.replace("−", "-")


@cache
def _font(em: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(em)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font
