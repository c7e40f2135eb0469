"""The hard player with all hands open: shows the cost of hidden cards, see STRENGTH.md."""

import random
from operator import itemgetter

from engine.actions import Action
from engine.cards import UP, flipped
from engine.players.belief import Belief
from engine.players.hand_partition import better_flipped, cost_without, partition
from engine.players.hard import Hard
from engine.players.medium import best_scouts
from engine.players.search import Search, rollout_action
from engine.position import Position
from engine.round import Round
from engine.sets import SHOWS, packed_to_beat, winning
from engine.view import View

SLIPS = 0.2
"""The share of turns of a rollout in which chance decides between the best Shows or Scouts."""
_CHOICE = 2
"""So many of them count as the best."""


class AllSeeing(Hard):
    """Searches as hard does, but from the hands as they are: no player in a game may do that."""

    def __init__(self) -> None:
        super().__init__(believe=self._know, searching=SearchWithSlips)

    def look(self, now: Round) -> None:
        """Look at the round of the next choice; called before each choice."""
        self._now = now

    def _know(self, view: View) -> Belief:
        return Knowledge(view, self._now.position())


class Knowledge(Belief):
    """A belief without doubt: the only position that it returns is the real one."""

    def __init__(self, view: View, now: Position) -> None:
        super().__init__(view)
        self._hands = [
            # A seat that has not chosen yet takes the better orientation (R6).
            flipped(hand) if chosen is None and seat != self.seat and better_flipped(hand) else hand
            for seat, (hand, chosen) in enumerate(zip(now.hands, now.orientation, strict=True))
        ]

    def determinization(self, rng: random.Random) -> Position:
        """Return the position itself; chance has no part in it."""
        now = self._seen.copy()
        now.hands = self._hands
        return now


class SearchWithSlips(Search):
    """Rollouts of one position that differ.

    Otherwise all would be the same, and show what happens if everybody plays exactly so.
    """

    def _rollout_action(self, now: Position) -> Action:
        if self._rng.random() > SLIPS:
            return rollout_action(now)
        values = now.hands[now.turn].translate(UP)
        hand = partition(values)
        shows = winning(values, packed_to_beat(now.active), SHOWS)
        if shows:
            shows.sort(key=lambda show: cost_without(hand, show.first - 1, show.last))
            return self._rng.choice(shows[:_CHOICE])
        scouts = sorted(best_scouts(values, now.active), key=itemgetter(1))
        return self._rng.choice(scouts[:_CHOICE])[0]
