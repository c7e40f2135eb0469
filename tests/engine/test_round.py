"""A round of three or more players (R6-R14, R19, R20, R22)."""

import pytest

from engine.actions import Orient, Scout, Show, parse_action
from engine.cards import Card
from engine.errors import IllegalAction, ScoutError
from engine.round import Ending, Event, Round, Score
from tests.support.engine.rounds import cards, dealt, facing, legal, on_turn, played


def rule_of(now: Round, seat: int, action: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        now.play(seat, parse_action(action))
    assert str(refusal.value).endswith(f"({refusal.value.rule})")
    assert refusal.value.rule is not None
    return refusal.value.rule


def test_r6_all_choose_at_once_and_in_any_order() -> None:
    now = dealt("3/7", "1/2", "5/6", start=1)
    assert now.to_move == (0, 1, 2)
    now = now.play(2, Orient(True)).play(0, Orient(False))
    assert now.to_move == (1,)
    assert now.legal_actions(1) == [Orient(False), Orient(True)]
    assert now.legal_actions(0) == []
    now = now.play(1, Orient(True))
    assert now.hands == (cards("3/7"), cards("2/1"), cards("6/5"))
    assert now.orientation == (False, True, True)
    assert now.to_move == (1,)
    assert now.actions == ()
    assert now.log == ()


def test_r6_refusals() -> None:
    now = dealt("3/7", "1/2", "5/6")
    assert rule_of(now, 0, "S1") == "R6"
    assert rule_of(now.play(0, Orient(False)), 0, "K") == "R6"
    assert rule_of(on_turn("3/7", "1/2", "5/6"), 0, "F") == "R6"


def test_r7_everybody_starts_with_a_token_and_no_chips() -> None:
    now = dealt("3", "4", "5")
    assert now.tokens == (True, True, True)
    assert now.chips == now.piles == (0, 0, 0)


def test_r10_a_show_takes_the_beaten_cards_into_the_pile() -> None:
    now = played(facing("2 3", "9 4 4 8", "1", "1"), "S2-3")
    assert now.active == cards("4 4")
    assert now.hands[0] == cards("9 8")
    assert (now.owner, now.turn, now.piles, now.scouts_in_row) == (0, 1, (2, 0, 0), 0)


def test_r10_any_set_may_open() -> None:
    now = on_turn("1 2 4", "5", "6")
    assert legal(now) == {"S1", "S1-2", "S2", "S3"}
    assert played(now, "S1").piles == (0, 0, 0)


def test_r10_refusals() -> None:
    now = facing("4 5", "3 4 7 7", "1", "1")
    assert rule_of(now, 0, "S1-2") == "R10"
    assert rule_of(now, 0, "S2-3") == "R8"
    assert rule_of(now, 0, "S4-5") == "R10"
    assert rule_of(now, 1, "S1") == "R13"


def test_a_refusal_leaves_the_round_untouched() -> None:
    now = facing("4 5", "3 4", "1", "1")
    before = (now.hands, now.active, now.actions)
    rule_of(now, 0, "S1")
    assert (now.hands, now.active, now.actions) == before


@pytest.mark.parametrize(
    ("action", "hand", "left"),
    [
        ("L1", "4/9 1/2 8/3", "5/7 6/10"),
        ("L2f", "1/2 9/4 8/3", "5/7 6/10"),
        ("R3", "1/2 8/3 6/10", "4/9 5/7"),
        ("R1f", "10/6 1/2 8/3", "4/9 5/7"),
    ],
)
def test_r11_a_scout_goes_anywhere_flipped_or_not(action: str, hand: str, left: str) -> None:
    now = played(facing("4/9 5/7 6/10", "1/2 8/3", "1", "1"), action)
    assert now.hands[0] == cards(hand)
    assert now.active == cards(left)
    assert (now.owner, now.turn, now.chips, now.scouts_in_row) == (2, 1, (0, 0, 1), 1)


def test_r11_every_end_position_and_orientation_is_offered_once() -> None:
    now = facing("4/9 5/7", "1/2 8/3", "1", "1", tokens=(False,) * 3)
    expected = {f"{end}{place}{f}" for end in "LR" for place in (1, 2, 3) for f in ("", "f")}
    assert set(map(str, now.legal(0).scouts())) == expected
    assert len(now.legal(0).scouts()) == len(expected)


def test_r11_a_single_card_is_offered_as_its_left_end_only() -> None:
    now = facing("4/9", "1/2", "1", "1")
    assert {scout.end for scout in now.legal(0).scouts()} == {"L"}
    assert rule_of(now, 0, "R1") == "R11"


def test_r11_refusals() -> None:
    assert rule_of(on_turn("3", "4", "5"), 0, "L1") == "R11"
    assert rule_of(facing("4 5", "3", "1", "1"), 0, "L3") == "R11"


def test_r11_the_owner_stays_while_a_card_is_left() -> None:
    now = played(facing("9 9", "1 3", "1 3", "5", "2"), "L1")
    assert now.owner == 3
    now = played(now, "L1")
    assert (now.owner, now.active, now.ended) == (None, (), None)


def test_r12_scout_and_show_is_one_action() -> None:
    now = played(facing("4/9 5/7", "3/1 9/2", "1", "1"), "L2+S1-2")
    assert now.active == cards("3/1 4/9")
    assert now.hands[0] == cards("9/2")
    assert now.tokens == (False, True, True)
    assert (now.chips, now.piles, now.turn, now.owner) == ((0, 0, 1), (1, 0, 0), 1, 0)
    assert now.log == (Event(0, Card(4, 9), "L", 2, cards("3/1 4/9")),)


def test_r12_any_set_follows_the_last_card() -> None:
    now = facing("9/8", "1/2", "1", "1")
    assert set(map(str, now.legal(0).shows_after(Scout("L", 1, False)))) == {"S1", "S2"}


def test_r12_a_scout_that_no_show_can_follow_begins_no_scout_and_show() -> None:
    now = facing("9/4 10/5", "8/1", "1", "1")
    assert set(map(str, now.legal(0).scouts_before_show())) == {"L1", "L2", "R1", "R2"}
    assert now.legal(0).shows_after(Scout("L", 1, True)) == []
    assert rule_of(now, 0, "L1f+S1") == "R10"


def test_r12_the_token_is_spent_once() -> None:
    now = facing("4 5", "3 9", "1", "1", tokens=(False, True, True))
    assert now.legal(0).scouts_before_show() == []
    assert now.legal(0).shows_after(Scout("L", 1, False)) == []
    assert rule_of(now, 0, "L2+S1-2") == "R12"


def test_r12_parts_of_a_scout_and_show_obey_their_rules() -> None:
    now = facing("4 5", "3 9", "1", "1")
    assert rule_of(now, 0, "L4+S1") == "R11"
    assert rule_of(now, 0, "L1+S2-3") == "R8"
    assert rule_of(on_turn("3", "4", "5"), 0, "L1+S1") == "R11"


def test_r13_an_empty_table_must_be_shown_to() -> None:
    now = played(facing("9", "1 3", "2 4 4", "5", "5"), "L1")
    assert legal(now) == {"S1", "S2", "S2-3", "S3"}


def test_r13_shows_come_before_scouts_before_scout_and_shows() -> None:
    kinds = [type(action).__name__ for action in facing("2", "3", "1", "1").legal_actions(0)]
    assert kinds == sorted(kinds, key=["Show", "Scout", "ScoutAndShow"].index)
    assert len(set(kinds)) == 3


def test_r14_chips_never_run_out() -> None:
    assert played(facing("4 5", "3", "1", "1", chips=(0, 0, 99)), "L1").chips == (0, 0, 100)


def test_r19_an_empty_hand_ends_the_round() -> None:
    now = played(facing("4 5", "6 6", "1 2 3", "1"), "S1-2")
    assert now.ended is Ending.EMPTY
    assert now.to_move == ()
    assert now.legal_actions(1) == []
    assert rule_of(now, 1, "S1") == "R19"


def test_r19_so_does_an_empty_hand_after_scout_and_show() -> None:
    now = played(facing("4 5", "6", "1 2 3", "1"), "R1+S1-2")
    assert now.ended is Ending.EMPTY
    assert now.scores()[2] == Score(pile=0, chips=1, cards=1, exempt=False)


def test_r20_scouts_all_round_end_the_round() -> None:
    now = played(on_turn("7 7 7 2", "1", "1", "1"), "S1-3", "L1", "R1")
    assert now.ended is None
    now = played(now, "L1")
    assert now.ended is Ending.UNBEATEN
    assert now.scores()[0] == Score(pile=0, chips=3, cards=1, exempt=True)


def test_r20_also_when_the_last_scout_takes_the_last_card() -> None:
    now = played(on_turn("7 7 2", "1", "1"), "S1-2", "L1", "L1")
    assert (now.ended, now.active, now.owner) == (Ending.UNBEATEN, (), 0)
    assert [score.points for score in now.scores()] == [2, -2, -2]
    assert rule_of(now, 0, "S1") == "R20"


def test_r20_a_show_in_between_starts_the_count_again() -> None:
    now = played(on_turn("7 2", "1 9 4", "1 6", "1 5"), "S1", "S2", "L1", "S1")
    assert (now.scouts_in_row, now.ended) == (0, None)


def test_r22_pile_and_chips_less_cards() -> None:
    now = facing("4 5", "6 6", "1 2 3", "1 2", chips=(1, 2, 0), piles=(3, 0, 9))
    now = played(now, "S1-2")
    assert now.scores() == (
        Score(pile=5, chips=1, cards=0, exempt=False),
        Score(pile=0, chips=2, cards=3, exempt=False),
        Score(pile=9, chips=0, cards=2, exempt=False),
    )
    assert [score.points for score in now.scores()] == [6, -1, 7]


def test_r22_points_are_counted_at_the_end_only() -> None:
    with pytest.raises(ScoutError, match="before round end"):
        on_turn("3", "4", "5").scores()


def test_the_log_records_what_everyone_saw() -> None:
    now = played(on_turn("7/1 8/2", "1/2", "3/4"), "S1", "L1f")
    assert now.log == (Event(0, None, None, None, cards("7/1")), Event(1, Card(7, 1), "L", 0, ()))
    assert now.actions == (Show(1, 1), Scout("L", 1, True))
