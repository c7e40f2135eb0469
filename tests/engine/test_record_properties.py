"""Records: a game that was played reads back, and other JSON or text is refused."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from engine.errors import RecordError
from engine.game import Game
from engine.record import dumps, loads, parse, read, to_record
from tests.support.engine.random_games import PLAYERS, finished, positions
from tests.support.engine.record_documents import (
    any_json,
    assert_refused_or_exact,
    commitments_to,
    paths,
    replaced,
    seeds,
    some_record,
    tables,
)

pytestmark = pytest.mark.slow  # generates hundreds of records


@settings(deadline=None, max_examples=60)
@given(tables, seeds, st.integers(1, 5))
def test_a_finished_game_replays_to_an_equal_game_and_the_same_bytes(
    players: int, seed: int, length: int
) -> None:
    game = finished(players, seed, length)
    text = dumps(game)
    assert read(to_record(game)).game == game
    assert loads(text) == game
    assert dumps(loads(text)) == text
    assert json.loads(text) == to_record(game)
    assert read(json.loads(text)).game == game


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
@given(tables, seeds, st.integers(1, 5), st.data())
def test_a_record_with_commitments_reads_back_and_names_its_format(
    players: int, seed: int, length: int, data: st.DataObject
) -> None:
    """Some of the deals are those of an earlier version, which committed to none."""
    game = finished(players, seed, length)
    all_of_them = commitments_to(game, f"{seed:064x}")
    commitments = [data.draw(st.sampled_from([None, one])) for one in all_of_them]
    text = dumps(game, commitments)
    assert parse(text) == (game, tuple(commitments) if any(commitments) else (), ())
    assert dumps(*parse(text)) == text
    assert loads(text) == game
    record, plain = json.loads(text), to_record(game)
    assert record["format"] == ("scout-game/2" if any(commitments) else plain["format"])
    if any(commitments):
        proofs = [(played.pop("commitment"), played.pop("salt")) for played in record["rounds"]]
        assert proofs == [one or (None, None) for one in commitments]
        assert record.pop("names") is None
        assert record | {"format": "scout-game/1"} == plain


@settings(deadline=None, max_examples=20)
@given(tables, seeds, st.data())
def test_a_record_with_names_reads_back(players: int, seed: int, data: st.DataObject) -> None:
    game = finished(players, seed, length=1)
    name = st.none() | st.text(min_size=1, max_size=100)
    names = data.draw(st.tuples(*[name] * players))
    text = dumps(game, (), names)
    assert parse(text) == (game, (), names if any(names) else ())
    assert dumps(*parse(text)) == text


@pytest.mark.parametrize(
    "names", [[], ["Mia"], ["Mia", "", None], ["Mia", 1, None], [None] * 3, "Mia", ["x" * 101] * 3]
)
def test_names_of_another_shape_are_refused(names: object) -> None:
    record = to_record(finished(3, seed=1, length=1), (), ["Mia", None, None])
    with pytest.raises(RecordError, match="names"):
        read({**record, "names": names})


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
        read(document)


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
        read(document)


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
