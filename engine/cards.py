"""The cards, the deck of a table and the deal of a round (R1-R5)."""

import random
import re
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from engine.errors import NotationError, ScoutError

MIN_PLAYERS, MAX_PLAYERS = 2, 5
DECK_SIZE = 45
"""Cards of the full deck (R1)."""
HAND_SIZE = {2: 11, 3: 12, 4: 11, 5: 9}
"""Cards that each player is dealt, by the number of players (R3)."""


class Card(NamedTuple):
    """One card as it lies: the end that is up is its value (R1)."""

    up: int
    down: int

    def flipped(self) -> "Card":
        """The same card with its other end up (R1)."""
        return Card(self.down, self.up)

    def __str__(self) -> str:
        return f"{self.up}/{self.down}"


Cards = tuple[Card, ...]
"""Cards in their order, left to right."""

FIRST_START = Card(1, 2)
"""Who is dealt this card starts the first round (R5)."""

_NUMBER = "([1-9]|10)"
_CARD = re.compile(f"{_NUMBER}/{_NUMBER}")


def parse_card(text: str) -> Card:
    """Read `3/7`, up then down; NotationError for anything that is no card of R1."""
    ends = _CARD.fullmatch(text)
    if ends is None or ends[1] == ends[2]:
        raise NotationError(f"{text!r} is no card; write two different numbers 1-10 as in 3/7.")
    return Card(int(ends[1]), int(ends[2]))


def parse_cards(text: str) -> Cards:
    """Read `3/7 10/2`, left to right; NotationError as parse_card."""
    return tuple(map(parse_card, text.split()))


def check_players(players: int) -> None:
    """ScoutError unless so many can play."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ScoutError(f"SCOUT is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}.")


def deck(players: int) -> Cards:
    """The cards of a table (R1, R2), low end up, sorted; ScoutError unless 2-5 players."""
    check_players(players)
    cards = (Card(low, high) for low, high in combinations(range(1, 11), 2))
    if players == 3:
        return tuple(card for card in cards if card.down < 10)
    return tuple(card for card in cards if players == 5 or card != (9, 10))


def low_end_up(card: Card) -> Card:
    """The same card as `deck` lists it, whichever end is up (R1)."""
    return card if card.up < card.down else card.flipped()


def flip(cards: Cards) -> Cards:
    """Every card turned where it lies: the order stays (R6)."""
    return tuple(card.flipped() for card in cards)


@dataclass(frozen=True, slots=True)
class Deal:
    """One round as dealt, before R6: hands by seat, cards not dealt (R4), start seat (R5)."""

    hands: tuple[Cards, ...]
    set_aside: Cards
    start: int


def dealt(cards: Cards, players: int) -> tuple[tuple[Cards, ...], Cards]:
    """Split shuffled cards into hands, seat 0 first (R3), and what remains (R4)."""
    size = HAND_SIZE[players]
    hands = tuple(cards[seat * size : (seat + 1) * size] for seat in range(players))
    return hands, cards[players * size :]


def first_start(hands: tuple[Cards, ...]) -> int | None:
    """The seat that holds the 1/2 card, or None where it is set aside (R5)."""
    wanted = {FIRST_START, FIRST_START.flipped()}
    return next((seat for seat, hand in enumerate(hands) if wanted & set(hand)), None)


def shuffled_deal(players: int, rng: random.Random) -> Deal:
    """A first deal: order and orientation are uniform and independent (R3, R4, R5)."""
    cards = list(deck(players))
    rng.shuffle(cards)
    shuffled = tuple(card.flipped() if rng.getrandbits(1) else card for card in cards)
    hands, set_aside = dealt(shuffled, players)
    holder = first_start(hands)
    return Deal(hands, set_aside, rng.randrange(players) if holder is None else holder)
