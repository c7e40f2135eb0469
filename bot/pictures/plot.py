"""Lines with marks, drawn smoothly; their shapes tell them apart as their colours do."""

from collections.abc import Callable

from PIL import Image, ImageDraw

from bot.pictures.colours import CANVAS, LINE, LINES, SOFT, shading
from bot.pictures.scene import Line, Plot

MARK_RADIUS = 9
_THIN, _USUAL, _BOLD = 2, 4, 8
_RULE = 2
_FINER = 4

Pen = ImageDraw.ImageDraw
Point = tuple[int, int]


def plotted(plot: Plot) -> Image.Image:
    """The plot on the canvas' ground, an index of the palette a pixel."""
    sprite = Image.new("L", (plot.box.width, plot.box.height), CANVAS)
    for rule in plot.rules:
        box = (0, rule - _RULE // 2, plot.lines[0].points[-1][0], rule + _RULE // 2)
        sprite.paste(SOFT if rule == plot.zero else LINE, box)
    # The bold one last: it lies above those that it meets.
    for line in sorted(plot.lines, key=lambda line: line.bold):
        covered = _coverage(line, sprite.size)
        sprite.paste(covered.point(shading(LINES[line.number])), mask=covered.point(_touched))
    return sprite


def _touched(coverage: int) -> int:
    return 255 if coverage else 0


def _coverage(line: Line, size: tuple[int, int]) -> Image.Image:
    """How much of each pixel the line covers."""
    finer = Image.new("L", (size[0] * _FINER, size[1] * _FINER))
    pen = ImageDraw.Draw(finer)
    points = [(x * _FINER, y * _FINER) for x, y in line.points]
    pen.line([points[-1], (finer.width, line.end * _FINER)], 255, _THIN * _FINER)
    pen.line(points, 255, (_BOLD if line.bold else _USUAL) * _FINER, joint="curve")
    for point in points:
        _SHAPES[line.number](pen, point, MARK_RADIUS * _FINER)
    return finer.reduce(_FINER)


def _disc(pen: Pen, at: Point, radius: int) -> None:
    pen.circle(at, radius, 255)


def _square(pen: Pen, at: Point, radius: int) -> None:
    side = radius * 7 // 8
    pen.rectangle((at[0] - side, at[1] - side, at[0] + side, at[1] + side), 255)


def _diamond(pen: Pen, at: Point, radius: int) -> None:
    pen.regular_polygon((at, radius * 5 // 4), 4, 45, 255)


def _triangle(pen: Pen, at: Point, radius: int) -> None:
    pen.regular_polygon((at, radius * 5 // 4), 3, 0, 255)


def _ring(pen: Pen, at: Point, radius: int) -> None:
    pen.circle(at, radius, 0, 255, radius // 3)


_SHAPES: tuple[Callable[[Pen, Point, int], None], ...] = (
    _disc,
    _square,
    _diamond,
    _triangle,
    _ring,
)
