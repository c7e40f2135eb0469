"""The cards and the deal (R1-R6)."""

import random
from collections import Counter

import pytest

from engine.cards import Card, deck, flip, parse_card, shuffled_deal
from engine.errors import NotationError, ScoutError
from tests.support.engine.rounds import cards


def test_r1_a_card_for_each_pair_of_numbers() -> None:
    assert len({frozenset(card) for card in deck(5)}) == 45


def test_r1_every_number_stands_on_nine_cards() -> None:
    ends = Counter(end for card in deck(5) for end in card)
    assert ends == dict.fromkeys(range(1, 11), 9)


def test_r1_flipping_a_card_swaps_its_ends() -> None:
    assert Card(3, 7).flipped() == Card(7, 3)


@pytest.mark.parametrize(("players", "size"), [(2, 44), (3, 36), (4, 44), (5, 45)])
def test_r2_deck_sizes(players: int, size: int) -> None:
    assert len(set(deck(players))) == size


def test_r2_what_is_removed() -> None:
    assert set(deck(5)) - set(deck(4)) == {Card(9, 10)}
    assert deck(2) == deck(4)
    assert {card.down for card in set(deck(5)) - set(deck(3))} == {10}


@pytest.mark.parametrize("players", [1, 6])
def test_there_is_no_deck_for_other_tables(players: int) -> None:
    with pytest.raises(ScoutError, match="number of players, least 2, most 5"):
        deck(players)


@pytest.mark.parametrize(("players", "size"), [(2, 11), (3, 12), (4, 11), (5, 9)])
def test_r3_hand_sizes(players: int, size: int) -> None:
    deal = shuffled_deal(players, random.Random(3))
    assert [len(hand) for hand in deal.hands] == [size] * players
    assert len(deal.set_aside) == (22 if players == 2 else 0)


def test_r3_the_same_seed_deals_the_same() -> None:
    assert shuffled_deal(4, random.Random(8)) == shuffled_deal(4, random.Random(8))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r5_the_holder_of_the_1_2_starts(players: int) -> None:
    deal = shuffled_deal(players, random.Random(5))
    assert {Card(1, 2), Card(2, 1)} & set(deal.hands[deal.start])


def test_r5_two_players_start_at_random_where_the_1_2_is_set_aside() -> None:
    deals = [shuffled_deal(2, random.Random(seed)) for seed in range(40)]
    aside = [deal.start for deal in deals if {Card(1, 2), Card(2, 1)} & set(deal.set_aside)]
    assert set(aside) == {0, 1}


def test_r6_flipping_a_hand_keeps_its_order() -> None:
    assert flip(cards("3/7 10/2")) == cards("7/3 2/10")


def test_a_card_reads_what_it_writes() -> None:
    assert parse_card("10/2") == Card(10, 2)
    assert str(Card(10, 2)) == "10/2"


@pytest.mark.parametrize("text", ["", "3", "3/3", "0/4", "11/2", "03/4", "3/7 ", "3-7", "٣/4"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(NotationError, match="not a card"):
        parse_card(text)
