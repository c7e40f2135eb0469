"""Sets, what beats what, and the Shows of a hand (R8-R10)."""

import pytest

from engine.sets import Strength, shows, strength
from tests.support.engine.rounds import cards


def of(values: str) -> Strength:
    found = strength(cards(values))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("7", (1, True, 7)),
        ("7 7", (2, True, 7)),
        ("4 5 6", (3, False, 4)),
        ("6 5 4", (3, False, 4)),
        ("1 2 3 4 5 6 7 8 9 10", (10, False, 1)),
        ("5 5 5 5 5 5 5 5 5", (9, True, 5)),
    ],
)
def test_r8_sets_have_no_maximum_length(values: str, expected: tuple[int, bool, int]) -> None:
    assert of(values) == expected


@pytest.mark.parametrize("values", ["", "1 10", "10 1", "3 5", "4 5 4", "4 4 5", "4 5 5", "9 10 1"])
def test_r8_what_is_no_set(values: str) -> None:
    assert strength(cards(values)) is None


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3 4", "2 3"),
        ("2 2", "9 10"),
        ("4 5 6 7", "3 3 3"),
        ("1 2", "10"),
        ("9 8", "7 8"),
        ("6 6", "5 5"),
        ("3 3 3", "8 9 10"),
    ],
)
def test_r9_beats(better: str, worse: str) -> None:
    assert of(better) > of(worse)


@pytest.mark.parametrize(
    ("shown", "active"),
    [("8 7", "8 9"), ("5 5", "6 6"), ("10", "1 2"), ("7 8", "8 7"), ("4", "4"), ("4 5 6", "1 1 1")],
)
def test_r9_does_not_beat(shown: str, active: str) -> None:
    assert not of(shown) > of(active)


@pytest.mark.parametrize("last", ["4", "5", "6"])
def test_r9_a_run_scouted_down_to_one_card_is_a_match_of_one(last: str) -> None:
    assert of(last) == (1, True, int(last))
    assert [str(show) for show in shows(cards("7 2 3 1"), cards(last))] == ["S1", "S2-3"]


@pytest.mark.parametrize(
    ("hand", "active", "expected"),
    [
        ("", "", ""),
        ("4 4 5", "", "S1 S1-2 S2 S2-3 S3"),
        ("7 6 5 5", "", "S1 S1-2 S1-3 S2 S2-3 S3 S3-4 S4"),
        ("4 4 5", "4", "S1-2 S2-3 S3"),
        ("4 4 5", "3 4", "S1-2 S2-3"),
        ("4 4 5", "4 5", "S1-2"),
        ("4 4 5", "4 4", ""),
        ("1 2 3 9 9", "9 10", "S1-3 S4-5"),
        ("1 2 3 4", "2 3 4", "S1-4"),
        ("4 3 2 1", "1 2 3", "S1-3 S1-4"),
    ],
)
def test_r10_every_show_of_a_hand_in_order(hand: str, active: str, expected: str) -> None:
    assert [str(show) for show in shows(cards(hand), cards(active))] == expected.split()
