"""The engine and the naive reference side by side."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.actions import parse_action
from engine.cards import Card, Deal, deck
from engine.round import Round
from tests.support.engine import naive

HAND_SIZES = {2: 11, 3: 12, 4: 11, 5: 9}


def plain(cards: Sequence[Card]) -> list[naive.Card]:
    return [(card.up, card.down) for card in cards]


def staircase(cards: list[Card]) -> list[Card]:
    """The first card of every number in a row, then every second one, and so on."""
    seen: Counter[int] = Counter()
    steps = []
    for card in cards:
        seen[card.up] += 1
        steps.append((seen[card.up], card))
    return [card for _, card in sorted(steps)]


ORDERS: tuple[Callable[[list[Card]], list[Card]], ...] = (list, list, sorted, staircase)


def any_deal(players: int, rng: random.Random) -> Deal:
    """Half of the deals are put in order in stretches: a shuffle hardly ever deals a long set."""
    turning = rng.choice((0.0, 0.5, 0.5))
    cards = [card.flipped() if rng.random() < turning else card for card in deck(players)]
    rng.shuffle(cards)
    order, size = rng.choice(ORDERS), HAND_SIZES[players]
    stretch = rng.randint(3, len(cards))
    cards = [c for at in range(0, len(cards), stretch) for c in order(cards[at : at + stretch])]
    hands = tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in range(players))
    return Deal(hands=hands, set_aside=tuple(cards[players * size :]), start=rng.randrange(players))


def pick(rng: random.Random, notations: set[str], scouting: float) -> str:
    """One of them: first the kind, since Scouts outnumber Shows, then how many cards to show."""
    kinds: dict[str, dict[int, list[str]]] = {}
    for text in sorted(notations):
        sizes = kinds.setdefault(naive.kind(text), {})
        sizes.setdefault(naive.shown_size(text), []).append(text)
    weights = {"show": 1.0, "scout": scouting, "scout and show": 0.15}
    of_kind = kinds[rng.choices(list(kinds), [weights[kind] for kind in kinds])[0]]
    return rng.choice(of_kind[rng.choice(list(of_kind))])


@dataclass
class DifferentialRound:
    """The same round twice."""

    engine: Round
    naive: naive.Table
    rng: random.Random
    legal: list[set[str]] = field(init=False)  # each seat's, as the reference counts them

    def __post_init__(self) -> None:
        self._count()

    @classmethod
    def begin(cls, players: int, rng: random.Random) -> "DifferentialRound":
        deal = any_deal(players, rng)
        table = naive.Table([plain(hand) for hand in deal.hands], deal.start)
        return cls(Round.begin(deal), table, rng)

    def play(self, seat: int, text: str) -> None:
        self.engine = self.engine.play(seat, parse_action(text))
        if self.naive.choosing:
            self.naive.choose(seat, text)
        else:
            self.naive.play(text)
        self._count()

    def _count(self) -> None:
        self.legal = [self.naive.legal(seat) for seat in range(self.naive.players)]

    def choose_all(self) -> None:
        while self.naive.choosing:
            self.play(self.rng.choice(self.naive.to_move), self.rng.choice("KF"))

    def play_on(self, scouting: float) -> None:
        seat = self.naive.turn
        self.play(seat, pick(self.rng, self.legal[seat], scouting))
