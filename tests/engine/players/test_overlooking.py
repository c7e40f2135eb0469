"""What the players below medium overlook: the more, the more there is to see."""

import random

import pytest

from engine.actions import Orient, ScoutAndShow, Show, parse_action
from engine.game import Game
from engine.players import Level
from engine.players.medium import Medium
from engine.players.registry import Perception, chance_to_see, player
from engine.view import View, view
from tests.support.engine.random_games import positions
from tests.support.engine.rounds import facing

SIGHT = Perception(pair=0.9, longer=0.5, scouted=0.4, joined=0.3, both=0.2)
GAMES = 40


def missed_pair(seen: View, played: ScoutAndShow) -> bool:
    """Whether two cards beside each other were worth at least as much."""
    worth = Medium().evaluate(seen)
    shows = [action for action in worth if isinstance(action, Show)]
    return any(show.last == show.first + 1 and worth[show] >= worth[played] for show in shows)


@pytest.mark.long
@pytest.mark.slow  # plays 40 rounds
@pytest.mark.parametrize("level", [Level.BEGINNER, Level.EASY])
def test_a_pair_is_hardly_ever_overlooked_for_a_scout_and_show(level: Level) -> None:
    chooses, rng, turns, missed, both = player(level), random.Random(1), 0, 0, 0
    for _ in range(GAMES):
        game = Game.new(4, 1)
        game = game.begin_round(game.next_deal(rng))
        while not game.over:
            seen = view(game, game.rounds[-1].to_move[0])
            action = chooses.choose(seen, rng)
            if isinstance(action, ScoutAndShow):
                both += 1
                missed += missed_pair(seen, action)
            turns += not isinstance(action, Orient)
            assert seen.seat is not None
            game = game.play(seen.seat, action)
    assert both > turns / 50
    assert missed <= turns / 200


@pytest.mark.parametrize(
    ("action", "chance"),
    [
        ("S1", 0.9),
        ("S1-2", 0.9),
        ("S3-5", 0.9 * 0.5),
        ("L6", 0.4),
        ("L6f", 0.4 * 0.3),
        ("L2", 0.4 * 0.3),
        ("L2f", 0.4),
        ("R1f", 0.4),
        ("R1", 0.4 * 0.3),
        ("L6+S1-2", 0.4 * 0.9 * 0.2),
        ("L2+S1-3", 0.4 * 0.3 * 0.9 * 0.5 * 0.2),
    ],
)
def test_what_is_seen_shrinks_with_what_there_is_to_see(action: str, chance: float) -> None:
    now = facing("7/5 6/2", "7/1 7/3 2/9 3/8 4/1", "1", "1")
    seen = view(Game(3, 3, (now,)), 0)
    assert chance_to_see(parse_action(action), seen, SIGHT) == pytest.approx(chance)


def test_r19_what_empties_the_hand_is_always_seen() -> None:
    seen = view(Game(3, 3, (facing("5/1", "7/1 7/3", "1", "1"),)), 0)
    assert chance_to_see(parse_action("S1-2"), seen, SIGHT) == 1
    assert chance_to_see(parse_action("L1+S1-3"), seen, SIGHT) == 1
    assert chance_to_see(parse_action("L1+S2-3"), seen, SIGHT) < 1


def test_a_scout_and_show_is_seen_less_than_either_of_its_parts() -> None:
    compared = 0
    for game in positions(4, seed=1, length=1):
        seen = view(game, game.rounds[-1].turn)
        for action in seen.legal.scout_and_shows() if seen.turn == seen.seat else ():
            chance = chance_to_see(action, seen, SIGHT)
            if chance < 1:
                compared += 1
                assert chance < chance_to_see(action.scout, seen, SIGHT)
                assert chance < SIGHT.pair
    assert compared > 100
