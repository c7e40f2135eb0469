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
from bot.ui.views.action_menu import ActionMenu, MenuItem, MenuPath
from bot.ui.views.hint import menu_steps_to
from engine.actions import Action, ScoutAndShow, Show, parse_action

_HINT = "--"
_MARK = "→ "


class ActionButtons(NamedTuple):
    """What the presses of one hand have in common; `play` is the verb of an action.

    A `hint` rides along to the next step, so that the way to it stays marked.
    """

    table_id: int
    turn: int
    play: Verb = Verb.PLAY
    choose: Verb = Verb.CHOOSE
    pick: Verb = Verb.PICK
    hint: Action | None = None

    def to(self, target: Action | MenuPath) -> ComponentId:
        """The press that plays this action, or leads to this step."""
        verb = self.choose if isinstance(target, MenuPath) else self.play
        carried = "" if self.hint is None else f"{_HINT}{self.hint}"
        return ComponentId(verb, self.table_id, self.turn, f"{target}{carried}")

    def marks(self, target: Action | MenuPath) -> bool:
        """Whether this is on the way to the hint."""
        return self.hint is not None and target in menu_steps_to(self.hint)


def carried(detail: str) -> tuple[str, Action | None]:
    """What the detail of a press is about, and the hint that rides along."""
    about, _, hint = detail.partition(_HINT)
    return about, parse_action(hint) if hint else None


def action_rows(
    here: ActionMenu, path: MenuPath, keys: ActionButtons, others: Sequence[Button] = ()
) -> list[Row]:
    """All that can be pressed at this step; a long list in the page that `path` says.

    `others` stand at the end.
    """
    below = [_button(choice, keys) for choice in here.more]
    if here.back is not None:
        below.append(Button("Back", keys.to(here.back)))
    lowest = button_rows([*below, *others])
    # One row is always kept, so that the steps look alike.
    rows = _long(here.choices, path, keys, ROWS - max(len(lowest), 1))
    return [*rows, *lowest]


def _long(choices: Sequence[MenuItem], path: MenuPath, keys: ActionButtons, rows: int) -> list[Row]:
    """Buttons while they fit, else a select in pages."""
    if len(choices) <= rows * BUTTONS_A_ROW:
        return button_rows([_button(choice, keys) for choice in choices])
    choices = sorted(choices, key=lambda choice: not keys.marks(choice.leads_to))
    pages = -(-len(choices) // OPTIONS)
    page = min(path.page, pages - 1)
    options = [
        Option(_label(choice, keys), _value(keys.to(choice.leads_to)))
        for choice in choices[page * OPTIONS : (page + 1) * OPTIONS]
    ]
    here = path._replace(page=page)
    which = f" (page {page + 1} of {pages})" if pages > 1 else ""
    placeholder = f"Pick one of {len(choices)}{which}"
    select = Select(placeholder, keys.to(here)._replace(verb=keys.pick), options)
    turning = page_buttons(page, pages, lambda to: keys.to(here._replace(page=to)))
    return [select, turning] if turning else [select]


def _value(component_id: ComponentId) -> str:
    """An option's value: the verb and the detail of the button that it stands for."""
    return f"{component_id.verb} {component_id.detail}"


def _button(choice: MenuItem, keys: ActionButtons) -> Button:
    return Button(_label(choice, keys), keys.to(choice.leads_to), _style(choice, keys))


def _label(choice: MenuItem, keys: ActionButtons) -> str:
    return f"{_MARK if keys.marks(choice.leads_to) else ''}{choice.label}"


def _style(choice: MenuItem, keys: ActionButtons) -> ButtonStyle:
    if keys.hint is not None:
        marked = keys.marks(choice.leads_to)
        return ButtonStyle.success if marked else ButtonStyle.secondary
    if isinstance(choice.leads_to, Show | ScoutAndShow):
        return ButtonStyle.success
    return ButtonStyle.primary if choice.promising else ButtonStyle.secondary
