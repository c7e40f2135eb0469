"""All steps of a menu."""

from collections.abc import Iterator

from bot.text.language import Language
from bot.ui.views.turn.action_menu import action_menu
from bot.ui.views.turn.menu import ActionMenu, MenuPath
from engine.view import View


def steps(language: Language, seen: View) -> Iterator[ActionMenu]:
    """Every step that can be reached."""
    ahead, known = [MenuPath()], {MenuPath()}
    while ahead:
        here = action_menu(language, seen, ahead.pop())
        yield here
        onward = {item.leads_to for item in here.items if isinstance(item.leads_to, MenuPath)}
        ahead += onward - known
        known |= onward
