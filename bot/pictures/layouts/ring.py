"""The ring with the Active Set, and the ribbon below it with the last move in words."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import card_row, fitted, headlines, width_of
from bot.pictures.scene import (
    RING,
    SENTENCE,
    WIDTH,
    Box,
    Ground,
    Piece,
    Portrait,
    Ribbon,
    Scene,
    Stage,
    Text,
    Token,
    around,
    card_height,
)
from bot.pictures.sprites.stage import RIBBON_TAIL
from bot.pictures.sprites.tokens import backs_shown
from bot.text.moves import Move
from bot.text.words import kind
from engine.actions import End
from engine.cards import Cards
from engine.round import Ending
from engine.view import View

_HEIGHT = 484
_CENTRE = (WIDTH // 2, 262)
_LIT = Colour.FLOOR_LIT
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
_Drawn = tuple[list[Ribbon], list[Piece]]


def set_scene(active: Cards, owner: SeatFace | None) -> Scene:
    """The set under its kind and its owner's face, or an empty slot."""
    right = kind(active) if active else "empty table"
    pieces = headlines("Active Set", right, owner if active else None)
    grounds, cards = active_set(active)
    return Scene(_HEIGHT, tuple(grounds), (*pieces, *cards))


def dealt_hands() -> tuple[list[Ground], list[Piece]]:
    """Backs in a fan, while hands are chosen (R6)."""
    return [RING], [Token(around(*_CENTRE, 330, 248), "fan", backs_shown(99), ground=_LIT)]


def active_set(
    active: Cards, scouted: tuple[End, SeatFace] | None = None
) -> tuple[list[Ground], list[Piece]]:
    """The cards side by side and the slot of the scouted one; a single slot without cards."""
    places = max(1, len(active) + (scouted is not None and bool(active)))
    width, pitch = next((w, p) for most, w, p in (*_SIZES, (99, 96, 104)) if places <= most)
    height = card_height(width)
    left = _CENTRE[0] - ((places - 1) * pitch + width) // 2
    top = _CENTRE[1] - height // 2
    first = 1 if active and scouted and scouted[0] == "L" else 0
    pieces: list[Piece] = [*card_row(active, left + first * pitch, top, width, pitch, Colour.FLOOR)]
    if active and scouted is None:
        return [RING], pieces
    begin = left + (0 if first or not active else places - 1) * pitch
    slot = Stage(Box(begin, top, begin + width, top + height), "slot")
    if scouted is not None:
        size = min(86, width - 30)
        box = around(*slot.box.middle, size, size)
        pieces.append(Portrait(box, scouted[1], Colour.CREAM, _LIT))
    return [RING, slot], pieces


def ribbon(seen: View, faces: Sequence[SeatFace], move: Move | None, *, closed: bool) -> _Drawn:
    """The ribbon, and the pieces on it and beside it; `closed` is a game that ended early."""
    if closed:
        return _ribbon(None, "The game ended early", _ROOM)
    if seen.ended is not None:
        return _ribbon(None, _ended(seen, faces), WIDTH - 2 * RIBBON_TAIL)
    if move is not None:
        return _last_move(move, faces[move.event.seat])
    if all(seen.chosen) and seen.turn is not None:
        return _ribbon(faces[seen.turn], "starts the round", 700)
    text = f"Choosing hands: {sum(seen.chosen)} of {seen.players} ready"
    return _ribbon(None, text, _ROOM)


def _ended(seen: View, faces: Sequence[SeatFace]) -> str:
    if seen.ended is Ending.EMPTY and 0 in seen.counts:
        return f"{faces[seen.counts.index(0)].label} has no cards left"
    return "The round is over"


def _last_move(move: Move, face: SeatFace) -> _Drawn:
    if not move.beaten:
        return _ribbon(face, move.sentence, _ROOM)
    begin, beaten = _to_the_pile(move.beaten)
    room = begin - 2 * RIBBON_TAIL - 24
    drawn, pieces = _ribbon(face, move.sentence, room, begin - 20)
    return drawn, [*pieces, *beaten]


def _ribbon(face: SeatFace | None, sentence: str, room: int, most: int = WIDTH) -> _Drawn:
    """Face, name and sentence in one centred line, left of `most`."""
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
    box = Box(begin, _TOP, begin + width, _TOP + _LINE)
    pieces: list[Piece] = [Text(box, sentence, smaller, Colour.WHITE, Colour.RIBBON)]
    if face is not None:
        circle = Box(left + 10, _TOP - 6, left + 10 + _FACE, _TOP - 6 + _FACE)
        named = box._replace(
            left=circle.right + 14, right=circle.right + 14 + width_of(name, style)
        )
        pieces.append(Portrait(circle, face, Colour.CREAM, Colour.RIBBON))
        pieces.append(Text(named, name, style, Colour.WHITE, Colour.RIBBON))
    tails = Box(left - RIBBON_TAIL, _TOP, box.right + 20 + RIBBON_TAIL, _BOTTOM)
    return [Ribbon(tails)], pieces


def _to_the_pile(beaten: Cards) -> tuple[int, list[Piece]]:
    """The left edge of the cards just beaten; the cards, an arrow, a pile and their number."""
    shown, pitch = beaten[:_MOST_BEATEN], _BEATEN_WIDTH + 4
    figure, style = f"+{len(beaten)}", Style("display", 46)
    end = _BEATEN_RIGHT - width_of(figure, style)
    number = Box(end, _MIDDLE - 30, _BEATEN_RIGHT, _MIDDLE + 30)
    pile = around(end - 37, _MIDDLE, 58, 76)
    arrow = around(pile.left - 26, _MIDDLE, 40, 32)
    left = arrow.left - 8 - (len(shown) * pitch - 4)
    cards = card_row(shown, left, _MIDDLE - card_height(_BEATEN_WIDTH) // 2, _BEATEN_WIDTH, pitch)
    return left, [
        *cards,
        Token(arrow, "arrow"),
        Token(pile, "pile", 3),
        Text(number, figure, style, Colour.GOLD, align="right"),
    ]
