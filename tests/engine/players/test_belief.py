"""Determinizations agree with all that a seat has seen."""

import random
from collections.abc import Iterator
from itertools import chain
from statistics import fmean

import pytest

from engine.cards import deck, flip, unpack
from engine.game import Game
from engine.players.belief import Belief
from engine.players.hand_partition import strongest_set
from engine.players.medium import Medium
from engine.sets import to_beat
from engine.view import view
from tests.support.engine.random_games import PLAYERS, positions, unordered
from tests.support.engine.rounds import hand_cost, values_of

pytestmark = pytest.mark.slow  # samples hands in every position


@pytest.mark.parametrize("players", PLAYERS)
def test_r15_a_determinization_looks_to_the_seat_as_the_round_does(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=1, length=2):
        for seat in range(players):
            seen = view(game, seat)
            if game.needs_deal or game.over:
                continue
            possible = Belief(seen).determinization(rng)
            assert unpack(possible.hands[seat]) == seen.hand
            assert tuple(map(len, possible.hands)) == seen.counts
            assert (unpack(possible.active), possible.owner) == (seen.active, seen.owner)
            assert (possible.piles, possible.chips, possible.tokens) == (
                list(seen.piles),
                list(seen.chips),
                list(seen.tokens),
            )


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r2_a_determinization_has_the_cards_of_the_table(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=2, length=1):
        if not game.over:
            possible, now = Belief(view(game, 0)).determinization(rng), game.rounds[-1]
            # the Active Set and the piles are the same in every determinization
            elsewhere = unordered(deck(players)) - unordered(chain(*now.hands))
            assert unordered(chain(*map(unpack, possible.hands))) + elsewhere == unordered(
                deck(players)
            )


def test_r4_two_players_know_each_others_cards_in_the_even_round() -> None:
    rng = random.Random(1)
    for game in positions(2, seed=3, length=2):
        if len(game.rounds) == 2 and not game.over:
            for seat in range(2):
                possible = Belief(view(game, seat)).determinization(rng)
                assert unordered(unpack(possible.hands[1 - seat])) == unordered(
                    game.rounds[-1].hands[1 - seat]
                )


@pytest.mark.parametrize("players", PLAYERS)
def test_r11_a_player_who_scouted_a_card_holds_it_until_it_is_shown(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=4, length=1):
        now = game.rounds[-1]
        held: set[frozenset[int]] = set()
        for event in now.log:
            if event.seat == 1 and event.scouted:
                held.add(frozenset(event.scouted))
            held -= set(map(frozenset[int], event.shown))
        if not game.over:
            possible = Belief(view(game, 0)).determinization(rng)
            assert held <= set(unordered(unpack(possible.hands[1])))


@pytest.mark.parametrize("players", PLAYERS)
def test_r6_a_hand_of_unseen_cards_has_the_better_orientation(players: int) -> None:
    game, rng = Game.new(players), random.Random(players)
    seen = view(game.begin_round(game.next_deal(rng)), 0)
    for hand in map(unpack, Belief(seen).determinization(rng).hands[1:]):
        assert hand_cost(hand) <= hand_cost(flip(hand))


def agreements(seed: int) -> Iterator[bool]:
    """For each Scout of a rival: whether it could not have shown, in 20 determinizations."""
    game, rng = Game.new(4, 1), random.Random(seed)
    game = game.begin_round(game.next_deal(rng))
    while not game.over:
        seat, active = game.rounds[-1].to_move[0], game.rounds[-1].active
        game = game.play(seat, Medium().choose(view(game, seat), rng))
        event = next(reversed(game.rounds[-1].log), None)
        if seat and event and event.scouted and not event.shown and not game.over:
            for _ in range(20):
                hand = unpack(Belief(view(game, 0)).determinization(rng).hands[seat])
                before = tuple(card for card in hand if set(card) != set(event.scouted))
                yield strongest_set(values_of(before)) <= to_beat(active)


@pytest.mark.parametrize("seed", [5, 12])
def test_a_player_who_scouted_could_hardly_show(seed: int) -> None:
    assert fmean(agreements(seed)) > 0.9
