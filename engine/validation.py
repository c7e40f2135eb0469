"""Check an action, and give a reason that a player can read."""

from engine.action_lists import strength
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.errors import IllegalAction
from engine.packed import Packed, values
from engine.position import Ending, Position, after_scout
from engine.sets import EMPTY_TABLE


def check(action: Action, seat: int, now: Position) -> None:
    """Raise IllegalAction, with the rule that is broken, unless the seat may do this."""
    if now.mover is None or seat != now.mover:
        _check_orient(action, seat, now)
    elif isinstance(action, Show):
        _check_show(action, now.hands[seat], now.active)
    elif isinstance(action, Scout):
        _check_scout(action, seat, now)
    elif isinstance(action, ScoutAndShow):
        _check_scout_and_show(action, seat, now)
    else:
        raise IllegalAction("R6", "You can flip your hand only at the start of a round")


def _check_orient(action: Action, seat: int, now: Position) -> None:
    if now.ended is Ending.EMPTY:
        raise IllegalAction("R19", "The round is over: a player has no cards left")
    if now.ended is Ending.UNBEATEN:
        rule = "R21" if now.rules.ends_when_stuck else "R20"
        raise IllegalAction(rule, "The round is over: nobody beat the Active Set")
    if now.mover is not None:
        raise IllegalAction("R13", "It is not your turn")
    if seat not in range(now.rules.players) or now.orientation[seat] is not None:
        raise IllegalAction("R6", "You have chosen: wait for the other players")
    if not isinstance(action, Orient):
        raise IllegalAction("R6", "First choose whether to keep or flip your hand")


def _check_show(show: Show, hand: Packed, active: Packed) -> None:
    first, last = show
    if not 1 <= first <= last <= len(hand):
        raise IllegalAction("R10", f"Your hand has only cards 1 to {len(hand)}")
    shown = strength(hand[first - 1 : last])
    if shown is None:
        raise IllegalAction("R8", "These cards are neither a match nor a run")
    if shown <= (strength(active) or EMPTY_TABLE):
        lying = " ".join(map(str, values(active)))
        raise IllegalAction("R10", f"That does not beat the Active Set {lying}")


def _check_scout(scout: Scout, seat: int, now: Position) -> None:
    if not now.active:
        raise IllegalAction("R11", "There is no Active Set to scout from: show any set")
    if now.rules.scout_costs_chip and now.chips[seat] == 0:
        raise IllegalAction("R16", "You have no Scout chip left to pay for scouting")
    end, position, _ = scout
    if end not in ("L", "R"):
        raise IllegalAction("R11", "A card is scouted from the left end, L, or the right end, R")
    if end == "R" and len(now.active) == 1:
        raise IllegalAction("R11", "The Active Set is a single card: scout its left end, L")
    last = len(now.hands[seat]) + 1
    if not 1 <= position <= last:
        raise IllegalAction("R11", f"A scouted card can go to positions 1 to {last}")


def _check_scout_and_show(action: ScoutAndShow, seat: int, now: Position) -> None:
    if not now.rules.scout_and_show:
        raise IllegalAction("R16", "With two players there is no Scout & Show")
    if not now.tokens[seat]:
        raise IllegalAction("R12", "You have already used your Scout & Show token this round")
    _check_scout(action.scout, seat, now)
    hand, rest = after_scout(now.hands[seat], now.active, action.scout)
    _check_show(action.show, hand, rest)
