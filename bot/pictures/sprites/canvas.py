"""Sprites: drawn four times as large, reduced to palette indices, and pasted."""

from collections.abc import Callable, Hashable
from itertools import groupby, pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from cachetools import LRUCache, cached
from PIL import Image, ImageDraw

from bot.pictures.colours import Colour, Tone, indexed, rgb, shading
from bot.pictures.fonts import Style, coverage

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

SUPERSAMPLING = 4
"""Sprites are drawn this many times as large, and then reduced: that smooths their edges."""
CLEAR = -1
"""In place of a colour: clear the shape."""
_SEEN = bytes(255 * (coverage > 8) for coverage in range(256))
"""Lookup: coverage of a pixel → whether it belongs to the sprite."""
_LEAST = 6000
"""Minimum pixels of whole rows for which a separate paste is faster."""

Point = tuple[float, float]
Rectangle = tuple[int, int, int, int]
_Rect = tuple[float, float, float, float]


Ps = ParamSpec("Ps")
T = TypeVar("T")


def size_limited_cache(megabytes: float) -> Callable[[Callable[Ps, T]], Callable[Ps, T]]:
    """Cache the most recent results of a function, sprites or images, up to this many bytes.

    It is thread-safe; threads that need the same new result at once each compute it.
    """
    memory: LRUCache[Hashable, Any] = LRUCache(megabytes * 2**20, getsizeof=bytes_of)
    return cached(memory, lock=Lock(), info=True)


def bytes_of(drawing: object) -> int:
    """The memory of an image, or of the bands of a sprite."""
    if isinstance(drawing, Image.Image):
        return drawing.width * drawing.height * len(drawing.getbands())
    if isinstance(drawing, Sprite):
        return sum(map(_bytes_of, drawing.bands))
    return 1


def _bytes_of(band: "Band") -> int:
    width, height = (0, 0) if isinstance(band.drawn, int) else band.drawn.size
    return width * height * (1 if band.mask is None else 2)


class Band(NamedTuple):
    """Rows of a sprite or a colour, their box in the sprite, and a mask, None to paste all.

    Rows and mask are images of Pillow's core: getting that of an image takes as long as pasting.
    """

    drawn: "ImagingCore | int"
    box: Rectangle
    mask: "ImagingCore | None" = None


class Sprite(NamedTuple):
    """A drawing to paste: palette indices, in bands.

    Rows without gaps are a band without a mask, which Pillow pastes ten times as fast.
    """

    bands: tuple[Band, ...]

    def onto(self, picture: Image.Image, left: int, top: int) -> None:
        """Paste the sprite with its left upper corner at this pixel."""
        # The core of Pillow's `paste`: the checks before it take longer than the pasting.
        paste = picture.im.paste
        for drawn, (x, y, right, bottom), mask in self.bands:
            box = left + x, top + y, left + right, top + bottom
            if mask is None:
                paste(drawn, box)
            else:
                paste(drawn, box, mask)

    def moved(self, x: int, y: int) -> tuple[Band, ...]:
        """The bands with the sprite's left upper corner at this pixel of a larger one."""
        return tuple(
            Band(drawn, (left + x, top + y, right + x, bottom + y), mask)
            for drawn, (left, top, right, bottom), mask in self.bands
        )


def sprite_of(image: Image.Image, mask: Image.Image, at: tuple[int, int] = (0, 0)) -> Sprite:
    """The sprite of the pixels in this mask of the mode "1", with its corner at this pixel."""
    box = mask.getbbox()
    if box is None:
        return Sprite(())
    left, top, right, bottom = box
    (x, y), whole = at, _whole_rows(mask.crop(box))
    cuts = sorted({top, top + whole.start, top + whole.stop, bottom})
    bands = []
    for begin, end in pairwise(cuts):
        rows = left, begin, right, end
        shape = None if begin - top in whole else mask.crop(rows).im
        bands.append(Band(image.crop(rows).im, (left + x, begin + y, right + x, end + y), shape))
    return Sprite(tuple(bands))


def _whole_rows(mask: Image.Image) -> range:
    """The longest run of rows covered from end to end; an empty one if it is small."""
    width, height = mask.size
    if width * height < _LEAST:
        return range(0)
    covered = mask.convert("L").tobytes()
    row = b"\xff" * width
    runs = groupby(range(height), lambda y: covered[y * width : (y + 1) * width] == row)
    most = max((list(run) for whole, run in runs if whole), key=len, default=[])
    return range(most[0], most[-1] + 1) if len(most) * width >= _LEAST else range(0)


def shaded(covered: Image.Image, ink: int, ground: int) -> Sprite:
    """The sprite of a shape in one colour, from its coverage of each pixel."""
    box = covered.getbbox()
    if box is None:
        return Sprite(())
    # Only the covered part: a line of text mostly leaves half of its box empty.
    part = covered.crop(box)
    return sprite_of(part.point(shading(Tone(ground, ink))), mask_of(part), box[:2])


def mask_of(covered: Image.Image) -> Image.Image:
    """The mask of a sprite with this coverage, in the mode "1"."""
    return covered.point(_SEEN, "1")


class Canvas:
    """A supersampled drawing of `width` by `height` pixels; coordinates are in units.

    `unit` is the size of a unit in pixels, `scale` its size in pixels of `image`, the drawing. In
    the mode "L" only the shape counts: the colour NIGHT clears, all others draw.
    """

    def __init__(
        self,
        width: int,
        height: int,
        unit: float = 1.0,
        factor: int = SUPERSAMPLING,
        mode: str = "RGBA",
    ) -> None:
        self._factor = factor
        self.scale = unit * factor
        self.image = Image.new(mode, (width * factor, height * factor))
        self._pen = ImageDraw.Draw(self.image)

    def ellipse(self, colour: int, x: float, y: float, rx: float, ry: float | None = None) -> None:
        """An ellipse around this middle; a circle without a second radius."""
        self._pen.ellipse(self._around(x, y, rx, rx if ry is None else ry), self._ink(colour))

    def discs(self, x: float, y: float, *discs: tuple[int, float]) -> None:
        """Discs above each other around this middle: colour and radius of each."""
        for colour, radius in discs:
            self.ellipse(colour, x, y, radius)

    def box(
        self,
        colour: int,
        left: float,
        top: float,
        right: float,
        bottom: float,
        radius: float = 0,
        corners: tuple[bool, bool, bool, bool] = (True, True, True, True),
    ) -> None:
        """A rectangle whose `corners`, clockwise from the upper left one, are round."""
        box = self._box(left, top, right, bottom)
        self._pen.rounded_rectangle(box, radius * self.scale, self._ink(colour), corners=corners)

    def polygon(self, colour: int, *points: Point) -> None:
        self._pen.polygon([self._at(point) for point in points], self._ink(colour))

    def line(self, colour: int, width: float, *points: Point) -> None:
        """A line through these points, with round ends and corners."""
        thick = round(width * self.scale)
        ends = [self._at(point) for point in points]
        self._pen.line(ends, self._ink(colour), thick, joint="curve")
        for x, y in (ends[0], ends[-1]):
            radius = thick / 2
            self._pen.ellipse((x - radius, y - radius, x + radius, y + radius), self._ink(colour))

    def arc(
        self, colour: int, width: float, middle: Point, radii: Point, begin: float, end: float
    ) -> None:
        """Part of an ellipse, from one angle clockwise to another; 0 is on the right."""
        box = self._around(*middle, *radii)
        self._pen.arc(box, begin, end, self._ink(colour), round(width * self.scale))

    def text(self, text: str, colour: int, x: float, y: float, em: float) -> None:
        """Figures in the display typeface around this middle."""
        side = round(em * 2 * self.scale)
        mask = coverage(text, Style("display", round(em * self.scale)), "middle", (side, side))
        # Round first: the error of the division would decide how half a pixel is rounded.
        left, top = (round(at * self.scale - side / 2) / self.scale for at in (x, y))
        self.ink(colour, mask, left, top)

    def ink(self, colour: int, covered: Image.Image, left: float = 0, top: float = 0) -> None:
        """Colour an opaque drawing by a coverage of its pixels."""
        x, y = self._at((left, top))
        if box := covered.getbbox():
            at = round(x) + box[0], round(y) + box[1]
            self.image.paste(self._ink(colour), at, covered.crop(box))

    def place(self, other: Image.Image, left: float, top: float) -> None:
        """Paste the image of another canvas onto this one."""
        x, y = self._at((left, top))
        self.image.alpha_composite(other, (round(x), round(y)))

    def sprite_in(self, colour: int, ground: int) -> Sprite:
        """The reduced shape in this colour, of a drawing in the mode "L"."""
        return shaded(self.covered(), colour, ground)

    def covered(self) -> Image.Image:
        """The coverage of each pixel, of a drawing in the mode "L"."""
        return self.image.reduce(self._factor)

    def reduced(self) -> Image.Image:
        """The drawing at its own size, transparent where nothing was drawn."""
        return self.image.convert("RGBa").reduce(self._factor).convert("RGBA")

    def sprite(self, ground: int) -> Sprite:
        """The reduced drawing on this colour."""
        return sprite_of(*self.indices(ground))

    def indices(self, ground: int) -> tuple[Image.Image, Image.Image]:
        """The reduced drawing on this colour as palette indices, and its mask."""
        return indices_on(ground, self.reduced())

    def _around(self, x: float, y: float, rx: float, ry: float) -> _Rect:
        return self._box(x - rx, y - ry, x + rx, y + ry)

    def _box(self, left: float, top: float, right: float, bottom: float) -> _Rect:
        scale = self.scale
        return left * scale, top * scale, right * scale - 1, bottom * scale - 1

    def _at(self, point: Point) -> Point:
        return point[0] * self.scale, point[1] * self.scale

    def _ink(self, colour: int) -> int | tuple[int, int, int, int]:
        if self.image.mode == "L":
            return 255 * (colour != Colour.NIGHT)
        return (0, 0, 0, 0) if colour == CLEAR else (*rgb(colour), 255)


def indices_on(
    ground: int, small: Image.Image, strength: float = 1.0
) -> tuple[Image.Image, Image.Image]:
    """A reduced drawing on this colour as palette indices, and its mask.

    At a strength below 1 the ground shows through.
    """
    alpha = small.getchannel("A")
    below = Image.new("RGB", small.size, rgb(ground))
    below.paste(small, mask=alpha.point(lambda part: round(part * strength)))
    return indexed(below), mask_of(alpha)
