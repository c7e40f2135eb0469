"""Cards packed into bytes, one byte a card: what the rules are computed on.

3/7 is 0x37 and 10/2 is 0xa2. Slicing, joining and flipping bytes is much faster than doing the same
to tuples of cards, and `values` gives the numbers that are up in one step.
"""

from collections.abc import Iterable
from functools import cache

from engine.cards import Card, Cards, deck
from engine.errors import ScoutError

Packed = bytes
"""Cards in order, left to right."""

_CARDS = tuple(Card(code >> 4, code & 15) for code in range(256))
_CODES = {
    card: code
    for code, card in enumerate(_CARDS)
    if 1 <= card.up <= 10 and 1 <= card.down <= 10 and card.up != card.down
}
UP = bytes(up for up, _ in _CARDS)
"""Translates cards to the numbers that are up, as `values` does."""
_LOW_UP = bytes(min(card) << 4 | max(card) for card in _CARDS)
_FLIPPED = bytes(down << 4 | up for up, down in _CARDS)


def pack(cards: Iterable[Card]) -> Packed:
    """The cards as bytes; ScoutError if one is not a card (R1)."""
    try:
        return bytes(map(_CODES.__getitem__, cards))
    except (KeyError, TypeError):
        raise ScoutError("A card has two different numbers from 1 to 10 (R1).") from None


def unpack(packed: Packed) -> Cards:
    """The cards of these bytes."""
    return tuple(map(_CARDS.__getitem__, packed))


def values(packed: Packed) -> bytes:
    """The numbers that are up (R1)."""
    return packed.translate(UP)


def flipped(packed: Packed) -> Packed:
    """Every card flipped; the order does not change (R6)."""
    return packed.translate(_FLIPPED)


def low_ends_up(packed: Packed) -> Packed:
    """Every card with its lower number up."""
    return packed.translate(_LOW_UP)


@cache
def packed_deck(players: int) -> Packed:
    """The cards of a table, low end up, sorted (R2)."""
    return pack(deck(players))
