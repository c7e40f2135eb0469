"""Drawing a sprite four times as large, and reducing it to indices of the palette."""

from PIL import Image, ImageDraw

from bot.pictures.colours import Colour, Tone, indexed, rgb, shading
from bot.pictures.fonts import Style, coverage
from bot.pictures.sprites.sprite import Sprite, seen, sprite_of

FINER = 4
_CLEAR = (0, 0, 0, 0)

Point = tuple[float, float]


class Canvas:
    """A drawing of `width` by `height` pixels; coordinates are in units of so many pixels.

    `image` is the finer drawing itself, and `scale` how many of its pixels a unit is. In the
    mode "L" it is of one colour: of all colours but the night's only the shape counts.
    """

    def __init__(
        self, width: int, height: int, unit: float = 1.0, finer: int = FINER, mode: str = "RGBA"
    ) -> None:
        self._finer = finer
        self.scale = unit * finer
        self.image = Image.new(mode, (width * finer, height * finer))
        self._pen = ImageDraw.Draw(self.image)

    def ellipse(self, colour: int, x: float, y: float, rx: float, ry: float | None = None) -> None:
        """Around this middle; round without a second radius."""
        ry = rx if ry is None else ry
        self._pen.ellipse(self._box(x - rx, y - ry, x + rx, y + ry), self._ink(colour))

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
        """Filled."""
        self._pen.polygon([self._at(point) for point in points], self._ink(colour))

    def line(self, colour: int, width: float, *points: Point) -> None:
        """Through these points, with round ends and corners."""
        thick = round(width * self.scale)
        ends = [self._at(point) for point in points]
        self._pen.line(ends, self._ink(colour), thick, joint="curve")
        for x, y in (ends[0], ends[-1]):
            radius = thick / 2
            box = (x - radius, y - radius, x + radius, y + radius)
            self._pen.ellipse(box, self._ink(colour))

    def arc(
        self, colour: int, width: float, middle: Point, radii: Point, begin: float, end: float
    ) -> None:
        """Part of an ellipse, from one angle clockwise to another; 0 is on the right."""
        (x, y), (rx, ry) = middle, radii
        box = self._box(x - rx, y - ry, x + rx, y + ry)
        self._pen.arc(box, begin, end, self._ink(colour), round(width * self.scale))

    def text(self, text: str, colour: int, x: float, y: float, em: float) -> None:
        """Figures in the display typeface around this middle."""
        side = round(em * 2 * self.scale)
        mask = coverage(text, Style("display", round(em * self.scale)), "middle", (side, side))
        letters = Image.new("RGBA", mask.size, (*rgb(colour), 0))
        letters.putalpha(mask)
        self.image.alpha_composite(
            letters,
            (max(0, round(x * self.scale - side / 2)), 0),
            (max(0, round(side / 2 - x * self.scale)), round(side / 2 - y * self.scale)),
        )

    def clear_ellipse(self, x: float, y: float, radius: float) -> None:
        """Take away what is within this circle."""
        self._pen.ellipse(self._box(x - radius, y - radius, x + radius, y + radius), _CLEAR)

    def clear_box(
        self, left: float, top: float, right: float, bottom: float, radius: float
    ) -> None:
        """Take away what is within this box with round corners."""
        box = self._box(left, top, right, bottom)
        self._pen.rounded_rectangle(box, radius * self.scale, _CLEAR)

    def clip(self, mask: Image.Image) -> None:
        """Keep what this mask, as large as the finer drawing, covers."""
        clear = Image.new("RGBA", self.image.size)
        self.image = Image.composite(self.image, clear, mask)
        self._pen = ImageDraw.Draw(self.image)

    def place(self, other: Image.Image, left: float, top: float) -> None:
        """Lay another finer drawing on this one."""
        x, y = self._at((left, top))
        self.image.alpha_composite(other, (round(x), round(y)))

    def sprite_in(self, colour: int, ground: int) -> Sprite:
        """The reduced shape in this colour; of a drawing in the mode "L"."""
        covered = self.image.reduce(self._finer)
        return sprite_of(covered.point(shading(Tone(ground, colour))), seen(covered))

    def reduced(self) -> Image.Image:
        """The drawing at its own size, on nothing."""
        return self.image.convert("RGBa").reduce(self._finer).convert("RGBA")

    def sprite(self, ground: int) -> Sprite:
        """Reduced, on this colour."""
        return sprite_of(*self.indices(ground))

    def indices(self, ground: int) -> tuple[Image.Image, Image.Image]:
        """Reduced, on this colour, as indices of the palette, and which pixels belong to it."""
        return indices_on(ground, self.reduced())

    def _box(
        self, left: float, top: float, right: float, bottom: float
    ) -> tuple[float, float, float, float]:
        scale = self.scale
        return left * scale, top * scale, right * scale - 1, bottom * scale - 1

    def _at(self, point: Point) -> Point:
        return point[0] * self.scale, point[1] * self.scale

    def _ink(self, colour: int) -> int | tuple[int, int, int, int]:
        if self.image.mode == "L":
            return 255 * (colour != Colour.NIGHT)
        return (*rgb(colour), 255)


def indices_on(
    ground: int, small: Image.Image, strength: float = 1.0
) -> tuple[Image.Image, Image.Image]:
    """A reduced drawing on this colour, as indices of the palette, and which pixels belong to it.

    Where it is weaker, more of the ground comes through.
    """
    alpha = small.getchannel("A")
    opaque = alpha
    if strength < 1:
        opaque = alpha.point([round(part * strength) for part in range(256)])
    below = Image.new("RGB", small.size, rgb(ground))
    below.paste(small, mask=opaque)
    return indexed(below), seen(alpha)
