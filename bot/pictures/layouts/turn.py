"""A member's turn without a table above it: all seats, the set to beat, and the hand."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.hand import LARGE_HAND, Hand, add_hand, add_to_beat
from bot.pictures.layouts.lines import most_lines, sized
from bot.pictures.layouts.parts import LEFT, RIGHT, Area, Layout, amounts_of
from bot.pictures.scene import Box, Scene, around
from bot.text.language import Language
from engine.view import View

_FIRST, _GAP, _BOTTOM = 110, 10, 12
_NAME_LINE, _THINGS, _INSET, _LINE = 46, 60, 8, 38
_NAME, _NUMBER = Style("bold", 34), Style("display", 36)
_THINGS_AT, _TOKEN_AT = ((26, 42, 32), (104, 28, 34), (176, 32, 32)), (252, 44, 28)
"""Hand, pile and chips, and the ticket: the middle from the seat's left edge, width and height."""
_WIDE = 278
"""The width of a seat with room for all this; of five seats each has less, and all is smaller."""


def turn_scene(
    language: Language, headline: str, seen: View, hand: Hand, faces: Sequence[SeatFace]
) -> Scene:
    """All that this view's seat knows on its turn; its name is in gold."""
    layout = Layout(language, headline, language.pgettext("headline", "your turn"), top=_FIRST)
    _add_seats(layout, seen, faces)
    if seen.active and seen.owner is not None:
        add_to_beat(layout, seen.active, faces[seen.owner])
    else:
        layout.top += _GAP
    add_hand(layout, hand, LARGE_HAND)
    return layout.scene(_BOTTOM)


def _add_seats(layout: Layout, seen: View, faces: Sequence[SeatFace]) -> None:
    """Add each name above what its seat has; there is no room for faces beside long names."""
    room = (RIGHT - LEFT - _GAP * (seen.players - 1)) // seen.players - 2 * _INSET
    lines = most_lines((face.label for face in faces[: seen.players]), _NAME, room)
    height = _THINGS + _NAME_LINE * lines
    for seat, area in enumerate(layout.columns(seen.players, height, _GAP)):
        left, top, _, _ = area.box
        box = Box(left + _INSET, top + 6, left + _INSET + room, top + 6 + _NAME_LINE)
        area.lines(faces[seat].label, _NAME, box, Colour.GOLD if seat == seen.seat else area.ink)
        _add_things(area, seen, seat)


def _add_things(area: Area, seen: View, seat: int) -> None:
    """Add hand, pile, chips and the ticket below the name."""
    scale = min(1.0, area.box.width / _WIDE)
    style, room = sized(_NUMBER, scale), (round(34 * scale), _LINE)
    for amount, (x, *size) in zip(amounts_of(seen, seat), _THINGS_AT, strict=True):
        area.amount(amount, _around(area, scale, x, *size), round(3 * scale), room, style)
    area.ticket(seen, seat, _around(area, scale, *_TOKEN_AT))


def _around(area: Area, scale: float, x: int, width: int, height: int) -> Box:
    """The box of a thing in a seat; the sizes and `x`, its middle, are those of a wide seat."""
    y = area.box.bottom - _INSET - _LINE // 2
    return around(area.box.left + round(x * scale), y, round(width * scale), round(height * scale))
