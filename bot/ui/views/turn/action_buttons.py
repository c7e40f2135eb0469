"""The buttons and selects that the choices of a step become."""

from collections.abc import Sequence
from typing import NamedTuple

from discord import ButtonStyle

from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import OPTIONS, Button, Option, Row, Select, button_rows, page_buttons
from bot.ui.views.turn.menu import LABEL_LENGTH, ActionMenu, MenuItem, MenuPath, name_of_label
from engine.actions import Action, parse_action

_HINT = "--"
_MARK = "→ "
_FEW = 10
"""The most buttons of a step; of more choices some become a list."""


class ActionButtons(NamedTuple):
    """What the presses of one hand have in common; `play` is the verb of an action.

    A `hint` is part of each press, so that the next step marks the `way` to it too.
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
        hint = "" if self.hint is None else f"{_HINT}{self.hint}"
        return ComponentId(verb, self.table_id, self.turn, f"{target}{hint}")


def split_hint(detail: str) -> tuple[str, Action | None]:
    """The path or action in the detail of a press, and the hint behind it."""
    about, _, hint = detail.partition(_HINT)
    return about, parse_action(hint) if hint else None


def picked(component_id: ComponentId, value: str | None) -> ComponentId:
    """The press that the picked option stands for, or without an option that of the select."""
    verb, _, detail = (value or "").partition(" ")
    if verb not in set(Verb):
        return component_id
    return component_id._replace(verb=Verb(verb), detail=detail)


def action_rows(here: ActionMenu, keys: ActionButtons, others: Sequence[Button] = ()) -> list[Row]:
    """The buttons and the list of this step; `others` stand at the end.

    Of many choices only the promising ones are buttons, on the first page; the rest is a list.
    """
    below = [_button(item, keys) for item in here.more]
    if here.back is not None:
        below.append(Button("Back", keys.to(here.back)))
    below += others
    room = _FEW - len(below)
    if len(here.choices) <= room:
        return button_rows([_button(item, keys) for item in here.choices] + below)
    near = [item for item in here.choices if item.promising]
    # A list is for two choices at least.
    near = near[: min(room, len(here.choices) - 2)]
    rest = [item for item in here.choices if item not in near]
    above = [] if here.path.page else [_button(item, keys) for item in near]
    listed = _list(rest, here.path, keys, another=bool(near))
    return [*button_rows(above), *listed, *button_rows(below)]


def _list(
    choices: Sequence[MenuItem], path: MenuPath, keys: ActionButtons, *, another: bool
) -> list[Row]:
    """A select in pages; the hinted choice is its first option, and its title while closed.

    An option's value is the verb and the detail of the press that it stands for.
    """
    ordered = sorted(choices, key=lambda item: item.leads_to not in keys.way)
    pages = -(-len(ordered) // OPTIONS)
    page = min(path.page, pages - 1)
    shown = ordered[page * OPTIONS : (page + 1) * OPTIONS]
    options = []
    for item in shown:
        press = keys.to(item.leads_to)
        options.append(Option(_label(item, keys), f"{press.verb} {press.detail}", item.emoji))
    here = path._replace(page=page)
    hinted = shown[0].leads_to in keys.way
    title = options[0].label if hinted else _title(choices, here, pages, another=another)
    select = Select(title, keys.to(here)._replace(verb=keys.pick), options)
    turning = page_buttons(page, pages, lambda to: keys.to(path._replace(page=to)))
    return [select, turning] if turning else [select]


def _title(choices: Sequence[MenuItem], path: MenuPath, pages: int, *, another: bool) -> str:
    """What the closed select says."""
    what = "set to show"
    if path.end is not None and path.position is None:
        sets_only = all(choice.promising for choice in choices)
        what = "position that makes a set" if sets_only else "position"
        if sets_only and another:
            # Beside the button for positions that make none.
            return "More sets…"
    title = f"Choose {'another' if another else 'a'} {what}"
    return f"{title} (page {path.page + 1} of {pages})" if pages > 1 else title


def _button(item: MenuItem, keys: ActionButtons) -> Button:
    """At most one button is green: that of the hint, or else the strongest."""
    green = item.leads_to in keys.way if keys.way else item.strongest
    style = ButtonStyle.success if green else ButtonStyle.secondary
    return Button(_label(item, keys), keys.to(item.leads_to), style, item.emoji)


def _label(item: MenuItem, keys: ActionButtons) -> str:
    if item.leads_to not in keys.way:
        return item.label
    marked = f"{_MARK}{item.label}"
    return marked if len(marked) <= LABEL_LENGTH else name_of_label(marked)
