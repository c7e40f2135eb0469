"""What each picture shows, in words for those who do not see it: all of it, and nothing else."""

from collections.abc import Iterable, Sequence

from bot.pictures.brackets import longest
from bot.pictures.words import account, counted, figure, kind, points, reason, seat, span
from engine.actions import Show
from engine.cards import Card, Cards, flip
from engine.view import Result

ALT_LIMIT = 1024
"""Characters that Discord takes as an attachment's description."""

_READING = "upper over lower number"


def hand_alt(
    cards: Cards, shows: Sequence[Show] = (), scouted: int | None = None, to_beat: Cards = ()
) -> str:
    parts = [f"To beat: {kind(to_beat)}, {_spoken(to_beat)}."] if to_beat else []
    if cards:
        places = (f"{place}: {_over(card)}" for place, card in enumerate(cards, start=1))
        parts.append(f"Hand of {counted(len(cards), 'card')}, {_READING}: {', '.join(places)}.")
    else:
        parts.append("No cards left.")
    if shows:
        parts.append(f"Can be shown: {', '.join(map(span, longest(shows)))}.")
    if scouted is not None:
        parts.append(f"New: card {scouted}.")
    return _within_limit(parts)


def orientation_alt(cards: Cards) -> str:
    return _within_limit(
        [
            f"{counted(len(cards), 'card')}, {_READING}.",
            f"As dealt: {_spoken(cards)}.",
            f"Turned over: {_spoken(flip(cards))}.",
        ]
    )


def set_alt(active: Cards, owner: int | None) -> str:
    if not active:
        return "Active Set: none, the table is empty."
    by = "" if owner is None else f" by seat {owner + 1}"
    return _within_limit([f"Active Set: {kind(active)}{by}, {_READING}: {_spoken(active)}."])


def result_alt(over: Result, length: int, totals: Sequence[int]) -> str:
    parts = [f"Round {over.number} of {length} is over. {reason(over)}."]
    for index, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        total = f", total {figure(totals[index])}" if totals else ""
        brought = f"{account(score)} = {points(score.points)}{total}"
        parts.append(f"{seat(index)}: {brought}; {_spoken(hand) or 'no cards left'}.")
    return _within_limit(parts)


def ranking_alt(ranking: Sequence[tuple[int, int, int]], rounds: int) -> str:
    places = (
        f"{place}. {seat(index)}: {counted(total, 'point')}." for place, index, total in ranking
    )
    return _within_limit([f"Final scores after {counted(rounds, 'round')}.", *places])


def course_alt(totals: Sequence[Sequence[int]], own: int) -> str:
    lines = (
        f"{seat(index)}{' (you)' if index == own else ''}: {', '.join(map(figure, line))}."
        for index, line in enumerate(zip(*totals, strict=True))
    )
    return _within_limit(["Points after each round.", *lines])


def _over(card: Card) -> str:
    """As a screen reader says it well: it would make a fraction or a date of 3/7."""
    return f"{card.up} over {card.down}"


def _spoken(cards: Iterable[Card]) -> str:
    return ", ".join(map(_over, cards))


def _within_limit(parts: Sequence[str]) -> str:
    """The parts in one line, cards as 3/7 where there are too many for words."""
    text = " ".join(parts)
    return text if len(text) <= ALT_LIMIT else text.replace(" over ", "/")
