"""The engine and the naive reference play the same rounds side by side."""

import random
from collections.abc import Sequence

import pytest

from engine.actions import Action, End, Scout, ScoutAndShow
from engine.cards import Card, Cards
from engine.round import Event, Round
from engine.sets import strength
from tests.support.engine import naive
from tests.support.engine.differential_round import DifferentialRound, plain
from tests.support.engine.random_games import PLAYERS
from tests.support.marks import with_long

pytestmark = pytest.mark.slow  # plays the reference beside the engine

POSITIONS = 2000
ENDS: tuple[End, ...] = ("L", "R")


def texts(actions: Sequence[Action]) -> set[str]:
    written = [str(action) for action in actions]
    assert len(written) == len(set(written)), "offered twice"
    return set(written)


def assert_same_state(both: DifferentialRound) -> None:
    engine, table = both.engine, both.naive
    turns = {"": None, "K": False, "F": True}
    assert list(engine.orientation) == [turns[choice] for choice in table.choices]
    assert [plain(hand) for hand in engine.hands] == table.hands
    assert plain(engine.active) == table.active
    assert list(engine.piles) == table.piles
    assert list(engine.chips) == table.chips
    assert list(engine.tokens) == table.tokens
    assert list(engine.to_move) == table.to_move
    assert [as_naive(event) for event in engine.log] == table.events
    assert (engine.ended or "") == table.ended
    # at the end the owner is who laid the unbeaten set, even if its last card was scouted
    assert engine.owner == (table.last_to_show if table.ended else table.owner)
    if not table.ended:
        assert engine.turn == table.turn
        assert engine.scouts_in_row == len(table.scouted_since)


def as_naive(event: Event) -> naive.Event:
    scouted = (event.scouted.up, event.scouted.down) if event.scouted else None
    return event.seat, scouted, event.end, event.paid, tuple(plain(event.shown))


def assert_same_legal_actions(both: DifferentialRound) -> None:
    for seat in range(both.naive.players):
        assert texts(both.engine.legal_actions(seat)) == both.legal[seat]


def assert_same_parts(both: DifferentialRound) -> None:
    """The parts that a hand is clicked together from: R10, R11, R12."""
    engine, table = both.engine, both.naive
    for seat in range(table.players):
        if seat not in table.to_move or table.choosing:
            assert_no_parts(engine, seat)
            continue
        assert texts(engine.legal(seat).shows()) == table.shows(seat)
        assert texts(engine.legal(seat).scouts()) == table.scouts(seat)
        assert_same_scout_and_show_parts(both, seat)


def assert_no_parts(engine: Round, seat: int) -> None:
    assert engine.legal(seat).shows() == []
    assert engine.legal(seat).scouts() == []
    assert engine.legal(seat).scouts_before_show() == []
    assert engine.legal(seat).shows_after(Scout("L", 1, flipped=False)) == []


def assert_same_scout_and_show_parts(both: DifferentialRound, seat: int) -> None:
    following: dict[str, set[str]] = {}
    for text in both.legal[seat]:
        scout, plus, show = text.partition("+")
        if plus:
            following.setdefault(scout, set()).add(show)
    assert texts(both.engine.legal(seat).scouts_before_show()) == set(following)
    for beginning in some_scouts(both.rng, len(both.naive.hands[seat])):
        shows = texts(both.engine.legal(seat).shows_after(beginning))
        assert shows == following.get(str(beginning), set())


def some_scouts(rng: random.Random, hand_size: int) -> list[Scout]:
    """Legal or not: the place may be beyond the hand, the end may be none."""
    places = range(1, hand_size + 3)
    every = [Scout(end, place, flip) for end in ENDS for place in places for flip in (False, True)]
    return rng.sample(every, 10)


def assert_same_end(both: DifferentialRound) -> None:
    scores = both.engine.scores()
    assert [score.points for score in scores] == both.naive.points()
    assert [score.pile for score in scores] == both.naive.piles
    assert [score.chips for score in scores] == both.naive.chips
    assert [score.cards for score in scores] == [len(hand) for hand in both.naive.hands]
    for seat, score in enumerate(scores):
        # A player without cards loses none either way, so the flag says nothing then.
        assert score.exempt == both.naive.exempt(seat) or score.cards == 0


def play_in_lockstep(players: int, rng: random.Random) -> int:
    """Play one round; returns the number of positions compared."""
    both = DifferentialRound.begin(players, rng)
    assert_same_legal_actions(both)
    both.choose_all()
    scouting = rng.choice((0.1, 0.5, 1.0, 3.0))
    while not both.naive.ended:
        assert_same_state(both)
        assert_same_legal_actions(both)
        assert_same_parts(both)
        both.play_on(scouting)
    assert_same_state(both)
    assert_same_legal_actions(both)
    assert_same_parts(both)
    assert_same_end(both)
    return len(both.naive.events)


@pytest.mark.parametrize("players", with_long([2, 5], [3, 4]))
def test_r8_to_r22_engine_and_reference_agree_at_every_step(players: int) -> None:
    rng = random.Random(players)
    compared = 0
    while compared < POSITIONS:
        compared += play_in_lockstep(players, rng)


@pytest.mark.parametrize("players", PLAYERS)
def test_r6_while_seats_choose_only_keep_and_turn_are_legal(players: int) -> None:
    rng = random.Random(players)
    for _ in range(20):
        both = DifferentialRound.begin(players, rng)
        while both.naive.choosing:
            assert_same_state(both)
            assert_same_legal_actions(both)
            assert_same_parts(both)
            both.play(rng.choice(both.naive.to_move), rng.choice("KF"))
        assert_same_state(both)


def assert_parts_make_the_whole(engine: Round, seat: int) -> None:
    combined = [
        ScoutAndShow(scout, show)
        for scout in engine.legal(seat).scouts_before_show()
        for show in engine.legal(seat).shows_after(scout)
    ]
    simple = [*engine.legal(seat).shows(), *engine.legal(seat).scouts()]
    legal = engine.legal_actions(seat)
    assert legal[: len(simple)] == simple
    assert sorted(map(str, legal[len(simple) :])) == sorted(map(str, combined))


@pytest.mark.parametrize("players", PLAYERS)
def test_r13_all_actions_are_shows_then_scouts_then_scout_and_shows(players: int) -> None:
    rng = random.Random(players)
    for _ in range(5):
        both = DifferentialRound.begin(players, rng)
        both.choose_all()
        while not both.naive.ended:
            assert_parts_make_the_whole(both.engine, both.naive.turn)
            both.play_on(scouting=1.0)


@pytest.mark.parametrize("players", PLAYERS)
def test_lists_of_actions_belong_to_the_caller(players: int) -> None:
    both = DifferentialRound.begin(players, random.Random(players))
    both.choose_all()
    both.play_on(scouting=1.0)
    engine, seat = both.engine, both.naive.turn
    first = engine.legal(seat).scouts()[0]
    for _ in range(2):
        assert_same_parts(both)
        assert_same_legal_actions(both)
        engine.legal_actions(seat).clear()
        engine.legal(seat).shows().clear()
        engine.legal(seat).scouts().clear()
        engine.legal(seat).scouts_before_show().clear()
        engine.legal(seat).shows_after(first).clear()


def every_hand_of_up_to_three() -> list[Cards]:
    """Every row of one to three numbers; the other end does not matter for a set."""
    numbers = range(1, 11)
    rows: list[tuple[int, ...]] = [(a,) for a in numbers]
    rows += [(a, b) for a in numbers for b in numbers]
    rows += [(a, b, c) for a in numbers for b in numbers for c in numbers]
    return [tuple(Card(number, number % 10 + 1) for number in row) for row in rows]


def test_r8_a_row_is_a_set_exactly_when_the_reference_says_so() -> None:
    for cards in every_hand_of_up_to_three():
        assert (strength(cards) is not None) == naive.is_set(naive.ups(plain(cards)))
    assert strength(()) is None


def test_r9_every_set_against_every_set() -> None:
    sets = [cards for cards in every_hand_of_up_to_three() if strength(cards)]
    sets += [tuple(Card(n, 10) for n in range(first, first + 4)) for first in range(1, 7)]
    for new in sets:
        for old in sets:
            stronger, weaker = strength(new), strength(old)
            assert stronger is not None
            assert weaker is not None
            expected = naive.beats(naive.ups(plain(new)), naive.ups(plain(old)))
            assert (stronger > weaker) == expected, (new, old)
