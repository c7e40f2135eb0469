"""The ribbon below the ring: the last move in words, and the cards that it beat."""

from collections.abc import Sequence

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.parts import card_row, fitted, width_of
from bot.pictures.scene import (
    SENTENCE,
    WIDTH,
    Box,
    Piece,
    Portrait,
    Ribbon,
    Text,
    Token,
    card_height,
)
from bot.pictures.sprites.stage import RIBBON_TAIL
from bot.text.moves import Move
from engine.cards import Cards
from engine.round import Ending
from engine.view import View

_TOP, _BOTTOM = 398, 486
_LINE = 72
"""How high the part of the ribbon is that is written on."""
_FACE = 84
_NAME = Style("bold", 42)
_LEAST_NAME = 140
"""Pixels that a name gets whatever the sentence is."""
_BEATEN_WIDTH, _BEATEN_RIGHT = 54, WIDTH - 40
_MOST_BEATEN = 4


def told(
    seen: View, faces: Sequence[SeatFace], move: Move | None, *, closed: bool
) -> tuple[list[Ribbon], list[Piece]]:
    """The ribbon, and what is on it and beside it; `closed` is a game that ended early."""
    if closed:
        return _ribbon(None, "The game ended early", WIDTH // 2, WIDTH - 4 * RIBBON_TAIL)
    if seen.ended is not None:
        return _ribbon(None, _ended(seen, faces), WIDTH // 2, WIDTH - 2 * RIBBON_TAIL)
    if move is None:
        ready = sum(seen.chosen)
        text = f"Choosing hands: {ready} of {seen.players} ready"
        if all(seen.chosen) and seen.turn is not None:
            return _ribbon(faces[seen.turn], "starts the round", WIDTH // 2, 700)
        return _ribbon(None, text, WIDTH // 2, WIDTH - 4 * RIBBON_TAIL)
    face = faces[move.event.seat]
    if not move.beaten:
        return _ribbon(face, move.sentence, WIDTH // 2, WIDTH - 4 * RIBBON_TAIL)
    begin, beaten = _on_their_way(move.beaten)
    room = begin - 2 * RIBBON_TAIL - 24
    ribbon, pieces = _ribbon(face, move.sentence, WIDTH // 2, room, begin - 20)
    return ribbon, [*pieces, *beaten]


def _ended(seen: View, faces: Sequence[SeatFace]) -> str:
    if seen.ended is Ending.EMPTY and 0 in seen.counts:
        return f"{faces[seen.counts.index(0)].label} has no cards left"
    return "The round is over"


def _ribbon(
    face: SeatFace | None, sentence: str, middle: int, room: int, most: int = WIDTH
) -> tuple[list[Ribbon], list[Piece]]:
    """Face, name and sentence in one line around this middle, all to the left of `most`."""
    name, style = "", _NAME
    if face is not None:
        rest = room - width_of(sentence, SENTENCE) - _FACE - 60
        name, style = fitted(face.label, _NAME, max(_LEAST_NAME, rest))
    before = _FACE + width_of(name, style) + 26 if face else 0
    sentence, smaller = fitted(sentence, SENTENCE, room - before - 40)
    told_width = width_of(sentence, smaller)
    inner = before + told_width + 40
    left = max(RIBBON_TAIL + 4, min(middle - inner // 2, most - RIBBON_TAIL - inner))
    box = Box(left + 20 + before, _TOP, left + 20 + before + told_width, _TOP + _LINE)
    pieces: list[Piece] = [Text(box, sentence, smaller, Colour.WHITE, Colour.RIBBON)]
    if face is not None:
        pieces += _who(face, (name, style), left + 10)
    ribbon = Box(left - RIBBON_TAIL, _TOP, box.right + 20 + RIBBON_TAIL, _BOTTOM)
    return [Ribbon(ribbon)], pieces


def _who(face: SeatFace, label: tuple[str, Style], left: int) -> list[Piece]:
    name, style = label
    circle = Box(left, _TOP - 6, left + _FACE, _TOP - 6 + _FACE)
    begin = circle.right + 14
    box = Box(begin, _TOP, begin + width_of(name, style), _TOP + _LINE)
    return [
        Portrait(circle, face, Colour.CREAM, Colour.RIBBON),
        Text(box, name, style, Colour.WHITE, Colour.RIBBON),
    ]


def _on_their_way(beaten: Cards) -> tuple[int, list[Piece]]:
    """The cards just beaten, an arrow and how many go to the pile; and where they begin."""
    shown = beaten[:_MOST_BEATEN]
    height = card_height(_BEATEN_WIDTH)
    pitch = _BEATEN_WIDTH + 4
    figure = f"+{len(beaten)}"
    style = Style("display", 46)
    end = _BEATEN_RIGHT - width_of(figure, style)
    middle = _TOP + 36
    gain = Text(
        Box(end, middle - 30, _BEATEN_RIGHT, middle + 30), figure, style, Colour.GOLD, align="right"
    )
    pile = Box(end - 66, middle - 38, end - 8, middle + 38)
    arrow = Box(pile.left - 46, middle - 16, pile.left - 6, middle + 16)
    left = arrow.left - 8 - (len(shown) * pitch - 4)
    cards = card_row(shown, left, middle - height // 2, _BEATEN_WIDTH, pitch)
    return left, [*cards, Token(arrow, "arrow"), Token(pile, "pile", 3), gain]
