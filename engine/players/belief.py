"""What a seat may believe of the hidden cards: deals that agree with all that it has seen (R15)."""

import random

from engine.actions import Scout
from engine.cards import Card, Cards, Deal, deck, turn_over
from engine.choices import put
from engine.players.splits import best_place, burden, ups
from engine.round import Round
from engine.view import View


class Belief:
    """Which cards a view's seat has not seen, and which of those it has seen are in which hand."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self._view, self._seat = view, view.seat
        scouted: list[list[Card]] = [[] for _ in range(view.players)]
        shown: set[Card] = set()
        for event in view.log:
            if event.scouted:
                scouted[event.seat].append(_low_end_up(event.scouted))
            laid = set(map(_low_end_up, event.shown))
            scouted[event.seat] = [card for card in scouted[event.seat] if card not in laid]
            shown |= laid
        self._scouted = scouted
        seen = shown | set(map(_low_end_up, view.hand))
        self._unseen = [card for card in deck(view.players) if card not in seen]

    def world(self, rng: random.Random) -> Round:
        """The round as it may be: unseen cards anywhere, scouted ones where they fit best.

        A hand of unseen cards lies the better way up, since its owner chose (R6).

        Its deal and its log are left empty.
        """
        view = self._view
        unseen = [card.turned() if rng.getrandbits(1) else card for card in self._unseen]
        rng.shuffle(unseen)
        return Round(
            deal=Deal((), (), view.start),
            hands=tuple([self._hand(seat, unseen) for seat in range(view.players)]),
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

    def _hand(self, seat: int, unseen: list[Card]) -> Cards:
        """A hand for this seat, its cards taken from the unseen."""
        if seat == self._seat:
            return self._view.hand
        scouted = self._scouted[seat]
        count = self._view.counts[seat] - len(scouted)
        hand = tuple([unseen.pop() for _ in range(count)])
        if burden(turned := turn_over(hand)) < burden(hand):
            hand = turned
        for card in scouted:
            hand = _fitted(hand, card)
        return hand


def _low_end_up(card: Card) -> Card:
    return card if card.up < card.down else card.turned()


def _fitted(hand: Cards, card: Card) -> Cards:
    """The hand with one more card, where and whichever way up its burden is least."""
    values = ups(hand)
    kept, turned = best_place(values, card.up), best_place(values, card.down)
    is_turned = turned < kept
    return put(hand, card, Scout("L", (turned if is_turned else kept)[1] + 1, is_turned))
