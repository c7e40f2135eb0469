"""Text, the brackets and lamps of a hand, and the lines of a chart."""

from functools import cache, lru_cache

from PIL import Image

from bot.pictures.colours import Colour
from bot.pictures.fonts import Align, Style, coverage
from bot.pictures.scene import Line, Plot
from bot.pictures.sprites.canvas import CLEAR, Canvas, Sprite, shaded, sprite_of

LINES = (10, 3, 7, 5, 9)
"""The numbers in whose colours the five seats' lines are drawn."""
MARK_RADIUS = 10
LAMP_FIGURE = Style("display", 38)
_THICK = 7
_RADIUS = 10
_KEPT_TEXTS = 512
"""Lines of text in memory, the latest used; most take 10 KB."""


@lru_cache(maxsize=_KEPT_TEXTS)
def text_sprite(
    text: str, style: Style, ink: int, ground: int, align: Align, size: tuple[int, int]
) -> Sprite:
    """A line of text in a box of this size."""
    return shaded(coverage(text, style, align, size), ink, ground)


@cache
def bracket(width: int, height: int, begins: bool, ends: bool, ground: int) -> Sprite:
    """A line below cards, with a corner up at each closed end."""
    canvas = Canvas(width, height)
    left, right = -2 * _RADIUS if not begins else 0, width + (2 * _RADIUS if not ends else 0)
    canvas.box(Colour.SHOW, left, -_RADIUS * 2, right, height, _RADIUS)
    canvas.box(CLEAR, left + _THICK, -_RADIUS * 2, right - _THICK, height - _THICK, _RADIUS / 2)
    return canvas.sprite(ground)


@cache
def lamp(width: int, position: int | None, lit: bool, ground: int) -> Sprite:
    """A lamp with its position; gold if the card would make a set there."""
    bulb, mask = _bulb(width, lit, ground)
    if position is not None:
        bulb = bulb.copy()
        ink, below = (Colour.INK, Colour.GOLD) if lit else (Colour.CREAM, Colour.NIGHT)
        covered = coverage(str(position), LAMP_FIGURE, "middle", (width, width))
        shaded(covered, ink, below).onto(bulb, 0, 0)
    return sprite_of(bulb, mask)


@cache
def _bulb(width: int, lit: bool, ground: int) -> tuple[Image.Image, Image.Image]:
    """A lamp without a position, and its mask."""
    canvas = Canvas(width, width)
    x, radius = width / 2, width / 2 - 1
    if lit:
        canvas.ellipse(Colour.GOLD, x, x, radius)
    else:
        canvas.ellipse(Colour.LAMP, x, x, radius - 2)
        canvas.ellipse(Colour.NIGHT, x, x, radius - 6)
    return canvas.indices(ground)


def paste_plot(picture: Image.Image, plot: Plot, left: int, top: int) -> None:
    """Paste the lines of a chart, and the gridlines behind them."""
    for y in plot.gridlines:
        colour = Colour.POSITION if y == plot.zero else Colour.GRIDLINE
        right = left + plot.lines[0].points[-1][0]
        picture.paste(colour, (left, top + y - 1, right, top + y + 2))
    # The bold one last: it covers those that it meets.
    for line in sorted(plot.lines, key=lambda line: line.bold):
        heights = [line.end, *(y for _, y in line.points)]
        above = max(0, min(heights) - 2 * MARK_RADIUS)
        size = plot.box.width, max(heights) + 2 * MARK_RADIUS - above
        canvas = Canvas(*size, finer=3, mode="L")
        _draw_line(canvas, line, above, plot.box.width)
        ink = LINES[line.number % len(LINES)]
        canvas.sprite_in(ink, Colour.NIGHT).onto(picture, left, top + above)


def _draw_line(canvas: Canvas, line: Line, above: int, width: int) -> None:
    """The line, its marks, and its thin end, all moved up by the height above the canvas."""
    points = [(x, y - above) for x, y in line.points]
    (x, y), end = points[-1], line.end - above
    canvas.line(Colour.WHITE, 4, (x, y), (x + (width - x) * 0.55, end), (width, end))
    canvas.line(Colour.WHITE, 9 if line.bold else 5, *points)
    for point in points[1:]:
        _draw_mark(canvas, line.number % len(LINES), *point)


def _draw_mark(canvas: Canvas, number: int, x: float, y: float) -> None:
    """A disc, square, diamond, triangle or circle: one shape for each of five lines."""
    far, ink = float(MARK_RADIUS), Colour.WHITE
    if number == 1:
        side = far * 0.85
        canvas.box(ink, x - side, y - side, x + side, y + side)
    elif number == 2:
        far *= 1.25
        canvas.polygon(ink, (x - far, y), (x, y - far), (x + far, y), (x, y + far))
    elif number == 3:
        far *= 1.2
        canvas.polygon(ink, (x, y - far), (x + far, y + far * 0.8), (x - far, y + far * 0.8))
    else:
        canvas.ellipse(ink, x, y, far)
    if number == 4:
        canvas.ellipse(Colour.NIGHT, x, y, far * 0.5)
