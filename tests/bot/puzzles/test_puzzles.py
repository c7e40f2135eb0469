"""The puzzles that ship: legal, with one clear answer by what is stored, and within their size."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.puzzles import (
    POSITIONS,
    SHOWN_VALUES,
    Puzzle,
    parse_puzzle,
    puzzle_id,
    puzzles,
    read_puzzles,
)
from engine.errors import EngineError
from engine.view import view
from tests.tools.make_puzzles import MOST_BYTES, MOST_OF_ROUND, SHIPPED, format_puzzle, is_steady
from tests.tools.puzzle_judge import (
    FEWEST_ACTIONS,
    SAMPLES,
    Lead,
    different_actions,
    fault,
    is_unique,
    kind_of,
    medium_actions,
    position_of,
    seed_of,
    trial_of,
)

LINE = POSITIONS.read_text(encoding="utf-8").splitlines()[0]


def changed(**fields: Any) -> str:
    """The first line of the file with other fields."""
    return json.dumps({**json.loads(LINE), **fields})


def cheapest(count: int) -> list[Puzzle]:
    """The steady puzzles with the fewest different actions: a search of them is short."""
    steady = filter(is_steady, puzzles())
    return sorted(steady, key=lambda one: len(different_actions(position_of(one))))[:count]


@pytest.mark.long
@pytest.mark.slow  # replays every puzzle
def test_every_puzzle_has_one_clear_answer_that_medium_does_not_find() -> None:
    for one in puzzles():
        now, obvious = position_of(one), medium_actions(one.view())
        actions = different_actions(now)
        assert now.mover == one.seat, one.id
        assert len(actions) >= FEWEST_ACTIONS, one.id
        assert one.best in actions, one.id
        assert is_unique(now, one.best), one.id
        assert one.medium in obvious, one.id
        assert one.best not in obvious, one.id


@pytest.mark.slow
def test_the_stored_values_say_so() -> None:
    for one in puzzles():
        best, *others = one.values
        assert len({value.action for value in one.values}) == SHOWN_VALUES, one.id
        assert [-value.points for value in one.values] == sorted(
            -value.points for value in one.values
        ), one.id
        assert best.margin == 0
        leads = [Lead(best.points - other.points, other.margin) for other in others]
        assert all(lead.is_clear for lead in leads), one.id


@pytest.mark.slow
def test_the_file_is_small_and_varied() -> None:
    assert POSITIONS.stat().st_size <= MOST_BYTES
    assert len(puzzles()) == SHIPPED
    assert all(map(is_steady, puzzles()))
    assert max(Counter(one.deal for one in puzzles()).values()) <= MOST_OF_ROUND
    assert {len(one.deal.hands) for one in puzzles()} == {2, 3, 4, 5}
    assert {kind_of(one.best) for one in puzzles()} == {"show", "scout", "both"}
    assert [one.id for one in puzzles()] == sorted(one.id for one in puzzles())


def test_a_puzzle_is_rebuilt_by_the_rules() -> None:
    one = puzzles()[0]
    game = one.state()
    played = game.rounds[0]
    assert (played.deal, played.actions, played.turn) == (one.deal, one.actions, one.seat)
    assert view(game, one.seat) == one.view()
    assert one.best in one.view().legal_actions()


@pytest.mark.slow
def test_lines_are_written_as_they_are_read() -> None:
    lines = POSITIONS.read_text(encoding="utf-8").splitlines()
    assert [format_puzzle(parse_puzzle(line)) for line in lines] == lines


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": None, "extra": 1},
        {"start": (json.loads(LINE)["start"] + 1) % 2},
        {"actions": "S1 S1"},
        {"id": "0" * 12},
        {"values": json.loads(LINE)["values"][:2]},
        {"medium": "S0"},
    ],
)
def test_a_line_that_was_changed_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"puzzle|action"):
        parse_puzzle(changed(**fields))


def test_a_puzzle_of_an_illegal_action_cannot_be_rebuilt() -> None:
    written = json.loads(LINE)
    written["actions"] = "L1"
    written["id"] = puzzle_id(written["players"], written)
    with pytest.raises(EngineError):
        parse_puzzle(json.dumps(written)).state()


def test_two_puzzles_of_one_id_are_refused(tmp_path: Path) -> None:
    twice = tmp_path / "positions.jsonl"
    twice.write_text(f"{LINE}\n{LINE}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="same id"):
        read_puzzles(twice)


@pytest.mark.slow  # searches
def test_a_search_finds_what_is_stored() -> None:
    for one in cheapest(2):
        trial = trial_of(one.view(), position_of(one), seed_of(0, one.state()))
        trial.play(SAMPLES)
        for value, action in zip(one.values, trial.ranking(), strict=False):
            assert sum(trial.points[action]) / SAMPLES == pytest.approx(value.points, abs=0.01)
        assert fault(one, seed=1) is None


@pytest.mark.long  # searches much
def test_more_puzzles_hold_by_other_determinizations() -> None:
    sample = cheapest(80)[2::4]
    assert [fault(one, seed=2) for one in sample] == [None] * len(sample)
