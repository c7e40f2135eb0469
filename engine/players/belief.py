"""Determinizations: full positions that agree with all that a seat has seen (R15).

A determinization puts every hidden card somewhere, as in perfect information Monte Carlo search
(Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game", 2001). Here it is
not uniform: it also agrees with what the other seats' actions reveal of their hands.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card, Cards, Packed, deck, flipped, low_end_up, pack, values
from engine.legal_actions import take
from engine.players.hand_partition import best_position, better_flipped, strongest_set
from engine.position import Position
from engine.sets import Strength, to_beat
from engine.view import View

MAX_REDRAWS = 8
"""Maximum redraws of a seat's hand that disagrees with the seat's actions."""


class HeldCard(NamedTuple):
    """A scouted card that is still in the hand, and the set that the hand before could not beat.

    A player who can Show hardly ever Scouts. `unbeaten` is None if the seat has shown in that turn
    or later: the hand before the Scout is then not known.
    """

    card: Card
    unbeaten: Strength | None


class Belief:
    """What a view's seat knows of hidden cards: the unseen ones, and those that a seat holds."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self._view, self.seat = view, view.seat
        self._held, shown = _followed_cards(view)
        seen = {*shown, *view.dealt_before, *map(low_end_up, view.hand)}
        self._unseen = pack([card for card in deck(view.players) if card not in seen])
        self._own, self._seen = pack(view.hand), seen_position(view)

    def determinization(self, rng: random.Random) -> Position:
        """A possible position: unseen cards at random, scouted cards where they cost least.

        A hand of unseen cards has its better orientation, which its owner chose (R6).
        """
        now = self._seen.copy()
        unseen = _shuffled(self._unseen, rng)
        now.hands = [self._hand(seat, unseen, rng) for seat in range(self._view.players)]
        return now

    def _hand(self, seat: int, unseen: list[int], rng: random.Random) -> Packed:
        """A hand for this seat, its cards removed from the end of `unseen`."""
        if seat == self.seat:
            return self._own
        held = self._held[seat]
        rest = len(unseen) - self._view.counts[seat] + len(held)
        hand, agrees = _with_scouted(bytes(unseen[rest:]), held)
        for _ in range(MAX_REDRAWS):
            if agrees:
                break
            unseen[:] = _shuffled(bytes(unseen), rng)
            hand, agrees = _with_scouted(bytes(unseen[rest:]), held)
        del unseen[rest:]
        return hand


def _followed_cards(view: View) -> tuple[list[list[HeldCard]], set[Card]]:
    """For each seat the scouted cards that it still holds, and all cards that were shown."""
    held: list[list[HeldCard]] = [[] for _ in range(view.players)]
    shown: set[Card] = set()
    active: Cards = ()
    for event in view.log:
        seat = event.seat
        if event.scouted and event.end:
            held[seat].append(HeldCard(low_end_up(event.scouted), to_beat(active)))
            _, active = take(active, event.end)
        if event.shown:
            active = event.shown
            laid = set(map(low_end_up, active))
            held[seat] = [HeldCard(card, None) for card, _ in held[seat] if card not in laid]
            shown |= laid
    return held, shown


def seen_position(view: View) -> Position:
    """The position as the seat sees it, with hands chosen (R6); hidden cards are zero bytes."""
    hands = [bytes(count) for count in view.counts]
    if view.seat is not None:
        hands[view.seat] = pack(view.hand)
    turn = view.start if view.turn is None else view.turn
    return Position(
        view.rules,
        hands,
        orientation=(False,) * view.players,
        active=pack(view.active),
        owner=view.owner,
        turn=turn,
        mover=turn,
        piles=list(view.piles),
        chips=list(view.chips),
        tokens=list(view.tokens),
        scouts_in_row=view.scouts_in_row,
        ended=None,
    )


def _with_scouted(hand: Packed, held: Sequence[HeldCard]) -> tuple[Packed, bool]:
    """The hand in its better orientation with the scouted cards, and whether it agrees with them.

    It agrees if before each Scout the hand could not beat the Active Set.
    """
    if better_flipped(hand):
        hand = flipped(hand)
    agrees = True
    for card, unbeaten in held:
        agrees = agrees and (unbeaten is None or strongest_set(values(hand)) <= unbeaten)
        hand = _inserted(hand, pack([card]))
    return hand, agrees


def _shuffled(cards: Packed, rng: random.Random) -> list[int]:
    """The cards in random order and orientation."""
    both_ways = zip(cards, flipped(cards), strict=True)
    shuffled = [other if rng.getrandbits(1) else card for card, other in both_ways]
    rng.shuffle(shuffled)
    return shuffled


def _inserted(hand: Packed, card: Packed) -> Packed:
    """The hand with one more card, at the position and orientation that cost least."""
    turned = flipped(card)
    kept, other = (best_position(values(hand), values(one)[0]) for one in (card, turned))
    (_, index), card = (other, turned) if other < kept else (kept, card)
    return hand[:index] + card + hand[index:]
