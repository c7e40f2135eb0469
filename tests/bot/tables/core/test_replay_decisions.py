"""A game is read at each of its decisions: what was played there, and how it stood."""

import random

import pytest

from bot.tables.core.replay import (
    first_decision,
    last_decision,
    log_until,
    position_at,
    recorded_action,
)
from bot.tables.core.state import decision_number
from engine.actions import Action, Orient
from engine.game import Game
from tests.support.engine.random_games import PLAYERS, positions


def play_at_random(players: int, seed: int) -> tuple[Game, list[tuple[int, int, Action]]]:
    """A whole game, and the decision number, seat and action of each of its actions."""
    rng = random.Random(seed)
    game, played = Game.new(players, 3), []
    while not game.over:
        if game.needs_deal:
            game = game.begin_round(game.next_deal(rng))
        assert game.current is not None
        seat = rng.choice(game.current.to_move)
        action = rng.choice(game.current.legal_actions(seat))
        played.append((decision_number(game), seat, action))
        game = game.play(seat, action)
    return game, played


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_decision_finds_its_action(players: int) -> None:
    game, played = play_at_random(players, seed=players)
    for number, seat, action in played:
        assert recorded_action(game, number, seat) == action
        if not isinstance(action, Orient):
            assert log_until(game, number)[-1].seat == seat
            others = set(range(players)) - {seat}
            assert {recorded_action(game, number, other) for other in others} == {None}


def test_other_numbers_find_nothing() -> None:
    game, played = play_at_random(3, seed=1)
    numbers = {number for number, _, _ in played}
    for number in set(range(-2, max(numbers) + 5)) - numbers:
        assert [recorded_action(game, number, seat) for seat in range(3)] == [None] * 3


def asked(players: int, seed: int) -> tuple[dict[int, Game], Game]:
    """The games at their decisions: for each number the first game, and the last game."""
    games = list(positions(players, seed, length=3))
    found: dict[int, Game] = {}
    for game in games:
        found.setdefault(decision_number(game), game)
    return found, games[-1]


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_position_is_as_it_was(players: int, seed: int) -> None:
    lived, over = asked(players, seed)
    assert list(lived) == list(range(1, last_decision(over) + 1))
    for decision, game in lived.items():
        assert position_at(over, decision) == game


def test_a_round_begins_at_its_first_decision() -> None:
    _, over = asked(3, 1)
    for number in (1, 2, 3):
        begun = position_at(over, first_decision(over, number))
        assert begun is not None
        assert (len(begun.rounds), {*begun.rounds[-1].orientation}) == (number, {None})


def test_there_is_nothing_before_the_first_deal_and_after_the_last_points() -> None:
    _, over = asked(2, 1)
    assert position_at(over, 0) is None
    assert position_at(over, last_decision(over) + 1) is None
    assert position_at(over, 999_999) is None
