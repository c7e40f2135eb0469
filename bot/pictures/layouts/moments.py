"""A moment: the large golden ribbon that names a long set, or the last cards of a hand."""

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.lines import fitted_names, fitted_words, width_of
from bot.pictures.layouts.parts import Area, Layout
from bot.pictures.scene import WIDTH, Box, Ribbon
from bot.pictures.sprites.stage import RIBBON_TAIL
from bot.text.language import Language
from bot.text.moves import Moment

HEIGHT = 148
"""The height of the ribbon with its tails."""
_FRONT, _FACE = 132, 124
_DOES, _WHAT = Style("bold", 42), Style("display", 76)
_PADDING = 14


def add_moment(
    language: Language, layout: Layout, moment: Moment, face: SeatFace, top: int, most: int = WIDTH
) -> None:
    """Add the ribbon, in the middle of the picture or left of `most`: the face and two lines."""
    room = most - 2 * RIBBON_TAIL - 16 - _FACE - 3 * _PADDING - 20
    does, does_style = fitted_names(
        lambda names: moment.headline(language, names[0]), [face.label], _DOES, room
    )
    what, what_style = fitted_words(moment.what(language), _WHAT, room)
    words = max(width_of(does, does_style), width_of(what, what_style)) + 2
    inner = _FACE + 3 * _PADDING + words + 20
    left = max(RIBBON_TAIL + 8, min((WIDTH - inner) // 2, most - RIBBON_TAIL - 8 - inner))
    ribbon = Box(left - RIBBON_TAIL, top, left + inner + RIBBON_TAIL, top + HEIGHT)
    layout.grounds.append(Ribbon(ribbon, golden=True))
    front = Area(layout.pieces, ribbon, Colour.GOLD)
    begin, y = left + _PADDING + _FACE + _PADDING, top + (_FRONT - _FACE) // 2
    front.portrait(face, Box(left + _PADDING, y, begin - _PADDING, y + _FACE), Colour.INK)
    upper = Box(begin, top + 6, begin + words, top + 58)
    front.text(does, does_style, upper, Colour.INK)
    front.text(what, what_style, upper._replace(top=58 + top, bottom=top + _FRONT - 4), Colour.INK)
