"""The tile on a button or an option: the number that is meant, as the card shows it."""

from dataclasses import replace

from bot.ui.views.turn.menu import ActionMenu, MenuItem
from bot.ui.views.turn.menu_path import MenuPath
from engine.actions import Action, End, Orient, parts
from engine.legal_actions import put, take
from engine.view import View

TOKEN = "token"  # noqa: S105 - the Scout & Show token


def with_tiles(view: View, menu: ActionMenu) -> ActionMenu:
    """The menu with the tile of whatever each of its items leads to; positions are no cards."""
    if menu.path.end is not None and menu.path.position is None:
        return menu
    return replace(
        menu,
        choices=[_with_tile(view, item) for item in menu.choices],
        more=[_with_tile(view, item) for item in menu.more],
    )


def tile_of(view: View, target: Action | MenuPath) -> str | None:
    """The first number of the set that is shown, else the number that is scouted.

    The token for the way to Scout & Show (R12); None for the choice of the hand (R6) and for a
    page of a list.
    """
    if isinstance(target, MenuPath):
        if target.end is None:
            return TOKEN if target.both else None
        return _scouted(view, target.end, flipped=target.flipped)
    if isinstance(target, Orient):
        return None
    scout, show = parts(target)
    hand = view.hand
    if scout is not None:
        if show is None:
            return _scouted(view, scout.end, flipped=scout.flipped)
        hand = put(hand, take(view.active, scout.end)[0], scout)
    assert show is not None
    return str(hand[show.first - 1].up)


def _with_tile(view: View, item: MenuItem) -> MenuItem:
    return item._replace(tile=tile_of(view, item.leads_to))


def _scouted(view: View, end: End, *, flipped: bool) -> str:
    card, _ = take(view.active, end)
    return str(card.down if flipped else card.up)
