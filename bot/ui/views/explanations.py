"""Why a move is good and what it costs, by the rules and from the seat's own view alone."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.words import counted
from bot.ui.views.menu_labels import scouted_value
from bot.ui.views.scout_steps import best_set_with
from bot.ui.views.text import listed, named_set, values
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parts
from engine.cards import Cards, flip
from engine.legal_actions import LegalActions, lay, put, take
from engine.sets import Strength, reaches, shows, to_beat
from engine.view import View

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")


def explain(view: View, action: Action, names: Sequence[str]) -> str:
    """What this legal action does, and in a sentence of its own what it costs.

    `It beats 5 6, scores 2 points and keeps your 3 4 5 together.`, or `It makes 3 4 5. But it
    gives Mia a chip.` `names` are those of the seats.
    """
    costs = _costs(view, action, names)
    but = f" But it {listed(costs)}." if costs else ""
    return f"It {listed(_facts(view, action))}.{but}"


def _facts(view: View, action: Action) -> list[str]:
    if isinstance(action, Orient):
        return _of_orient(view.hand, action)
    scout, show = parts(action)
    if scout is None:
        assert show is not None
        return _of_show(view.hand, view.active, show)
    card, active = take(view.active, scout.end)
    hand = put(view.hand, card, scout)
    if show is not None:
        return _of_show(hand, active, show)
    return [_of_scout(view, scout), *_after_scout(view, hand, active)]


def _costs(view: View, action: Action, names: Sequence[str]) -> list[str]:
    """The token, and the chip that a Scout costs (R11, R12, R16)."""
    if isinstance(action, Orient | Show):
        return []
    if view.rules.scout_costs_chip:
        return ["costs you a chip"]
    assert view.owner is not None
    chip = f"gives {names[view.owner]} a chip"
    return ["uses your Scout & Show token", chip] if isinstance(action, ScoutAndShow) else [chip]


class _Holding(NamedTuple):
    """The fewest sets that a hand can be split into, and its best set."""

    sets: int
    best: Cards

    @property
    def strength(self) -> Strength:
        return to_beat(self.best)


def _of_orient(hand: Cards, action: Orient) -> list[str]:
    """What is good about this side of the hand (R6); the other side only where it is worse."""
    chosen, other = _holding(hand), _holding(flip(hand))
    if action.flip:
        chosen, other = other, chosen
    facts = []
    if chosen.sets < other.sets:
        sets = counted(chosen.sets, "set")
        facts.append(f"lets you show your hand in {sets} instead of {other.sets}")
    if chosen.strength > other.strength:
        facts.append(f"makes your best set {_named(chosen.best)} instead of {_named(other.best)}")
    return facts or [f"gives you {_named(chosen.best)} as your best set"]


def _holding(hand: Cards) -> _Holding:
    reach = reaches([card.up for card in hand])
    count = begin = 0
    while begin < len(hand):
        count, begin = count + 1, reach[begin] + 1
    return _Holding(count, max((lay(hand, show)[0] for show in shows(hand, ())), key=to_beat))


def _of_scout(view: View, scout: Scout) -> str:
    best = best_set_with(view, scout)
    if best:
        return f"makes {values(best)}"
    return f"adds {_a(scouted_value(view.active, scout.end, flipped=scout.flipped))} to your hand"


def _after_scout(view: View, hand: Cards, active: Cards) -> list[str]:
    """What follows from a Scout that leaves this hand and this Active Set."""
    if not view.rules.ends_when_stuck:
        last = view.scouts_in_row + 2 == view.players  # R20
        return ["ends the round with the set unbeaten"] if last else []
    assert view.seat is not None
    if LegalActions(hand, active, view.chips[view.seat] - 1).stuck():
        return ["ends the round because you can neither show nor scout"]  # R21
    return ["keeps your turn"]  # R17


def _of_show(hand: Cards, active: Cards, show: Show) -> list[str]:
    if not active:
        return ["starts the new Active Set", _left(hand, show)]
    return [
        f"beats {named_set(active)}",
        f"scores {counted(len(active), 'point')}",
        _left(hand, show),
    ]


def _left(hand: Cards, show: Show) -> str:
    """The best set of the hand after the Show, and whether the Show joined it."""
    _, rest = lay(hand, show)
    if not rest:
        return "ends the round with your hand empty"  # R19
    sets = [(lay(rest, left)[0], left.first < show.first <= left.last) for left in shows(rest, ())]
    best, joined = max(sets, key=lambda found: (to_beat(found[0]), found[1]))
    if len(best) == 1:
        return f"leaves you {counted(len(rest), 'card')}"
    if best == rest:
        return f"{'joins' if joined else 'leaves only'} your last cards: {_named(best)}"
    return f"joins your {_named(best)}" if joined else f"keeps your {_named(best)} together"


def _named(cards: Cards) -> str:
    """`two 5s` for a match, `3 4 5` for a run, `an 8` for a single card."""
    if len(cards) == 1:
        return _a(cards[0].up)
    if to_beat(cards).is_match:
        return f"{_NUMBERS[len(cards) - 2]} {cards[0].up}s"
    return values(cards)


def _a(number: int) -> str:
    return f"{'an' if number == 8 else 'a'} {number}"
