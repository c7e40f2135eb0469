"""What an action brings now, weighed against the hand that it leaves; all in points."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from engine.actions import Action, Scout, ScoutAndShow, Show
from engine.cards import Cards
from engine.legal_actions import LegalActions, ends, put, scouts_from, take
from engine.players.hand_partition import Split, best_place, split, strongest, ups
from engine.round import Round
from engine.sets import shows, to_beat
from engine.view import View

# Weights in points, found by play against other weights.
GIVEN = 0.6  # for the chip that a Scout gives away
TOKEN = 2.0  # for spending it
TYPICAL = 0.8  # cost of each card in a rival's hand, for all that is known

TRIED = 8  # Scouts that are thought through to the Show after them


class Situation(NamedTuple):
    """What a player on move decides by: its choices, and what everyone sees (R15)."""

    seat: int
    choices: LegalActions
    counts: tuple[int, ...]
    owner: int | None
    scouts_in_row: int


def seen(view: View) -> Situation:
    """How things stand for a view's seat, which is to move."""
    assert view.seat is not None
    return Situation(view.seat, view.choices, view.counts, view.owner, view.scouts_in_row)


def held(now: Round) -> Situation:
    """How things stand for the seat whose turn it is."""
    counts = tuple([len(hand) for hand in now.hands])
    return Situation(now.turn, now.choices(now.turn), counts, now.owner, now.scouts_in_row)


def best_scouts(values: tuple[int, ...], active: Cards) -> Iterator[tuple[Scout, float]]:
    """The best Scout of each end and way up, with the cost of the hand after it."""
    for end in ends(active):
        card, _ = take(active, end)
        for flipped, value in enumerate(card):
            effort, index = best_place(values, value)
            yield Scout(end, index + 1, bool(flipped)), effort


class ActionEvaluator:
    """Weighs the actions of one stand; what is held already counts for nothing."""

    def __init__(self, stand: Situation) -> None:
        self._stand, self._choices = stand, stand.choices
        self._values = ups(stand.choices.hand)
        others = len(stand.counts) - 1
        self._rivals = (sum(stand.counts) - stand.counts[stand.seat]) / others
        owner = 0 if stand.owner is None else stand.counts[stand.owner]
        self._losers = self._rivals - owner / others
        self._last_scout = others > 1 and stand.scouts_in_row == others - 1

    def every(self) -> dict[Action, float]:
        """Every Show and Scout, and the Scout & Shows that begin with the best Scouts."""
        scouts = self._scouts()
        return {**self._shows(), **self._scout_and_shows(scouts), **self._plain(scouts)}

    def simple(self) -> dict[Action, float]:
        """Every Show, and of each card's Scouts the best."""
        return {**self._shows(), **self._plain(self._best_scouts())}

    def _shows(self) -> dict[Action, float]:
        active = self._choices.active
        if strongest(self._values) <= to_beat(active):
            return {}
        row = split(self._values)
        return {show: self._show(row, show, len(active)) for show in self._choices.shows()}

    def _plain(self, scouts: dict[Scout, float]) -> dict[Action, float]:
        """The Scouts with nothing after them."""
        if self._last_scout:
            return dict.fromkeys(scouts, self._unbeaten() - GIVEN)
        return {scout: -effort - GIVEN for scout, effort in scouts.items()}

    def _scout_and_shows(self, scouts: dict[Scout, float]) -> dict[Action, float]:
        worth: dict[Action, float] = {}
        if self._choices.token:
            for scout in sorted(scouts, key=scouts.__getitem__)[:TRIED]:
                worth.update(self._completed(scout))
        return worth

    def _scouts(self) -> dict[Scout, float]:
        """Every Scout, with the cost of the hand after it."""
        row, active = split(self._values), self._choices.active
        efforts: dict[Scout, float] = {}
        for end in ends(active) if self._choices.chips != 0 else ():
            card, _ = take(active, end)
            by_place = zip(row.with_card(card.up), row.with_card(card.down), strict=True)
            scouts = scouts_from(end, len(self._values))
            efforts.update(zip(scouts, chain.from_iterable(by_place), strict=True))
        return efforts

    def _best_scouts(self) -> dict[Scout, float]:
        """Those of `best_scouts` that are legal."""
        if self._choices.chips == 0:
            return {}
        return dict(best_scouts(self._values, self._choices.active))

    def _completed(self, scout: Scout) -> Iterator[tuple[ScoutAndShow, float]]:
        """The Scout & Shows that begin with this Scout."""
        card, rest = take(self._choices.active, scout.end)
        hand = put(self._choices.hand, card, scout)
        values = ups(hand)
        if strongest(values) > to_beat(rest):
            row = split(values)
            for show in shows(hand, rest):
                # after the last card a token is worth nothing
                spent = GIVEN if show == (1, len(values)) else GIVEN + TOKEN
                yield ScoutAndShow(scout, show), self._show(row, show, len(rest)) - spent

    def _unbeaten(self) -> float:
        """A Scout that ends the round: only the owner loses nothing for its cards (R20, R22)."""
        return self._losers - TYPICAL * self._rivals - (len(self._values) + 1)

    def _show(self, row: Split, show: Show, beaten: int) -> float:
        first, last = show
        if last - first + 1 == len(row.values):
            # it ends the round, and the rivals lose their cards (R19, R22)
            return beaten + self._rivals - TYPICAL * self._rivals
        return beaten - row.without(first - 1, last)
