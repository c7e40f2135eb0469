"""Every claim that speaks for a move is checked, by trying, against what the move does."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.views.explanations import explain
from engine.actions import Orient, Scout, ScoutAndShow, Show, parse_action, parts
from engine.cards import flip
from engine.game import Game
from engine.round import Ending, Round
from engine.view import view
from tests.support.engine import naive
from tests.support.engine.hidden_cards import with_other_secrets
from tests.support.engine.naive import Ends
from tests.support.engine.random_games import PLAYERS, any_action, positions
from tests.support.engine.rounds import dealt, facing, on_turn

_LENGTH = 150


@dataclass(frozen=True)
class Turn:
    """One turn of one seat: `hand` and `active` are those between its Scout and its Show."""

    seat: int
    scout: Scout | None
    show: Show | None
    before: Round
    after: Round
    hand: Ends
    active: Ends

    @property
    def left(self) -> Ends:
        return naive.ups(self.after.hands[self.seat])

    def gained(self, of: str) -> list[int]:
        old, new = getattr(self.before, of), getattr(self.after, of)
        return [after - before for before, after in zip(old, new, strict=True)]


def turn_of(before: Round, seat: int, action: Show | Scout | ScoutAndShow) -> Turn:
    scout, show = parts(action)
    hand: list[naive.Card] = list(before.hands[seat])
    active: list[naive.Card] = list(before.active)
    if scout is not None:
        hand, active, _ = naive.after_scout(hand, active, str(scout))
    after = before.play(seat, action)
    return Turn(seat, scout, show, before, after, naive.ups(hand), naive.ups(active))


def numbers(text: str) -> Ends:
    return tuple(map(int, text.split()))


def sets_of(hand: Ends) -> list[tuple[int, Ends]]:
    """Every set in a hand and where it begins."""
    slices = [(first - 1, hand[first - 1 : last]) for first, last in naive.slices(len(hand))]
    return [(begin, part) for begin, part in slices if naive.is_set(part)]


def is_best(wanted: Ends, sets: list[tuple[int, Ends]]) -> bool:
    found = [part for _, part in sets]
    return wanted in found and not any(naive.beats(other, wanted) for other in found)


def through(place: int, sets: list[tuple[int, Ends]]) -> list[tuple[int, Ends]]:
    return [(at, part) for at, part in sets if at <= place < at + len(part) and len(part) > 1]


def makes(turn: Turn, claimed: Ends) -> bool:
    assert turn.scout is not None
    sets = through(turn.scout.position - 1, sets_of(turn.hand))
    return is_best(claimed, sets) if claimed else not sets


def beats(turn: Turn, claimed: Ends) -> bool:
    return claimed == turn.active and naive.beats(naive.ups(turn.after.active), claimed)


def together(turn: Turn, claimed: Ends, *, anew: bool) -> bool:
    """Whether it is the best set of the hand that is left, from both sides of the gap if `anew`."""
    assert turn.show is not None
    gap = turn.show.first - 1
    sets = [found for found in sets_of(turn.left) if len(found[1]) > 1]
    closed_up = any(part == claimed and at < gap < at + len(part) for at, part in sets)
    return is_best(claimed, sets) and closed_up is anew


def goes_on(turn: Turn) -> bool:
    return turn.after.ended is None and turn.after.turn == turn.seat


def spends_token(turn: Turn) -> bool:
    return turn.before.tokens[turn.seat] and not turn.after.tokens[turn.seat]


def owner_gains(turn: Turn) -> bool:
    expected = [int(seat == turn.before.owner) for seat in range(turn.before.players)]
    return turn.gained("chips") == expected


CLAIMS: dict[str, Callable[[Turn, re.Match[str]], bool]] = {
    r"makes ([\d ]+)": lambda turn, found: makes(turn, numbers(found[1])),
    "makes no set": lambda turn, _: makes(turn, ()),
    "gives the owner a chip": lambda turn, _: owner_gains(turn),
    "costs you a chip": lambda turn, _: turn.gained("chips")[turn.seat] == -1,
    "spends your token": lambda turn, _: spends_token(turn),
    "lets you go on": lambda turn, _: goes_on(turn),
    r"beats ([\d ]+)": lambda turn, found: beats(turn, numbers(found[1])),
    "has nothing to beat": lambda turn, _: turn.active == (),
    r"takes (\d+) cards?": lambda turn, found: turn.gained("piles")[turn.seat] == int(found[1]),
    r"leaves (\d+) cards?": lambda turn, found: (
        len(turn.left) == int(found[1]) and all(len(part) == 1 for _, part in sets_of(turn.left))
    ),
    r"(leaves|puts) ([\d ]+) together among (\d+) cards": lambda turn, found: (
        together(turn, numbers(found[2]), anew=found[1] == "puts")
        and len(turn.left) == int(found[3]) > len(numbers(found[2]))
    ),
    r"(leaves|puts) ([\d ]+) together as your last cards": lambda turn, found: (
        together(turn, numbers(found[2]), anew=found[1] == "puts")
        and turn.left == numbers(found[2])
    ),
    "ends the round: your hand is empty": lambda turn, _: (
        turn.after.ended is Ending.EMPTY and not turn.left
    ),
    "ends the round: the set is unbeaten": lambda turn, _: (
        turn.after.ended is Ending.UNBEATEN and turn.before.players > 2
    ),
    "ends the round: you can neither show nor scout": lambda turn, _: (
        turn.after.ended is Ending.UNBEATEN and turn.after.turn == turn.seat
    ),
}


def check(turn: Turn, sentence: str) -> None:
    for claim in re.split(", | and ", sentence):
        holds = [
            test(turn, found)
            for form, test in CLAIMS.items()
            if (found := re.fullmatch(form, claim)) is not None
        ]
        assert holds == [True], f"{claim!r} of {turn}"
    own_doing = turn.show is None or not turn.left
    assert ("ends the round" in sentence) is (turn.after.ended is not None and own_doing)


def fewest_sets(hand: Ends) -> int:
    fewest = [0]
    for end in range(1, len(hand) + 1):
        fewest.append(min(fewest[at] + 1 for at in range(end) if naive.is_set(hand[at:end])))
    return fewest[-1]


def check_orient(hand: Ends, words: str) -> None:
    found = re.fullmatch(r"(\d+) sets? \(best ([\d ]+)\)", words)
    assert found is not None
    assert int(found[1]) == fewest_sets(hand)
    assert is_best(numbers(found[2]), sets_of(hand))


@pytest.mark.slow  # generates hundreds of positions
@settings(deadline=None, max_examples=40)
@given(st.sampled_from(PLAYERS), st.integers(0, 2**32))
def test_every_claim_holds(players: int, seed: int) -> None:
    rng = random.Random(seed)
    for game in positions(players, seed, length=1):
        now = game.rounds[-1]
        for seat in now.to_move:
            seen = view(game, seat)
            legal = seen.legal_actions()
            for action in [any_action(now, seat, rng), *rng.sample(legal, min(3, len(legal)))]:
                sentence = explain(seen, action)
                assert len(sentence) <= _LENGTH
                if not isinstance(action, Orient):
                    check(turn_of(now, seat, action), sentence)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(PLAYERS), st.integers(0, 2**32), st.booleans())
def test_both_ways_up_are_compared(players: int, seed: int, turn: bool) -> None:
    game = next(positions(players, seed))
    seen = view(game, 0)
    dealt, flipped = naive.ups(seen.hand), naive.ups(flip(seen.hand))
    form = r"makes (.*) turned over, against (.*) as dealt"
    if not turn:
        form = r"makes (.*) as dealt, against (.*) turned over"
    found = re.fullmatch(form, explain(seen, Orient(turn)))
    assert found is not None
    check_orient(flipped if turn else dealt, found[1])
    check_orient(dealt if turn else flipped, found[2])


@settings(deadline=None, max_examples=15)
@given(st.sampled_from(PLAYERS), st.integers(0, 2**32))
def test_the_words_tell_nothing_that_is_hidden(players: int, seed: int) -> None:
    rng = random.Random(seed)
    for game in positions(players, seed, length=1):
        for seat in game.rounds[-1].to_move:
            action = any_action(game.rounds[-1], seat, rng)
            others = tuple(with_other_secrets(played, seat, rng) for played in game.rounds)
            elsewhere = replace(game, rounds=others)
            assert explain(view(elsewhere, seat), action) == explain(view(game, seat), action)


def said(now: Round, notation: str) -> str:
    game = replace(Game.new(now.players), rounds=(now,))
    return explain(view(game, now.to_move[0]), parse_action(notation))


OTHER = "1 4 8 1 4"


@pytest.mark.parametrize(
    ("now", "notation", "sentence"),
    [
        (
            facing("5 6", "3 4 5 9 7 8", OTHER, OTHER),
            "S5-6",
            "beats 5 6, takes 2 cards and leaves 3 4 5 together among 4 cards",
        ),
        (
            facing("5 6", "3 4 7 8 9 5", OTHER, OTHER),
            "S3-5",
            "beats 5 6, takes 2 cards and puts 3 4 5 together as your last cards",
        ),
        (on_turn("3 9 5 1", OTHER, OTHER), "S1", "has nothing to beat and leaves 3 cards"),
        (
            facing("6", "7 8", OTHER, OTHER),
            "S1-2",
            "beats 6, takes 1 card and ends the round: your hand is empty",
        ),
        (facing("5 5", "3 4 9", OTHER, OTHER), "R3", "makes 3 4 5 and gives the owner a chip"),
        (
            facing("5 5", "3 4 9", OTHER, OTHER, scouts_in_row=1),
            "R1",
            "makes no set, gives the owner a chip and ends the round: the set is unbeaten",
        ),
        (facing("5 5", "3 4 9", OTHER), "L3", "makes 3 4 5, costs you a chip and lets you go on"),
        (
            facing("9 9 9", "3 4", OTHER, chips=(1, 3)),
            "L3f",
            "makes no set, costs you a chip and ends the round: you can neither show nor scout",
        ),
        (
            facing("8 8", "3 7 9 3", OTHER, OTHER),
            "L3+S2-4",
            (
                "makes 7 8 9, gives the owner a chip, spends your token, beats 8, takes 1 card "
                "and puts 3 3 together as your last cards"
            ),
        ),
        (
            dealt("3/1 4/5 5/9", OTHER, OTHER),
            "F",
            "makes 3 sets (best 9) turned over, against 1 set (best 3 4 5) as dealt",
        ),
    ],
)
def test_a_sentence_reads_like_this(now: Round, notation: str, sentence: str) -> None:
    assert said(now, notation) == sentence
