"""The action of every decision is found by its number, and by no other seat."""

import random

import pytest

from bot.tables.core.replay import recorded_action, recorded_event
from bot.tables.core.state import decision_number
from engine.actions import Action, Orient
from engine.game import Game


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
def test_every_decision_gives_its_action(players: int) -> None:
    game, played = play_at_random(players, seed=players)
    for number, seat, action in played:
        assert recorded_action(game, number, seat) == action
        if not isinstance(action, Orient):
            assert recorded_event(game, number).seat == seat
            others = set(range(players)) - {seat}
            assert {recorded_action(game, number, other) for other in others} == {None}


def test_other_numbers_give_nothing() -> None:
    game, played = play_at_random(3, seed=1)
    numbers = {number for number, _, _ in played}
    for number in set(range(-2, max(numbers) + 5)) - numbers:
        assert [recorded_action(game, number, seat) for seat in range(3)] == [None] * 3
