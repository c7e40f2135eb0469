"""The deck, the deal of every round and the length of a game."""

import dataclasses
import random
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from engine.cards import Card, deck, shuffled_deal
from engine.errors import EngineError, Refusal, ScoutError
from engine.game import Game
from tests.support.engine.random_games import PLAYERS, finished, positions, unordered

pytestmark = pytest.mark.slow  # generates hundreds of games

few = settings(deadline=None, max_examples=20)
seeds = st.integers(0, 2**32)
tables = st.sampled_from(PLAYERS)


def test_r1_every_number_stands_on_nine_cards_of_the_full_deck() -> None:
    assert Counter(number for card in deck(5) for number in card) == dict.fromkeys(range(1, 11), 9)


@pytest.mark.parametrize(
    ("players", "missing"),
    [(2, [(9, 10)]), (3, [(low, 10) for low in range(1, 10)]), (4, [(9, 10)]), (5, [])],
)
def test_r2_the_deck_of_each_table(players: int, missing: list[tuple[int, int]]) -> None:
    cards = deck(players)
    assert len(cards) == len(set(cards)) == 45 - len(missing)
    assert set(deck(5)) - set(cards) == set(missing)
    assert all(card.up < card.down for card in cards)


@pytest.mark.parametrize(("players", "size"), [(2, 11), (3, 12), (4, 11), (5, 9)])
def test_r3_r5_a_deal_holds_every_card_once_and_starts_at_the_1_2(players: int, size: int) -> None:
    rng = random.Random(players)
    for _ in range(200):
        deal = shuffled_deal(players, rng)
        assert [len(hand) for hand in deal.hands] == [size] * players
        dealt = [card for hand in deal.hands for card in hand]
        assert unordered([*dealt, *deal.set_aside]) == unordered(deck(players))
        holders = [seat for seat, hand in enumerate(deal.hands) if {(1, 2), (2, 1)} & set(hand)]
        assert deal.start in (holders or range(players))


def test_r3_every_card_is_as_likely_at_every_seat_and_in_either_orientation() -> None:
    rng = random.Random(3)
    seen: Counter[tuple[int, Card]] = Counter()
    for _ in range(2000):
        for seat, hand in enumerate(shuffled_deal(4, rng).hands):
            seen.update((seat, card) for card in hand)
    assert len(seen) == 4 * 44 * 2
    # 250 expected of each; seven standard deviations are about 103
    assert all(147 < count < 353 for count in seen.values())


def test_r5_two_players_start_at_random_where_the_1_2_is_set_aside() -> None:
    rng = random.Random(5)
    deals = [shuffled_deal(2, rng) for _ in range(400)]
    aside = [deal.start for deal in deals if {(1, 2), (2, 1)} & set(deal.set_aside)]
    assert 50 < aside.count(0) < 150
    assert 50 < aside.count(1) < 150


@few
@given(tables, seeds, st.integers(2, 5))
def test_r5_the_start_passes_to_the_left(players: int, seed: int, length: int) -> None:
    starts = [position.deal.start for position in finished(players, seed, length).rounds]
    assert starts == [(starts[0] + number) % players for number in range(length)]


@few
@given(seeds, st.integers(2, 5))
def test_r4_two_players_even_rounds_are_the_cards_set_aside(seed: int, length: int) -> None:
    rounds = finished(2, seed, length).rounds
    for odd, even in zip(rounds[::2], rounds[1::2], strict=False):
        assert (*even.deal.hands[0], *even.deal.hands[1]) == odd.deal.set_aside
        assert even.deal.set_aside == ()


@pytest.mark.parametrize("players", PLAYERS)
def test_r5_a_game_has_as_many_rounds_as_players_unless_the_table_says_otherwise(
    players: int,
) -> None:
    assert Game.new(players).length == players
    assert [Game.new(players, length).length for length in (1, 10)] == [1, 10]


@pytest.mark.parametrize(
    ("players", "length"), [(0, None), (1, None), (6, None), (-3, None), (3, 0), (3, 11), (3, -1)]
)
def test_r5_a_table_or_a_length_that_there_is_not_is_refused(
    players: int, length: int | None
) -> None:
    with pytest.raises(EngineError) as refusal:
        Game.new(players, length)
    assert refusal.value.code in (Refusal.NUMBER_OF_PLAYERS, Refusal.NUMBER_OF_ROUNDS)
    assert "most" in refusal.value.parameters


@few
@given(tables, seeds, st.data())
def test_r2_to_r5_a_deal_of_another_table_is_refused(
    players: int, seed: int, data: st.DataObject
) -> None:
    games = list(positions(players, seed, length=2))
    game = data.draw(st.sampled_from([Game.new(players, 2), *games]).filter(lambda g: g.needs_deal))
    deal = game.next_deal(random.Random(seed))
    hands = list(deal.hands)
    hands[0] = (hands[0][0].flipped(), *hands[0][1:-1], hands[1][0])
    spoiled = data.draw(
        st.sampled_from(
            [
                dataclasses.replace(deal, hands=tuple(hands)),  # one card twice, one missing
                dataclasses.replace(deal, hands=deal.hands[:-1]),
                dataclasses.replace(deal, hands=(deal.hands[0][1:], *deal.hands[1:])),
                dataclasses.replace(deal, hands=(*deal.hands, ())),
                dataclasses.replace(deal, set_aside=(*deal.set_aside, Card(9, 10))),
                dataclasses.replace(deal, start=players),
                dataclasses.replace(deal, start=-1),
            ]
        )
    )
    with pytest.raises(ScoutError):
        game.begin_round(spoiled)


@pytest.mark.parametrize("players", PLAYERS)
def test_r5_only_the_holder_of_the_1_2_starts_the_first_round(players: int) -> None:
    rng = random.Random(players)
    deals = (shuffled_deal(players, rng) for _ in range(100))
    deal = next(d for d in deals if not {(1, 2), (2, 1)} & set(d.set_aside))
    for other in range(1, players):
        wrong = dataclasses.replace(deal, start=(deal.start + other) % players)
        with pytest.raises(ScoutError):
            Game.new(players).begin_round(wrong)


@pytest.mark.parametrize("players", PLAYERS)
def test_r5_the_wrong_start_player_is_refused(players: int) -> None:
    rng = random.Random(players)
    after_one = next(game for game in positions(players, 1, length=2) if game.needs_deal)
    deal = after_one.next_deal(rng)
    with pytest.raises(ScoutError):
        after_one.begin_round(dataclasses.replace(deal, start=(deal.start + 1) % players))


def test_r5_either_of_two_players_can_start_where_the_1_2_is_set_aside() -> None:
    rng = random.Random(2)
    deals = (shuffled_deal(2, rng) for _ in range(100))
    deal = next(deal for deal in deals if {(1, 2), (2, 1)} & set(deal.set_aside))
    for start in (0, 1):
        game = Game.new(2).begin_round(dataclasses.replace(deal, start=start))
        assert game.rounds[0].turn == start


def test_r4_an_even_round_of_two_players_takes_no_other_cards() -> None:
    after_one = next(game for game in positions(2, 1, length=2) if game.needs_deal)
    deal = after_one.next_deal(random.Random(1))
    spoiled = dataclasses.replace(deal, hands=deal.hands[::-1])
    with pytest.raises(ScoutError):
        after_one.begin_round(spoiled)
