"""The check of an action, with a reason that a player can read."""

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Cards
from engine.errors import IllegalAction
from engine.legal_actions import LegalActions, put, take
from engine.rules import Rules
from engine.sets import strength, to_beat


def check(action: Action, legal: LegalActions, rules: Rules) -> None:
    """IllegalAction, with the rule that the action breaks, unless it is legal."""
    if isinstance(action, Orient):
        if not legal.orienting:
            raise IllegalAction("R6", "A hand can be turned over only at the start of a round")
    elif legal.orienting:
        raise IllegalAction("R6", "First choose whether to keep your hand or turn it over")
    elif isinstance(action, Show):
        _check_show(action, legal.hand, legal.active)
    elif isinstance(action, Scout):
        _check_scout(action, legal)
    else:
        _check_scout_and_show(action, legal, rules)


def _check_show(show: Show, hand: Cards, active: Cards) -> None:
    if not 1 <= show.first <= show.last <= len(hand):
        raise IllegalAction("R10", f"Your hand has only the cards 1 to {len(hand)}")
    shown = strength(hand[show.first - 1 : show.last])
    if shown is None:
        raise IllegalAction("R8", "These cards are neither all equal nor a run up or down")
    if shown <= to_beat(active):
        values = " ".join(str(card.up) for card in active)
        raise IllegalAction("R10", f"That does not beat the Active Set {values}")


def _check_scout(scout: Scout, legal: LegalActions) -> None:
    if not legal.active:
        raise IllegalAction("R11", "There is no Active Set to scout from, so show any set")
    if legal.chips == 0:
        raise IllegalAction("R16", "You have no Scout chip left to pay for a Scout")
    if scout.end == "R" and len(legal.active) == 1:
        raise IllegalAction("R11", "The Active Set is a single card: scout it as its left end, L")
    if not 1 <= scout.position <= len(legal.hand) + 1:
        last = len(legal.hand) + 1
        raise IllegalAction("R11", f"A scouted card goes to one of the places 1 to {last}")


def _check_scout_and_show(action: ScoutAndShow, legal: LegalActions, rules: Rules) -> None:
    if not rules.scout_and_show:
        raise IllegalAction("R16", "There is no Scout & Show with two players")
    if not legal.token:
        raise IllegalAction("R12", "Your Scout & Show token of this round is spent")
    _check_scout(action.scout, legal)
    card, rest = take(legal.active, action.scout.end)
    _check_show(action.show, put(legal.hand, card, action.scout), rest)
