"""The rollout policy: about what medium would play, found fast enough to play rounds on."""

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from operator import itemgetter
from typing import NamedTuple

from engine.actions import Action, ScoutAndShow, Show
from engine.legal_actions import put, take
from engine.players.evaluator import TOKEN, best_scouts
from engine.players.hand_partition import split, ups
from engine.round import Round
from engine.sets import Strength, reaches, to_beat, winning


class Laid(NamedTuple):
    """A Show, and the cost of the hand that it leaves; -inf for one that ends the round (R19)."""

    left: float
    show: Show


def rollout_action(now: Round) -> Action:
    """The Show that leaves least behind; who has none Scouts, and Shows after it if that pays."""
    laid = best_show(ups(now.hands[now.turn]), to_beat(now.active))
    if laid:
        return laid.show
    _, action = min(_scouts(now), key=itemgetter(0))
    return action


@lru_cache(maxsize=1 << 15)
def best_show(values: tuple[int, ...], beaten: Strength) -> Laid | None:
    """The Show from a row of values that leaves least behind; None where none wins (R10)."""
    best = None
    row = None
    for show in winning(values, enumerate(reaches(values)), beaten):
        first, last = show
        if last - first + 1 == len(values):
            return Laid(-inf, show)
        row = row or split(values)
        left = row.without(first - 1, last)
        if best is None or left < best.left:
            best = Laid(left, show)
    return best


def _scouts(now: Round) -> Iterator[tuple[float, Action]]:
    """Of each end and way up the best Scout, and its best Scout & Show, with what they cost."""
    hand, token = now.hands[now.turn], now.tokens[now.turn]
    for scout, effort in best_scouts(ups(hand), now.active):
        yield effort, scout
        card, rest = take(now.active, scout.end)
        if token and (laid := best_show(ups(put(hand, card, scout)), to_beat(rest))):
            yield laid.left + TOKEN - len(rest), ScoutAndShow(scout, laid.show)
