"""Lines of text that fit: made smaller, broken in two, or cut short."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from bot.pictures.fonts import Style, baseline, extent

_SIZES = (1, 0.92, 0.84)
"""The sizes of a line. Words can be even smaller; names that need it are cut short."""
_SMALLER = (0.76, 0.68, 0.6, 0.52, 0.44)
_LEAST = {"display": 30, "bold": 29, "regular": 29, "east": 29}
"""The least em of words, which can be read on a phone."""
_LEAST_NAME = 130
"""The least width of a name in a sentence while the sentence can be smaller."""
_HAN = re.compile("[\u3000-\u30ff\u31f0-\u31ff\u3400-\u9fff\uff00-\uffef]")
"""Han and Kana, with no spaces between words."""
_NO_BEGIN = re.compile(
    "[、。，．・：；！？」』）】》〉…ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ!?.,:;)%％]"
)
"""Characters that cannot begin a line."""
_NO_END = re.compile("[「『（【《〈(]")


@lru_cache(maxsize=1024)
def fitted(name: str, style: Style, room: int) -> tuple[str, Style]:
    """The name in a smaller size if too wide; if still wider than `room`, cut short with …."""
    return _fitted(name, sizes_of_names(style), room, None)


@lru_cache(maxsize=1024)
def fitted_words(
    text: str, style: Style, room: int, height: int | None = None
) -> tuple[str, Style]:
    """The text in a smaller size, at most `room` wide and with its letters within this height.

    It is cut short if it would be too small to read.
    """
    return _fitted(text, sizes_of_words(style), room, height)


def _fitted(text: str, sizes: Sequence[Style], room: int, height: int | None) -> tuple[str, Style]:
    for small in sizes:
        if width_of(text, small) <= room and _is_low(text, small, height):
            return text, small
    return _cut(text, sizes[-1], room), sizes[-1]


def _is_low(text: str, style: Style, height: int | None) -> bool:
    """Whether all letters fit into a line of this height."""
    if height is None:
        return True
    _, above, below = extent(text, style)
    stands = baseline(text, style, height)
    return above <= stands and stands + below <= height


def fitted_names(
    say: Callable[[Sequence[str]], str], names: Sequence[str], style: Style, room: int
) -> tuple[str, Style]:
    """A sentence with names in a smaller size, then each name cut short to an equal part."""
    text, small, each = say(names), style, 0
    for small in sizes_of_words(style):
        if width_of(text, small) <= room:
            return text, small
        each = (room - width_of(say([""] * len(names)), small)) // len(names)
        if each >= _LEAST_NAME and small.em <= sizes_of_names(style)[-1].em:
            break
    return say([_cut(name, small, each) for name in names]), small


@lru_cache(maxsize=256)
def broken(text: str, style: Style, room: int) -> tuple[str, ...]:
    """The text in one line, or in two, the first as long as possible.

    Lines break at spaces, and in texts of Han and Kana also between most letters.
    """
    if width_of(text, style) <= room:
        return (text,)
    breaks = sorted(_breaks(text), key=lambda at: (text[at] == " ", at), reverse=True)
    for small in sizes_of_words(style):
        for at in breaks:
            first, second = text[:at].rstrip(), text[at:].lstrip()
            if max(width_of(first, small), width_of(second, small)) <= room:
                return first, second
    return (text,)


def lines_of(text: str, style: Style, room: int) -> tuple[str, ...]:
    """The text in one line, or in two if it could not be read in one."""
    if fitted_words(text, style, room)[0] == text:
        return (text,)
    return broken(text, style, room)


def most_lines(texts: Iterable[str], style: Style, room: int) -> int:
    """The most lines that one of these texts has; 0 if all are empty."""
    return max(len(lines_of(text, style, room)) if text else 0 for text in texts)


def _breaks(text: str) -> Iterator[int]:
    """The indices at which a line can be broken."""
    for at in range(1, len(text)):
        before, after = text[at - 1], text[at]
        if after == " ":
            yield at
        elif before == " " or _NO_END.match(before) or _NO_BEGIN.match(after):
            continue
        elif _HAN.match(before) or _HAN.match(after):
            yield at


def sizes_of_names(style: Style) -> list[Style]:
    """The style at each size that names can have, the largest first."""
    return [sized(style, size) for size in _SIZES]


def sizes_of_words(style: Style) -> list[Style]:
    """As `sizes_of_names`, for words."""
    small = (sized(style, size) for size in _SMALLER)
    return [*sizes_of_names(style), *(one for one in small if one.em >= _LEAST[style.typeface])]


def sized(style: Style, size: float) -> Style:
    """The style with its em multiplied by this."""
    return style._replace(em=round(style.em * size))


def _cut(text: str, style: Style, room: int) -> str:
    """The longest beginning of the text that fits with …, or the whole text if that fits."""
    if width_of(text, style) <= room:
        return text
    while text and width_of(f"{text}…", style) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def width_of(text: str, style: Style) -> int:
    """The width of a line, in pixels."""
    return extent(text, style)[0]
