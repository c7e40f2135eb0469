"""A view reveals nothing that R15 hides: all of it may change, and the view stays equal."""

import random
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings, strategies as st

from engine.actions import Orient
from engine.cards import flip
from engine.game import Game
from engine.round import Round
from engine.view import View, view
from tests.support.engine.hidden_cards import with_other_secrets
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.marks import with_long

pytestmark = pytest.mark.slow  # generates whole games

KNOWN = {
    *("seat", "rules", "number", "length", "start", "totals", "dealt_before"),
    *("hand", "orientation", "chosen", "counts", "piles", "chips", "tokens"),
    *("active", "owner", "turn", "scouts_in_row", "log", "ended"),
}


def test_r15_a_view_holds_nothing_but_what_a_seat_may_know() -> None:
    assert {field.name for field in fields(View)} == KNOWN


@pytest.mark.parametrize("players", with_long([2, 3], [4, 5]))
@settings(deadline=None, max_examples=7)
@given(seed=st.integers(0, 2**32))
def test_r15_a_view_stays_equal_whatever_is_hidden_from_the_seat(players: int, seed: int) -> None:
    rng = random.Random(seed)
    for game in positions(players, seed, length=2):
        for seat in (*range(players), None):
            rounds = tuple(with_other_secrets(position, seat, rng) for position in game.rounds)
            seen, expected = view(game._replace(rounds=rounds), seat), view(game, seat)
            assert seen == expected
            # equality may leave out a field, and repr shows it
            assert repr(seen) == repr(expected)


def turned_as_dealt(game: Game, seat: int) -> Game:
    """The same game as if this seat had been dealt its hand flipped."""
    replayed = Game.new(game.players, game.length)
    for position in game.rounds:
        hands = list(position.deal.hands)
        hands[seat] = flip(hands[seat])
        round_ = Round.begin(replace(position.deal, hands=tuple(hands)))
        replayed = replayed._replace(rounds=(*replayed.rounds, round_))
        replayed = replay_turned(replayed, position, seat)
    return replayed


def replay_turned(game: Game, position: Round, seat: int) -> Game:
    for other, turn in enumerate(position.orientation):
        if turn is not None:
            game = game.play(other, Orient(turn != (other == seat)))
    for event, action in zip(position.log, position.actions, strict=True):
        game = game.play(event.seat, action)
    return game


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(PLAYERS), st.integers(0, 2**32), st.data())
def test_r6_r15_the_others_see_no_difference_between_keeping_and_flipping(
    players: int, seed: int, data: st.DataObject
) -> None:
    game = data.draw(st.sampled_from(list(positions(players, seed, length=1))))
    secret = data.draw(st.integers(0, players - 1))
    other_game = turned_as_dealt(game, secret)
    for seat in (*range(players), None):
        if seat != secret:
            assert view(other_game, seat) == view(game, seat)
