"""Sprites as they are pasted: of what is seen, the whole rows without a mask.

Pillow pastes a row without a mask ten times as fast as with one.
"""

from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import Image

_SEEN = bytes(255 * (coverage > 8) for coverage in range(256))
"""By its coverage, whether a pixel counts as part of a sprite."""
_LEAST = 6000
"""Whole rows of fewer pixels are not worth a paste of their own."""


class Band(NamedTuple):
    """Some rows of a sprite, their box in it, and which pixels are pasted; None for all."""

    image: Image.Image
    box: tuple[int, int, int, int]
    mask: Image.Image | None


class Sprite(NamedTuple):
    """A sprite, an index of the palette a pixel. Pasting does not change it."""

    bands: tuple[Band, ...]

    def onto(self, picture: Image.Image, left: int, top: int) -> None:
        """Paste it, its corner at this pixel."""
        # What Pillow's `paste` does at last: what it checks before takes longer than the pasting.
        onto = picture.im.paste
        for image, (x, y, right, bottom), mask in self.bands:
            box = left + x, top + y, left + right, top + bottom
            if mask is None:
                onto(image.im, box)
            else:
                onto(image.im, box, mask.im)


def seen(coverage: Image.Image) -> Image.Image:
    """The mask of a sprite that covers so much of each pixel."""
    return coverage.point(_SEEN, "1")


def sprite_of(image: Image.Image, mask: Image.Image) -> Sprite:
    """The sprite of which the pixels of this mask, of the mode "1", are pasted."""
    box = mask.getbbox()
    if box is None:
        return Sprite(())
    left, top, right, bottom = box
    whole = _whole_rows(mask.crop(box))
    cuts = sorted({top, top + whole.start, top + whole.stop, bottom})
    return Sprite(
        tuple(
            _band(image, mask, (left, begin, right, end), whole=begin - top in whole)
            for begin, end in pairwise(cuts)
        )
    )


def _band(
    image: Image.Image, mask: Image.Image, box: tuple[int, int, int, int], *, whole: bool
) -> Band:
    return Band(image.crop(box), box, None if whole else mask.crop(box))


def _whole_rows(mask: Image.Image) -> range:
    """The most rows after each other that are covered from end to end; none if they are small."""
    width, height = mask.size
    covered = mask.convert("L").tobytes()
    row = b"\xff" * width
    runs = groupby(range(height), lambda y: covered[y * width : (y + 1) * width] == row)
    most = max((list(run) for whole, run in runs if whole), key=len, default=[])
    return range(most[0], most[-1] + 1) if len(most) * width >= _LEAST else range(0)
