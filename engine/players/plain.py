"""A computer player that weighs what an action brings now against the hand that it leaves."""

import random
from functools import cache

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Cards, turn_over
from engine.choices import lay, put, take
from engine.sets import reaches
from engine.view import View

# Weights in points, found by play against other weights.
EFFORT = (2.0, 1.6, 0.9, 0.6, 0.4)  # to bring a set of 1, 2, ... cards to the table
EASE = 0.08  # less effort for each step of a set's lowest number
MATCH = 0.2  # less effort for a match of two or more
GIVEN = 0.6  # for the chip that a Scout gives away
TOKEN = 2.0  # for spending it
TYPICAL = 1.2  # burden of each card in a rival's hand, for all that is known

TRIED = 8  # Scouts that are thought through to the Show after them


class Plain:
    """Looks one action ahead; chance decides between equals only."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """The legal action that is worth most to the view's seat, which is to move."""
        if view.orientation is None:
            return Orient(burden(turn_over(view.hand)) < burden(view.hand))
        worth = _Scales(view).options()
        most = max(worth.values())
        return rng.choice([action for action, points in worth.items() if points == most])


def burden(hand: Cards) -> float:
    """What a hand will cost in points: the effort of its easiest split into sets."""
    values = [up for up, _ in hand]
    efforts = [0.0] * (len(values) + 1)
    for first, reach in reversed([*enumerate(reaches(values))]):
        efforts[first] = min(
            [
                _effort(last - first, values[first], values[last]) + efforts[last + 1]
                for last in range(first, reach + 1)
            ]
        )
    return efforts[0]


@cache
def _effort(more: int, begin: int, end: int) -> float:
    """The effort of a set with these ends and so many cards more than one."""
    effort = EFFORT[min(more, len(EFFORT) - 1)] - EASE * min(begin, end)
    return effort - MATCH if more and begin == end else effort


class _Scales:
    """Weighs the actions of one view, in points."""

    def __init__(self, view: View) -> None:
        self._view = view
        rivals = [count for seat, count in enumerate(view.counts) if seat != view.seat]
        self._rivals = sum(rivals) / len(rivals)
        owner = 0 if view.owner is None else view.counts[view.owner]
        self._losers = self._rivals - owner / len(rivals)
        self._last_scout = view.players > 2 and view.scouts_in_row == view.players - 2

    def options(self) -> dict[Action, float]:
        """Every Show and Scout, and the Scout & Shows that begin with the best Scouts."""
        view = self._view
        worth: dict[Action, float] = {}
        for show in view.shows():
            worth[show] = self._show(view.hand, show, len(view.active))
        hands = {scout: self._scouted(scout) for scout in view.scouts()}
        burdens = {scout: burden(hand) for scout, hand in hands.items()}
        for scout in sorted(burdens, key=burdens.__getitem__)[:TRIED]:
            for show in view.shows_after(scout):
                shown = self._show(hands[scout], show, len(view.active) - 1)
                worth[ScoutAndShow(scout, show)] = shown - GIVEN - TOKEN
        for scout, weight in burdens.items():
            worth[scout] = (self._unbeaten() if self._last_scout else -weight) - GIVEN
        return worth

    def _scouted(self, scout: Scout) -> Cards:
        card, _ = take(self._view.active, scout.end)
        return put(self._view.hand, card, scout)

    def _unbeaten(self) -> float:
        """A Scout that ends the round: only the owner loses nothing for its cards (R20, R22)."""
        return self._losers - TYPICAL * self._rivals - (len(self._view.hand) + 1)

    def _show(self, hand: Cards, show: Show, beaten: int) -> float:
        _, left = lay(hand, show)
        if not left:  # it ends the round, and the rivals lose their cards (R19, R22)
            return beaten + self._rivals - TYPICAL * self._rivals
        return beaten - burden(left)
