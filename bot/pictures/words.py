"""Words that pictures, their alt texts and messages share."""

from collections.abc import Sequence

from engine.actions import Show
from engine.cards import Card, Cards
from engine.legal_actions import lay
from engine.round import Ending, Score
from engine.sets import shows, strength, to_beat
from engine.view import Result

_MOST_VALUES = 5


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
    """A number with a real minus sign."""
    return str(number).replace("-", "−")


def points(number: int) -> str:
    """The points of a round, with their sign."""
    return f"{number:+}".replace("-", "−")


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def span(show: Show) -> str:
    """The positions of a Show: `4`, `2–4`."""
    return str(show.first) if show.first == show.last else f"{show.first}–{show.last}"


def shown_cards(found: Sequence[Show]) -> str:
    """Which cards of the hand can be shown: `card 4`, `cards 2, 3 or 6–7`."""
    *others, last = map(span, found)
    spans = f"{', '.join(others)} or {last}" if others else last
    return f"{'card' if spans.isdecimal() else 'cards'} {spans}"


def seat(index: int) -> str:
    """Seats count from 0 in the engine, from 1 for people."""
    return f"Seat {index + 1}"


def reason(over: Result, names: Sequence[str]) -> str:
    """Why a round ended (R19-R21), with the seats' names."""
    if over.ending is Ending.EMPTY:
        return f"{names[over.hands.index(())]} has no cards left"
    assert over.owner is not None
    # As it was shown: some of its cards may have been scouted since (R20).
    shown = [event.shown for event in over.log if event.shown]
    what = kind(shown[-1] if shown else over.active) if shown or over.active else "set"
    return f"Nobody beat {names[over.owner]}’s {what}"


def victory(winners: Sequence[str]) -> str:
    """`Mia wins!`, or `Mia and Noah win!` for a shared victory (R23)."""
    if len(winners) == 1:
        return f"{winners[0]} wins!"
    return f"{', '.join(winners[:-1])} and {winners[-1]} win!"


def account(score: Score) -> str:
    """What the points of a round are made of (R22)."""
    left = ", hand not counted" if score.exempt else f" − cards {score.cards}"
    return f"pile {score.pile} + chips {score.chips}{left}"


def values(cards: Sequence[Card]) -> str:
    """The upper numbers: `4 5 6`, and of a long run `1 to 9`."""
    numbers = [card.up for card in cards]
    if len(numbers) > _MOST_VALUES and numbers[0] != numbers[-1]:
        return f"{numbers[0]} to {numbers[-1]}"
    return " ".join(map(str, numbers))


def best_sets(cards: Cards) -> tuple[str, ...]:
    """The best run and match of a hand, the stronger first; () of single cards alone."""
    sets = [lay(cards, show)[0] for show in shows(cards, ()) if show.last > show.first]
    best: dict[bool, Cards] = {}
    for found in sorted(sets, key=to_beat, reverse=True):
        best.setdefault(to_beat(found).is_match, found)
    return tuple(map(kind, best.values()))


def holding(cards: Cards) -> str:
    """The same in a line: `best: run of 4, match of 3`."""
    best = best_sets(cards)
    return f"best: {', '.join(best)}" if best else "only single cards"


def points_exactly(number: float) -> str:
    """An average with its sign and one decimal: `+7.4`, `−0.6`."""
    return f"{number:+.1f}".replace("-", "−")
