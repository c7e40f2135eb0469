"""The rollout policy: how all seats play when a search plays a round on.

It chooses about what medium would, but much faster: a Show if there is one, else the best Scout
or Scout & Show.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from operator import itemgetter
from typing import NamedTuple

from engine.actions import Action, ScoutAndShow, Show
from engine.cards import UP
from engine.players.evaluator import TOKEN_COST, best_scouts
from engine.players.hand_partition import partition
from engine.position import Position, after_scout
from engine.sets import SHOWS, Strength, packed_to_beat, winning


class RankedShow(NamedTuple):
    """A Show, and the cost of the hand that it leaves; -inf if it ends the round (R19)."""

    cost: float
    show: Show


def rollout_action(now: Position) -> Action:
    """The Show that leaves the cheapest hand; else the cheapest Scout or Scout & Show."""
    values = now.hands[now.turn].translate(UP)
    best = best_show(values, packed_to_beat(now.active))
    if best:
        return best.show
    _, action = min(_scouts(now, values), key=itemgetter(0))
    return action


@lru_cache(maxsize=1 << 15)
def best_show(values: bytes, beaten: Strength) -> RankedShow | None:
    """The winning Show that leaves the cheapest hand; None if no Show wins (R10)."""
    best = None
    hand = None
    for show in winning(values, beaten, SHOWS):
        first, last = show
        if last - first + 1 == len(values):
            return RankedShow(-inf, show)
        hand = hand or partition(values)
        cost = hand.cost_without(first - 1, last)
        if best is None or cost < best.cost:
            best = RankedShow(cost, show)
    return best


def _scouts(now: Position, values: bytes) -> Iterator[tuple[float, Action]]:
    """For each end and orientation the best Scout and its best Scout & Show, with their costs."""
    hand, token = now.hands[now.turn], now.tokens[now.turn]
    for scout, scout_cost in best_scouts(values, now.active):
        yield scout_cost, scout
        if token:
            after, rest = after_scout(hand, now.active, scout)
            best = best_show(after.translate(UP), packed_to_beat(rest))
            if best:
                yield best.cost + TOKEN_COST - len(rest), ScoutAndShow(scout, best.show)
