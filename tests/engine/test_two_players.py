"""What is different with two players (R7, R16-R18, R21)."""

import pytest

from engine.errors import IllegalAction
from engine.round import Ending, Event, Score
from tests.support.engine.rounds import cards, facing, legal, on_turn, played


def test_r7_three_chips_and_no_token() -> None:
    now = on_turn("3 5", "4 6")
    assert now.chips == (3, 3)
    assert now.tokens == (False, False)


def test_r16_a_scout_costs_an_own_chip_and_pays_nobody() -> None:
    now = played(facing("4/9 5/7", "1/2", "3/1"), "L2f")
    assert now.chips == (2, 3)
    assert now.log == (Event(0, cards("4/9")[0], "L", None, ()),)


def test_r16_there_is_no_scout_and_show() -> None:
    now = facing("4 5", "3 9", "1 7")
    assert not any("+" in action for action in legal(now))
    with pytest.raises(IllegalAction, match="for two") as refusal:
        played(now, "L2+S1-2")
    assert refusal.value.rule == "R16"


def test_r16_without_a_chip_there_is_no_scout() -> None:
    now = facing("4", "5 9", "1 7", chips=(0, 3))
    assert legal(now) == {"S1", "S2"}
    with pytest.raises(IllegalAction) as refusal:
        played(now, "L1")
    assert refusal.value.rule == "R16"


def test_r17_the_turn_stays_after_a_scout_and_passes_after_a_show() -> None:
    now = played(facing("4 5 6", "7 9", "1 7"), "L1")
    assert now.to_move == (0,)
    now = played(now, "R2")
    assert now.to_move == (0,)
    assert played(now, "S2-3").to_move == (1,)


def test_r17_a_player_who_cannot_show_must_scout() -> None:
    now = facing("9 9", "1", "1 7")
    assert legal(now) == {"L1", "L1f", "L2", "L2f", "R1", "R1f", "R2", "R2f"}


def test_r17_after_the_last_card_any_set_can_be_shown() -> None:
    now = played(facing("9/1", "3/7", "1 7"), "L1")
    assert (now.to_move, now.owner) == ((0,), None)
    assert legal(now) == {"S1", "S2"}


def test_r18_unspent_chips_count() -> None:
    now = played(on_turn("7", "1 3"), "S1")
    assert now.ended is Ending.EMPTY
    assert now.scores() == (Score(0, 3, 0, exempt=False), Score(0, 3, 2, exempt=False))


def test_r21_the_round_ends_when_the_next_player_is_stuck_after_a_show() -> None:
    now = facing("2", "7 7 4", "1 3", chips=(1, 0))
    now = played(now, "S1-2")
    assert (now.ended, now.to_move) == (Ending.UNBEATEN, ())
    assert [score.points for score in now.scores()] == [1 + 1, -2]
    assert now.scores()[0].exempt


def test_r21_the_round_ends_when_a_scout_leaves_the_player_stuck() -> None:
    now = facing("9/1 9/2 9/3", "4/5", "1 7", chips=(1, 3))
    now = played(now, "L1")
    assert now.ended is Ending.UNBEATEN
    assert [score.points for score in now.scores()] == [-2, 3]


def test_r21_scouting_a_card_that_helps_goes_on() -> None:
    now = facing("9/1 9/2", "10/5", "1 7", chips=(1, 3))
    assert played(now, "L1").ended is None
