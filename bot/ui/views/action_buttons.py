"""The buttons and selects that the choices of a step become."""

from collections.abc import Sequence
from typing import NamedTuple

from discord import ButtonStyle

from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import (
    BUTTONS_A_ROW,
    OPTIONS,
    ROWS,
    Button,
    Option,
    Row,
    Select,
    button_rows,
    page_buttons,
)
from bot.ui.views.menu import ActionMenu, MenuItem
from bot.ui.views.menu_path import MenuPath
from engine.actions import Action, parse_action

_HINT = "--"
_MARK = "→ "
_FEW = 10
"""Buttons that need no rows of their own for what stands below."""


class ActionButtons(NamedTuple):
    """What the presses of one hand have in common; `play` is the verb of an action.

    A `hint` rides along to the next step, so that the `way` to it stays marked.
    """

    table_id: int
    turn: int
    play: Verb = Verb.PLAY
    choose: Verb = Verb.CHOOSE
    pick: Verb = Verb.PICK
    hint: Action | None = None
    way: Sequence[Action | MenuPath] = ()

    def to(self, target: Action | MenuPath) -> ComponentId:
        """The press that plays this action, or leads to this step."""
        verb = self.choose if isinstance(target, MenuPath) else self.play
        carried = "" if self.hint is None else f"{_HINT}{self.hint}"
        return ComponentId(verb, self.table_id, self.turn, f"{target}{carried}")


def carried(detail: str) -> tuple[str, Action | None]:
    """What the detail of a press is about, and the hint that rides along."""
    about, _, hint = detail.partition(_HINT)
    return about, parse_action(hint) if hint else None


def action_rows(here: ActionMenu, keys: ActionButtons, others: Sequence[Button] = ()) -> list[Row]:
    """All that can be pressed at this step; `others` stand at the end."""
    below = [_button(item, keys) for item in here.more]
    if here.back is not None:
        below.append(Button("Back", keys.to(here.back)))
    below += others
    if len(here.choices) + len(below) <= _FEW:
        return button_rows([*(_button(item, keys) for item in here.choices), *below])
    lowest = button_rows(below)
    # One row is always kept, so that the steps look alike.
    return [*_long(here, keys, ROWS - max(len(lowest), 1)), *lowest]


def _long(here: ActionMenu, keys: ActionButtons, rows: int) -> list[Row]:
    """Buttons while they fit, else a select in pages."""
    if len(here.choices) <= rows * BUTTONS_A_ROW:
        return button_rows([_button(item, keys) for item in here.choices])
    choices = sorted(here.choices, key=lambda item: item.leads_to not in keys.way)
    pages = -(-len(choices) // OPTIONS)
    page = min(here.path.page, pages - 1)
    options = [
        Option(_label(item, keys), _value(keys.to(item.leads_to)), item.tile)
        for item in choices[page * OPTIONS : (page + 1) * OPTIONS]
    ]
    path = here.path._replace(page=page)
    select = Select(_placeholder(path, pages), keys.to(path)._replace(verb=keys.pick), options)
    turning = page_buttons(page, pages, lambda to: keys.to(path._replace(page=to)))
    return [select, turning] if turning else [select]


def _placeholder(path: MenuPath, pages: int) -> str:
    is_position = path.end is not None and path.position is None
    what = "Choose a position" if is_position else "Choose a set to show"
    return f"{what} (page {path.page + 1} of {pages})" if pages > 1 else what


def _value(component_id: ComponentId) -> str:
    """An option's value: the verb and the detail of the button that it stands for."""
    return f"{component_id.verb} {component_id.detail}"


def _button(item: MenuItem, keys: ActionButtons) -> Button:
    return Button(_label(item, keys), keys.to(item.leads_to), _style(item, keys), item.tile)


def _label(item: MenuItem, keys: ActionButtons) -> str:
    return f"{_MARK if item.leads_to in keys.way else ''}{item.label}"


def _style(item: MenuItem, keys: ActionButtons) -> ButtonStyle:
    """Green is one at most: what the hint says, or else the strongest."""
    green = item.leads_to in keys.way if keys.way else item.strongest
    return ButtonStyle.success if green else ButtonStyle.secondary
