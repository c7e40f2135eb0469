"""Square tiles in the deck's colours, as emojis show them: one figure or one thing on each.

Discord draws an emoji about 20 pixels high, on light and on dark grounds. So a tile has one large
figure, a dark edge for light grounds, and inside it the cream rim of the cards for dark ones.
"""

from collections.abc import Mapping
from io import BytesIO

from bot.pictures.colours import NUMBERS, Colour, text_tone
from bot.pictures.sprites.cards import figure
from bot.pictures.sprites.sheet import FINER, Sheet
from bot.pictures.sprites.tokens import back, token_sheet

SIDE = 128
"""Of every tile, in pixels."""
_EDGE, _RIM, _RADIUS = 5, 9, 26
_FIGURE = 84
_MOST_WIDE = 92
_BACK = 88
_TICKET = 88


def emoji_tiles() -> Mapping[str, bytes]:
    """A PNG file for each number, "1" to "10", and for "card_back", "chip" and "token".

    The same bytes every time. It takes a few tenths of a second: call it in a thread.
    """
    things = {"card_back": _card_back(), "chip": _chip(), "token": _token()}
    tiles = {str(number): _number(number) for number in NUMBERS} | things
    return {name: _file(sheet) for name, sheet in tiles.items()}


def _number(number: int) -> Sheet:
    tone = text_tone(number)
    sheet = Sheet(SIDE, SIDE)
    for inset, colour in ((0, Colour.INK), (_EDGE, Colour.CREAM), (_EDGE + _RIM, tone.ground)):
        sheet.box(colour, inset, inset, SIDE - inset, SIDE - inset, _RADIUS - inset)
    drawn = figure(number, _FIGURE * FINER, tone.ink)
    if drawn.width > _MOST_WIDE * FINER:
        drawn = drawn.resize((_MOST_WIDE * FINER, drawn.height))
    left, top = ((SIDE - size / FINER) / 2 for size in drawn.size)
    sheet.place(drawn, left, top)
    return sheet


def _card_back() -> Sheet:
    sheet = Sheet(SIDE, SIDE)
    back(sheet, (SIDE - _BACK) / 2, (SIDE - _BACK * 1.4) / 2, _BACK)
    return sheet


def _chip() -> Sheet:
    return token_sheet("chip", SIDE, SIDE)


def _token() -> Sheet:
    """The ticket that stands for the Scout & Show token in every picture."""
    sheet = Sheet(SIDE, SIDE)
    sheet.place(token_sheet("ticket", SIDE, _TICKET).image, 0, (SIDE - _TICKET) / 2)
    return sheet


def _file(sheet: Sheet) -> bytes:
    file = BytesIO()
    sheet.reduced().save(file, "PNG")
    return file.getvalue()
