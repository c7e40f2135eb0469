"""A hint in words, and what has to be pressed to follow it."""

from collections.abc import Iterator, Sequence

from bot.text.words import listed
from bot.ui.views.turn.action_menu import action_menu
from bot.ui.views.turn.explanations import explain
from bot.ui.views.turn.menu_labels import pressed_words
from bot.ui.views.turn.menu_path import FIRST, MenuPath
from engine.actions import Action, Scout, ScoutAndShow
from engine.view import View


def hint_words(view: View, action: Action, names: Sequence[str]) -> str:
    """What to press for this legal action, then what speaks for it; `names` are the seats'."""
    pressed = listed([pressed_words(label) for label in _labels(view, action)])
    return f"💡 Hint: press {pressed}. {explain(view, action, names)}"


def menu_steps_to(view: View, action: Action) -> list[Action | MenuPath]:
    """What the buttons lead to that have to be pressed one after the other for this legal
    action."""
    steps: list[Action | MenuPath] = []
    here = FIRST
    for target in _chosen(action):
        if target not in [item.leads_to for item in action_menu(view, here, action).items]:
            here = here._replace(more=True)
            steps.append(here)
        steps.append(target)
        here = target if isinstance(target, MenuPath) else here
    return steps


def _chosen(action: Action) -> list[Action | MenuPath]:
    """What is decided on the way to the action."""
    if isinstance(action, ScoutAndShow):
        end, position, flipped = action.scout
        ways = [
            MenuPath(True),
            MenuPath(True, end, None, flipped),
            MenuPath(True, end, position, flipped),
        ]
        return [*ways, action]
    if isinstance(action, Scout):
        return [MenuPath(False, action.end, None, action.flipped), action]
    return [action]


def _labels(view: View, action: Action) -> Iterator[str]:
    """The labels of what has to be pressed: `Scout 8 (left): makes 7 8`, `5: makes 7 8`."""
    here = FIRST
    for target in menu_steps_to(view, action):
        labels = {item.leads_to: item.label for item in action_menu(view, here, action).items}
        yield labels[target]
        here = target if isinstance(target, MenuPath) else here
