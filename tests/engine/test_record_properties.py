"""Records: what was played reads back, and nothing else does."""

import copy
import json
import math
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.game import Game
from engine.record import dumps, loads, replay, to_record
from tests.support.engine.random_games import PLAYERS, finished, positions

Path = tuple[int | str, ...]
seeds = st.integers(0, 2**32)
tables = st.sampled_from(PLAYERS)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**400, -1, 0, 1, 2, 5, 6, 11]),
    st.floats(),
    st.text(),
    st.sampled_from(["K", "KKK", "L1", "S1", "R1f+S1-2", "1/2", "9/10", "empty", "unbeaten"]),
)
any_json = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=12,
)


@cache
def some_record(players: int, seed: int) -> str:
    return json.dumps(to_record(finished(players, seed, length=2)))


def canonical(document: object) -> str:
    """As text: for Python 1, 1.0 and True are equal, in a document they are not."""
    return json.dumps(document, sort_keys=True)


def assert_refused_or_exact(document: object) -> None:
    """Whatever is accepted as a record is, to the letter, the record of the game it gives."""
    before = copy.deepcopy(document)
    try:
        game = replay(document)
    except RecordError:
        game = None
    if game is not None:
        assert canonical(to_record(game)) == canonical(document)
    assert repr(document) == repr(before)


def paths(document: Any, here: Path = ()) -> Iterator[Path]:
    yield here
    if isinstance(document, dict | list):
        keys = document if isinstance(document, dict) else range(len(document))
        for key in keys:
            yield from paths(document[key], (*here, key))


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def replaced(document: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    at(document, path[:-1])[path[-1]] = value
    return document


@settings(deadline=None, max_examples=60)
@given(tables, seeds, st.integers(1, 5))
def test_a_finished_game_replays_to_an_equal_game_and_the_same_bytes(
    players: int, seed: int, length: int
) -> None:
    game = finished(players, seed, length)
    text = dumps(game)
    assert replay(to_record(game)) == game
    assert loads(text) == game
    assert dumps(loads(text)) == text
    assert json.loads(text) == to_record(game)
    assert replay(json.loads(text)) == game


@settings(deadline=None, max_examples=20)
@given(tables, seeds)
def test_a_record_has_the_shape_that_is_written_down(players: int, seed: int) -> None:
    game = finished(players, seed, length=2)
    record = to_record(game)
    assert list(record) == ["format", "players", "rounds", "totals"]
    assert (record["format"], record["players"]) == ("scout-game/1", players)
    assert record["totals"] == list(game.totals())
    for dealt, position in zip(record["rounds"], game.rounds, strict=True):
        assert dealt == {
            "start": position.deal.start,
            "hands": [[str(card) for card in hand] for hand in position.deal.hands],
            "set_aside": [str(card) for card in position.deal.set_aside],
            "orientation": "".join("F" if turn else "K" for turn in position.orientation),
            "actions": [str(action) for action in position.actions],
            "ended_by": position.ended,
            "points": [score.points for score in position.scores()],
        }


@settings(deadline=None, max_examples=20)
@given(tables, seeds)
def test_r15_a_game_that_is_not_over_has_no_record(players: int, seed: int) -> None:
    for game in (Game.new(players), *positions(players, seed, length=2)):
        if not game.over:
            for export in (to_record, dumps):
                with pytest.raises(RecordError):
                    export(game)


@settings(deadline=None, max_examples=200)
@given(any_json)
def test_any_json_is_refused(document: object) -> None:
    with pytest.raises(RecordError):
        replay(document)


@settings(deadline=None, max_examples=100)
@given(any_json, st.sampled_from(PLAYERS))
def test_any_json_in_the_shape_of_a_record_is_refused(part: object, players: int) -> None:
    round_ = json.loads(some_record(players, 0))["rounds"][0]
    for key in round_:
        document = {
            "format": "scout-game/1",
            "players": players,
            "rounds": [round_ | {key: part}],
            "totals": round_["points"],
        }
        assert_refused_or_exact(document)


@settings(deadline=None, max_examples=300)
@given(tables, st.integers(0, 9), any_json, st.data())
def test_a_record_with_anything_else_in_one_place_is_refused(
    players: int, seed: int, value: Any, data: st.DataObject
) -> None:
    document = json.loads(some_record(players, seed))
    path = data.draw(st.sampled_from(list(paths(document))), label="path")
    assert_refused_or_exact(replaced(document, path, value))


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
    """A little off: the neighbouring number, one character more, less or changed."""
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
        replay(document)


def first_round(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["rounds"][0]
    return found


LIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another format": lambda d: d.update(format="scout-game/2"),
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
    "the rounds the other way round": lambda d: d["rounds"].reverse(),
}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("lie", LIES)
def test_a_record_that_lies_is_refused(lie: str, players: int) -> None:
    for seed in range(5):
        document = json.loads(some_record(players, seed))
        LIES[lie](document)
        with pytest.raises(RecordError):
            replay(document)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_counts_in_whole_numbers_only(players: int) -> None:
    original = json.loads(some_record(players, 0))
    numbers = [path for path in paths(original) if isinstance(at(original, path), int)]
    assert len(numbers) == 1 + 2 * (1 + players) + players
    for path in numbers:
        value = at(original, path)
        for other in (float(value), str(value), *([bool(value)] if value in (0, 1) else [])):
            with pytest.raises(RecordError):
                replay(replaced(copy.deepcopy(original), path, other))


def test_r4_an_even_round_of_two_players_with_other_cards_is_refused() -> None:
    document = json.loads(some_record(2, 1))
    document["rounds"][1] = json.loads(some_record(2, 2))["rounds"][1]
    with pytest.raises(RecordError):
        replay(document)


def test_a_refusal_names_the_round_and_the_action() -> None:
    document = json.loads(some_record(4, 0))
    document["rounds"][1]["actions"][4] = "S99"
    with pytest.raises(RecordError, match=r"round 2, action 5"):
        replay(document)


NO_JSON: dict[str, object] = {
    "a set": {1, 2},
    "an object": object(),
    "bytes": b"scout-game/1",
    "no number": math.nan,
    "a set inside": {"format": {1}},
    "a tuple": (1, 2),
    "a key that is no text": {1: 2},
}


@pytest.mark.parametrize("document", NO_JSON.values(), ids=NO_JSON)
def test_what_is_not_even_json_is_refused(document: object) -> None:
    with pytest.raises(RecordError):
        replay(document)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "nul", "NaN", "\ufeff{}", '{"players": 1e999}'),
        "[" * 100_000,
        '{"rounds":' * 50_000,
        "1" * 10_000,
        '{"format": "scout-game/1", "players": ' + "9" * 10_000 + "}",
        '"\\ud800"',
    ],
    ids=lambda text: text[:12],
)
def test_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        loads(text)


@settings(deadline=None)
@given(st.text())
def test_any_text_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        loads(text)


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
        game = loads(changed)
    except RecordError:
        return
    assert canonical(to_record(game)) == canonical(json.loads(changed))
