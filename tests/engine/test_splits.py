"""The burden of a hand, and how it changes by a card or a set."""

import random

import pytest

from engine.cards import Cards
from engine.players.splits import best_place, burden, split, strongest, ups
from engine.sets import EMPTY_TABLE, Strength
from tests.engine.positions import cards


def some_hands(count: int) -> list[Cards]:
    """Hands with long sets among them: few different numbers."""
    rng = random.Random(1)
    hands = []
    for _ in range(count):
        highest = rng.choice((3, 5, 10))
        numbers = (str(rng.randint(1, highest)) for _ in range(rng.randint(1, 12)))
        hands.append(cards(" ".join(numbers)))
    return hands


@pytest.mark.parametrize("hand", some_hands(30), ids=lambda hand: "-".join(map(str, ups(hand))))
def test_changes_agree_with_the_burden_of_the_changed_hand(hand: Cards) -> None:
    row = split(ups(hand))
    assert row.effort == pytest.approx(row.before[-1])
    for first in range(len(hand)):
        for end in range(first + 1, len(hand) + 1):
            left = hand[:first] + hand[end:]
            assert row.without(first, end) == pytest.approx(burden(left))
    for card in cards("1 3 5 10"):
        more = [burden((*hand[:at], card, *hand[at:])) for at in range(len(hand) + 1)]
        assert row.with_card(card.up) == pytest.approx(more)
        assert best_place(ups(hand), card.up)[0] == pytest.approx(min(more))


def test_a_set_is_less_of_a_burden_than_its_cards_apart() -> None:
    assert burden(cards("4 5 6")) < burden(cards("4 6 5"))
    assert burden(()) == 0


def test_r9_the_strongest_set_of_a_row() -> None:
    assert strongest((3, 4, 5, 9, 9, 10)) == Strength(3, False, 3)
    assert strongest((3, 4, 9, 9)) == Strength(2, True, 9)
    assert strongest(()) == EMPTY_TABLE
