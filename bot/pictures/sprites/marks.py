"""What is written and drawn on a hand: brackets, lamps, and the lines of a chart."""

from collections.abc import Callable
from functools import cache, lru_cache

from PIL import Image

from bot.pictures.colours import Colour, Tone, shading
from bot.pictures.fonts import Align, Style, coverage
from bot.pictures.scene import Lamp, Line, Plot, Text
from bot.pictures.sprites.sheet import Sheet
from bot.pictures.sprites.stamp import Stamp, seen, stamp_of

LINES = (10, 3, 7, 5, 9)
"""The numbers whose colours five seats' lines have."""
MARK_RADIUS = 10
LAMP_FIGURE = Style("display", 38)
_THICK = 7
_RADIUS = 10
_KEPT_TEXTS = 512
"""Lines of text that are kept, the latest used; most take 10 KB."""


def text_stamp(text: Text) -> Stamp:
    """A line of text in its box."""
    box = text.box
    return _written(
        text.text, text.style, text.ink, text.ground, text.align, (box.width, box.height)
    )


@lru_cache(maxsize=_KEPT_TEXTS)
def _written(
    text: str, style: Style, ink: int, ground: int, align: Align, size: tuple[int, int]
) -> Stamp:
    covered = coverage(text, style, align, size)
    return stamp_of(covered.point(shading(Tone(ground, ink))), seen(covered))


@cache
def bracket(width: int, height: int, begins: bool, ends: bool, ground: int) -> Stamp:
    """A line with a corner up at each end that is not open."""
    sheet = Sheet(width, height)
    left, right = -2 * _RADIUS if not begins else 0, width + (2 * _RADIUS if not ends else 0)
    sheet.box(Colour.SHOW, left, -_RADIUS * 2, right, height, _RADIUS)
    sheet.clear_box(left + _THICK, -_RADIUS * 2, right - _THICK, height - _THICK, _RADIUS / 2)
    return sheet.stamp(ground)


def lamp_stamp(lamp: Lamp) -> Stamp:
    """A lamp with its position."""
    return _lamp(lamp.box.width, lamp.position, lamp.lit, lamp.ground)


@cache
def _lamp(width: int, position: int | None, lit: bool, ground: int) -> Stamp:
    """Gold where the card would make a set."""
    bulb, mask = _bulb(width, lit, ground)
    if position is None:
        return stamp_of(bulb, mask)
    numbered = bulb.copy()
    tone = Tone(Colour.GOLD, Colour.INK) if lit else Tone(Colour.NIGHT, Colour.CREAM)
    covered = coverage(str(position), LAMP_FIGURE, "middle", (width, width))
    numbered.paste(covered.point(shading(tone)), (0, 0), seen(covered))
    return stamp_of(numbered, mask)


@cache
def _bulb(width: int, lit: bool, ground: int) -> tuple[Image.Image, Image.Image]:
    """A lamp without a position, and its mask."""
    sheet = Sheet(width, width)
    x, radius = width / 2, width / 2 - 1
    colour = Colour.GOLD if lit else Colour.LAMP
    sheet.ellipse(colour, x, x, radius if lit else radius - 2)
    if not lit:
        sheet.ellipse(Colour.NIGHT, x, x, radius - 6)
    return sheet.indices(ground)


def paste_plot(canvas: Image.Image, plot: Plot, left: int, top: int) -> None:
    """The lines of a chart and the rules behind them."""
    for rule in plot.rules:
        colour = Colour.POSITION if rule == plot.zero else Colour.RULE
        right = left + plot.lines[0].points[-1][0]
        canvas.paste(colour, (left, top + rule - 1, right, top + rule + 2))
    # The bold one last: it lies above those that it meets.
    for line in sorted(plot.lines, key=lambda line: line.bold):
        heights = [line.end, *(y for _, y in line.points)]
        above = max(0, min(heights) - 2 * MARK_RADIUS)
        sheet = Sheet(plot.box.width, max(heights) + 2 * MARK_RADIUS - above, finer=3, mode="L")
        _draw_line(sheet, _moved_up(line, above), plot.box.width)
        ink = LINES[line.number % len(LINES)]
        sheet.stamp_in(ink, Colour.NIGHT).onto(canvas, left, top + above)


def _moved_up(line: Line, by: int) -> Line:
    points = tuple((x, y - by) for x, y in line.points)
    return line._replace(points=points, end=line.end - by)


def _draw_line(sheet: Sheet, line: Line, width: int) -> None:
    colour = Colour.WHITE
    x, y = line.points[-1]
    sheet.line(colour, 4, (x, y), (x + (width - x) * 0.55, line.end), (width, line.end))
    sheet.line(colour, 9 if line.bold else 5, *line.points)
    for point in line.points[1:]:
        _MARKS[line.number % len(_MARKS)](sheet, colour, *point)


def _disc(sheet: Sheet, colour: int, x: float, y: float) -> None:
    sheet.ellipse(colour, x, y, MARK_RADIUS)


def _square(sheet: Sheet, colour: int, x: float, y: float) -> None:
    side = MARK_RADIUS * 0.85
    sheet.box(colour, x - side, y - side, x + side, y + side)


def _diamond(sheet: Sheet, colour: int, x: float, y: float) -> None:
    far = MARK_RADIUS * 1.25
    sheet.polygon(colour, (x - far, y), (x, y - far), (x + far, y), (x, y + far))


def _triangle(sheet: Sheet, colour: int, x: float, y: float) -> None:
    far = MARK_RADIUS * 1.2
    sheet.polygon(colour, (x, y - far), (x + far, y + far * 0.8), (x - far, y + far * 0.8))


def _circle(sheet: Sheet, colour: int, x: float, y: float) -> None:
    sheet.ellipse(colour, x, y, MARK_RADIUS)
    sheet.ellipse(Colour.NIGHT, x, y, MARK_RADIUS * 0.5)


_MARKS: tuple[Callable[[Sheet, int, float, float], None], ...] = (
    _disc,
    _square,
    _diamond,
    _triangle,
    _circle,
)
