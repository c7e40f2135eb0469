"""The positions of a scouted card: a lamp in every gap of the hand, gold if it makes a set."""

from collections.abc import Collection
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.layouts.hand import CARD, HAND_ROWS, MOST, PITCH, SHELF, TITLE
from bot.pictures.layouts.parts import card_row, even_rows, headlines, line
from bot.pictures.scene import (
    LABEL,
    WIDTH,
    Box,
    CardFace,
    Ground,
    Lamp,
    Panel,
    Piece,
    Scene,
    Stage,
    Text,
    around,
    card_height,
)
from engine.actions import End
from engine.cards import Card, Cards

_LAMP, _BELOW, _ROW_GAP = 62, 40, 16
_POST = {False: 2, True: 4}
"""Half the width of a post or a wire, by whether its lamp is lit."""
_FIRST = SHELF.bottom + 22
_SAMPLE = 46
"""The width of a lamp of the legend."""
_FROM = {"L": " from the left", "R": " from the right", None: ""}


class Placing(NamedTuple):
    """A hand, a scouted card as it would lie, its end of the Active Set, and the allowed
    positions, from 1."""

    cards: Cards
    card: Card
    end: End | None
    allowed: Collection[int]


def makes_set(cards: Cards, card: Card, position: int) -> bool:
    """Whether the card makes a match or a run with a neighbour there (R8)."""
    beside = cards[max(0, position - 2) : position]
    return any(abs(other.up - card.up) <= 1 for other in beside)


def positions_scene(placing: Placing) -> Scene:
    """Each allowed gap with the position that the card would get there."""
    pieces = headlines("Where does it go?", "scouting") + _shelf(placing)
    posts: list[Ground] = []
    top = _FIRST
    rows = even_rows(len(placing.cards), MOST) or [range(0)]
    for row in rows:
        cards = tuple(placing.cards[index] for index in row)
        left = HAND_ROWS.left(max(1, len(row)))
        pieces += card_row(cards, left, top, CARD, PITCH)
        bottom = top + card_height(CARD) + _BELOW + _LAMP // 2
        for at in range(len(row) + 1):
            if row.start + at + 1 in placing.allowed:
                stands, lamp = _gap(placing, row, at, Box(left, top, 0, bottom))
                posts += stands
                pieces += lamp
        top = bottom + _ROW_GAP
    return Scene(top + 8, (Panel(SHELF, Colour.SHELF), *posts), tuple(pieces))


def _gap(placing: Placing, row: range, at: int, box: Box) -> tuple[list[Stage], list[Lamp]]:
    """The post in a gap of a row, and its lamp.

    The gap between two rows has its lamp in the upper one; a wire leaves the picture there, and
    comes in from the other side to the post in the lower row.
    """
    position = row.start + at + 1
    lit = makes_set(placing.cards, placing.card, position)
    half, middle = _POST[lit], box.bottom - _LAMP // 2
    x = box.left + at * PITCH - (PITCH - CARD) // 2
    x = min(max(x, _LAMP // 2 + 2), WIDTH - _LAMP // 2 - 2)
    post = Stage(Box(x - half, box.top + 4, x + half, middle + half), "post", lit)
    if at == 0 and row.start:
        wire = Box(0, middle - half, x + half, middle + half)
        return [post, Stage(wire, "post", lit)], []
    lamp = Lamp(around(x, middle, _LAMP, _LAMP), position, lit)
    if at < len(row) or row.stop == len(placing.cards):
        return [post], [lamp]
    wire = Box(x, middle - half, WIDTH, middle + half)
    return [post, Stage(wire, "post", lit)], [lamp]


def _shelf(placing: Placing) -> list[Piece]:
    """The card, the question, and the legend of the lamps."""
    x, y, ground = SHELF.left + 24, SHELF.top + 13, Colour.SHELF
    card = Box(x, y, x + 92, y + card_height(92))
    upper = Box(card.right + 28, 144, 620, 192)
    lower = upper._replace(top=192, bottom=248)
    y = SHELF.middle[1]
    return [
        CardFace(card, placing.card, Colour.GOLD, ground),
        line(f"scouted{_FROM[placing.end]}", LABEL, upper, Colour.SOFT, ground),
        line(f"{placing.card.up} goes to …", TITLE, lower, Colour.GOLD, ground),
        Lamp(around(684, y, _SAMPLE, _SAMPLE), None, True, ground),
        Text(Box(720, y - 30, 920, y + 30), "makes a set", LABEL, Colour.CREAM, ground),
        Lamp(around(992, y, _SAMPLE, _SAMPLE), None, False, ground),
        Text(Box(1028, y - 30, 1148, y + 30), "no set", LABEL, Colour.SOFT, ground),
    ]
