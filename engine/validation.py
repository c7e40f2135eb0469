"""Check an action, and give a reason that a player can read."""

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Cards
from engine.errors import IllegalAction
from engine.legal_actions import LegalActions, put, take
from engine.rules import Rules
from engine.sets import strength, to_beat


def check(action: Action, legal: LegalActions, rules: Rules) -> None:
    """Raise IllegalAction, with the rule that is broken, unless the action is legal."""
    if isinstance(action, Orient):
        if not legal.orienting:
            raise IllegalAction("R6", "You can flip your hand only at the start of a round")
    elif legal.orienting:
        raise IllegalAction("R6", "First choose whether to keep or flip your hand")
    elif isinstance(action, Show):
        _check_show(action, legal.hand, legal.active)
    elif isinstance(action, Scout):
        _check_scout(action, legal)
    else:
        _check_scout_and_show(action, legal, rules)


def _check_show(show: Show, hand: Cards, active: Cards) -> None:
    if not 1 <= show.first <= show.last <= len(hand):
        raise IllegalAction("R10", f"Your hand has only cards 1 to {len(hand)}")
    shown = strength(hand[show.first - 1 : show.last])
    if shown is None:
        raise IllegalAction("R8", "These cards are neither a match nor a run")
    if shown <= to_beat(active):
        values = " ".join(str(card.up) for card in active)
        raise IllegalAction("R10", f"That does not beat the Active Set {values}")


def _check_scout(scout: Scout, legal: LegalActions) -> None:
    if not legal.active:
        raise IllegalAction("R11", "There is no Active Set to scout from: show any set")
    if legal.chips == 0:
        raise IllegalAction("R16", "You have no Scout chip left to pay for scouting")
    if scout.end == "R" and len(legal.active) == 1:
        raise IllegalAction("R11", "The Active Set is a single card: scout its left end, L")
    if not 1 <= scout.position <= len(legal.hand) + 1:
        last = len(legal.hand) + 1
        raise IllegalAction("R11", f"A scouted card can go to positions 1 to {last}")


def _check_scout_and_show(action: ScoutAndShow, legal: LegalActions, rules: Rules) -> None:
    if not rules.scout_and_show:
        raise IllegalAction("R16", "With two players there is no Scout & Show")
    if not legal.token:
        raise IllegalAction("R12", "You have already used your Scout & Show token this round")
    _check_scout(action.scout, legal)
    card, rest = take(legal.active, action.scout.end)
    _check_show(action.show, put(legal.hand, card, action.scout), rest)
