"""What everyone saw of the turns of a round (R15), written down when somebody asks for it."""

from dataclasses import dataclass

from engine.action_lists import taken
from engine.actions import Action, End, Scout, ScoutAndShow, Show, parts
from engine.cards import Card, Cards
from engine.packed import Packed, unpack
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Event:
    """What everyone sees of one action (R15).

    `scouted` is the card as it lay in the Active Set, `paid` the seat that got a chip from the
    bank (None with two players, R16), `shown` the cards laid, () after a plain Scout.
    """

    seat: int
    scouted: Card | None
    end: End | None
    paid: int | None
    shown: Cards


Written = tuple[tuple[Action, ...], tuple[Event, ...]]
"""Actions, and what everyone saw of each."""

Turns = Written | tuple["Turns", int, Action, Packed, int | None]
"""The turns of a round: those before, then the last one's seat and action, and the Active Set and
its owner before it. It grows by one small tuple a turn, where a log would be copied."""


def written(turns: Turns, active: Packed, rules: Rules) -> Written:
    """These turns, after which this Active Set lies on the table."""
    actions: list[Action] = []
    log: list[Event] = []
    while len(turns) == 5:
        turns, seat, action, active_before, owner = turns
        actions.append(action)
        log.append(_event(seat, action, active_before, owner, active, rules))
        active = active_before
    first_actions, first_log = turns
    return (*first_actions, *reversed(actions)), (*first_log, *reversed(log))


def _event(
    seat: int, action: Action, before: Packed, owner: int | None, after: Packed, rules: Rules
) -> Event:
    assert isinstance(action, Show | Scout | ScoutAndShow)
    scout, show = parts(action)
    shown = unpack(after) if show else ()
    if scout is None:
        return Event(seat, None, None, None, shown)
    (card,) = unpack(taken(before, scout.end)[0])
    paid = None if rules.scout_costs_chip else owner
    return Event(seat, card, scout.end, paid, shown)
