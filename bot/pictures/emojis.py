"""The images of the application's emojis: square tiles, each with one figure or symbol.

Discord draws an emoji about 20 pixels high, on light and on dark grounds. So a tile has one large
figure, a dark edge for light grounds, and inside it the cream rim of the cards for dark ones.
"""

from collections.abc import Mapping
from io import BytesIO

from bot.pictures.colours import NUMBERS, Colour, text_tone
from bot.pictures.sprites.canvas import SUPERSAMPLING, Canvas
from bot.pictures.sprites.cards import figure
from bot.pictures.sprites.tokens import back, token_canvas

SIDE = 128
"""The side of every tile, in pixels."""
_EDGE, _RIM, _RADIUS = 5, 9, 26
_FIGURE = 84
_MOST_WIDE = 92
_THING = 88
"""The width of a back, and the height of a ticket."""


def emoji_images() -> Mapping[str, bytes]:
    """A PNG file for each number, "1" to "10", and for "card_back", "chip" and "token".

    The same bytes every time. Takes a few tenths of a second: call it in a thread.
    """
    card_back, token = Canvas(SIDE, SIDE), Canvas(SIDE, SIDE)
    back(card_back, (SIDE - _THING) / 2, (SIDE - _THING * 1.4) / 2, _THING)
    token.place(token_canvas("ticket", SIDE, _THING).image, 0, (SIDE - _THING) / 2)
    chip = token_canvas("chip", SIDE, SIDE)
    things = {"card_back": card_back, "chip": chip, "token": token}
    tiles = {str(number): _number(number) for number in NUMBERS} | things
    return {name: _file(canvas) for name, canvas in tiles.items()}


def _number(number: int) -> Canvas:
    tone = text_tone(number)
    canvas = Canvas(SIDE, SIDE)
    for inset, colour in ((0, Colour.INK), (_EDGE, Colour.CREAM), (_EDGE + _RIM, tone.ground)):
        canvas.box(colour, inset, inset, SIDE - inset, SIDE - inset, _RADIUS - inset)
    drawn = figure(number, _FIGURE * SUPERSAMPLING)
    if drawn.width > _MOST_WIDE * SUPERSAMPLING:
        drawn = drawn.resize((_MOST_WIDE * SUPERSAMPLING, drawn.height))
    left, top = ((SIDE - size / SUPERSAMPLING) / 2 for size in drawn.size)
    canvas.ink(tone.ink, drawn, left, top)
    return canvas


def _file(canvas: Canvas) -> bytes:
    file = BytesIO()
    canvas.reduced().save(file, "PNG")
    return file.getvalue()
