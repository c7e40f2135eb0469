"""What is written and drawn on a hand: brackets, lamps, and the lines of a chart."""

from collections.abc import Callable
from functools import cache, lru_cache

from PIL import Image

from bot.pictures.colours import Colour, Tone, shading
from bot.pictures.fonts import Align, Style, coverage
from bot.pictures.scene import Lamp, Line, Plot, Text
from bot.pictures.sprites.canvas import Canvas
from bot.pictures.sprites.sprite import Sprite, seen, sprite_of

LINES = (10, 3, 7, 5, 9)
"""The numbers whose colours five seats' lines have."""
MARK_RADIUS = 10
LAMP_FIGURE = Style("display", 38)
_THICK = 7
_RADIUS = 10
_KEPT_TEXTS = 512
"""Lines of text that are kept, the latest used; most take 10 KB."""


def text_sprite(text: Text) -> Sprite:
    """A line of text in its box."""
    box = text.box
    return _written(
        text.text, text.style, text.ink, text.ground, text.align, (box.width, box.height)
    )


@lru_cache(maxsize=_KEPT_TEXTS)
def _written(
    text: str, style: Style, ink: int, ground: int, align: Align, size: tuple[int, int]
) -> Sprite:
    covered = coverage(text, style, align, size)
    return sprite_of(covered.point(shading(Tone(ground, ink))), seen(covered))


@cache
def bracket(width: int, height: int, begins: bool, ends: bool, ground: int) -> Sprite:
    """A line with a corner up at each end that is not open."""
    canvas = Canvas(width, height)
    left, right = -2 * _RADIUS if not begins else 0, width + (2 * _RADIUS if not ends else 0)
    canvas.box(Colour.SHOW, left, -_RADIUS * 2, right, height, _RADIUS)
    canvas.clear_box(left + _THICK, -_RADIUS * 2, right - _THICK, height - _THICK, _RADIUS / 2)
    return canvas.sprite(ground)


def lamp_sprite(lamp: Lamp) -> Sprite:
    """A lamp with its position."""
    return _lamp(lamp.box.width, lamp.position, lamp.lit, lamp.ground)


@cache
def _lamp(width: int, position: int | None, lit: bool, ground: int) -> Sprite:
    """Gold where the card would make a set."""
    bulb, mask = _bulb(width, lit, ground)
    if position is None:
        return sprite_of(bulb, mask)
    numbered = bulb.copy()
    tone = Tone(Colour.GOLD, Colour.INK) if lit else Tone(Colour.NIGHT, Colour.CREAM)
    covered = coverage(str(position), LAMP_FIGURE, "middle", (width, width))
    numbered.paste(covered.point(shading(tone)), (0, 0), seen(covered))
    return sprite_of(numbered, mask)


@cache
def _bulb(width: int, lit: bool, ground: int) -> tuple[Image.Image, Image.Image]:
    """A lamp without a position, and its mask."""
    canvas = Canvas(width, width)
    x, radius = width / 2, width / 2 - 1
    colour = Colour.GOLD if lit else Colour.LAMP
    canvas.ellipse(colour, x, x, radius if lit else radius - 2)
    if not lit:
        canvas.ellipse(Colour.NIGHT, x, x, radius - 6)
    return canvas.indices(ground)


def paste_plot(picture: Image.Image, plot: Plot, left: int, top: int) -> None:
    """The lines of a chart and the gridlines behind them."""
    for y in plot.gridlines:
        colour = Colour.POSITION if y == plot.zero else Colour.GRIDLINE
        right = left + plot.lines[0].points[-1][0]
        picture.paste(colour, (left, top + y - 1, right, top + y + 2))
    # The bold one last: it lies above those that it meets.
    for line in sorted(plot.lines, key=lambda line: line.bold):
        heights = [line.end, *(y for _, y in line.points)]
        above = max(0, min(heights) - 2 * MARK_RADIUS)
        canvas = Canvas(plot.box.width, max(heights) + 2 * MARK_RADIUS - above, finer=3, mode="L")
        _draw_line(canvas, _moved_up(line, above), plot.box.width)
        ink = LINES[line.number % len(LINES)]
        canvas.sprite_in(ink, Colour.NIGHT).onto(picture, left, top + above)


def _moved_up(line: Line, by: int) -> Line:
    points = tuple((x, y - by) for x, y in line.points)
    return line._replace(points=points, end=line.end - by)


def _draw_line(canvas: Canvas, line: Line, width: int) -> None:
    colour = Colour.WHITE
    x, y = line.points[-1]
    canvas.line(colour, 4, (x, y), (x + (width - x) * 0.55, line.end), (width, line.end))
    canvas.line(colour, 9 if line.bold else 5, *line.points)
    for point in line.points[1:]:
        _MARKS[line.number % len(_MARKS)](canvas, colour, *point)


def _disc(canvas: Canvas, colour: int, x: float, y: float) -> None:
    canvas.ellipse(colour, x, y, MARK_RADIUS)


def _square(canvas: Canvas, colour: int, x: float, y: float) -> None:
    side = MARK_RADIUS * 0.85
    canvas.box(colour, x - side, y - side, x + side, y + side)


def _diamond(canvas: Canvas, colour: int, x: float, y: float) -> None:
    far = MARK_RADIUS * 1.25
    canvas.polygon(colour, (x - far, y), (x, y - far), (x + far, y), (x, y + far))


def _triangle(canvas: Canvas, colour: int, x: float, y: float) -> None:
    far = MARK_RADIUS * 1.2
    canvas.polygon(colour, (x, y - far), (x + far, y + far * 0.8), (x - far, y + far * 0.8))


def _circle(canvas: Canvas, colour: int, x: float, y: float) -> None:
    canvas.ellipse(colour, x, y, MARK_RADIUS)
    canvas.ellipse(Colour.NIGHT, x, y, MARK_RADIUS * 0.5)


_MARKS: tuple[Callable[[Canvas, int, float, float], None], ...] = (
    _disc,
    _square,
    _diamond,
    _triangle,
    _circle,
)
