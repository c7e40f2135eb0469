"""Cards, the deck of a table and the deal of a round (R1-R5).

The rules are computed on packed cards, one byte a card: 3/7 is 0x37, 10/2 is 0xa2. Slicing, joining
and flipping bytes is much faster than the same with tuples of cards.
"""

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

from engine.errors import EngineError, NotationError, Refusal, is_text, quoted
from engine.rules import rules_for

DECK_SIZE = 45
"""Cards of the full deck (R1)."""


class Card(NamedTuple):
    """A card and its orientation: the number that is up is its value (R1)."""

    up: int
    down: int

    def flipped(self) -> "Card":
        """The same card with its other end up (R1)."""
        return Card(self.down, self.up)

    def __str__(self) -> str:
        return f"{self.up}/{self.down}"


Cards = tuple[Card, ...]
"""Cards in order, left to right."""

START_CARD = Card(1, 2)
"""The holder of this card starts the first round (R5)."""

_NUMBER = "([1-9]|10)"
_CARD = re.compile(f"{_NUMBER}/{_NUMBER}")


def parse_card(text: str) -> Card:
    """Read `3/7`, up then down; NotationError unless it is a card of R1."""
    ends = _CARD.fullmatch(text) if is_text(text) else None
    if ends is None or ends[1] == ends[2]:
        raise NotationError(Refusal.NOT_A_CARD, text=quoted(text))
    return Card(int(ends[1]), int(ends[2]))


def parse_cards(text: str) -> Cards:
    """Read `3/7 10/2`, left to right; NotationError as in parse_card, or if no deck has so many."""
    words = text.split(maxsplit=DECK_SIZE) if is_text(text) else [text]
    if len(words) > DECK_SIZE:
        raise NotationError(Refusal.MORE_CARDS_THAN_DECK, most=DECK_SIZE)
    return tuple(map(parse_card, words))


def deck(players: int) -> Cards:
    """The cards of a table (R1, R2), low end up, sorted; EngineError unless 2-5 players."""
    return _deck_without(rules_for(players).removed)


@cache
def _deck_without(removed: frozenset[tuple[int, int]]) -> Cards:
    return tuple(Card(*ends) for ends in combinations(range(1, 11), 2) if ends not in removed)


def low_end_up(card: Card) -> Card:
    """The same card with its lower number up, as `deck` lists it (R1)."""
    return card if card.up < card.down else card.flipped()


def flip(cards: Cards) -> Cards:
    """Every card flipped; the order does not change (R6)."""
    return tuple(card.flipped() for card in cards)


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a round, before R6: hands by seat, cards not dealt (R4), start player (R5)."""

    hands: tuple[Cards, ...]
    set_aside: Cards
    start: int


def deal_hands(cards: Cards, players: int) -> tuple[tuple[Cards, ...], Cards]:
    """Split shuffled cards into hands, seat 0 first (R3), and the cards set aside (R4)."""
    size = rules_for(players).hand_size
    hands = tuple(cards[seat * size : (seat + 1) * size] for seat in range(players))
    return hands, cards[players * size :]


def first_start(hands: tuple[Cards, ...]) -> int | None:
    """The seat that holds the 1/2 card, or None if it is set aside (R5)."""
    either_way = {START_CARD, START_CARD.flipped()}
    return next((seat for seat, hand in enumerate(hands) if not either_way.isdisjoint(hand)), None)


def shuffled_deal(players: int, rng: random.Random) -> Deal:
    """A first deal: order and orientation are random, uniformly and independently (R3-R5)."""
    cards = list(pack(deck(players)))
    rng.shuffle(cards)
    shuffled = unpack([_FLIPPED[card] if rng.getrandbits(1) else card for card in cards])
    hands, set_aside = deal_hands(shuffled, players)
    holder = first_start(hands)
    return Deal(hands, set_aside, rng.randrange(players) if holder is None else holder)


Packed = bytes
"""Packed cards in order, left to right."""

_CARDS = tuple(Card(code >> 4, code & 15) for code in range(256))
_CODES = {
    card: code
    for code, card in enumerate(_CARDS)
    if 1 <= card.up <= 10 and 1 <= card.down <= 10 and card.up != card.down
}
UP = bytes(up for up, _ in _CARDS)
"""Lookup: packed card → its upper number."""
_LOW_UP = bytes(min(card) << 4 | max(card) for card in _CARDS)
_FLIPPED = bytes(down << 4 | up for up, down in _CARDS)


def pack(cards: Iterable[Card]) -> Packed:
    """The cards as bytes; EngineError if one is not a card (R1)."""
    try:
        return bytes(map(_CODES.__getitem__, cards))
    except (KeyError, TypeError):
        raise EngineError(Refusal.NO_SUCH_CARD, "R1") from None


def unpack(packed: Iterable[int]) -> Cards:
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
