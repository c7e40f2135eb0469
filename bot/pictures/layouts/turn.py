"""A member's turn without a table above it: all seats, the set to beat, and the hand."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.hand import LARGE_HAND, Hand, add_hand, add_to_beat
from bot.pictures.layouts.lines import fitted
from bot.pictures.layouts.parts import Area, Layout
from bot.pictures.scene import SENTENCE, Scene, Shape, across, around
from bot.pictures.sprites.tokens import backs_shown, layers_shown
from bot.text.language import Language
from engine.view import View

_FIRST, _SEAT, _GAP, _BOTTOM = 110, 112, 10, 12
_FACE, _INSET, _LINE = 52, 10, 38
_NAME, _NUMBER = Style("bold", 36), Style("display", 36)
_HAND, _PILE, _CHIPS, _TOKEN = 26, 104, 176, 252
"""The middles of a seat's things, from its left edge; a figure is to the right of each."""


def turn_scene(
    language: Language, headline: str, seen: View, hand: Hand, faces: Sequence[SeatFace]
) -> Scene:
    """What this view's seat knows when it has to choose; its face is in gold."""
    layout = Layout(headline, language.pgettext("headline", "your turn"), top=_FIRST)
    for seat, area in enumerate(layout.columns(seen.players, _SEAT, _GAP)):
        _add_name(area, faces[seat], is_own=seat == seen.seat)
        _add_things(language, area, seen, seat)
    if seen.active and seen.owner is not None:
        add_to_beat(language, layout, seen.active, faces[seen.owner])
    else:
        layout.top += _GAP
    if hand.cards:
        add_hand(language, layout, hand, LARGE_HAND)
    else:
        box = across(60, layout.box.right - 60, layout.top + 50, 70)
        layout.text(language.gettext("No cards left"), SENTENCE, box, Colour.SOFT, "middle")
        layout.top = box.bottom
    return layout.scene(_BOTTOM)


def _add_name(area: Area, face: SeatFace, *, is_own: bool) -> None:
    left, top, right, _ = area.box
    y = top + _INSET + _FACE // 2
    circle = around(left + _INSET + _FACE // 2, y, _FACE, _FACE)
    area.portrait(face, circle, Colour.GOLD if is_own else None)
    box = across(circle.right + 12, right - 8, y, _FACE)
    label, style = fitted(face.label, _NAME, box.width)
    area.text(label, style, box, Colour.GOLD if is_own else None)


def _add_things(language: Language, area: Area, seen: View, seat: int) -> None:
    """Add hand, pile, chips and the token of Scout & Show below the name."""
    left, y = area.box.left, area.box.bottom - _INSET - _LINE // 2
    hand, pile, chips = seen.counts[seat], seen.piles[seat], seen.chips[seat]
    fan = around(left + _HAND, y, 42, 32)
    area.token("fan", fan, backs_shown(hand), dim=not hand)
    block = around(left + _PILE, y, 28, 34)
    area.token("pile", block, layers_shown(pile), dim=not pile)
    chip = around(left + _CHIPS, y, 32, 32)
    area.token("chip", chip, 1, dim=not chips)
    for thing, number in ((fan, hand), (block, pile), (chip, chips)):
        ink = area.none if number == 0 else area.ink
        begin = thing.right + 3
        box = across(begin, begin + 34, y, _LINE)
        area.text(language.number(number), _NUMBER, box, ink)
    if seen.rules.scout_and_show:
        shape: Shape = "ticket" if seen.tokens[seat] else "spent-ticket"
        area.token(shape, around(left + _TOKEN, y, 44, 28))
