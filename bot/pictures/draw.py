"""Scenes to PNG files."""

from PIL import Image

from bot.pictures.colours import CANVAS, palette
from bot.pictures.lettering import line
from bot.pictures.plot import plotted
from bot.pictures.png import encoded
from bot.pictures.scene import Bar, Face, Plot, Scene, Words
from bot.pictures.sprites import lower_half, upper_half

_PALETTE = palette()


def png(scene: Scene) -> bytes:
    """The scene as a PNG file; from any thread."""
    # A column of zeros to the left of the picture is what a PNG has before each of its rows.
    canvas = Image.new("L", (1 + scene.width, scene.height), CANVAS)
    for piece in scene.pieces:
        left, top, right, bottom = piece.box
        match piece:
            case Face():
                upper = upper_half(piece.card.up, piece.size, piece.colour)
                lower = lower_half(piece.card.down, piece.size, piece.colour)
                canvas.paste(upper, (1 + left, top))
                canvas.paste(lower, (1 + left, top + upper.height))
            case Words():
                canvas.paste(line(piece), (1 + left, top))
            case Bar():
                canvas.paste(piece.colour, (1 + left, top, 1 + right, bottom))
            case Plot():
                canvas.paste(plotted(piece), (1 + left, top))
    return encoded(scene.width, scene.height, canvas.tobytes(), _PALETTE)
