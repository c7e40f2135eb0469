"""A game as a document, and back."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import RecordError
from engine.game import Game
from engine.record import dumps, loads, read, to_record
from tests.support.engine.random_games import PLAYERS, finished
from tests.support.engine.record_documents import commitments_to


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return to_record(finished(3, seed=6))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_replays_to_an_equal_game(players: int) -> None:
    game = finished(players, seed=9)
    assert loads(dumps(game)) == game
    assert dumps(loads(dumps(game))) == dumps(game)
    assert json.loads(dumps(game)) == to_record(game)


def test_a_game_that_is_not_over_keeps_its_secrets() -> None:
    with pytest.raises(RecordError, match="before game end"):
        to_record(Game.new(3))


LIES: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("format", lambda r: r.update(format="scout-game/3")),
    ("players", lambda r: r.update(players=True)),
    ("record: number of players, least 2, most 5, players 6", lambda r: r.update(players=6)),
    ("record", lambda r: r.update(extra=1)),
    ("record", lambda r: r.pop("totals")),
    ("record: number of rounds, most 10", lambda r: r.update(rounds=[])),
    ("totals", lambda r: r["totals"].append(0)),
    ("totals", lambda r: r.update(totals=[1.5])),
    ("round 2, start", lambda r: r["rounds"][1].update(start="0")),
    ("round 2: .*R5", lambda r: r["rounds"][1].update(start=r["rounds"][0]["start"])),
    ("round 1: not a card", lambda r: r["rounds"][0]["hands"][0].append("4/4")),
    ("round 1: .*R3", lambda r: r["rounds"][0]["hands"][0].pop()),
    ("round 1, hands", lambda r: r["rounds"][0].update(hands=[1, 2, 3])),
    ("round 3, orientation", lambda r: r["rounds"][2].update(orientation="KKX")),
    ("round 3, orientation", lambda r: r["rounds"][2].update(orientation="KK")),
    ("round 1, action 1: not an action", lambda r: r["rounds"][0]["actions"].insert(0, "S4-4")),
    ("round 1, action 1: .*R11", lambda r: r["rounds"][0]["actions"].insert(0, "L1")),
    ("round 1: round not played to end", lambda r: r["rounds"][0]["actions"].pop()),
    ("round 1, action .*over", lambda r: r["rounds"][0]["actions"].append("S1")),
    ("round 1, ended_by", lambda r: r["rounds"][0].update(ended_by="timeout")),
    ("round 2, points", lambda r: r["rounds"][1]["points"].reverse()),
]


@pytest.mark.parametrize(("where", "lie"), LIES)
def test_a_lie_is_refused_where_it_stands(
    where: str, lie: Callable[[dict[str, Any]], object], record: dict[str, Any]
) -> None:
    document = copy.deepcopy(record)
    lie(document)
    with pytest.raises(RecordError, match=where):
        read(document)


@pytest.fixture(scope="module")
def committed() -> dict[str, Any]:
    game = finished(3, seed=6)
    return to_record(game, commitments_to(game, "5a" * 32))


def first_card(record: dict[str, Any]) -> None:
    """Another orientation, which no rule forbids."""
    hand = record["rounds"][1]["hands"][0]
    hand[-1] = "/".join(reversed(hand[-1].split("/")))


COMMITTED_LIES: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("round 2, commitment: other deal", first_card),
    ("round 3, commitment: other deal", lambda r: r["rounds"][2].update(salt="5b" * 32)),
    ("round 1, commitment: other deal", lambda r: r["rounds"][0].update(commitment="5b" * 32)),
    ("round 1, commitment: .*digits 64", lambda r: r["rounds"][0].update(salt="5A" * 32)),
    ("round 1, commitment: .*digits 64", lambda r: r["rounds"][0].update(commitment="")),
    ("round 1, commitment: .*text", lambda r: r["rounds"][0].update(commitment=None)),
    ("round 1, salt: .*text", lambda r: r["rounds"][0].update(salt=None)),
    ("round 1: other keys, keys", lambda r: r["rounds"][0].pop("salt")),
    ("record: other keys, keys", lambda r: r.update(format="scout-game/1")),
    ("record: other keys, keys", lambda r: r.pop("names")),
    (
        "format: unneeded format",
        lambda r: [one.update(commitment=None, salt=None) for one in r["rounds"]],
    ),
]


@pytest.mark.parametrize(("where", "lie"), COMMITTED_LIES)
def test_a_lie_about_a_commitment_is_refused(
    where: str, lie: Callable[[dict[str, Any]], object], committed: dict[str, Any]
) -> None:
    document = copy.deepcopy(committed)
    assert read(document).game == finished(3, seed=6)
    lie(document)
    with pytest.raises(RecordError, match=where):
        read(document)


def test_the_first_thing_that_is_wrong_is_named(committed: dict[str, Any]) -> None:
    """A deal comes before its moves, and a round before the next."""
    document = copy.deepcopy(committed)
    document["rounds"][2]["salt"] = "00" * 32
    document["rounds"][1]["actions"][0] = "S1-12"
    with pytest.raises(RecordError, match="round 2, action 1"):
        read(document)
    document["rounds"][1]["salt"] = "00" * 32
    with pytest.raises(RecordError, match="round 2, commitment"):
        read(document)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "null", "[]", '"scout-game/1"', "NaN"])
def test_what_is_no_record(text: str) -> None:
    with pytest.raises(RecordError):
        loads(text)
