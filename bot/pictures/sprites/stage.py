"""Sprites behind the pieces: night, awning, ring, ribbon, podium, panels."""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import product
from math import ceil, cos, pi, sin
from random import Random

from PIL import Image, ImageDraw

from bot.pictures.colours import Colour, Tone, shading
from bot.pictures.scene import TOP, WIDTH, StageKind
from bot.pictures.sprites.canvas import CLEAR, SUPERSAMPLING, Band, Canvas, Sprite, sprite_of

_TALLEST = 1600
"""Rows of the backdrop in memory; a taller picture is plain below them."""
_RAYS = 16
_BAND, _SCALLOP = 62, 40
RING_DEPTH = 30
"""The height of the ring's side below its top, in pixels."""
_STRIPES = 44
RIBBON_TAIL = 62
"""The length of a tail beyond the ribbon, in pixels."""
_TAIL, _FOLD = RIBBON_TAIL + 44, 16
_KEPT = 64
"""Plates and corners of panels in memory, the latest used."""


@cache
def backdrop() -> bytes:
    """The first rows of every picture: night and awning, a zero before each row."""
    picture = Image.new("L", (1 + WIDTH, _TALLEST))
    picture.paste(_night(), (1, 0))
    _awning().onto(picture, 1, 0)
    return picture.tobytes()


def _night() -> Image.Image:
    """Dark rays that spread from the middle of the awning."""
    mask = Image.new("L", (WIDTH, _TALLEST))
    pen = ImageDraw.Draw(mask)
    far = 2 * _TALLEST
    for ray in range(_RAYS):
        begin = 2 * pi * ray / _RAYS
        ends = [(begin, far), (begin + pi / _RAYS, far)]
        corners = [(WIDTH / 2 + r * sin(angle), 40 + r * cos(angle)) for angle, r in ends]
        pen.polygon([(WIDTH / 2, 40), *corners], 255)
    return mask.point(shading(Tone(Colour.NIGHT, Colour.RAY)))


def _awning() -> Sprite:
    """The band for headlines, and the scallops below it."""
    canvas = Canvas(WIDTH, TOP)
    for number in range(WIDTH // _SCALLOP):
        left = number * _SCALLOP
        colour = Colour.CREAM if number % 2 else Colour.RED
        canvas.box(colour, left, _BAND, left + _SCALLOP, TOP, 19, (False, False, True, True))
    canvas.box(Colour.RED_DARK, 0, 0, WIDTH, _BAND)
    canvas.box(Colour.GOLD, 0, _BAND, WIDTH, _BAND + 4)
    return canvas.sprite(Colour.NIGHT)


@cache
def stage(kind: StageKind, width: int, height: int, number: int = 0) -> Sprite:
    """A thing behind the pieces: see `scene.Stage`."""
    draw, finer, ground = _DRAWN[kind]
    canvas = Canvas(width, height, factor=finer)
    draw(canvas, width, height, number)
    return canvas.sprite(ground)


def _ring(canvas: Canvas, width: int, height: int, number: int) -> None:
    """The ring under two spotlights: striped, its side in shadow, the middle lit."""
    x, rx, ry = width / 2, width / 2, (height - RING_DEPTH) / 2
    canvas.ellipse(Colour.SHADOW, x, ry + RING_DEPTH, rx, ry)
    canvas.ellipse(Colour.RED_DARK, x, ry + RING_DEPTH - 6, rx, ry)
    _stripes(canvas, (x, ry), (rx, ry))
    canvas.ellipse(Colour.SHADOW, x, ry + 3, rx - 27, ry - 14)
    canvas.ellipse(Colour.FLOOR, x, ry + 5, rx - 30, ry - 17)
    canvas.ellipse(Colour.FLOOR_LIT, x, ry + 5, rx * 0.76, (ry - 17) * 0.86)


def _stripes(canvas: Canvas, middle: tuple[float, float], radii: tuple[float, float]) -> None:
    (x, y), (rx, ry) = middle, radii
    edges = []
    for stripe in range(_STRIPES):
        steps = [2 * pi * (stripe + part / 4) / _STRIPES for part in range(5)]
        edges.append([(x + rx * cos(angle), y + ry * sin(angle)) for angle in steps])
    for edge in edges[0 : _STRIPES // 2 : 2]:
        below = [(at, low + RING_DEPTH - 6) for at, low in reversed(edge)]
        canvas.polygon(Colour.CREAM_SHADE, *edge, *below)
    canvas.ellipse(Colour.RED, x, y, rx, ry)
    for edge in edges[::2]:
        canvas.polygon(Colour.CREAM, (x, y), *edge)


_RED = Colour.RIBBON, Colour.CHEEK, Colour.RED_DARK
_GOLDEN = Colour.GOLD, Colour.RED_DARK, Colour.BLOCK_1_TOP
"""The colours of a ribbon: its front, the seam along it, and its tails."""


@lru_cache(maxsize=_KEPT)
def ribbon(width: int, height: int, golden: bool) -> Sprite:
    """A red or golden ribbon between two tails."""
    low, (front, seam, tail) = height - _FOLD, _GOLDEN if golden else _RED
    left, right = _tail(height, -1, tail), _tail(height, 1, tail)
    begin, end = RIBBON_TAIL, width - RIBBON_TAIL
    seams = (Band(seam, (begin, y, end, y + 2)) for y in (5, low - 7))
    middle = Band(front, (begin, 0, end, low)), *seams
    return Sprite((*left.bands, *right.moved(width - _TAIL, 0), *middle))


@cache
def _tail(height: int, way: int, colour: Colour) -> Sprite:
    """The left (-1) or the right (1) tail of a ribbon, and the fold below the ribbon."""
    canvas = Canvas(_TAIL, height)
    edge = 0 if way < 0 else _TAIL
    canvas.polygon(
        colour,
        *((edge - way * far, y) for far, y in ((0, _FOLD), (_TAIL, _FOLD), (_TAIL, height))),
        *((edge - way * far, y) for far, y in ((0, height), (26, (height + _FOLD) / 2))),
    )
    inner, low = edge - way * RIBBON_TAIL, height - _FOLD
    canvas.polygon(Colour.SHADOW, (inner, low), (inner - way * 44, low), (inner - way * 44, height))
    return canvas.sprite(Colour.NIGHT)


def _slot(canvas: Canvas, width: int, height: int, number: int) -> None:
    """The place of a missing card: a dashed outline."""
    radius, thick, across, down = width * 0.13, 4.5, width / 9, height / 13
    canvas.box(Colour.SOFT, 0, 0, width, height, radius)
    canvas.box(CLEAR, thick, thick, width - thick, height - thick, radius - thick)
    for gap in range(1, 13, 2):
        for left in (0.0, width - thick - 4):
            canvas.box(CLEAR, left, gap * down, left + thick + 4, (gap + 1) * down, 0)
    for gap in range(1, 9, 2):
        for top in (0.0, height - thick - 4):
            canvas.box(CLEAR, gap * across, top, (gap + 1) * across, top + thick + 4, 0)


def _post(canvas: Canvas, width: int, height: int, colour: int) -> None:
    """The post in a gap between two cards."""
    canvas.box(colour, 0, 0, width, height)


@lru_cache(maxsize=_KEPT)
def panel(width: int, height: int, colour: int, radius: float) -> Sprite:
    """A box with round corners."""
    radius = min(radius, height / 3)
    side = ceil(radius)
    bands = [Band(colour, (side, 0, width - side, height))]
    for begin, end in ((0, side), (width - side, width)):
        bands.append(Band(colour, (begin, side, end, height - side)))
    places = product((0, width - side), (0, height - side))
    for corner, at in zip(_corners(colour, radius), places, strict=True):
        bands += corner.moved(*at)
    return Sprite(tuple(bands))


@lru_cache(maxsize=_KEPT)
def _corners(colour: int, radius: float) -> tuple[Sprite, ...]:
    """The corners of a panel: left upper and lower, right upper and lower."""
    side = ceil(radius)
    whole = 3 * side
    canvas = Canvas(whole, whole)
    canvas.box(colour, 0, 0, whole, whole, radius)
    image, mask = canvas.indices(Colour.NIGHT)
    boxes = [(x, y, x + side, y + side) for x, y in product((0, whole - side), repeat=2)]
    return tuple(sprite_of(image.crop(box), mask.crop(box)) for box in boxes)


def _plate(canvas: Canvas, width: int, height: int, number: int) -> None:
    """A cream plate in a red frame with bulbs: the ground of a lit row."""
    canvas.box(Colour.RED_DARK, 0, 0, width, height, 20)
    canvas.box(Colour.CREAM, 8, 8, width - 8, height - 8, 12)
    across, down = round((width - 32) / 30), max(2, round((height - 32) / 30))
    spots = [(16 + (width - 32) * at / across, y) for at in range(across + 1) for y in (4.5, -4.5)]
    spots += [(x, 16 + (height - 32) * at / down) for at in range(1, down) for x in (4.5, -4.5)]
    for x, y in spots:
        x, y = x if x > 0 else width + x, y if y > 0 else height + y
        canvas.discs(x, y, (Colour.GOLD, 4.4), (Colour.CREAM, 2.2))


def _lights(canvas: Canvas, width: int, height: int, confetti: int) -> None:
    """Two beams from above, and confetti for a victory."""
    for way in (-1, 1):
        x = width / 2
        top = ((x + way * 475, 0), (x + way * 405, 0))
        canvas.polygon(Colour.BEAM, *top, (x - way * 150, height), (x + way * 190, height))
    colours = (3, 5, 7, 9, 10, Colour.RED)
    # From a seed, so that equal pictures are equal to the last pixel.
    strewn = Random(5)
    for piece in range(70 if confetti else 0):
        x, y = strewn.uniform(0, width), strewn.uniform(64, height * 0.75)
        size, lean = strewn.uniform(5, 10), strewn.uniform(0, pi)
        angles = [lean + pi / 2 * side for side in range(4)]
        corners = [(x + size * cos(angle), y + size * sin(angle)) for angle in angles]
        canvas.polygon(colours[piece % len(colours)], *corners)


def _block(canvas: Canvas, width: int, height: int, rank: int) -> None:
    """A block of the podium in the colour of its rank, 1 to 3."""
    front, top = BLOCKS[rank]
    canvas.box(Colour.INK, 0, 0, width, height, 12)
    canvas.box(front, 5, 6, width - 5, height - 5, 8)
    canvas.box(top, 5, 6, width - 5, 28, 8, (True, True, False, False))


BLOCKS = {
    1: (Colour.BLOCK_1, Colour.BLOCK_1_TOP),
    2: (Colour.BLOCK_2, Colour.BLOCK_2_TOP),
    3: (Colour.BLOCK_3, Colour.BLOCK_3_TOP),
}
"""The front and the upper edge of the podium's blocks, by rank."""
_Draw = Callable[[Canvas, int, int, int], None]
_DRAWN: dict[StageKind, tuple[_Draw, int, Colour]] = {
    "ring": (_ring, 3, Colour.NIGHT),
    "lights": (_lights, 2, Colour.NIGHT),
    "slot": (_slot, SUPERSAMPLING, Colour.FLOOR),
    "post": (_post, SUPERSAMPLING, Colour.NIGHT),
    "block": (_block, SUPERSAMPLING, Colour.NIGHT),
    "plate": (_plate, SUPERSAMPLING, Colour.NIGHT),
}
"""For each kind its drawing function, its supersampling, and its ground."""
