"""One step on the way to an action, as a value: what it asks and what there is to press."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.ui.views.turn.menu_path import FIRST, MenuPath
from engine.actions import Action


class MenuItem(NamedTuple):
    """One thing to press: an action to play, or the next step of the path.

    One that is `promising` stays a button where the other choices become a list: it makes or shows
    a set of two cards or more, or at the end of a Scout & Show the strongest set of its length.
    `strongest` marks one of a step. `tile` is the emoji of what it leads to (see kit.emojis).
    """

    label: str
    leads_to: Action | MenuPath
    promising: bool = False
    strongest: bool = False
    tile: str | None = None


@dataclass(frozen=True, slots=True)
class ActionMenu:
    """`choices` may be long; `more` is short and stands below them; `back` is where to return.

    `path` is the step that this is. `below_picture` stands in for the prompt where the step's
    picture asks the same.
    """

    prompt: str
    choices: list[MenuItem] = field(default_factory=list)
    more: list[MenuItem] = field(default_factory=list)
    back: MenuPath | None = None
    path: MenuPath = FIRST
    below_picture: str | None = None

    @property
    def items(self) -> list[MenuItem]:
        """Everything that leads on."""
        return [*self.choices, *self.more]


def led(items: Sequence[MenuItem]) -> list[MenuItem]:
    """The items, the first of them marked as the strongest."""
    return [item._replace(strongest=at == 0) for at, item in enumerate(items)]
