"""What a seat and everyone can know (R15)."""

import random
from itertools import chain

import pytest

from engine.actions import Orient, parse_action
from engine.cards import deck
from engine.errors import ScoutError
from engine.game import Game
from engine.view import result, view
from tests.support.engine.random_games import finished, positions, unordered


@pytest.fixture
def game() -> Game:
    """Three players who have not chosen, as seat 1 is to start."""
    fresh = Game.new(3)
    seed = next(s for s in range(99) if fresh.next_deal(random.Random(s)).start == 1)
    return fresh.begin_round(fresh.next_deal(random.Random(seed)))


def kept(game: Game) -> Game:
    for seat in range(game.players):
        game = game.play(seat, Orient(False))
    return game


def test_r15_a_seat_sees_its_hand_and_only_the_size_of_the_others(game: Game) -> None:
    seen = view(kept(game), 0)
    assert seen.hand == game.rounds[0].hands[0]
    assert seen.counts == (12, 12, 12)


def test_r15_everyone_sees_no_hand(game: Game) -> None:
    seen = view(kept(game), None)
    assert (seen.hand, seen.orientation) == ((), None)
    assert seen.legal_actions() == []


def test_r6_the_choice_is_secret_but_not_that_it_was_made(game: Game) -> None:
    kept_it, turned_it = (view(game.play(2, Orient(turn)), 0) for turn in (False, True))
    assert kept_it == turned_it
    assert kept_it.chosen == (False, False, True)
    assert kept_it.turn is None
    assert kept_it.legal_actions() == [Orient(False), Orient(True)]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_r4_the_even_round_of_two_players_names_the_cards_of_the_odd_one(seat: int | None) -> None:
    for game in positions(2, seed=1, length=4):
        dealt = game.rounds[-1].deal
        seen, known = unordered(view(game, seat).dealt_before), unordered(deck(2))
        if len(game.rounds) % 2:
            assert not seen
        else:
            assert seen == known - unordered(chain(*dealt.hands))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r4_with_more_players_every_round_is_dealt_from_all_cards(players: int) -> None:
    assert not any(view(game, 0).dealt_before for game in positions(players, seed=1, length=2))


def test_a_view_offers_what_the_round_does(game: Game) -> None:
    game = kept(game)
    game = game.play(1, parse_action("S1"))
    for seat in range(3):
        seen, now = view(game, seat), game.rounds[0]
        assert seen.legal_actions() == now.legal_actions(seat)
        assert seen.legal.shows() == now.legal(seat).shows()
        assert seen.legal.scouts() == now.legal(seat).scouts()
        assert seen.legal.scouts_before_show() == now.legal(seat).scouts_before_show()
        for scout in seen.legal.scouts():
            assert seen.legal.shows_after(scout) == now.legal(seat).shows_after(scout)


def test_a_view_needs_a_round_and_a_seat(game: Game) -> None:
    with pytest.raises(ScoutError, match="dealt"):
        view(Game.new(3), 0)
    with pytest.raises(ScoutError, match="no such seat"):
        view(game, 3)


def test_r15_the_result_is_secret_until_the_round_is_over(game: Game) -> None:
    for number in (0, 1, 2):
        with pytest.raises(ScoutError, match="before round end"):
            result(game, number)


def test_the_result_of_a_round_shows_all() -> None:
    game = finished(4, seed=3)
    for number, ended in enumerate(game.rounds, 1):
        shown = result(game, number)
        assert (shown.number, shown.hands, shown.scores) == (number, ended.hands, ended.scores())
        assert (shown.ending, shown.owner, shown.log) == (ended.ended, ended.owner, ended.log)
        assert view(game, 0).turn is None
