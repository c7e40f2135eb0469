"""One complete game per number of players, kept byte for byte.

Regenerate after a wanted change: python -m tests.engine.test_golden
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.record import dumps, loads
from tests.support.engine import naive
from tests.support.engine.random_games import PLAYERS, finished

GOLDEN = Path(__file__).parent / "golden"


def path(players: int) -> Path:
    return GOLDEN / f"{players}-players.json"


def golden(players: int) -> str:
    return path(players).read_bytes().decode()


def as_table(dealt: dict[str, Any]) -> naive.Table:
    """The recorded round, played again by the reference."""
    hands = [[naive.parse_card(text) for text in hand] for hand in dealt["hands"]]
    table = naive.Table(hands, dealt["start"])
    for seat, choice in enumerate(dealt["orientation"]):
        table.choose(seat, choice)
    for action in dealt["actions"]:
        assert action in table.legal(table.turn)
        table.play(action)
    return table


@pytest.mark.parametrize("players", PLAYERS)
def test_a_golden_game_replays_to_the_same_bytes(players: int) -> None:
    assert dumps(loads(golden(players))) == golden(players)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_seed_of_a_golden_game_still_makes_the_same_bytes(players: int) -> None:
    assert dumps(finished(players, seed=players)) == golden(players)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_the_reference_agrees_with_a_golden_game(players: int) -> None:
    document = json.loads(golden(players))
    tables = [as_table(dealt) for dealt in document["rounds"]]
    points = [table.points() for table in tables]
    assert points == [dealt["points"] for dealt in document["rounds"]]
    assert [table.ended for table in tables] == [dealt["ended_by"] for dealt in document["rounds"]]
    assert [sum(seat) for seat in zip(*points, strict=True)] == document["totals"]


def test_the_golden_games_hold_every_kind_of_action_and_both_endings() -> None:
    rounds = [dealt for players in PLAYERS for dealt in json.loads(golden(players))["rounds"]]
    actions = [action for dealt in rounds for action in dealt["actions"]]
    assert {naive.kind(action) for action in actions} == {"show", "scout", "scout and show"}
    assert {action[0] for action in actions} == {"S", "L", "R"}
    assert {dealt["ended_by"] for dealt in rounds} == {"empty", "unbeaten"}
    assert {choice for dealt in rounds for choice in dealt["orientation"]} == {"K", "F"}


def regenerate() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for players in PLAYERS:
        path(players).write_bytes(dumps(finished(players, seed=players)).encode())


if __name__ == "__main__":
    regenerate()
