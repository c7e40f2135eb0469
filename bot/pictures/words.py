"""The few words that pictures and their alt texts are made of."""

from collections.abc import Sequence

from engine.actions import Show
from engine.cards import Card
from engine.round import Ending, Score
from engine.sets import strength
from engine.view import Result


def kind(cards: Sequence[Card]) -> str:
    """`run of 3`, `match of 2`, `single card`."""
    strong = strength(cards)
    assert strong is not None
    if strong.size == 1:
        return "single card"
    return f"{'match' if strong.is_match else 'run'} of {strong.size}"


def counted(number: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{figure(number)} {noun}" if number == 1 else f"{figure(number)} {noun}s"


def figure(number: int) -> str:
    """A total, with a real minus."""
    return str(number).replace("-", "−")


def points(number: int) -> str:
    """What a round brought, with its sign."""
    return f"{number:+}".replace("-", "−")


def span(show: Show) -> str:
    """The places of a Show: `4`, `2 to 4`."""
    return str(show.first) if show.first == show.last else f"{show.first} to {show.last}"


def seat(index: int) -> str:
    """Seats count from 0 in the engine, from 1 for people."""
    return f"Seat {index + 1}"


def reason(over: Result) -> str:
    """Why a round ended (R19-R21)."""
    if over.ending is Ending.EMPTY:
        return f"{seat(over.hands.index(()))} has no cards left"
    assert over.owner is not None
    return f"Nobody beat the set of seat {over.owner + 1}"


def account(score: Score) -> str:
    """What the points of a round are made of (R22)."""
    left = ", hand not counted" if score.exempt else f" − cards {score.cards}"
    return f"pile {score.pile} + chips {score.chips}{left}"
