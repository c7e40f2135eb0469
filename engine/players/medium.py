"""The medium computer player and its one-ply evaluation, in points.

The value of an action: the points that it scores now, less the cost of the hand after it.
"""

import random
from collections.abc import Iterator
from itertools import chain

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Packed, flipped, pack, values
from engine.legal_actions import ends, scouts_from, take_packed
from engine.players.belief import seen_position
from engine.players.hand_partition import (
    HandPartition,
    best_position,
    cost_of,
    cost_without,
    costs_with,
    partition,
    strongest_set,
)
from engine.players.value_network import lead
from engine.position import Position, after_scout
from engine.sets import SHOWS, packed_to_beat, winning
from engine.view import View

# Weights in points, tuned by play against other weights.
SCOUT_COST = 0.6  # the chip that the owner gets for a Scout, or that it costs
TOKEN_COST = 2.0  # for spending the token
RIVAL_CARD_COST = 0.8  # of each card in a rival's hand, which is hidden

MAX_COMPLETED_SCOUTS = 8  # the best Scouts, for which the Shows after them are evaluated


def best_scouts(hand: bytes, active: Packed) -> Iterator[tuple[Scout, float]]:
    """For each end and orientation the best Scout, with the cost of the hand after it."""
    for end in ends(active):
        card, _ = take_packed(active, end)
        for is_flipped, value in enumerate(values(card + flipped(card))):
            cost, index = best_position(hand, value)
            yield Scout(end, index + 1, bool(is_flipped)), cost


class ActionEvaluator:
    """Evaluates the actions of the seat whose turn it is; of other hands only their sizes count."""

    def __init__(self, now: Position) -> None:
        self._hand, self._active = now.hands[now.turn], now.active
        self._values, self._token = values(self._hand), now.tokens[now.turn]
        self._can_scout = bool(now.chips[now.turn]) or not now.rules.scout_costs_chip
        counts, others = list(map(len, now.hands)), now.rules.players - 1
        self._rivals = (sum(counts) - counts[now.turn]) / others
        owner = 0 if now.owner is None else counts[now.owner]
        self._losers = self._rivals - owner / others
        self._last_scout = not now.rules.ends_when_stuck and now.scouts_in_row == others - 1

    def all_actions(self) -> dict[Action, float]:
        """Every Show and Scout, and the Scout & Shows that begin with the best Scouts."""
        scouts = self._scout_costs()
        return {
            **self._shows(),
            **dict(self._scout_and_shows(scouts)),
            **self._plain_scouts(scouts),
        }

    def _shows(self) -> dict[Action, float]:
        beaten = packed_to_beat(self._active)
        if strongest_set(self._values) <= beaten:
            return {}
        hand, taken_cards = partition(self._values), len(self._active)
        shows = winning(self._values, beaten, SHOWS)
        return {show: self._show(hand, show, taken_cards) for show in shows}

    def _plain_scouts(self, costs: dict[Scout, float]) -> dict[Action, float]:
        """The Scouts without a Show after them."""
        if self._last_scout:
            return dict.fromkeys(costs, self._unbeaten() - SCOUT_COST)
        return {scout: -cost - SCOUT_COST for scout, cost in costs.items()}

    def _scout_costs(self) -> dict[Scout, float]:
        """Every legal Scout, with the cost of the hand after it."""
        hand, active = partition(self._values), self._active
        costs: dict[Scout, float] = {}
        for end in ends(active) if self._can_scout else ():
            card, _ = take_packed(active, end)
            both = [costs_with(hand, value) for value in values(card + flipped(card))]
            by_position = zip(*both, strict=True)
            scouts = scouts_from(end, len(self._values))
            costs.update(zip(scouts, chain.from_iterable(by_position), strict=True))
        return costs

    def _scout_and_shows(self, costs: dict[Scout, float]) -> Iterator[tuple[Action, float]]:
        """The Scout & Shows that begin with the best Scouts."""
        best = sorted(costs, key=costs.__getitem__)[:MAX_COMPLETED_SCOUTS] if self._token else []
        for scout in best:
            hand, rest = after_scout(self._hand, self._active, scout)
            beaten, after = packed_to_beat(rest), values(hand)
            if strongest_set(after) <= beaten:
                continue
            left = partition(after)
            for show in winning(after, beaten, SHOWS):
                # a Show of the whole hand ends the round, so that the token is worth nothing
                spent = SCOUT_COST if show == (1, len(hand)) else SCOUT_COST + TOKEN_COST
                yield ScoutAndShow(scout, show), self._show(left, show, len(rest)) - spent

    def _unbeaten(self) -> float:
        """The value of a Scout that ends the round: only the owner loses nothing (R20, R22)."""
        return self._losers - RIVAL_CARD_COST * self._rivals - (len(self._values) + 1)

    def _show(self, hand: HandPartition, show: Show, beaten: int) -> float:
        """A Show from this hand that beats a set of `beaten` cards."""
        first, last = show
        if last - first + 1 == len(hand[0]):
            # it ends the round, and the rivals lose points for their cards (R19, R22)
            return beaten + self._rivals - RIVAL_CARD_COST * self._rivals
        return beaten - cost_without(hand, first - 1, last)


class Medium:
    """Chooses the action with the highest value; chance decides only between equal values."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """The legal action with the highest value for the view's seat, which is to move."""
        worth = self.evaluate(view)
        most = max(worth.values())
        return rng.choice([action for action, value in worth.items() if value == most])

    def evaluate(self, view: View, rng: random.Random | None = None) -> dict[Action, float]:
        """An estimate for each action of the seat's points in this round less the others' mean.

        Contains every Show and Scout, and the Scout & Shows that begin with the best Scouts.
        `rng` is not used: the estimate is not random.
        """
        assert view.seat is not None
        # The lead so far, and what the rivals' hands will cost them.
        rivals = (sum(view.counts) - view.counts[view.seat]) / (view.players - 1)
        before = lead(view, view.seat) + RIVAL_CARD_COST * rivals
        return {action: before + change for action, change in _changes(view).items()}


def _changes(view: View) -> dict[Action, float]:
    """What each action adds, and what the hand after it will cost."""
    if view.orientation is None:
        kept = pack(view.hand)
        both_ways = {Orient(False): kept, Orient(True): flipped(kept)}
        return {action: -cost_of(values(hand)) for action, hand in both_ways.items()}
    return ActionEvaluator(seen_position(view)).all_actions()
