"""The cost of a hand, and how it changes by a card or a set."""

import random
from collections.abc import Iterator

import pytest

from engine.cards import Cards
from engine.players.hand_partition import (
    best_position,
    cheapest_sets,
    cost_without,
    costs_with,
    partition,
    strongest_set,
)
from engine.sets import EMPTY_TABLE, Strength, strength
from tests.support.engine.rounds import cards, hand_cost, values_of


def some_hands(count: int) -> list[Cards]:
    """Hands with long sets among them: few different numbers."""
    rng = random.Random(1)
    hands = []
    for _ in range(count):
        highest = rng.choice((3, 5, 10))
        numbers = (str(rng.randint(1, highest)) for _ in range(rng.randint(1, 12)))
        hands.append(cards(" ".join(numbers)))
    return hands


@pytest.mark.slow
@pytest.mark.parametrize(
    "hand", some_hands(30), ids=lambda hand: "-".join(map(str, values_of(hand)))
)
def test_changes_agree_with_the_cost_of_the_changed_hand(hand: Cards) -> None:
    whole = partition(values_of(hand))
    _, before, after = whole
    assert after[0] == pytest.approx(before[-1])
    for first in range(len(hand)):
        for end in range(first + 1, len(hand) + 1):
            left = hand[:first] + hand[end:]
            assert cost_without(whole, first, end) == pytest.approx(hand_cost(left))
    for card in cards("1 3 5 10"):
        more = [hand_cost((*hand[:at], card, *hand[at:])) for at in range(len(hand) + 1)]
        assert costs_with(whole, card.up) == pytest.approx(more)
        assert best_position(values_of(hand), card.up)[0] == pytest.approx(min(more))


def partitions_of(values: bytes) -> Iterator[list[bytes]]:
    """Every partition of these values into sets."""
    if not values:
        yield []
    for size in range(1, len(values) + 1):
        if strength(cards(" ".join(map(str, values[:size])))):
            for others in partitions_of(values[size:]):
                yield [values[:size], *others]


@pytest.mark.parametrize(
    "hand", some_hands(20), ids=lambda hand: "-".join(map(str, values_of(hand)))
)
def test_the_sets_are_those_of_the_cheapest_partition(hand: Cards) -> None:
    def cost(parts: list[bytes]) -> float:
        return sum(hand_cost(cards(" ".join(map(str, part)))) for part in parts)

    every = list(partitions_of(values_of(hand)))
    least = min(map(cost, every))
    best = [parts for parts in every if cost(parts) == pytest.approx(least)]
    assert hand_cost(hand) == pytest.approx(least)
    assert cheapest_sets(values_of(hand)) in [
        sorted((strongest_set(part) for part in parts), reverse=True) for parts in best
    ]


def test_a_set_costs_less_than_its_cards_apart() -> None:
    assert hand_cost(cards("4 5 6")) < hand_cost(cards("4 6 5"))
    assert hand_cost(()) == 0


def test_r9_the_strongest_set_of_a_hand() -> None:
    assert strongest_set(bytes((3, 4, 5, 9, 9, 10))) == Strength(3, False, 3)
    assert strongest_set(bytes((3, 4, 9, 9))) == Strength(2, True, 9)
    assert strongest_set(bytes(())) == EMPTY_TABLE
