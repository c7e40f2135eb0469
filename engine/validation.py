"""Why an action is not legal, in a player's words."""

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Cards
from engine.errors import IllegalAction
from engine.legal_actions import LegalActions, put, take
from engine.sets import strength, to_beat


def check(choices: LegalActions, action: Action) -> None:
    """IllegalAction, with the rule that the action breaks, unless these choices allow it."""
    if isinstance(action, Orient):
        if not choices.orients:
            raise IllegalAction("R6", "A hand can be turned over only at the start of a round")
    elif choices.orients:
        raise IllegalAction("R6", "First choose whether to keep your hand or turn it over")
    elif isinstance(action, Show):
        _check_show(choices.hand, choices.active, action)
    elif isinstance(action, Scout):
        _check_scout(choices, action)
    else:
        _check_scout_and_show(choices, action)


def _check_show(hand: Cards, active: Cards, show: Show) -> None:
    if not 1 <= show.first <= show.last <= len(hand):
        raise IllegalAction("R10", f"Your hand has only the cards 1 to {len(hand)}")
    shown = strength(hand[show.first - 1 : show.last])
    if shown is None:
        raise IllegalAction("R8", "These cards are neither all equal nor a run up or down")
    if shown <= to_beat(active):
        values = " ".join(str(card.up) for card in active)
        raise IllegalAction("R10", f"That does not beat the Active Set {values}")


def _check_scout(choices: LegalActions, scout: Scout) -> None:
    if not choices.active:
        raise IllegalAction("R11", "There is no Active Set to scout from, so show any set")
    if choices.chips == 0:
        raise IllegalAction("R16", "You have no Scout chip left to pay for a Scout")
    if scout.end == "R" and len(choices.active) == 1:
        raise IllegalAction("R11", "The Active Set is a single card: scout it as its left end, L")
    if not 1 <= scout.position <= len(choices.hand) + 1:
        places = len(choices.hand) + 1
        raise IllegalAction("R11", f"A scouted card goes to one of the places 1 to {places}")


def _check_scout_and_show(choices: LegalActions, action: ScoutAndShow) -> None:
    if choices.chips is not None:
        raise IllegalAction("R16", "There is no Scout & Show with two players")
    if not choices.token:
        raise IllegalAction("R12", "Your Scout & Show token of this round is spent")
    _check_scout(choices, action.scout)
    card, rest = take(choices.active, action.scout.end)
    _check_show(put(choices.hand, card, action.scout), rest, action.show)
