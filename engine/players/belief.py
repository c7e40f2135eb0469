"""What a seat may believe of the hidden cards: deals that agree with all that it has seen (R15)."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Scout
from engine.cards import Card, Cards, Deal, deck, flip, low_end_up
from engine.legal_actions import put, take
from engine.players.hand_partition import best_place, better_flipped, strongest, ups
from engine.round import Round
from engine.sets import Strength, to_beat
from engine.view import View

TRIES = 8
"""Hands that are drawn anew for a seat until one agrees with what it did."""


class Held(NamedTuple):
    """A card that its scout still holds, and what the hand before that Scout could hardly beat.

    Who can Show hardly ever Scouts; `unbeaten` is None where something was shown since or with it,
    so that the hand before is no longer known.
    """

    card: Card
    unbeaten: Strength | None


class Belief:
    """Which cards a view's seat has not seen, and which of those it has seen are in which hand."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self._view, self.seat = view, view.seat
        self._held, shown = _followed(view)
        seen = {*shown, *view.gone, *map(low_end_up, view.hand)}
        self._unseen = [card for card in deck(view.players) if card not in seen]

    def world(self, rng: random.Random) -> Round:
        """The round as it may be: unseen cards anywhere, scouted ones where they fit best.

        A hand of unseen cards lies the better way up, since its owner chose (R6).

        Its deal and its log are left empty.
        """
        view = self._view
        unseen = _shuffled(self._unseen, rng)
        return Round(
            deal=Deal((), (), view.start),
            hands=tuple([self._hand(seat, unseen, rng) for seat in range(view.players)]),
            orientation=(False,) * view.players,
            active=view.active,
            owner=view.owner,
            turn=view.start if view.turn is None else view.turn,
            piles=view.piles,
            chips=view.chips,
            tokens=view.tokens,
            scouts_in_row=view.scouts_in_row,
            actions=(),
            log=(),
            ended=None,
        )

    def _hand(self, seat: int, unseen: list[Card], rng: random.Random) -> Cards:
        """A hand for this seat, its cards taken from the end of the unseen."""
        if seat == self.seat:
            return self._view.hand
        held = self._held[seat]
        rest = len(unseen) - self._view.counts[seat] + len(held)
        hand, agrees = _grown(tuple(unseen[rest:]), held)
        for _ in range(TRIES):
            if agrees:
                break
            unseen[:] = _shuffled(unseen, rng)
            hand, agrees = _grown(tuple(unseen[rest:]), held)
        del unseen[rest:]
        return hand


def _followed(view: View) -> tuple[list[list[Held]], set[Card]]:
    """By seat the cards that it has scouted and still holds, and all cards that were shown."""
    held: list[list[Held]] = [[] for _ in range(view.players)]
    shown: set[Card] = set()
    active: Cards = ()
    for event in view.log:
        seat = event.seat
        if event.scouted and event.end:
            held[seat].append(Held(low_end_up(event.scouted), to_beat(active)))
            _, active = take(active, event.end)
        if event.shown:
            active = event.shown
            laid = set(map(low_end_up, active))
            held[seat] = [Held(card, None) for card, _ in held[seat] if card not in laid]
            shown |= laid
    return held, shown


def _grown(hand: Cards, held: Sequence[Held]) -> tuple[Cards, bool]:
    """This hand, the better way up, after it scouted; and whether it agrees with that."""
    if better_flipped(hand):
        hand = flip(hand)
    agrees = True
    for card, unbeaten in held:
        agrees = agrees and (unbeaten is None or strongest(ups(hand)) <= unbeaten)
        hand = _fitted(hand, card)
    return hand, agrees


def _shuffled(cards: Sequence[Card], rng: random.Random) -> list[Card]:
    """The cards in any order, each either way up."""
    shuffled = [card.flipped() if rng.getrandbits(1) else card for card in cards]
    rng.shuffle(shuffled)
    return shuffled


def _fitted(hand: Cards, card: Card) -> Cards:
    """The hand with one more card, where and whichever way up its cost is least."""
    values = ups(hand)
    kept, flipped = best_place(values, card.up), best_place(values, card.down)
    is_turned = flipped < kept
    return put(hand, card, Scout("L", (flipped if is_turned else kept)[1] + 1, is_turned))
