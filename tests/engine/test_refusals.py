"""What the reference does not list the engine refuses, and names a rule that is broken."""

import random

import pytest

from engine.actions import parse_action
from engine.errors import IllegalAction, ScoutError
from engine.round import Round
from tests.support.engine import naive
from tests.support.engine.differential_round import DifferentialRound
from tests.support.engine.random_games import PLAYERS, finished

pytestmark = pytest.mark.slow  # plays the reference beside the engine

POSITIONS = 400


def random_notation(rng: random.Random, hand_size: int) -> str:
    """Valid notation that points into a hand or just beyond it."""

    def show(size: int) -> str:
        first, last = sorted(rng.choices(range(1, size + 3), k=2))
        return naive.show_text(first, last)

    def scout() -> str:
        return f"{rng.choice('LR')}{rng.randint(1, hand_size + 3)}{rng.choice(('', 'f'))}"

    both = f"{scout()}+{show(hand_size + 1)}"
    return rng.choice([show(hand_size), scout(), both, both, rng.choice("KF")])


def broken_rules(table: naive.Table, seat: int, text: str) -> set[str]:
    """The rules that a refusal of this action may name."""
    if table.ended:
        return {"R19"} if table.ended == "empty" else {"R21" if table.players == 2 else "R20"}
    if table.choosing:
        return {"R6"}
    chooses_again = {"R6"} if text in ("K", "F") else set()
    if seat != table.turn:
        return {"R13", "R17"} | chooses_again
    if chooses_again:
        return chooses_again
    scout, _, show = text.rpartition("+") if "S" in text else (text, "", "")
    hand, active = table.hands[seat], table.active
    if not scout:
        return broken_by_show(hand, active, show)
    broken = broken_by_scout(table, seat, scout)
    if show and not table.tokens[seat]:
        broken |= {"R16"} if table.players == 2 else {"R12"}
    if show and active:
        hand, active, _ = naive.after_scout(hand, active, scout)
        broken |= broken_by_show(hand, active, show)
    return broken


def broken_by_show(hand: list[naive.Card], active: list[naive.Card], text: str) -> set[str]:
    first, last = naive.show_positions(text)
    shown = naive.ups(hand[first - 1 : last])
    if last > len(hand):
        return {"R10"}
    if not naive.is_set(shown):
        return {"R8"}
    return set() if naive.may_show(shown, naive.ups(active)) else {"R9", "R10"}


def broken_by_scout(table: naive.Table, seat: int, text: str) -> set[str]:
    if not table.active:
        return {"R11", "R13"}
    broken = set()
    if table.players == 2 and table.chips[seat] == 0:
        broken.add("R16")
    if text not in naive.scout_texts(len(table.hands[seat]), len(table.active)):
        broken.add("R11")
    return broken


def assert_refused(engine: Round, seat: int, text: str, rules: set[str]) -> None:
    with pytest.raises(IllegalAction) as refusal:
        engine.play(seat, parse_action(text))
    assert refusal.value.rule in rules, (text, str(refusal.value))
    sentence = str(refusal.value)
    assert sentence.endswith(f"({refusal.value.rule})"), sentence
    assert sentence.startswith(refusal.value.code.replace("_", " ")), sentence


def assert_refuses_illegal(both: DifferentialRound, samples: int) -> None:
    engine, table = both.engine, both.naive
    before = repr(engine)
    for _ in range(samples):
        seat = both.rng.randrange(table.players)
        text = random_notation(both.rng, len(table.hands[seat]))
        if text not in both.legal[seat]:
            assert_refused(engine, seat, text, broken_rules(table, seat, text))
    assert repr(engine) == before


@pytest.mark.parametrize("players", PLAYERS)
def test_r6_to_r21_whatever_is_not_legal_is_refused_and_changes_nothing(players: int) -> None:
    rng = random.Random(players)
    tried = 0
    while tried < POSITIONS:
        both = DifferentialRound.begin(players, rng)
        while both.naive.choosing:
            assert_refuses_illegal(both, samples=3)
            both.play(rng.choice(both.naive.to_move), rng.choice("KF"))
        while not both.naive.ended:
            assert_refuses_illegal(both, samples=20)
            both.play_on(scouting=rng.choice((0.1, 1.0)))
        assert_refuses_illegal(both, samples=20)
        tried += len(both.naive.events)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seat", [-1, 5, 99])
def test_a_seat_that_is_not_at_the_table_has_no_action(players: int, seat: int) -> None:
    both = DifferentialRound.begin(players, random.Random(players))
    for text in ("K", "F"):
        assert_refused(both.engine, seat, text, {"R6", "R13"})
    both.choose_all()
    assert both.engine.legal_actions(seat) == []
    assert_refused(both.engine, seat, "S1", {"R13"})


@pytest.mark.parametrize("text", ["S1", "L1", "L1+S1", "K"])
def test_r23_a_game_that_is_over_takes_no_action(text: str) -> None:
    for players in PLAYERS:
        game = finished(players, seed=0, length=1)
        for seat in range(players):
            with pytest.raises(ScoutError):
                game.play(seat, parse_action(text))
