"""Laws that hold in every position of every game."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.actions import Show
from engine.cards import Cards, deck, shuffled_deal
from engine.errors import ScoutError
from engine.game import Game
from engine.round import Ending, Round
from engine.view import View, result, view
from tests.support.engine.random_games import PLAYERS, finished, positions, unordered

pytestmark = pytest.mark.slow  # generates whole games

few = settings(deadline=None, max_examples=20)
seeds = st.integers(0, 2**32)
tables = st.sampled_from(PLAYERS)


def in_piles(position: Round) -> Counter[frozenset[int]]:
    """What the piles hold, as far as everyone saw it: shown and neither scouted nor lying there."""
    shown = unordered(card for event in position.log for card in event.shown)
    scouted = unordered(event.scouted for event in position.log if event.scouted)
    return shown - scouted - unordered(position.active)


class AnyTable(RuleBasedStateMachine):
    """Any number of players makes any legal choices for any number of rounds."""

    def __init__(self) -> None:
        super().__init__()
        self.rng = random.Random(0)
        self.game = Game.new(2)

    @initialize(players=tables, length=st.integers(1, 4), seed=seeds)
    def sit_down(self, players: int, length: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.game = Game.new(players, length)

    @property
    def position(self) -> Round:
        assert self.game.current is not None
        return self.game.current

    @precondition(lambda self: self.game.needs_deal)
    @rule()
    def deal(self) -> None:
        self.game = self.game.begin_round(self.game.next_deal(self.rng))

    @precondition(lambda self: self.game.current and self.game.current.to_move)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.position.to_move), label="seat")
        legal = self.position.legal_actions(seat)
        parts = {type(action) for action in legal}
        part = data.draw(st.sampled_from(sorted(parts, key=lambda kind: kind.__name__)))
        of_that_kind = [action for action in legal if isinstance(action, part)]
        self.game = self.game.play(seat, data.draw(st.sampled_from(of_that_kind), label="action"))

    @precondition(lambda self: self.game.over)
    @rule(seat=st.integers(0, 4))
    def nothing_more_is_played(self, seat: int) -> None:
        with pytest.raises(ScoutError):
            self.game.play(seat, Show(1, 1))
        with pytest.raises(ScoutError):
            self.game.begin_round(shuffled_deal(self.game.players, self.rng))

    @invariant()
    def cards_are_conserved(self) -> None:
        for position in self.game.rounds:
            held = [card for hand in position.hands for card in hand]
            lying = [*held, *position.active, *position.deal.set_aside]
            dealt = [card for hand in position.deal.hands for card in hand]
            everything = unordered(lying) + in_piles(position)
            assert everything == unordered([*dealt, *position.deal.set_aside])
            assert sum(in_piles(position).values()) == sum(position.piles)

    @invariant()
    def the_deck_of_the_table_is_in_play(self) -> None:
        whole = unordered(deck(self.game.players))
        for number, position in enumerate(self.game.rounds, start=1):
            dealt = unordered(card for hand in position.deal.hands for card in hand)
            if self.game.players == 2 and number % 2 == 0:
                dealt += unordered(c for h in self.game.rounds[number - 2].deal.hands for c in h)
            assert dealt + unordered(position.deal.set_aside) == whole

    @invariant()
    def somebody_is_to_move_until_the_round_has_ended(self) -> None:
        position = self.game.current
        if position is None:
            return
        if position.ended:
            assert position.to_move == ()
        elif None in position.orientation:
            waiting = [seat for seat, turn in enumerate(position.orientation) if turn is None]
            assert list(position.to_move) == waiting
        else:
            assert position.to_move == (position.turn,)

    @invariant()
    def only_who_is_to_move_has_actions_and_has_one(self) -> None:
        if self.game.current is not None:
            for seat in range(self.game.players):
                acts = bool(self.position.legal_actions(seat))
                assert acts == (seat in self.position.to_move)

    @invariant()
    def a_round_is_waited_for_exactly_between_rounds(self) -> None:
        ended = sum(position.ended is not None for position in self.game.rounds)
        assert self.game.over == (ended == self.game.length)
        running = len(self.game.rounds) - ended
        assert self.game.needs_deal == (not self.game.over and running == 0)
        assert running in (0, 1)

    @invariant()
    def chips_come_from_scouting(self) -> None:
        for position in self.game.rounds:
            scouted = sum(event.scouted is not None for event in position.log)
            change = sum(position.chips) - (6 if self.game.players == 2 else 0)
            assert change == (-scouted if self.game.players == 2 else scouted)

    @invariant()
    def points_add_up(self) -> None:
        totals = [0] * self.game.players
        for position in self.game.rounds:
            if position.ended is None:
                with pytest.raises(ScoutError):
                    position.scores()
            else:
                assert_scores(position)
                for seat, score in enumerate(position.scores()):
                    totals[seat] += score.points
        assert list(self.game.totals()) == totals

    @invariant()
    def every_view_is_of_this_position(self) -> None:
        if self.game.current is not None:
            for seat in (*range(self.game.players), None):
                assert_view(self.game, seat)


def assert_scores(position: Round) -> None:
    """R22: the player of the last set loses nothing, be it unbeaten or by an empty hand (R19)."""
    last_to_show = [event.seat for event in position.log if event.shown][-1]
    for seat, score in enumerate(position.scores()):
        lost = 0 if seat == last_to_show else len(position.hands[seat])
        assert score.points == position.piles[seat] + position.chips[seat] - lost
    if position.ended is Ending.EMPTY:
        assert position.hands[last_to_show] == ()


def assert_view(game: Game, seat: int | None) -> None:
    position, seen = game.current, view(game, seat)
    assert position is not None
    turns = position.orientation
    own: tuple[Cards, bool | None] = ((), None)
    if seat is not None:
        own = (position.hands[seat], turns[seat])
    assert (seen.seat, seen.hand, seen.orientation) == (seat, *own)
    assert seen.chosen == tuple(turn is not None for turn in turns)
    assert seen.counts == tuple(len(hand) for hand in position.hands)
    assert (seen.players, seen.number, seen.length) == (game.players, len(game.rounds), game.length)
    assert (seen.start, seen.totals) == (position.deal.start, game.totals())
    assert (seen.piles, seen.chips, seen.tokens) == (
        position.piles,
        position.chips,
        position.tokens,
    )
    assert (seen.active, seen.owner, seen.scouts_in_row) == (
        position.active,
        position.owner,
        position.scouts_in_row,
    )
    assert (seen.log, seen.ended) == (position.log, position.ended)
    playing = position.ended is None and None not in turns
    assert seen.turn == (position.turn if playing else None)
    assert_view_offers_the_same(position, seen)


def assert_view_offers_the_same(position: Round, seen: View) -> None:
    if seen.seat is None:
        assert seen.legal_actions() == []
        return
    assert seen.legal_actions() == position.legal_actions(seen.seat)
    assert seen.legal.shows() == position.legal(seen.seat).shows()
    assert seen.legal.scouts() == position.legal(seen.seat).scouts()
    first = position.legal(seen.seat).scouts_before_show()
    assert seen.legal.scouts_before_show() == first
    for scout in first[:3]:
        assert seen.legal.shows_after(scout) == position.legal(seen.seat).shows_after(scout)


def test_r3_to_r23_hold_at_any_table() -> None:
    run_state_machine_as_test(
        AnyTable, settings=settings(max_examples=30, stateful_step_count=60, deadline=None)
    )


def test_r23_equal_totals_share_the_place() -> None:
    shared = 0
    for seed in range(60):
        game = finished(5, seed, length=1)
        totals = game.totals()
        expected = [1 + sum(other > own for other in totals) for own in totals]
        ranking = game.ranking()
        assert sorted((seat, place, total) for place, seat, total in ranking) == [
            (seat, expected[seat], totals[seat]) for seat in range(5)
        ]
        assert [place for place, _, _ in ranking] == sorted(expected)
        shared += len(set(expected)) < 5
    assert shared > 10


@few
@given(tables, seeds)
def test_nothing_is_played_before_the_deal(players: int, seed: int) -> None:
    for game in (Game.new(players), *positions(players, seed, length=2)):
        if game.needs_deal:
            with pytest.raises(ScoutError):
                game.play(0, Show(1, 1))
        elif not game.over:
            with pytest.raises(ScoutError):
                game.begin_round(shuffled_deal(players, random.Random(seed)))


@few
@given(tables, seeds)
def test_a_round_shows_its_result_only_when_it_is_over(players: int, seed: int) -> None:
    for game in positions(players, seed, length=2):
        for number in range(-1, 4):
            past = game.rounds[number - 1 : number] if number > 0 else ()
            if past and past[0].ended:
                seen = result(game, number)
                assert (seen.number, seen.hands) == (number, past[0].hands)
                assert (seen.scores, seen.ending) == (past[0].scores(), past[0].ended)
                assert (seen.active, seen.log) == (past[0].active, past[0].log)
            else:
                with pytest.raises(ScoutError):
                    result(game, number)
