"""Drawings of strokes: computers' faces and the game's things; `computers.txt` explains strokes."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import cos, pi, sin

from bot.pictures.colours import Colour
from bot.pictures.sprites.canvas import CLEAR, Canvas, Point

_COLOURS = {
    **{colour.name.lower(): colour.value for colour in Colour},
    "plum": 1,
    "blue": 2,
    "azure": 3,
    "bottle": 4,
    "orange": 7,
    "magenta": 8,
    "lemon": 10,
    "clear": CLEAR,
}
"""The colours by their names, also those of the numbers."""


@cache
def drawings(file: str) -> dict[str, list[str]]:
    """The strokes of each drawing in a file of this folder, by its name."""
    text = (files(__package__) / file).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    parts = (drawing.partition(":") for drawing in "\n".join(lines).split("\n\n"))
    return {name.strip(): strokes.split(";") for name, _, strokes in parts}


def draw(canvas: Canvas, strokes: Sequence[str], width: float = 100) -> None:
    """Draw on a canvas of this width, 100 units high."""
    for stroke in strokes:
        shape, colour, *places = stroke.replace(",", " ").split()
        _draw_stroke(canvas, shape, _COLOURS[colour], [_place(place, width) for place in places])


def _place(written: str, width: float) -> float:
    """`50`, or in shares of the width `50%`, `100%-1`."""
    share, percent, more = written.rpartition("%")
    return float(share) / 100 * width + float(more or 0) if percent else float(written)


def _draw_stroke(canvas: Canvas, shape: str, ink: int, numbers: list[float]) -> None:
    match shape, numbers:
        case "disc", [x, y, *radii]:
            canvas.ellipse(ink, x, y, *radii)
        case "discs", [apart, y, *radii]:
            canvas.ellipse(ink, 50 - apart, y, *radii)
            canvas.ellipse(ink, 50 + apart, y, *radii)
        case "box", [left, top, right, bottom, radius]:
            canvas.box(ink, left, top, right, bottom, radius)
        case "shape", corners:
            canvas.polygon(ink, *_points(corners))
        case "star", [x, y, radius]:
            canvas.polygon(ink, *star_points(x, y, radius))
        case "line", [width, *points]:
            canvas.line(ink, width, *_points(points))
        case "arc", [width, x, y, rx, ry, begin, end]:
            canvas.arc(ink, width, (x, y), (rx, ry), begin, end)


def _points(numbers: list[float]) -> list[Point]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def star_points(x: float, y: float, radius: float) -> list[Point]:
    """The corners of a five-pointed star around this middle."""
    radii = (radius, radius * 0.42)
    return [point_at(x, y, radii[corner % 2], pi * corner / 5) for corner in range(10)]


def point_at(x: float, y: float, far: float, angle: float) -> Point:
    """The point at this distance and angle from a centre; angle 0 is up, angles go clockwise."""
    return x + far * sin(angle), y - far * cos(angle)
