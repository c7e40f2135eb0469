"""Sprites beside the cards: the game's things, signs, text, brackets, lamps, lines of charts."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import cos, hypot, pi, sin

from PIL import Image

from bot.pictures.colours import Colour
from bot.pictures.fonts import Align, Style, coverage
from bot.pictures.scene import ChartLine, Plot, Shape
from bot.pictures.sprites.canvas import (
    SUPERSAMPLING,
    Band,
    Canvas,
    Point,
    Sprite,
    indices_on,
    shaded,
    sprite_of,
)
from bot.pictures.sprites.strokes import draw, drawings, point_at, star_points

_DIM, _DIM_ON_CREAM = 0.38, 0.55
"""The opacity of a dim token; higher on cream, which is as pale."""
_MOST_BACKS, _MOST_LAYERS = 5, 6
_RAYS = 14
_KEPT = 64
"""Maximum cached tokens before they are drawn on a ground; most take 20 KB."""


@cache
def token(shape: Shape, width: int, height: int, count: int, dim: bool, ground: int) -> Sprite:
    """A token of this size; `count` as `backs_shown` or `layers_shown` reduces it."""
    dimmed = _DIM_ON_CREAM if ground == Colour.CREAM else _DIM
    small = _reduced(shape, width, height, count)
    return sprite_of(*indices_on(ground, small, dimmed if dim else 1))


@lru_cache(maxsize=_KEPT)
def _reduced(shape: Shape, width: int, height: int, count: int) -> Image.Image:
    """A token without its ground, cached: turning a fan's backs takes most of the time."""
    return token_canvas(shape, width, height, count).reduced()


def token_canvas(shape: Shape, width: int, height: int, count: int = 0) -> Canvas:
    """The supersampled drawing of a token of this size."""
    canvas = Canvas(width, height, height / 100)
    wide = 100 * width / height
    if shape in _DRAWN:
        _DRAWN[shape](canvas, wide, count)
    else:
        draw(canvas, drawings("tokens.txt")[shape], wide)
    return canvas


def backs_shown(count: int) -> int:
    """The backs drawn for a hand of this size: all up to 3, then 4, from 8 on 5."""
    return count if count < 4 else 4 if count < 8 else _MOST_BACKS


def layers_shown(count: int) -> int:
    """The layers drawn for a pile of this many cards."""
    return min(_MOST_LAYERS, (count + 2) // 2)


def back(canvas: Canvas, left: float, top: float, width: float) -> None:
    """A card's back: rays around a star."""
    height = width * 1.4
    right, bottom, rim = left + width, top + height, width * 0.06
    canvas.box(Colour.INK, left, top, right, bottom, width * 0.13)
    canvas.box(Colour.CREAM, left + 1, top + 1, right - 1, bottom - 1, width * 0.12)
    inner = (left + rim + 1, top + rim + 1, right - rim - 1, bottom - rim - 1)
    canvas.box(Colour.RED_DARK, *inner, width * 0.07)
    x, y = left + width / 2, top + height / 2
    for ray in range(_RAYS):
        begin, end = 2 * pi * ray / _RAYS, 2 * pi * (ray + 0.5) / _RAYS
        far = [_within(x, y, angle, inner) for angle in (begin, (begin + end) / 2, end)]
        canvas.polygon(Colour.RED, (x, y), *far)
    canvas.ellipse(Colour.CREAM, x, y, width * 0.29)
    canvas.polygon(Colour.RED, *star_points(x, y + width * 0.02, width * 0.23))


def _within(x: float, y: float, angle: float, box: tuple[float, float, float, float]) -> Point:
    """The point at which a ray from the middle meets the box."""
    across, along = sin(angle), -cos(angle)
    half_width, half_height = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    far = min(half_width / max(1e-9, abs(across)), half_height / max(1e-9, abs(along)))
    return x + far * across, y + far * along


def _fan(canvas: Canvas, width: float, count: int) -> None:
    """Backs side by side, turned like a hand of cards."""
    shown = max(1, count)
    for number in range(shown):
        aside = number - (shown - 1) / 2
        lean = aside * min(14, 36 / shown)
        middle = width / 2 + aside * min(25, 68 / shown)
        _turned_back(canvas, middle, 50 + abs(lean) * 0.25, 55, -lean)


def _turned_back(canvas: Canvas, x: float, y: float, width: float, angle: float) -> None:
    """A back around this middle, turned to the left by this many degrees."""
    scale = canvas.scale
    side = round(width * 1.8 * scale)
    unit = scale / SUPERSAMPLING
    single = Canvas(-(-side // SUPERSAMPLING), -(-side // SUPERSAMPLING), unit)
    middle = single.image.width / scale / 2
    back(single, middle - width / 2, middle - width * 0.7, width)
    turned = single.image.rotate(angle, Image.Resampling.BICUBIC)
    canvas.place(turned, x - middle, y - middle)


def _pile(canvas: Canvas, width: float, count: int) -> None:
    """A block of cards, a back on top."""
    layers = max(1, count)
    step, card = 4.2, 58.0
    left = (width - card - step * (layers - 1)) / 2
    top = 97 - card * 1.4 - step * (_MOST_LAYERS - 1)
    top += step * (_MOST_LAYERS - layers) / 2
    for layer in range(layers - 1, 0, -1):
        x, y = left + layer * step, top + layer * step
        canvas.box(Colour.INK, x, y, x + card, y + card * 1.4, card * 0.13)
        canvas.box(Colour.CREAM, x + 1, y + 1, x + card - 1, y + card * 1.4 - 1, card * 0.12)
    back(canvas, left, top, card)


def _chip(canvas: Canvas, width: float, count: int) -> None:
    x, y = width / 2, 50.0
    canvas.discs(x, y, (Colour.INK, 49), (Colour.CHIP, 47))
    for wedge in range(8):
        middle = pi * wedge / 4
        corners = [point_at(x, y, 47, angle) for angle in (middle - 0.17, middle + 0.17)]
        canvas.polygon(Colour.CREAM, (x, y), *corners)
    canvas.discs(x, y, (Colour.CREAM, 34), (Colour.CHIP, 30))
    canvas.polygon(Colour.CREAM, *star_points(x, y + 1, 22))


def _medal(canvas: Canvas, width: float, count: int) -> None:
    colour = {1: Colour.GOLD, 2: Colour.SILVER}.get(count, Colour.BRONZE)
    canvas.discs(width / 2, 50, (Colour.INK, 50), (colour, 46))
    canvas.text(str(count), Colour.INK, width / 2, 50, 66)


_DRAWN: Mapping[str, Callable[[Canvas, float, int], None]] = {
    "fan": _fan,
    "pile": _pile,
    "chip": _chip,
    "medal": _medal,
}
"""The shapes that are no mere strokes, which `tokens.txt` has."""


LINES = (10, 3, 7, 5, 9)
"""The numbers in whose colours the five seats' lines are drawn."""
MARK_RADIUS = 10
_CORNERS = {2: ((-12.5, 0), (0, -12.5), (12.5, 0), (0, 12.5)), 3: ((0, -12), (12, 9.6), (-12, 9.6))}
"""The corners of a diamond and a triangle around the middle of a mark, by the line's look."""
LAMP_FIGURE = Style("display", 38)
_DOTS = 11
"""From dot to dot, in pixels; a line to the face would look like one more round."""
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
    canvas = Canvas(width, height, mode="L")
    left, right = -2 * _RADIUS if not begins else 0, width + (2 * _RADIUS if not ends else 0)
    canvas.box(Colour.WHITE, left, -_RADIUS * 2, right, height, _RADIUS)
    inner = left + _THICK, -_RADIUS * 2, right - _THICK, height - _THICK
    canvas.box(Colour.NIGHT, *inner, _RADIUS / 2)
    return canvas.sprite_in(Colour.SHOW, ground)


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
    dark = (Colour.LAMP, radius - 2), (Colour.NIGHT, radius - 6)
    canvas.discs(x, x, *([(Colour.GOLD, radius)] if lit else dark))
    return canvas.indices(ground)


def chart(plot: Plot) -> Sprite:
    """The lines of a chart over its gridlines."""
    bands, right = [], plot.lines[0].points[-1][0]
    for y in plot.gridlines:
        colour = Colour.POSITION if y == plot.zero else Colour.GRIDLINE
        bands.append(Band(colour, (0, y - 1, right, y + 2)))
    # The bold line last: it covers the lines that it meets.
    for line in sorted(plot.lines, key=lambda line: line.bold):
        heights = [line.end, *(y for _, y in line.points)]
        above = max(0, min(heights) - 2 * MARK_RADIUS)
        size = plot.box.width, max(heights) + 2 * MARK_RADIUS - above
        canvas = Canvas(*size, factor=3, mode="L")
        _draw_line(canvas, line, above, plot.box.width)
        ink = LINES[line.look]
        bands += canvas.sprite_in(ink, Colour.NIGHT).moved(0, above)
    return Sprite(tuple(bands))


def _draw_line(canvas: Canvas, line: ChartLine, above: int, width: int) -> None:
    """Draw a line, its marks and the dots to its face; `above` is the height cut off the canvas."""
    points = [(x, y - above) for x, y in line.points]
    (x, y), end = points[-1], line.end - above
    steps = max(2, round(hypot(width - x, end - y) / _DOTS))
    for step in range(2, steps):
        part = step / steps
        canvas.ellipse(Colour.WHITE, x + (width - x) * part, y + (end - y) * part, 2.5)
    canvas.line(Colour.WHITE, 9 if line.bold else 5, *points)
    for point in points[1:]:
        _draw_mark(canvas, line.look, *point)


def _draw_mark(canvas: Canvas, number: int, x: float, y: float) -> None:
    """A disc, square, diamond, triangle or circle: one shape for each of five lines."""
    if number == 1:
        canvas.box(Colour.WHITE, x - 8.5, y - 8.5, x + 8.5, y + 8.5)
    elif number in _CORNERS:
        canvas.polygon(Colour.WHITE, *((x + right, y + down) for right, down in _CORNERS[number]))
    else:
        canvas.ellipse(Colour.WHITE, x, y, MARK_RADIUS)
    if number == 4:
        canvas.ellipse(Colour.NIGHT, x, y, MARK_RADIUS / 2)
