"""A hint in words, and what has to be pressed to follow it."""

from bot.ui.views.action_menu import action_menu
from bot.ui.views.explanations import explain
from bot.ui.views.menu_labels import MORE
from bot.ui.views.menu_path import FIRST, MenuPath
from engine.actions import Action, Scout, ScoutAndShow
from engine.view import View


def hint_words(view: View, action: Action) -> str:
    """The whole way to this legal action, and what speaks for it."""
    return f"💡 Hint: **{_way_words(view, action)}**: it {explain(view, action)}."


def menu_steps_to(view: View, action: Action) -> list[Action | MenuPath]:
    """What the buttons lead to that have to be pressed one after the other for this legal
    action."""
    steps: list[Action | MenuPath] = []
    here = FIRST
    for target in _chosen(action):
        if target not in [item.leads_to for item in action_menu(view, here).items]:
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


def _way_words(view: View, action: Action) -> str:
    """By the labels of the buttons: `Scout 8 (left, flipped) to position 5`."""
    here, labels = FIRST, []
    for target in menu_steps_to(view, action):
        if not (isinstance(target, MenuPath) and target.more and target.end is not None):
            labels.append(_label(view, here, target))
        here = target if isinstance(target, MenuPath) else here
    return _joined(labels, both=isinstance(action, ScoutAndShow))


def _joined(labels: list[str], *, both: bool) -> str:
    first, *others = labels
    if both:
        end, position, show = map(_small, others)
        return f"{first}: {end} to {position}, then {show}"
    if first == MORE:
        return f"{first}: {' to '.join(map(_small, others))}"
    return " to ".join([first, *map(_small, others)])


def _label(view: View, path: MenuPath, target: Action | MenuPath) -> str:
    labels = {item.leads_to: item.label for item in action_menu(view, path).items}
    # Which set the card makes is part of the reason.
    return labels[target].partition(": makes")[0]


def _small(label: str) -> str:
    return label[0].lower() + label[1:]
