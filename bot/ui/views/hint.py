"""A hint in words, and what has to be pressed to follow it."""

from bot.ui.views.action_menu import MenuPath, action_menu
from bot.ui.views.explanations import explain
from engine.actions import Action, Scout, ScoutAndShow
from engine.view import View


def hint_words(view: View, action: Action) -> str:
    """The whole way to this legal action, and what speaks for it."""
    return f"💡 Hint: **{_way_words(view, action)}**: it {explain(view, action)}."


def menu_steps_to(action: Action) -> list[Action | MenuPath]:
    """What the buttons lead to that have to be pressed one after the other."""
    if isinstance(action, ScoutAndShow):
        end, place, flipped = action.scout
        steps = [
            MenuPath(True),
            MenuPath(True, end, None, flipped),
            MenuPath(True, end, place, flipped),
        ]
        return [*steps, action]
    if isinstance(action, Scout):
        return [MenuPath(False, action.end, None, action.flipped), action]
    return [action]


def _way_words(view: View, action: Action) -> str:
    """By the labels of the buttons: `Scout 8 (left, turned) to 7 [8] 9`."""
    path, labels = MenuPath(), []
    for target in menu_steps_to(action):
        labels.append(_label(view, path, target))
        path = target if isinstance(target, MenuPath) else path
    if isinstance(action, ScoutAndShow):
        both, end, place, show = labels
        return f"{both}: {_small(end)} to {place}, then {_small(show)}"
    return " to ".join(labels)


def _label(view: View, path: MenuPath, target: Action | MenuPath) -> str:
    here = action_menu(view, path)
    labels = {choice.leads_to: choice.label for choice in (*here.choices, *here.more)}
    # Which set the card makes is part of the reason.
    return labels[target].partition(": makes")[0]


def _small(label: str) -> str:
    return label[0].lower() + label[1:]
