"""A member's turn without a table above it: all seats, the set to beat, and the hand."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.hand import LARGE_HAND, Hand, add_hand, add_to_beat
from bot.pictures.layouts.lines import lines_of, sized
from bot.pictures.layouts.parts import LEFT, RIGHT, Area, Layout
from bot.pictures.scene import Box, Scene, Shape, across, around
from bot.pictures.sprites.tokens import backs_shown, layers_shown
from bot.text.language import Language
from engine.view import View

_FIRST, _GAP, _BOTTOM = 110, 10, 12
_NAME_LINE, _THINGS, _INSET, _LINE = 46, 60, 8, 38
_NAME, _NUMBER = Style("bold", 34), Style("display", 36)
_HAND, _PILE, _CHIPS, _TOKEN = 26, 104, 176, 252
"""The middles of a seat's things, from its left edge; a figure is to the right of each."""
_WIDE = 278
"""The width of a seat with room for all this; of five seats each has less, and all is smaller."""


def turn_scene(
    language: Language, headline: str, seen: View, hand: Hand, faces: Sequence[SeatFace]
) -> Scene:
    """What this view's seat knows when it has to choose; its name is in gold."""
    layout = Layout(headline, language.pgettext("headline", "your turn"), top=_FIRST)
    _add_seats(language, layout, seen, faces)
    if seen.active and seen.owner is not None:
        add_to_beat(language, layout, seen.active, faces[seen.owner])
    else:
        layout.top += _GAP
    add_hand(language, layout, hand, LARGE_HAND)
    return layout.scene(_BOTTOM)


def _add_seats(language: Language, layout: Layout, seen: View, faces: Sequence[SeatFace]) -> None:
    """Add each name above what its seat has; there is no room for faces beside long names."""
    room = (RIGHT - LEFT - _GAP * (seen.players - 1)) // seen.players - 2 * _INSET
    names = [lines_of(face.label, _NAME, room) for face in faces[: seen.players]]
    height = _THINGS + _NAME_LINE * max(map(len, names))
    for seat, area in enumerate(layout.columns(seen.players, height, _GAP)):
        left, top, _, _ = area.box
        box = Box(left + _INSET, top + 6, left + _INSET + room, top + 6 + _NAME_LINE)
        area.lines(names[seat], _NAME, box, Colour.GOLD if seat == seen.seat else area.ink)
        _add_things(language, area, seen, seat)


def _add_things(language: Language, area: Area, seen: View, seat: int) -> None:
    """Add hand, pile, chips and the token of Scout & Show below the name."""
    scale = _scale(area)
    hand, pile, chips = seen.counts[seat], seen.piles[seat], seen.chips[seat]
    fan = _around(area, _HAND, 42, 32)
    area.token("fan", fan, backs_shown(hand), dim=not hand)
    block = _around(area, _PILE, 28, 34)
    area.token("pile", block, layers_shown(pile), dim=not pile)
    chip = _around(area, _CHIPS, 32, 32)
    area.token("chip", chip, 1, dim=not chips)
    for thing, number in ((fan, hand), (block, pile), (chip, chips)):
        ink = area.none if number == 0 else area.ink
        begin, y = thing.right + round(3 * scale), thing.middle[1]
        box = across(begin, begin + round(34 * scale), y, _LINE)
        area.text(language.number(number), sized(_NUMBER, scale), box, ink)
    if seen.rules.scout_and_show:
        shape: Shape = "ticket" if seen.tokens[seat] else "spent-ticket"
        area.token(shape, _around(area, _TOKEN, 44, 28))


def _scale(area: Area) -> float:
    return min(1.0, area.box.width / _WIDE)


def _around(area: Area, x: int, width: int, height: int) -> Box:
    """The box of a thing that is this wide and high in a wide seat, its middle at `x` of it."""
    scale, y = _scale(area), area.box.bottom - _INSET - _LINE // 2
    return around(area.box.left + round(x * scale), y, round(width * scale), round(height * scale))
