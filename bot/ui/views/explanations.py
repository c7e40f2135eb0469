"""What speaks for a move, in terms of the rules and from the seat's own view alone."""

from bot.pictures.words import counted
from bot.ui.views.action_menu import best_set_with
from bot.ui.views.text import listed, values
from engine.actions import Action, Orient, Scout, Show, parts
from engine.cards import Cards, flip
from engine.legal_actions import LegalActions, lay, put, take
from engine.sets import reaches, shows, to_beat
from engine.view import View


def explain(view: View, action: Action) -> str:
    """What this legal action does; goes behind "it", without a full stop.

    `beats 5 6, takes 2 cards and leaves 3 4 5 together among 7 cards`.
    """
    if isinstance(action, Orient):
        return _of_orient(view.hand, action)
    scout, show = parts(action)
    if scout is None:
        assert show is not None
        facts = _of_show(view.hand, view.active, show)
    else:
        card, active = take(view.active, scout.end)
        hand = put(view.hand, card, scout)
        then = _after_scout(view, hand, active) if show is None else _of_show(hand, active, show)
        facts = [*_of_scout(view, scout, alone=show is None), *then]
    return listed(facts)


def _of_orient(hand: Cards, action: Orient) -> str:
    ways = [f"{_parted(hand)} as dealt", f"{_parted(flip(hand))} turned over"]
    chosen, other = reversed(ways) if action.flip else ways
    return f"makes {chosen}, against {other}"


def _parted(hand: Cards) -> str:
    """Into how few sets the hand can be parted as it lies, and the best set in it."""
    reach = reaches([card.up for card in hand])
    count = begin = 0
    while begin < len(hand):
        count, begin = count + 1, reach[begin] + 1
    best = max((lay(hand, show)[0] for show in shows(hand, ())), key=to_beat)
    return f"{counted(count, 'set')} (best {values(best)})"


def _of_scout(view: View, scout: Scout, *, alone: bool) -> list[str]:
    best = best_set_with(view, scout)
    nothing = ["makes no set"] if alone else []
    makes = [f"makes {values(best)}"] if best else nothing
    chip = "costs you a chip" if view.rules.scout_costs_chip else "gives the owner a chip"
    return [*makes, chip] if alone else [*makes, chip, "spends your token"]


def _after_scout(view: View, hand: Cards, active: Cards) -> list[str]:
    """What comes of a Scout that leaves this hand and this Active Set."""
    if not view.rules.ends_when_stuck:
        last = view.scouts_in_row + 2 == view.players  # R20
        return ["ends the round: the set is unbeaten"] if last else []
    assert view.seat is not None
    if LegalActions(hand, active, view.chips[view.seat] - 1).stuck():
        return ["ends the round: you can neither show nor scout"]  # R21
    return ["lets you go on"]  # R17


def _of_show(hand: Cards, active: Cards, show: Show) -> list[str]:
    if not active:
        return ["has nothing to beat", _left(hand, show)]
    cards = counted(len(active), "card")
    return [f"beats {values(active)}", f"takes {cards}", _left(hand, show)]


def _left(hand: Cards, show: Show) -> str:
    """What the hand is after the Show: its best set, and whether that was apart before."""
    _, rest = lay(hand, show)
    if not rest:
        return "ends the round: your hand is empty"  # R19
    sets = [(lay(rest, left)[0], left.first < show.first <= left.last) for left in shows(rest, ())]
    best, closes_up = max(sets, key=lambda found: (to_beat(found[0]), found[1]))
    if len(best) == 1:
        return f"leaves {counted(len(rest), 'card')}"
    verb = "puts" if closes_up else "leaves"
    where = "as your last cards" if best == rest else f"among {len(rest)} cards"
    return f"{verb} {values(best)} together {where}"
