"""A record that was changed is refused, or is exactly the record of another game."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from engine.errors import RecordError
from engine.record import parse, read, to_record
from tests.support.engine.random_games import PLAYERS
from tests.support.engine.record_documents import (
    any_json,
    assert_refused_or_exact,
    at,
    canonical,
    paths,
    replaced,
    seeds,
    some_record,
    tables,
)

pytestmark = pytest.mark.slow  # generates hundreds of records


def drop(items: list[Any], index: int, rng: random.Random) -> None:
    del items[index]


def double(items: list[Any], index: int, rng: random.Random) -> None:
    items.insert(rng.randrange(len(items) + 1), copy.deepcopy(items[index]))


def swap(items: list[Any], index: int, rng: random.Random) -> None:
    other = rng.randrange(len(items))
    items[index], items[other] = items[other], items[index]


def reverse(items: list[Any], index: int, rng: random.Random) -> None:
    items.reverse()


def nudge(items: list[Any], index: int, rng: random.Random) -> None:
    """A small change: the next number, or one character more, less or changed."""
    value = items[index]
    if isinstance(value, int):
        items[index] = value + rng.choice((-1, 1))
    elif isinstance(value, str) and value:
        cut = rng.randrange(len(value))
        inserted = rng.choice(["", *"KFSLRf0123456789/-+ \n٣"])
        items[index] = value[:cut] + inserted + value[cut + rng.randint(0, 1) :]


@settings(deadline=None, max_examples=300)
@given(tables, st.integers(0, 9), seeds, st.data())
@pytest.mark.parametrize("tamper", [drop, double, swap, reverse, nudge])
def test_a_record_tampered_with_in_a_list_is_refused_or_exact(
    tamper: Callable[[list[Any], int, random.Random], None],
    players: int,
    seed: int,
    chance: int,
    data: st.DataObject,
) -> None:
    document = json.loads(some_record(players, seed))
    lists = [path for path in paths(document) if isinstance(at(document, path), list)]
    items = at(document, data.draw(st.sampled_from(lists), label="path"))
    if items:
        index = data.draw(st.integers(0, len(items) - 1), label="index")
        tamper(items, index, random.Random(chance))
    assert_refused_or_exact(document)


@settings(deadline=None, max_examples=50)
@given(tables, st.integers(0, 9), any_json, st.data())
def test_a_record_with_a_key_missing_or_too_many_is_refused(
    players: int, seed: int, value: Any, data: st.DataObject
) -> None:
    document = json.loads(some_record(players, seed))
    place = data.draw(st.sampled_from([document, document["rounds"][0], document["rounds"][1]]))
    if data.draw(st.booleans(), label="missing"):
        del place[data.draw(st.sampled_from(list(place)))]
    else:
        place["winner"] = value
    with pytest.raises(RecordError):
        read(document)


def first_round(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["rounds"][0]
    return found


LIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another format": lambda d: d.update(format="scout-game/3"),
    "players as a float": lambda d: d.update(players=float(d["players"])),
    "another number of players": lambda d: d.update(players=d["players"] % 4 + 2),
    "no rounds": lambda d: d.update(rounds=[], totals=[0] * d["players"]),
    "eleven rounds": lambda d: d.update(rounds=d["rounds"] * 5 + d["rounds"][:1]),
    "a total": lambda d: replaced(d, ("totals", 0), d["totals"][0] + 1),
    "a total as a float": lambda d: replaced(d, ("totals", 0), float(d["totals"][0])),
    "a total too many": lambda d: d["totals"].append(0),
    "points": lambda d: replaced(first_round(d), ("points", 0), first_round(d)["points"][0] + 1),
    "the start": lambda d: first_round(d).update(start=(first_round(d)["start"] + 1)),
    "the ending": lambda d: first_round(d).update(
        ended_by={"empty": "unbeaten", "unbeaten": "empty"}[first_round(d)["ended_by"]]
    ),
    "a card twice": lambda d: replaced(
        d, ("rounds", 0, "hands", 0, 0), first_round(d)["hands"][1][0]
    ),
    "a card that is none": lambda d: replaced(d, ("rounds", 0, "hands", 0, 0), "3/3"),
    "a card too many": lambda d: first_round(d)["set_aside"].append("9/10"),
    "the last action missing": lambda d: first_round(d)["actions"].pop(),
    "an action after the end": lambda d: first_round(d)["actions"].append("S1"),
    "an orientation too many": lambda d: replaced(
        d, ("rounds", 0, "orientation"), first_round(d)["orientation"] + "K"
    ),
    "the rounds in reverse order": lambda d: d["rounds"].reverse(),
}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("lie", LIES)
def test_a_record_that_lies_is_refused(lie: str, players: int) -> None:
    for seed in range(5):
        document = json.loads(some_record(players, seed))
        LIES[lie](document)
        with pytest.raises(RecordError):
            read(document)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_counts_in_whole_numbers_only(players: int) -> None:
    original = json.loads(some_record(players, 0))
    numbers = [path for path in paths(original) if isinstance(at(original, path), int)]
    assert len(numbers) == 1 + 2 * (1 + players) + players
    for path in numbers:
        value = at(original, path)
        for other in (float(value), str(value), *([bool(value)] if value in (0, 1) else [])):
            with pytest.raises(RecordError):
                read(replaced(copy.deepcopy(original), path, other))


def test_r4_an_even_round_of_two_players_with_other_cards_is_refused() -> None:
    document = json.loads(some_record(2, 1))
    document["rounds"][1] = json.loads(some_record(2, 2))["rounds"][1]
    with pytest.raises(RecordError):
        read(document)


def test_a_refusal_names_the_round_and_the_action() -> None:
    document = json.loads(some_record(4, 0))
    document["rounds"][1]["actions"][4] = "S99"
    with pytest.raises(RecordError, match=r"round 2, action 5"):
        read(document)


@settings(deadline=None, max_examples=200)
@given(tables, st.integers(0, 9), st.data())
def test_a_record_with_a_piece_of_its_text_cut_or_changed_is_refused_or_exact(
    players: int, seed: int, data: st.DataObject
) -> None:
    text = some_record(players, seed)
    cut = data.draw(st.integers(0, len(text)))
    until = data.draw(st.integers(cut, min(len(text), cut + 5)))
    changed = text[:cut] + data.draw(st.text(max_size=3)) + text[until:]
    try:
        record = parse(changed)
    except RecordError:
        return
    assert canonical(to_record(*record)) == canonical(json.loads(changed))
