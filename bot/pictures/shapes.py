"""Boxes with round corners, as how much of each pixel they cover."""

from PIL import Image, ImageDraw

_FINER = 4


def rounded(width: int, height: int, radius: int) -> Image.Image:
    """A box of which all corners are round; all in pixels."""
    box = rounded_above(width, height, radius)
    below = box.crop((0, 0, width, radius)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    box.paste(below, (0, height - radius))
    return box


def rounded_above(width: int, height: int, radius: int) -> Image.Image:
    """A box of which the upper corners are round."""
    side = radius * _FINER
    finer = Image.new("L", (side, side))
    ImageDraw.Draw(finer).ellipse((0, 0, 2 * side - 1, 2 * side - 1), 255)
    corner = finer.reduce(_FINER)
    box = Image.new("L", (width, height), 255)
    box.paste(corner, (0, 0))
    box.paste(corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (width - radius, 0))
    return box
