"""The two steps of a Scout: which end, as it lies or flipped, and which position in the hand."""

from dataclasses import replace
from typing import NamedTuple

from bot.pictures.layouts.positions import makes_set
from bot.ui.views.turn.menu import ActionMenu, MenuItem, led
from bot.ui.views.turn.menu_labels import (
    ANOTHER_POSITION,
    SCOUT_AND_SHOW,
    end_label,
    position_label,
    scouted_value,
    with_sets,
)
from bot.ui.views.turn.menu_path import MenuPath
from engine.actions import End, Scout
from engine.cards import Cards
from engine.legal_actions import LegalActions, lay, put, take
from engine.sets import EMPTY_TABLE, shows_with, to_beat
from engine.view import View


def ends(seen: View | LegalActions, scouts: list[Scout], *, both: bool) -> list[MenuItem]:
    """Each end, as it lies or flipped, with the best set that any position makes of it; strongest
    first."""
    ways: dict[tuple[End, bool], list[Cards]] = {}
    for scout in scouts:
        ways.setdefault((scout.end, scout.flipped), []).append(best_set_with(seen, scout))
    found = [(way, max(made, key=to_beat)) for way, made in ways.items()]
    found.sort(key=lambda one: to_beat(one[1]), reverse=True)
    made = [best for _, best in found]
    plain = [end_label(seen.active, end, flipped=flipped) for (end, flipped), _ in found]
    labels = with_sets(plain, made, none="no set" if any(made) else "")
    return [
        MenuItem(label, MenuPath(both, end, None, flipped), bool(best))
        for label, ((end, flipped), best) in zip(labels, found, strict=True)
    ]


def positions(view: View, path: MenuPath, back: MenuPath) -> ActionMenu | None:
    """Those that make a set, strongest first; the others one step further, unless a Show is still
    to follow. None where the path's end cannot be scouted."""
    wanted = scouts_on(view, path)
    if path.end is None or not wanted:
        return None
    value = scouted_value(view.active, path.end, flipped=path.flipped)
    near, others = _split(view, wanted, both=path.both)
    here = path._replace(page=0)
    move = SCOUT_AND_SHOW if path.both else "Scout"
    menu = ActionMenu(
        f"Where in your hand does the **{value}** go?",
        [*near, *others],
        back=back,
        path=path,
        below_picture=f"**{move}:** choose a position.",
    )
    if path.more:
        return replace(menu, choices=others, back=here._replace(more=False))
    if path.both or not near or len(others) < 2:
        return menu
    another = MenuItem(ANOTHER_POSITION, here._replace(more=True))
    return replace(menu, choices=near, more=[another])


class _Positions(NamedTuple):
    near: list[MenuItem]
    others: list[MenuItem]


def _split(view: View, scouts: list[Scout], *, both: bool) -> _Positions:
    """The positions that make a set, strongest first, and the others from left to right."""
    found = [(scout, best_set_with(view, scout)) for scout in scouts]
    found.sort(key=lambda one: to_beat(one[1]), reverse=True)
    plain = [position_label(scout) for scout, _ in found]
    made = [best for _, best in found]
    labels = with_sets(plain, made, none="no set" if any(made) else "")
    items = [
        MenuItem(label, MenuPath(both, *scout) if both else scout, bool(best))
        for label, (scout, best) in zip(labels, found, strict=True)
    ]
    near = [item for item in items if item.promising]
    return _Positions(led(near), [item for item in items if not item.promising])


def scouts_on(view: View, path: MenuPath) -> list[Scout]:
    """The Scouts from the end of this path, flipped or not as it says; of a Scout & Show those
    that a Show can follow."""
    scouts = view.legal.scouts_before_show() if path.both else view.legal.scouts()
    return [scout for scout in scouts if (scout.end, scout.flipped) == (path.end, path.flipped)]


def best_set_with(seen: View | LegalActions, scout: Scout) -> Cards:
    """The best set, of two cards or more, that the card makes where it goes; () for none."""
    card, _ = take(seen.active, scout.end)
    if not makes_set(seen.hand, card.flipped() if scout.flipped else card, scout.position):
        return ()
    hand = put(seen.hand, card, scout)
    sets = [
        lay(hand, show)[0]
        for show in shows_with([card.up for card in hand], scout.position - 1, EMPTY_TABLE)
    ]
    return max(sets, key=to_beat)
