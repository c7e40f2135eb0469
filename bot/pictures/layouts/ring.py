"""The ring with the Active Set, and the ribbon below it with the last move in words."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import Area, Layout, fitted, width_of
from bot.pictures.scene import (
    RING,
    SENTENCE,
    WIDTH,
    Box,
    Ribbon,
    Scene,
    Stage,
    across,
    around,
    card_height,
)
from bot.pictures.sprites.stage import RIBBON_TAIL
from bot.pictures.sprites.tokens import backs_shown
from bot.text.facts import choosing_words
from bot.text.moves import Move
from bot.text.words import kind
from engine.actions import End
from engine.cards import Cards
from engine.round import Ending
from engine.view import View

_HEIGHT = 484
_CENTRE = (WIDTH // 2, 262)
_SIZES = ((4, 182, 196), (5, 172, 186), (6, 158, 172), (7, 138, 150), (8, 120, 134), (9, 108, 118))
"""The width and the pitch of the cards, each up to a number of places."""
_TOP, _BOTTOM = 398, 486
_LINE, _MIDDLE = 72, 434
"""The height of the ribbon's front, and its middle."""
_FACE = 84
_NAME = Style("bold", 42)
_LEAST_NAME = 140
"""The least width of a name, however long the sentence is."""
_ROOM = WIDTH - 4 * RIBBON_TAIL
_BEATEN_WIDTH, _BEATEN_RIGHT = 54, WIDTH - 40
_MOST_BEATEN = 4


def set_scene(active: Cards, owner: SeatFace | None) -> Scene:
    """The set under its kind and its owner's face, or an empty slot."""
    right = kind(active) if active else "empty table"
    layout = Layout("Active Set", right, owner if active else None, top=_HEIGHT)
    add_active_set(layout, active)
    return layout.scene()


def add_dealt_hands(layout: Layout) -> None:
    """Add backs in a fan, while hands are chosen (R6)."""
    layout.grounds.append(RING)
    floor = Area(layout.pieces, RING.box, Colour.FLOOR_LIT)
    floor.token("fan", around(*_CENTRE, 330, 248), backs_shown(99))


def add_active_set(
    layout: Layout, active: Cards, scouted: tuple[End, SeatFace] | None = None
) -> None:
    """Add the cards side by side and the slot of the scouted one; a single slot without cards."""
    layout.grounds.append(RING)
    places = max(1, len(active) + (scouted is not None and bool(active)))
    width, pitch = next((w, p) for most, w, p in (*_SIZES, (99, 96, 104)) if places <= most)
    left = _CENTRE[0] - ((places - 1) * pitch + width) // 2
    top = _CENTRE[1] - card_height(width) // 2
    first = 1 if active and scouted and scouted[0] == "L" else 0
    floor = Area(layout.pieces, RING.box, Colour.FLOOR)
    floor.cards(active, left + first * pitch, top, width, pitch)
    if active and scouted is None:
        return
    begin = left + (0 if first or not active else places - 1) * pitch
    slot = Box(begin, top, begin + width, top + card_height(width))
    layout.grounds.append(Stage(slot, "slot"))
    if scouted is not None:
        size = min(86, width - 30)
        lit = Area(layout.pieces, slot, Colour.FLOOR_LIT)
        lit.portrait(scouted[1], around(*slot.middle, size, size))


def add_ribbon(
    layout: Layout, seen: View, faces: Sequence[SeatFace], move: Move | None, *, closed: bool
) -> None:
    """Add the ribbon and what is on it and beside it; `closed` is a game that ended early."""
    if closed:
        _add_sentence(layout, None, "The game ended early", _ROOM)
    elif seen.ended is not None:
        _add_sentence(layout, None, _ended(seen, faces), WIDTH - 2 * RIBBON_TAIL)
    elif move is not None:
        begin = _add_beaten(layout, move.beaten) if move.beaten else WIDTH
        room = begin - 2 * RIBBON_TAIL - 24 if move.beaten else _ROOM
        _add_sentence(layout, faces[move.event.seat], move.sentence, room, begin - 20)
    elif all(seen.chosen) and seen.turn is not None:
        _add_sentence(layout, faces[seen.turn], "starts the round", 700)
    else:
        _add_sentence(layout, None, choosing_words(seen).rstrip("."), _ROOM)


def _ended(seen: View, faces: Sequence[SeatFace]) -> str:
    if seen.ended is Ending.EMPTY and 0 in seen.counts:
        return f"{faces[seen.counts.index(0)].label} has no cards left"
    return "The round is over"


def _add_sentence(
    layout: Layout, face: SeatFace | None, sentence: str, room: int, most: int = WIDTH
) -> None:
    """Add the ribbon with face, name and sentence in one centred line, left of `most`."""
    name, style, before = "", _NAME, 0
    if face is not None:
        rest = room - width_of(sentence, SENTENCE) - _FACE - 60
        name, style = fitted(face.label, _NAME, max(_LEAST_NAME, rest))
        before = _FACE + width_of(name, style) + 26
    sentence, smaller = fitted(sentence, SENTENCE, room - before - 40)
    width = width_of(sentence, smaller)
    inner = before + width + 40
    left = max(RIBBON_TAIL + 4, min(WIDTH // 2 - inner // 2, most - RIBBON_TAIL - inner))
    begin = left + 20 + before
    ribbon = Box(left - RIBBON_TAIL, _TOP, begin + width + 20 + RIBBON_TAIL, _BOTTOM)
    layout.grounds.append(Ribbon(ribbon))
    front = Area(layout.pieces, ribbon, Colour.RIBBON)
    front.text(sentence, smaller, across(begin, begin + width, _MIDDLE, _LINE), Colour.WHITE)
    if face is not None:
        circle = Box(left + 10, _TOP - 6, left + 10 + _FACE, _TOP - 6 + _FACE)
        front.portrait(face, circle)
        named = across(circle.right + 14, begin - 22, _MIDDLE, _LINE)
        front.text(name, style, named, Colour.WHITE)


def _add_beaten(layout: Layout, beaten: Cards) -> int:
    """Add cards just beaten, an arrow, a pile and their number; returns their left edge."""
    shown, pitch = beaten[:_MOST_BEATEN], _BEATEN_WIDTH + 4
    figure, style = f"+{len(beaten)}", Style("display", 46)
    end = _BEATEN_RIGHT - width_of(figure, style)
    pile = around(end - 37, _MIDDLE, 58, 76)
    arrow = around(pile.left - 26, _MIDDLE, 40, 32)
    left = arrow.left - 8 - (len(shown) * pitch - 4)
    layout.cards(shown, left, _MIDDLE - card_height(_BEATEN_WIDTH) // 2, _BEATEN_WIDTH, pitch)
    layout.token("arrow", arrow)
    layout.token("pile", pile, 3)
    layout.text(figure, style, across(end, _BEATEN_RIGHT, _MIDDLE, 60), Colour.GOLD, "right")
    return left
