"""Strategies for turns with hands of any size, for sets, results and courses."""

from typing import NamedTuple

from hypothesis import strategies as st

from bot.pictures.layouts.hand import Hand
from engine.cards import Card, Cards, deck
from engine.round import Ending, Score
from engine.sets import shows
from engine.view import RoundResult

MOST = 40
"""More cards than anybody has held in thousands of random games."""


class Turn(NamedTuple):
    """A hand with what it can show, and what it has to beat."""

    hand: Hand
    table: Cards


def flipped(card: Card, turn: bool) -> Card:
    return card.flipped() if turn else card


def set_from(first: Card, size: int, step: int) -> Cards:
    """A match or a run that begins like this card, as long as there are numbers for it."""
    ups = [first.up + step * at for at in range(size)]
    return tuple(Card(up, 1 + up % 10) for up in ups if 1 <= up <= 10)


cards = st.builds(flipped, st.sampled_from(deck(5)), st.booleans())
sets = st.builds(set_from, cards, st.integers(1, 10), st.sampled_from((-1, 0, 1)))
tables = st.just(()) | sets


@st.composite
def turns(draw: st.DrawFn, least: int = 1, most: int = MOST) -> Turn:
    """Random cards, or sets side by side, since those are rare among random cards."""
    anyhow = st.lists(cards, min_size=least, max_size=most)
    in_sets = st.lists(sets, min_size=1, max_size=12).map(lambda parts: sum(parts, ()))
    held = tuple(draw(anyhow | in_sets.filter(lambda held: len(held) >= least)))[:most]
    table = draw(tables)
    scouted = draw(st.none() | st.integers(1, len(held)))
    return Turn(Hand(held, tuple(shows(held, table)), scouted), table)


@st.composite
def results(draw: st.DrawFn) -> RoundResult:
    """The end of any round, with the 45 cards there are dealt out to anybody."""
    players = draw(st.integers(2, 5))
    cuts = sorted(draw(st.lists(st.integers(0, 45), min_size=players, max_size=players)))
    dealt = tuple(flipped(card, draw(st.booleans())) for card in draw(st.permutations(deck(5))))
    held = tuple(dealt[begin:end] for begin, end in zip((0, *cuts), cuts, strict=False))
    ending = Ending.EMPTY if () in held else Ending.UNBEATEN
    exempt = None if ending is Ending.EMPTY else draw(st.integers(0, players - 1))
    number = st.integers(0, 45)
    scores = tuple(
        Score(draw(number), draw(number), len(hand), seat == exempt)
        for seat, hand in enumerate(held)
    )
    return RoundResult(10, held, scores, ending, exempt, (), ())


@st.composite
def courses(draw: st.DrawFn) -> list[list[int]]:
    """Totals by round and seat of a game of any length."""
    players, rounds = draw(st.integers(2, 5)), draw(st.integers(1, 10))
    total = st.integers(-250, 350) | st.integers(-3, 3)
    seats = st.lists(total, min_size=players, max_size=players)
    return draw(st.lists(seats, min_size=rounds, max_size=rounds))
