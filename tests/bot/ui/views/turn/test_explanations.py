"""Every claim about a move, and what it costs, is checked by trying what the move does."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings, strategies as st

from bot.text.language import ENGLISH
from bot.ui.views.turn.hint import explain
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parse_action, parts
from engine.cards import flip
from engine.game import Game
from engine.round import Ending, Round
from engine.view import View, view
from tests.support.engine import naive
from tests.support.engine.hidden_cards import with_other_secrets
from tests.support.engine.naive import Ends
from tests.support.engine.random_games import PLAYERS, any_action, positions
from tests.support.engine.rounds import dealt, facing, on_turn
from tests.support.ui.table_states import NAMES

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


NO_REASON = "did better in trial rounds"
_COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
_SET = r"(?:[a-z]+ \d+s|\d+(?: \d+)*)"
"""`9`, `two 5s` or `3 4 5`."""


def numbers(text: str) -> Ends:
    return tuple(map(int, text.split()))


def named(text: str) -> Ends:
    """The values of a set as in _SET; a match is never written by its values."""
    if found := re.fullmatch(r"([a-z]+) (\d+)s", text):
        return (int(found[2]),) * (_COUNTS.index(found[1]) + 2)
    assert len(set(numbers(text))) == len(numbers(text))
    return numbers(text)


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
    if turn.show is not None:
        return together(turn, claimed, "made")
    sets = through(turn.scout.position - 1, sets_of(turn.hand))
    return is_best(claimed, sets) if claimed else not sets


def beats(turn: Turn, claimed: Ends) -> bool:
    return claimed == turn.active and naive.beats(naive.ups(turn.after.active), claimed)


def kinds_of_left(turn: Turn) -> dict[str, list[tuple[int, Ends]]]:
    """The sets of two cards or more that are left, by their relation to the turn."""
    assert turn.show is not None
    held = range(len(turn.hand))
    shown = range(turn.show.first - 1, turn.show.last)
    left = [at for at in held if at not in shown]
    others = [
        range(first - 1, last)
        for first, last in naive.slices(len(turn.hand))
        if range(first - 1, last) != shown
        and naive.may_show(turn.hand[first - 1 : last], turn.active)
    ]
    found: dict[str, list[tuple[int, Ends]]] = {"joined": [], "made": [], "kept": []}
    for begin, part in sets_of(turn.left):
        places = left[begin : begin + len(part)]
        if len(part) == 1:
            continue
        closed_up = places[0] < shown[0] < places[-1]
        if closed_up and not naive.is_set(turn.hand[places[0] : places[-1] + 1]):
            found["joined"].append((begin, part))
        if turn.scout is not None and turn.scout.position - 1 in places:
            found["made"].append((begin, part))
        if any(set(places) & set(other) for other in others):
            found["kept"].append((begin, part))
    return found


def told_of_left(turn: Turn) -> str:
    """The kind of sets whose best one is named: none without a relation to the turn."""
    sets = kinds_of_left(turn)
    joined = [part for _, part in sets["joined"]]
    if any(all(naive.beats(made, part) for part in joined) for _, made in sets["made"]):
        return "made"
    return next((kind for kind in ("joined", "kept") if sets[kind]), "")


def together(turn: Turn, claimed: Ends, kind: str) -> bool:
    is_all = turn.left == claimed
    return told_of_left(turn) == kind and is_best(claimed, kinds_of_left(turn)[kind]) > is_all


def last_cards(turn: Turn, claimed: Ends, *, joined: bool) -> bool:
    return turn.left == claimed and bool(kinds_of_left(turn)["joined"]) is joined


def beats_one(turn: Turn, claimed: int) -> bool:
    return len(turn.active) == 1 and beats(turn, (claimed,))


def can_show(before: Round, seat: int) -> bool:
    return any(isinstance(action, Show) for action in before.legal_actions(seat))


def adds(turn: Turn, claimed: Ends) -> bool:
    """Whether the card went into the hand where it makes no set."""
    assert turn.scout is not None
    no_set = turn.after.ended is not None or makes(turn, ())
    return (turn.hand[turn.scout.position - 1],) == claimed and no_set


def goes_on(turn: Turn) -> bool:
    return turn.after.ended is None and turn.after.turn == turn.seat


def spends_token(turn: Turn) -> bool:
    return turn.before.tokens[turn.seat] and not turn.after.tokens[turn.seat]


def gains_chip(turn: Turn, name: str) -> bool:
    """Whether this seat gets the only chip that changes hands, and owns the Active Set."""
    expected = [int(NAMES[seat] == name) for seat in range(turn.before.players)]
    assert turn.before.owner is not None
    return turn.gained("chips") == expected and NAMES[turn.before.owner] == name


CLAIMS: dict[str, Callable[[Turn, re.Match[str]], bool]] = {
    r"makes ([\d ]+)": lambda turn, found: makes(turn, numbers(found[1])),
    r"adds the (\d+) to your hand": lambda turn, found: (
        adds(turn, numbers(found[1])) and can_show(turn.before, turn.seat)
    ),
    r"adds the (\d+) to your hand because nothing in it beats (?:the )?([\d ]+)": (
        lambda turn, found: (
            adds(turn, numbers(found[1]))
            and numbers(found[2]) == naive.ups(turn.before.active)
            and not can_show(turn.before, turn.seat)
        )
    ),
    NO_REASON: lambda turn, _: turn.after.ended is not None and can_show(turn.before, turn.seat),
    "keeps your turn": lambda turn, _: goes_on(turn),
    r"beats the (\d+)": lambda turn, found: beats_one(turn, int(found[1])),
    r"beats (\d+(?: \d+)+)": lambda turn, found: beats(turn, numbers(found[1])),
    "starts the new Active Set": lambda turn, _: turn.active == () and turn.after.active != (),
    r"scores (\d+) points?": lambda turn, found: turn.gained("piles")[turn.seat] == int(found[1]),
    r"leaves you (\d+) cards?": lambda turn, found: (
        len(turn.left) == int(found[1]) and not told_of_left(turn)
    ),
    rf"brings together: ({_SET})": lambda turn, found: together(turn, named(found[1]), "joined"),
    rf"keeps together: ({_SET})": lambda turn, found: together(turn, named(found[1]), "kept"),
    rf"(joins|leaves only) your last cards: ({_SET})": lambda turn, found: last_cards(
        turn, named(found[2]), joined=found[1] == "joins"
    ),
    "ends the round with your hand empty": lambda turn, _: (
        turn.after.ended is Ending.EMPTY and not turn.left
    ),
}


COSTS: dict[str, Callable[[Turn, re.Match[str]], bool]] = {
    r"gives (\w+) a chip": lambda turn, found: gains_chip(turn, found[1]),
    "costs you a chip": lambda turn, _: turn.gained("chips")[turn.seat] == -1,
    "uses your Scout & Show token": lambda turn, _: spends_token(turn),
    "ends the round with the set unbeaten": lambda turn, _: (
        turn.after.ended is Ending.UNBEATEN and turn.before.players > 2
    ),
    "ends the round because you can neither show nor scout": lambda turn, _: (
        turn.after.ended is Ending.UNBEATEN and turn.after.turn == turn.seat
    ),
}


def reasons_and_costs(sentences: str) -> tuple[str, str]:
    """The reasons for the move, and its costs."""
    reason, cost = r"(?:It|Your best set) [^.]+", r"But (?:it|your hand|your best set) [^.]+"
    found = re.fullmatch(rf"((?:{reason}\. ?)+)({cost}\.)?", sentences)
    assert found is not None, sentences
    reasons = [one.removeprefix("It ") for one in re.findall(rf"({reason})\.", found[1])]
    costs = (found[2] or "").removeprefix("But ").removeprefix("it ").removesuffix(".")
    return " and ".join(reasons), costs


def check(turn: Turn, sentences: str) -> None:
    reasons, costs = reasons_and_costs(sentences)
    for claims, forms in ((reasons, CLAIMS), (costs, COSTS)):
        for claim in filter(None, claims.split(" and ")):
            holds = [
                test(turn, found)
                for form, test in forms.items()
                if (found := re.fullmatch(form, claim)) is not None
            ]
            assert holds == [True], f"{claim!r} of {turn}"
    assert (" chip" in costs) is (turn.scout is not None)
    assert (" token" in costs) is spends_token(turn)
    # What its own Show or Scout ends, not that nobody can beat the Show.
    assert ("ends the round" in reasons) is (turn.after.ended is not None and not turn.left)
    by_scout = turn.after.ended is not None and turn.show is None
    assert ("ends the round" in costs) is by_scout
    assert not (by_scout and "makes" in reasons)


def fewest_sets(hand: Ends) -> int:
    fewest = [0]
    for end in range(1, len(hand) + 1):
        fewest.append(min(fewest[at] + 1 for at in range(end) if naive.is_set(hand[at:end])))
    return fewest[-1]


_FOR = (
    r"(?:lets you show your hand in (\d+) sets? instead of (\d+))?(?: and )?"
    rf"(?:Your best set is then ({_SET}), not ({_SET}))?"
)
_AGAINST = (
    r"(?:your hand takes (\d+) sets?, not (\d+))?(?:, and )?"
    rf"(?:your best set is(?: then)? ({_SET}), not ({_SET}))?"
)
"""What speaks for a side of the hand, and what against it."""


def check_orient(chosen: Ends, other: Ends, reasons: str, costs: str) -> None:
    """What speaks for the side chosen is a reason, what speaks against it a cost, if any."""
    counts = fewest_sets(chosen), fewest_sets(other)
    for words, form, is_less, side, beside in (
        ("" if reasons == NO_REASON else reasons, _FOR, counts[0] < counts[1], chosen, other),
        (costs, _AGAINST, counts[0] > counts[1], other, chosen),
    ):
        found = re.fullmatch(form, words)
        assert found is not None, words
        assert (found[1] is not None) is is_less
        if found[1] is not None:
            assert (int(found[1]), int(found[2])) == counts
            assert words.startswith("your hand takes") is (words == costs)
        for claim, hand in ((found[3], chosen), (found[4], other)):
            assert claim is None or is_best(named(claim), sets_of(hand))
        wins = [
            any(naive.beats(own, part) for _, own in sets_of(side)) for _, part in sets_of(beside)
        ]
        assert (found[3] is not None) is all(wins)
    assert reasons


def explained(seen: View, action: Action) -> str:
    """The explanation of the action, with ordinary spaces in place of unbreakable ones."""
    return explain(ENGLISH, seen, action, NAMES).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.long
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
                sentences = explained(seen, action)
                assert len(sentences) <= _LENGTH
                if not isinstance(action, Orient):
                    check(turn_of(now, seat, action), sentences)


@pytest.mark.slow  # generates hundreds of positions
@settings(deadline=None, max_examples=40)
@given(st.sampled_from(PLAYERS), st.integers(0, 2**32), st.booleans())
def test_a_side_is_praised_only_where_it_is_better(players: int, seed: int, turn: bool) -> None:
    game = next(positions(players, seed))
    seen = view(game, 0)
    dealt, flipped = naive.ups(seen.hand), naive.ups(flip(seen.hand))
    sides = (flipped, dealt) if turn else (dealt, flipped)
    reasons, costs = reasons_and_costs(explained(seen, Orient(turn)))
    check_orient(*sides, reasons, costs)


@pytest.mark.slow  # generates hundreds of positions
@settings(deadline=None, max_examples=15)
@given(st.sampled_from(PLAYERS), st.integers(0, 2**32))
def test_the_words_reveal_nothing_that_is_hidden(players: int, seed: int) -> None:
    rng = random.Random(seed)
    for game in positions(players, seed, length=1):
        for seat in game.rounds[-1].to_move:
            action = any_action(game.rounds[-1], seat, rng)
            others = tuple(with_other_secrets(played, seat, rng) for played in game.rounds)
            elsewhere = game._replace(rounds=others)
            said = explain(ENGLISH, view(game, seat), action, NAMES)
            assert explain(ENGLISH, view(elsewhere, seat), action, NAMES) == said


def said_of(now: Round, notation: str) -> str:
    game = Game.new(now.players)._replace(rounds=(now,))
    return explained(view(game, now.to_move[0]), parse_action(notation))


OTHER = "1 4 8 1 4"


@pytest.mark.parametrize(
    ("now", "notation", "sets"),
    [
        (facing("5 6", "3 4 5 9 7 8", OTHER, OTHER), "S5-6", ["5 6", "3 4 5"]),
        (facing("5 5", "3 4 9", OTHER, OTHER), "R3", ["3 4 5"]),
        (facing("5 5", "3 4 9", OTHER, OTHER), "R1", ["5 5"]),
        (facing("3 8", "7 1 9 9 9 2 2", OTHER, OTHER), "R1+S6-7", ["8 7"]),
    ],
)
def test_no_line_ends_within_a_set(now: Round, notation: str, sets: list[str]) -> None:
    game = Game.new(now.players)._replace(rounds=(now,))
    said = explain(ENGLISH, view(game, now.to_move[0]), parse_action(notation), NAMES)
    for cards in sets:
        assert cards.replace(" ", "\N{NO-BREAK SPACE}") in said


@pytest.mark.parametrize(
    ("now", "notation", "sentences"),
    [
        (
            facing("5 6", "3 4 5 9 7 8", OTHER, OTHER),
            "S5-6",
            "It beats 5 6 and scores 2 points. It keeps together: 3 4 5.",
        ),
        (
            facing("5 6", "3 4 7 8 9 5", OTHER, OTHER),
            "S3-5",
            "It beats 5 6 and scores 2 points. It joins your last cards: 3 4 5.",
        ),
        (
            on_turn("3 9 5 1", OTHER, OTHER),
            "S1",
            "It starts the new Active Set. It leaves you 3 cards.",
        ),
        (
            facing("6", "7 8", OTHER, OTHER),
            "S1-2",
            "It beats the 6 and scores 1 point. It ends the round with your hand empty.",
        ),
        (facing("5 5", "3 4 9", OTHER, OTHER), "R3", "It makes 3 4 5. But it gives Kim a chip."),
        (
            facing("5 5", "3 4 9", OTHER, OTHER, scouts_in_row=1),
            "R1",
            (
                "It adds the 5 to your hand because nothing in it beats 5 5. "
                "But it gives Kim a chip and ends the round with the set unbeaten."
            ),
        ),
        (
            facing("5 5", "3 4 9", OTHER),
            "L3",
            "It makes 3 4 5. It keeps your turn. But it costs you a chip.",
        ),
        (
            facing("9 9 9", "3 4", OTHER, chips=(1, 3)),
            "L3f",
            (
                "It adds the 1 to your hand because nothing in it beats 9 9 9. But it costs you a "
                "chip and ends the round because you can neither show nor scout."
            ),
        ),
        (
            facing("8 8", "3 7 9 3", OTHER, OTHER),
            "L3+S2-4",
            (
                "It beats the 8 and scores 1 point. It joins your last cards: two 3s. "
                "But it uses your Scout & Show token and gives Kim a chip."
            ),
        ),
        (
            facing("2", "5 3 5 9 1", OTHER, OTHER),
            "S2",
            "It beats the 2 and scores 1 point. It brings together: two 5s.",
        ),
        (
            # A better set stays, but the move has nothing to do with it.
            facing("2", "5 3 5 7 8 9", OTHER, OTHER),
            "S2",
            "It beats the 2 and scores 1 point. It brings together: two 5s.",
        ),
        (
            # Showing two of the four 5s brings none of the others together.
            facing("4 4", "5 5 5 5 2", OTHER, OTHER),
            "S2-3",
            "It beats 4 4 and scores 2 points. It keeps together: two 5s.",
        ),
        (
            # Nothing else could have been shown: nothing else was kept.
            facing("8 8", "3 4 1 9 9", OTHER, OTHER),
            "S4-5",
            "It beats 8 8 and scores 2 points. It leaves you 3 cards.",
        ),
        (
            facing("3 8", "7 1 9 9 9 2 2", OTHER, OTHER),
            "R1+S6-7",
            (
                "It beats the 3 and scores 1 point. It makes 8 7. "
                "But it uses your Scout & Show token and gives Kim a chip."
            ),
        ),
        (
            dealt("3/1 4/5 5/9", OTHER, OTHER),
            "F",
            (
                "It did better in trial rounds. "
                "But your hand takes 3 sets, not 1, and your best set is 9, not 3 4 5."
            ),
        ),
        (
            dealt("3/1 4/5 5/9", OTHER, OTHER),
            "K",
            (
                "It lets you show your hand in 1 set instead of 3. "
                "Your best set is then 3 4 5, not 9."
            ),
        ),
    ],
)
def test_the_sentences_read_like_this(now: Round, notation: str, sentences: str) -> None:
    assert said_of(now, notation) == sentences
