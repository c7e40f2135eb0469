"""R3: order and orientation of the deck are uniform and independent, by chi-square tests.

Each test asks whether so many deals could come from a uniform shuffle. With a fixed seed the answer
is always the same, at a significance of 0.1 %. The operating system's generator cannot be seeded,
so there it is one in a billion: with the tests of this file run a thousand times a day, a sound
shuffle fails once in four centuries. Both notice the faults that are planted below.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from math import sqrt
from statistics import NormalDist

import pytest

from engine.cards import Card, deal_hands, deck, low_end_up, shuffled_deal

pytestmark = pytest.mark.slow  # shuffles thousands of decks

DEALS = 4000
PLAYERS = 5
"""Five play with the whole deck (R2), and nothing is set aside."""
DECK = deck(PLAYERS)
SIZE = len(DECK)
SEEDED, SYSTEM = 1e-3, 1e-9
"""Significance levels: how often a uniform shuffle fails a test."""

Deck = tuple[Card, ...]
Shuffle = Callable[[random.Random], Deck]


def dealt(rng: random.Random) -> Deck:
    """The deck as it was shuffled: the hands one after the other."""
    return tuple(card for hand in shuffled_deal(PLAYERS, rng).hands for card in hand)


def limit(freedom: int, significance: float) -> float:
    """The chi-square of so many degrees of freedom that is exceeded so rarely (Wilson-Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + NormalDist().inv_cdf(1 - significance) * sqrt(part)) ** 3)


def chi_square(found: Counter[object], cells: int) -> float:
    """Chi-square of counts in so many equally likely cells; cells that were never hit count too."""
    expected = found.total() / cells
    return sum((n - expected) ** 2 for n in found.values()) / expected + expected * (
        cells - len(found)
    )


def positions(decks: Sequence[Deck]) -> tuple[float, int]:
    """Every card at every position. A card is somewhere, and a position has one: 44 x 44 are free,
    and the statistic is that much smaller."""
    found: Counter[object] = Counter(
        (low_end_up(card), at) for cards in decks for at, card in enumerate(cards)
    )
    return chi_square(found, SIZE**2) * (SIZE - 1) / SIZE, (SIZE - 1) ** 2


def relative_order(decks: Sequence[Deck]) -> tuple[float, int]:
    """The order among five cards of the sorted deck, 120 of them: no position is looked at."""
    five = [DECK[at] for at in (0, 11, 22, 33, 44)]
    found: Counter[object] = Counter(
        tuple(five.index(card) for card in map(low_end_up, cards) if card in five)
        for cards in decks
    )
    assert set(found) <= set(permutations(range(5)))
    return chi_square(found, 120), 119


def neighbours(decks: Sequence[Deck]) -> tuple[float, int]:
    """How far apart in the sorted deck two cards stood that are neighbours now, going round.

    One pair of each deal, so that the counts are independent.
    """
    place = {card: at for at, card in enumerate(DECK)}
    found: Counter[object] = Counter(
        (place[low_end_up(cards[at + 1])] - place[low_end_up(cards[at])]) % SIZE
        for number, cards in enumerate(decks)
        for at in [number % (SIZE - 1)]
    )
    return chi_square(found, SIZE - 1), SIZE - 2


def orientation(decks: Sequence[Deck]) -> tuple[float, int]:
    """Every card at either orientation."""
    ups: Counter[object] = Counter(card for cards in decks for card in cards)
    return chi_square(ups, 2 * SIZE), SIZE


def orientation_by_position(decks: Sequence[Deck]) -> tuple[float, int]:
    """Either orientation at every position."""
    found: Counter[object] = Counter(
        (at, card.up < card.down) for cards in decks for at, card in enumerate(cards)
    )
    return chi_square(found, 2 * SIZE), SIZE


def joint_orientation(decks: Sequence[Deck]) -> tuple[float, int]:
    """The orientations of the first six cards together, 64 of them: they are independent."""
    found: Counter[object] = Counter(
        tuple(card.up < card.down for card in cards[:6]) for cards in decks
    )
    return chi_square(found, 64), 63


TESTS = [
    positions,
    relative_order,
    neighbours,
    orientation,
    orientation_by_position,
    joint_orientation,
]


def rejecting(decks: Sequence[Deck], significance: float) -> set[str]:
    """The tests by which these decks are not uniform."""
    found = {test.__name__: test(decks) for test in TESTS}
    return {
        name
        for name, (statistic, freedom) in found.items()
        if statistic > limit(freedom, significance)
    }


def decks_of(shuffle: Shuffle, rng: random.Random) -> list[Deck]:
    return [shuffle(rng) for _ in range(DEALS)]


def test_the_deck_is_dealt_as_it_was_shuffled() -> None:
    deal = shuffled_deal(PLAYERS, random.Random(1))
    assert deal_hands(dealt(random.Random(1)), PLAYERS) == (deal.hands, ())


def test_a_shuffle_by_a_fixed_seed_is_uniform() -> None:
    assert rejecting(decks_of(dealt, random.Random(12)), SEEDED) == set()


def test_a_shuffle_by_the_operating_system_is_uniform() -> None:
    assert rejecting(decks_of(dealt, random.SystemRandom()), SYSTEM) == set()


def oriented(cards: Iterable[Card], rng: random.Random) -> Deck:
    return tuple(card.flipped() if rng.getrandbits(1) else card for card in cards)


def swapped_with_any(rng: random.Random) -> Deck:
    """The well-known mistake: each card changes places with any other, not with a later one."""
    cards = list(DECK)
    for at in range(SIZE):
        other = rng.randrange(SIZE)
        cards[at], cards[other] = cards[other], cards[at]
    return oriented(cards, rng)


def cut(rng: random.Random) -> Deck:
    """Every card is at every position as often, and yet nothing is shuffled."""
    at = rng.randrange(SIZE)
    return oriented(DECK[at:] + DECK[:at], rng)


def never_last(rng: random.Random) -> Deck:
    """One short: the last card stays where it is."""
    cards = list(DECK[:-1])
    rng.shuffle(cards)
    return oriented([*cards, DECK[-1]], rng)


def not_flipped(rng: random.Random) -> Deck:
    cards = list(DECK)
    rng.shuffle(cards)
    return tuple(cards)


def flipped_a_little_less(rng: random.Random) -> Deck:
    cards = list(DECK)
    rng.shuffle(cards)
    return tuple(card.flipped() if rng.random() < 0.48 else card for card in cards)


def flipped_by_turns(rng: random.Random) -> Deck:
    """Each card is flipped as often as not, but every other one the other way."""
    cards, first = list(DECK), rng.getrandbits(1)
    rng.shuffle(cards)
    return tuple(card.flipped() if (at + first) % 2 else card for at, card in enumerate(cards))


@pytest.mark.long
@pytest.mark.parametrize(
    ("shuffle", "noticed"),
    [
        (swapped_with_any, positions),
        (cut, neighbours),
        (never_last, positions),
        (not_flipped, orientation),
        (flipped_a_little_less, orientation),
        (flipped_by_turns, joint_orientation),
    ],
)
def test_a_shuffle_with_a_fault_is_noticed(
    shuffle: Shuffle, noticed: Callable[[Sequence[Deck]], tuple[float, int]]
) -> None:
    """Even where only one in a billion sound shuffles would be."""
    assert noticed.__name__ in rejecting(decks_of(shuffle, random.Random(3)), SYSTEM)
