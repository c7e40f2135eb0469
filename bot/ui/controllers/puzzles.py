"""Puzzles in private messages. A press names the puzzle; the answer counts for the presser."""

from bot.puzzles import Puzzle
from bot.tables.puzzles import Answered
from bot.ui.controllers.controller import Controller
from bot.ui.kit.message import Message
from bot.ui.kit.press import Press
from bot.ui.views.puzzles import ACTION_IDS, answered_message, none_left_message, puzzle_message
from bot.ui.views.turn.menu import NO_MENU, OpenMenu
from engine.actions import Action


class PuzzleController(Controller):
    """Handles the command and the presses of puzzles; an unfinished choice is in the custom_ids."""

    async def show(self, press: Press) -> None:
        """Show the member's next puzzle; in place of the last one if its button was pressed."""
        puzzle = await self._tables.puzzles.next(press.user_id)
        if puzzle is None:
            numbers = await self._tables.puzzles.numbers(press.user_id)
            message = none_left_message(press.language, numbers)
        else:
            message = await self._message(press, puzzle)
        await press.answer_privately(message)

    async def choose(self, press: Press) -> None:
        """Show the next step of a choice or an earlier answer, ask about an action, or play it.

        Raises TableError for a puzzle that no longer ships, EngineError for an illegal action.
        """
        chosen = await self._chosen(press, ACTION_IDS) or NO_MENU
        puzzle = await self._tables.puzzles.find(press.component_id.table_id)
        if not isinstance(chosen, OpenMenu):
            await self._play(press, puzzle, chosen)
        elif found := await self._tables.puzzles.answered(press.user_id, puzzle):
            await self._show_answer(press, found, is_first=False)
        else:
            await press.answer_privately(await self._message(press, puzzle, chosen))

    async def _play(self, press: Press, puzzle: Puzzle, action: Action) -> None:
        found = await self._tables.puzzles.answer(press.user_id, puzzle, action, press.received_at)
        press.done = press.language.gettext("Your move is stored. Press again to see its result.")
        await self._show_answer(press, found, is_first=found.action == action)

    async def _show_answer(self, press: Press, found: Answered, *, is_first: bool) -> None:
        note = press.language.gettext(
            "You have played this puzzle already: only your first move counts."
        )
        shown = answered_message(press.language, found, await self._solo(press))
        await press.answer_privately(shown, None if is_first else note)

    async def _message(self, press: Press, puzzle: Puzzle, menu: OpenMenu = NO_MENU) -> Message:
        own = await self._tables.preferences.of(press.user_id)
        return puzzle_message(press.language, puzzle, await self._solo(press), own, menu)
