"""Puzzles are made by a seed, a run that was stopped goes on, and a wrong puzzle is found."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.puzzles import Puzzle, Value, parse_puzzle, puzzles
from tests.tools.make_puzzles import (
    chosen,
    format_puzzle,
    is_steady,
    kinds_of,
    main,
    puzzles_of_round,
    read_work,
)
from tests.tools.puzzle_judge import (
    Lead,
    Trial,
    different_actions,
    fault,
    is_unique,
    kind_of,
    medium_actions,
    position_of,
)

SEED = 9
"""The first round of this seed has a puzzle, and is short."""


@pytest.mark.long
@pytest.mark.slow  # plays a round and searches
def test_a_seed_is_the_same_puzzles_again_in_another_process(tmp_path: Path) -> None:
    work, to = tmp_path / "work.jsonl", tmp_path / "positions.jsonl"
    words = ["--work", str(work), "--to", str(to), "--seed", str(SEED), "--rounds", "1"]
    assert main([*words, "--processes", "1"]) == 0
    assert to.read_text(encoding="utf-8").splitlines() == puzzles_of_round(SEED, 0)[1] != []


@pytest.mark.long
@pytest.mark.slow  # plays a round and searches
def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    work, to = tmp_path / "work.jsonl", tmp_path / "positions.jsonl"
    work.write_text('[1, []]\n[0, ["{\\"id', encoding="utf-8")
    words = ["--work", str(work), "--to", str(to), "--seed", str(SEED), "--rounds", "2"]
    assert main([*words, "--processes", "1"]) == 0
    assert read_work(work) == {1: [], 0: puzzles_of_round(SEED, 0)[1]}


def has_another_unique(one: Puzzle) -> bool:
    """Whether the second best action could be an answer apart from its value."""
    action = one.values[1].action
    return is_unique(position_of(one), action) and action not in medium_actions(one.view())


def like(one: Puzzle, name: str, behind: float, margin: float) -> Puzzle:
    """The puzzle with another id, and with this distance of the second and third action."""
    best, *others = one.values
    values = [Value(other.action, best.points - behind, margin) for other in others]
    return replace(one, id=name, values=(best, *values))


def test_steady_puzzles_are_chosen_first_and_evenly_of_all_kinds() -> None:
    first = puzzles()[0]
    other = next(one for one in puzzles() if kinds_of(one) != kinds_of(first))
    found = [like(first, f"a{number}", 3.0, 0.1) for number in range(5)]
    found += [like(other, f"b{number}", 3.0, 0.1) for number in range(5)]
    found += [like(first, f"c{number}", 2.1, 0.4) for number in range(5)]
    assert [is_steady(found[0]), is_steady(found[-1])] == [True, False]
    assert [one.id for one in chosen(found, 4)] == ["a0", "a1", "b0", "b1"]
    assert [one.id for one in chosen(found, 11)][-1] == "c0"


def test_a_lead_is_clear_by_two_points_and_by_two_margins() -> None:
    assert Lead(2.0, 1.0).is_clear
    assert not Lead(1.99, 0.1).is_clear
    assert not Lead(2.5, 1.3).is_clear
    assert [Lead(1.0, 1.1).is_possible, Lead(1.0, 0.9).is_possible] == [True, False]


def test_actions_are_compared_on_the_same_determinizations() -> None:
    one = puzzles()[0]
    actions = different_actions(position_of(one))
    both, alone = Trial(one.view(), actions[:2], "s"), Trial(one.view(), actions[:1], "s")
    both.play(4)
    alone.play(4)
    assert both.points[actions[0]] == alone.points[actions[0]]
    assert both.lead(actions[0], actions[1]).points == -both.lead(actions[1], actions[0]).points


def test_the_same_action_by_another_name_counts_once() -> None:
    one = next(one for one in puzzles() if kind_of(one.best) == "both")
    now = position_of(one)
    actions = different_actions(now)
    assert len(actions) < len(now.actions())
    twins = [action for action in now.actions() if not is_unique(now, action)]
    assert twins
    assert one.best not in twins


@pytest.mark.long  # searches
def test_a_wrong_answer_is_found() -> None:
    one = min(
        filter(has_another_unique, puzzles()), key=lambda one: len(position_of(one).actions())
    )
    best, second, third = one.values
    wrong = replace(one, values=(second, best, third))
    assert (fault(wrong, 5) or "").startswith("ahead by -")
    elsewhere = replace(one, seat=(one.seat + 1) % len(one.deal.hands))
    assert fault(elsewhere, 5) == "the answer is not legal"
    obvious = replace(one, values=(Value(one.medium, 9.0, 0.0), second, third))
    assert fault(obvious, 5) == "medium finds it"


@pytest.mark.slow  # searches
def test_check_prints_what_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = sorted(puzzles(), key=lambda one: len(position_of(one).actions()))[:2]
    _best, second, third = two.values
    wrong = replace(two, values=(Value(two.medium, 9.0, 0.0), second, third))
    to = tmp_path / "positions.jsonl"
    words = ["--check", "--to", str(to), "--seed", "5", "--processes", "1"]
    to.write_text(f"{format_puzzle(one)}\n{format_puzzle(wrong)}\n", encoding="utf-8")
    assert main(words) == 1
    assert capsys.readouterr().out == f"{two.id}: medium finds it\n1 of 2 puzzles hold\n"
    to.write_text(f"{format_puzzle(one)}\n", encoding="utf-8")
    assert main(words) == 0


def test_the_work_file_is_read_by_round(tmp_path: Path) -> None:
    work = tmp_path / "work.jsonl"
    assert read_work(work) == {}
    work.write_text(json.dumps([3, ["x"]]) + "\n[4, [", encoding="utf-8")
    assert read_work(work) == {3: ["x"]}
    with pytest.raises(ValueError, match="keys"):
        parse_puzzle("{}")
