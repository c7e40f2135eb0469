"""The last move in words, and the best Show, from what everybody saw (R15)."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.text.words import short_numbers
from engine.cards import Cards
from engine.legal_actions import take
from engine.round import Event
from engine.sets import to_beat
from engine.view import Result, View


class Move(NamedTuple):
    """A turn, and the cards that its Show sent to the shower's pile, () if none (R10)."""

    event: Event
    beaten: Cards

    @property
    def sentence(self) -> str:
        """What follows the name: `scouts 3 from the left`, `shows 4 5 6`."""
        parts = []
        if self.event.scouted is not None:
            parts.append(f"scouts {self.event.scouted.up}")
            if not self.event.shown:
                parts.append(f"from the {'left' if self.event.end == 'L' else 'right'}")
        if self.event.shown:
            parts.append("and shows" if parts else "shows")
            parts.append(short_numbers(self.event.shown))
        return " ".join(parts)


def last_move(seen: View) -> Move | None:
    """The last move; None before the first one of a round."""
    active: Cards = ()
    move = None
    for event in seen.log:
        if event.end is not None:
            _, active = take(active, event.end)
        move = Move(event, active if event.shown else ())
        active = event.shown or active
    return move


class BestShow(NamedTuple):
    """The strongest set of a game, its seat and its round, from 1."""

    seat: int
    number: int
    cards: Cards


def best_show(results: Sequence[Result]) -> BestShow | None:
    """The strongest set that was shown (R9), the first of equal ones; None if none was."""
    shown = [
        BestShow(event.seat, over.number, event.shown)
        for over in results
        for event in over.log
        if event.shown
    ]
    return max(shown, key=lambda best: to_beat(best.cards), default=None)
