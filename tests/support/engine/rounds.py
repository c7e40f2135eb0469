"""Cards, hands and rounds for the unit tests, short to write."""

from typing import Any

from engine.actions import Orient, parse_action
from engine.cards import Cards, Deal, pack, parse_card, values
from engine.players.hand_partition import cost_of
from engine.round import Round


def cards(text: str) -> Cards:
    """`3/7 10/2`; a bare `3` is a 3 with any other end below, for tests that ask no more."""
    ends = (word if "/" in word else f"{word}/{1 if word != '1' else 2}" for word in text.split())
    return tuple(map(parse_card, ends))


def dealt(*hands: str, start: int = 0) -> Round:
    """A round of these hands before anybody chose."""
    return Round.begin(Deal(tuple(map(cards, hands)), (), start))


def on_turn(*hands: str, start: int = 0) -> Round:
    """A round of these hands, all kept, before the first turn."""
    now = dealt(*hands, start=start)
    for seat in range(len(hands)):
        now = now.play(seat, Orient(False))
    return now


def facing(active: str, *hands: str, **changes: object) -> Round:
    """Seat 0 on turn against an Active Set of the last seat; the first hand is seat 0's."""
    return changed(on_turn(*hands), active=cards(active), owner=len(hands) - 1, **changes)


def changed(now: Round, **values: Any) -> Round:
    """The round with other values of these attributes."""
    deal, hands, active, actions, log = (
        values.pop(name, getattr(now, name))
        for name in ("deal", "hands", "active", "actions", "log")
    )
    position = now.position()
    position.hands, position.active = list(map(pack, hands)), pack(active)
    for name, value in values.items():
        setattr(position, name, list(value) if name in ("piles", "chips", "tokens") else value)
    position.mover = None if position.ended or None in position.orientation else position.turn
    return Round(deal, position, (actions, log))


def played(now: Round, *actions: str) -> Round:
    """The round after these actions, each by the seat whose turn it is."""
    for action in actions:
        now = now.play(now.turn, parse_action(action))
    return now


def legal(now: Round) -> set[str]:
    """Notation of every legal action of the seat whose turn it is."""
    return set(map(str, now.legal_actions(now.turn)))


def values_of(hand: Cards) -> bytes:
    """The values of a hand, left to right."""
    return values(pack(hand))


def hand_cost(hand: Cards) -> float:
    """What a hand will cost in points."""
    return cost_of(values_of(hand))
