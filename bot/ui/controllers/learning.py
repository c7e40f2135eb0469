"""The rules, the tutorial and the list of commands; new members are offered the tutorial once."""

from bot.tables.service import Tables
from bot.ui.controllers.controller import Controller
from bot.ui.kit.errors import optional
from bot.ui.kit.press import Press
from bot.ui.views.learning.help import help_message
from bot.ui.views.learning.rules import rules_message
from bot.ui.views.learning.tutorial import TABLE_WAITS, follow, tutorial_message
from bot.ui.views.table.questions import welcome_message
from bot.ui.views.turn.action_buttons import picked


class LearningController(Controller):
    """Shows the pages of the rules, the tutorial and the help."""

    async def rules(self, press: Press) -> None:
        pictures = await self._shows_pictures(press)
        await press.answer_privately(rules_message(press.language, press.number, pictures=pictures))

    async def tutorial(self, press: Press) -> None:
        """Begin the tutorial; by the button of a lobby with a note about the table."""
        note = press.language.gettext(TABLE_WAITS) if press.custom_id else None
        await press.answer(tutorial_message(press.language, 0, await self._solo(press)), note)
        # The tutorial is not offered again.
        with optional("welcome"):
            await _note_welcome(self._tables, press)

    async def show_tutorial_page(self, press: Press) -> None:
        step = picked(press.component_id, press.picked)
        message, note = follow(press.language, step, await self._solo(press))
        await press.answer_privately(message, note)

    async def help(self, press: Press) -> None:
        tables = await self._parts.languages.of(press.guild_id)
        await press.answer_privately(help_message(press.language, press.number, tables))


async def offer_tutorial(tables: Tables, press: Press) -> None:
    """Offer the tutorial once to a member without a finished game, after an answer."""
    with optional("welcome"):
        if (await tables.preferences.of(press.user_id)).welcomed:
            return
        await _note_welcome(tables, press)
        if await tables.leaderboard.has_played(press.user_id):
            return
        message = await welcome_message(press.language).send_arguments()
        await press.interaction.followup.send(**message, ephemeral=True)


async def _note_welcome(tables: Tables, press: Press) -> None:
    await tables.preferences.update(press.user_id, pressed_at=press.received_at, welcomed=True)
