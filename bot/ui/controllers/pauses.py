"""`/scout pause`: a member's pause in a server, and the pause of a whole game."""

from bot.storage.models.tables import Status
from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.pauses import PauseDays
from bot.tables.service import Tables
from bot.text.language import Sentence
from bot.ui.kit.message import Message
from bot.ui.kit.press import Press
from bot.ui.views.table.pauses import agreed_to_pause_words, asked_to_pause_words, pause_message

_STALE = Sentence("That button no longer works. Use `/scout pause` again.")


class PauseController:
    """Shows a member their days of pause, and begins and ends pauses."""

    def __init__(self, tables: Tables) -> None:
        self._repository = tables.repository
        self._pauses = tables.pauses
        self._table_pauses = tables.table_pauses

    async def show(self, press: Press) -> None:
        """The panel."""
        has = await self._pauses.of(press.guild_id, press.user_id)
        await press.answer(await self._panel(press, has))

    async def begin(self, press: Press) -> None:
        """Pause for the picked number of days."""
        days, pressed_at = _picked_days(press), press.received_at
        has = await self._pauses.begin(press.guild_id, press.user_id, days, pressed_at=pressed_at)
        await press.answer_privately(await self._panel(press, has))

    async def end(self, press: Press) -> None:
        """End the pause, if it has not ended by itself before."""
        has = await self._pauses.end(press.guild_id, press.user_id)
        game = await self._own_game(press)
        shown = pause_message(press.language, has, game, has_ended=True)
        await press.answer_privately(shown)

    async def ask(self, press: Press) -> None:
        """Ask the others to pause the game."""
        days = _picked_days(press)
        state = await self._table_pauses.ask(press.state.id, press.user_id, days)
        await press.close_question(asked_to_pause_words(press.language, state))

    async def agree(self, press: Press) -> None:
        """Agree to pause the game."""
        state = await self._table_pauses.agree(
            press.state.id, press.user_id, press.number_in_detail
        )
        await press.say(agreed_to_pause_words(press.language, state))

    async def play_on(self, press: Press) -> None:
        """Decline to pause the game, or end its pause."""
        await self._table_pauses.play_on(press.state.id, press.user_id, press.number_in_detail)
        await press.say(press.language.gettext("The game continues."))

    async def _panel(self, press: Press, has: PauseDays) -> Message:
        return pause_message(press.language, has, await self._own_game(press))

    async def _own_game(self, press: Press) -> TableState | None:
        """The member's game in this channel."""
        state = await self._repository.find_live_in(press.channel_id)
        if state is None or state.status is not Status.PLAYING:
            return None
        return state if state.find_seat(press.user_id) else None


def _picked_days(press: Press) -> int:
    """The number of days that was picked. Raises TableError for what the message does not offer."""
    if press.picked is None:
        raise TableError(_STALE)
    return int(press.picked)
