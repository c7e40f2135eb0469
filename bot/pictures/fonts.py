"""The two typefaces: Lilita One for figures and headlines, FiraGO for names and sentences."""

from functools import cache, lru_cache
from pathlib import Path
from threading import RLock
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

Typeface = Literal["display", "bold", "regular"]
Align = Literal["left", "middle", "right"]

TYPEFACES = Path(__file__).with_name("typefaces")
_FILES = {
    "display": "LilitaOne-Regular.ttf",
    "bold": "FiraGO-Bold.ttf",
    "regular": "FiraGO-Regular.ttf",
}
# FreeType draws from one font in one thread at a time.
TURN = RLock()
_MISSING = "\U0010ffff"
"""A character missing from every font."""
_FONTS = 32
"""Sizes open, the latest used."""
_PLAIN_END = 0x0590
"""Below it are Latin, Greek, Cyrillic and Armenian, laid out letter by letter."""


class Style(NamedTuple):
    """A typeface and its size: the em, in pixels."""

    typeface: Typeface
    em: int


@cache
def has_raqm() -> bool:
    """Whether Pillow can lay out scripts that join or turn their letters."""
    return features.check_feature("raqm") is True


def needs_raqm(text: str) -> bool:
    """Whether the letters of the text depend on their neighbours, as in Arabic or Thai."""
    return any(_PLAIN_END <= ord(letter) < 0x1E00 or ord(letter) > 0x2FFF for letter in text)


def coverage(text: str, style: Style, align: Align, size: tuple[int, int]) -> Image.Image:
    """The text's coverage of each pixel; figures and capitals are centred vertically."""
    mask = Image.new("L", size)
    with TURN:
        font = _font_for(text, style)
        left, _, right, _ = font.getbbox(text, anchor="ls")
        room = size[0] - (right - left)
        begin = {"left": 0.0, "middle": room / 2, "right": room}[align] - left
        at = (round(begin), baseline(style, size[1]))
        ImageDraw.Draw(mask).text(at, text, 255, font, "ls")
    return mask


def baseline(style: Style, height: int) -> int:
    """The baseline of a line of this height, in pixels from its top."""
    return round((height + figure_height(style)) / 2)


@lru_cache(maxsize=2048)
def extent(text: str, style: Style) -> tuple[int, int, int]:
    """The width of a line, and its height above and below its baseline, in pixels."""
    with TURN:
        left, top, right, bottom = _font_for(text, style).getbbox(text, anchor="ls")
    return round(right - left), round(-top), round(bottom)


@cache
def figure_height(style: Style) -> int:
    """The height of the figures, in pixels."""
    with TURN:
        _, top, _, _ = font(style, ImageFont.Layout.BASIC).getbbox("1", anchor="ls")
    return round(-top)


@lru_cache(maxsize=4096)
def has_glyph(letter: str, typeface: Typeface) -> bool:
    """Whether the typeface can draw this character."""
    with TURN:
        drawn = font(Style(typeface, 24), ImageFont.Layout.BASIC)
        shape, missing = drawn.getmask(letter), drawn.getmask(_MISSING)
    return letter.isspace() or (shape.size, bytes(shape)) != (missing.size, bytes(missing))


@lru_cache(maxsize=_FONTS)
def font(style: Style, layout: ImageFont.Layout) -> ImageFont.FreeTypeFont:
    """The font itself; only under TURN."""
    # By its path, of which all sizes share the memory: of bytes each size would keep a copy.
    path = str(TYPEFACES / _FILES[style.typeface])
    return ImageFont.truetype(path, style.em, layout_engine=layout)


def _font_for(text: str, style: Style) -> ImageFont.FreeTypeFont:
    # Plain text is laid out alike with and without Raqm.
    shaped = needs_raqm(text) and has_raqm()
    return font(style, ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC)
