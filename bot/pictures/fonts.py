"""The typefaces: Lilita One for figures and headlines, FiraGO for names and sentences, and Noto
Sans CJK for Han, Kana and Hangul in any of them.

A line with a letter that Lilita One lacks is in FiraGO Bold as a whole.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from threading import RLock
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

Typeface = Literal["display", "bold", "regular", "east"]
Align = Literal["left", "middle", "right"]

TYPEFACES = Path(__file__).with_name("typefaces")
_FILES = {
    "display": "LilitaOne-Regular.ttf",
    "bold": "FiraGO-Bold.ttf",
    "regular": "FiraGO-Regular.ttf",
    "east": "NotoSansCJKjp-Bold-names.otf",
}
_EAST = "\u3000-\u318f\u31f0-\u31ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef"
_RUNS = re.compile(f"[{_EAST}]+|[^{_EAST}]+")
"""The parts of a text, each drawn in one typeface."""
_SPACES = str.maketrans({"\u202f": "\xa0", "\u2009": "\xa0", "\u2060": None, "\u200b": None})
"""Narrow spaces, as in French numbers, and joiners: FiraGO would draw a box."""
_BESIDE_DISPLAY = 0.9
"""The em of FiraGO that looks as large as an em of Lilita One."""
FREETYPE_LOCK = RLock()
"""FreeType draws from one font in one thread at a time."""
_MISSING = "\U0010ffff"
"""A character missing from every font."""
_PLAIN_END = 0x0590
"""Code points below this one are Latin, Greek, Cyrillic and Armenian, laid out letter by letter."""


class Style(NamedTuple):
    """A typeface and its size: the em, in pixels."""

    typeface: Typeface
    em: int


@cache
def has_raqm() -> bool:
    """Whether Pillow can lay out scripts whose letters join or change their order."""
    return features.check_feature("raqm") is True


def needs_raqm(text: str) -> bool:
    """Whether letters of the text change with their neighbours, as in Arabic or Thai."""
    return any(_PLAIN_END <= ord(letter) < 0x1E00 or ord(letter) > 0x2FFF for letter in text)


def typeface_of(letter: str, usual: Typeface = "bold") -> Typeface:
    """The typeface that draws this character in a text whose typeface is `usual`."""
    return "east" if re.match(f"[{_EAST}]", letter) else usual


def coverage(text: str, style: Style, align: Align, size: tuple[int, int]) -> Image.Image:
    """The text's coverage of each pixel; figures and capitals are centred vertically."""
    mask = Image.new("L", size)
    with FREETYPE_LOCK:
        left, _, right, _ = _box(text, style)
        room = size[0] - (right - left)
        begin = {"left": 0.0, "middle": room / 2, "right": room}[align] - left
        for part, font, ahead in _parts(text, style):
            at = (round(begin + ahead), baseline(text, style, size[1]))
            ImageDraw.Draw(mask).text(at, part, 255, font, "ls")
    return mask


def drawn_in(text: str, style: Style) -> Style:
    """The style of all letters of the text that Noto Sans CJK does not draw."""
    letters = text.translate(_SPACES)
    if style.typeface != "display" or all(has_glyph(letter, "display") for letter in letters):
        return style
    return Style("bold", round(style.em * _BESIDE_DISPLAY))


def baseline(text: str, style: Style, height: int) -> int:
    """The baseline of a line of this height, in pixels from its top."""
    return round((height + figure_height(drawn_in(text, style))) / 2)


@lru_cache(maxsize=2048)
def extent(text: str, style: Style) -> tuple[int, int, int]:
    """The width of a line, and its height above and below its baseline, in pixels."""
    with FREETYPE_LOCK:
        left, top, right, bottom = _box(text, style)
    return round(right - left), round(-top), round(bottom)


@cache
def figure_height(style: Style) -> int:
    """The height of the figures, in pixels."""
    with FREETYPE_LOCK:
        _, top, _, _ = font(style, ImageFont.Layout.BASIC).getbbox("1", anchor="ls")
    return round(-top)


@lru_cache(maxsize=4096)
def has_glyph(letter: str, typeface: Typeface) -> bool:
    """Whether the typeface can draw this character."""
    with FREETYPE_LOCK:
        drawn = font(Style(typeface, 24), ImageFont.Layout.BASIC)
        shape, missing = drawn.getmask(letter), drawn.getmask(_MISSING)
    return letter.isspace() or (shape.size, bytes(shape)) != (missing.size, bytes(missing))


def font(style: Style, layout: ImageFont.Layout) -> ImageFont.FreeTypeFont:
    """The font itself; hold FREETYPE_LOCK."""
    return (_open_east if style.typeface == "east" else _open)(style, layout)


@lru_cache(maxsize=32)
def _open(style: Style, layout: ImageFont.Layout) -> ImageFont.FreeTypeFont:
    # By path: then all sizes share the memory of the file. From bytes, each size would copy them.
    path = str(TYPEFACES / _FILES[style.typeface])
    return ImageFont.truetype(path, style.em, layout_engine=layout)


# A font of Noto Sans CJK needs 0.6 MB.
_open_east = lru_cache(maxsize=8)(_open.__wrapped__)


def _box(text: str, style: Style) -> tuple[float, float, float, float]:
    """The box of a line that begins at 0 on its baseline; hold FREETYPE_LOCK."""
    boxes = []
    for part, font, ahead in _parts(text, style):
        left, top, right, bottom = font.getbbox(part, anchor="ls")
        boxes.append((ahead + left, top, ahead + right, bottom))
    lefts, tops, rights, bottoms = zip(*boxes or [(0, 0, 0, 0)], strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _parts(text: str, style: Style) -> Iterator[tuple[str, ImageFont.FreeTypeFont, float]]:
    """Each part of a line with its font, and the width of those before it; hold FREETYPE_LOCK."""
    ahead = 0.0
    style = drawn_in(text, style)
    parts = _RUNS.findall(text.translate(_SPACES))
    for part in parts:
        typeface = typeface_of(part[0], style.typeface)
        # Plain text is laid out alike with and without Raqm.
        shaped = typeface != "east" and needs_raqm(part) and has_raqm()
        layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
        part_font = font(Style(typeface, style.em), layout)
        yield part, part_font, ahead
        if len(parts) > 1:
            ahead += part_font.getlength(part)
