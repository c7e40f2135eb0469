"""The buttons and selects that the choices of a step become."""

from collections.abc import Sequence
from typing import NamedTuple

from discord import ButtonStyle

from bot.ui.custom_id import Press
from bot.ui.draft import BUTTONS_A_ROW, OPTIONS, ROWS, Button, Option, Row, Select, page_buttons
from bot.ui.steps import Choice, Path, Step
from engine.actions import Action, ScoutAndShow, Show

# One row is kept for the short choices below the long ones.
_BUTTONS = BUTTONS_A_ROW * (ROWS - 1)


class Keys(NamedTuple):
    """What the presses of one hand have in common; `play` is the verb of an action."""

    table_id: int
    turn: int
    play: str = "play"
    look: str = "look"
    pick: str = "pick"

    def to(self, target: Action | Path) -> Press:
        """The press that plays this action, or leads to this step."""
        verb = self.look if isinstance(target, Path) else self.play
        return Press(verb, self.table_id, self.turn, str(target))


def choice_rows(here: Step, path: Path, keys: Keys) -> list[Row]:
    """All that can be pressed at this step; a long list in the page that `path` says."""
    rows = _long(here.choices, path, keys)
    below = [_button(choice, keys) for choice in here.more]
    if here.back is not None:
        below.append(Button("Back", keys.to(here.back)))
    return [*rows, below] if below else rows


def _long(choices: Sequence[Choice], path: Path, keys: Keys) -> list[Row]:
    """Buttons while they fit, else a select in pages."""
    if len(choices) <= _BUTTONS:
        buttons = [_button(choice, keys) for choice in choices]
        return [
            buttons[begin : begin + BUTTONS_A_ROW]
            for begin in range(0, len(buttons), BUTTONS_A_ROW)
        ]
    pages = -(-len(choices) // OPTIONS)
    page = min(path.page, pages - 1)
    options = [
        Option(choice.label, _value(keys.to(choice.leads_to)))
        for choice in choices[page * OPTIONS : (page + 1) * OPTIONS]
    ]
    here = path._replace(page=page)
    which = f" (page {page + 1} of {pages})" if pages > 1 else ""
    placeholder = f"Pick one of {len(choices)}{which}"
    select = Select(placeholder, keys.to(here)._replace(verb=keys.pick), options)
    turning = page_buttons(page, pages, lambda to: keys.to(here._replace(page=to)))
    return [select, turning] if turning else [select]


def _value(press: Press) -> str:
    """An option's value: the verb and the detail of the button that it stands for."""
    return f"{press.verb} {press.detail}"


def _button(choice: Choice, keys: Keys) -> Button:
    return Button(choice.label, keys.to(choice.leads_to), _style(choice))


def _style(choice: Choice) -> ButtonStyle:
    if isinstance(choice.leads_to, Show | ScoutAndShow):
        return ButtonStyle.success
    return ButtonStyle.primary if choice.promising else ButtonStyle.secondary
