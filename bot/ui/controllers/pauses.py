"""`/scout pause`: a member's pause in a server."""

from bot.tables.core.errors import TableError
from bot.tables.service import Tables
from bot.text.language import Sentence
from bot.ui.kit.press import Press
from bot.ui.views.pauses import pause_message

_STALE = Sentence("That button no longer works. Use `/scout pause` again.")


class PauseController:
    """Shows a member their days of pause, and begins and ends a pause."""

    def __init__(self, tables: Tables) -> None:
        self._pauses = tables.pauses

    async def show(self, press: Press) -> None:
        """The panel."""
        has = await self._pauses.of(press.guild_id, press.user_id)
        await press.answer(pause_message(press.language, has))

    async def begin(self, press: Press) -> None:
        """Pause for the picked number of days."""
        picked = press.picked
        if picked is None:
            raise TableError(_STALE)
        has = await self._pauses.begin(
            press.guild_id, press.user_id, int(picked), pressed_at=press.received_at
        )
        await press.answer_privately(pause_message(press.language, has))

    async def end(self, press: Press) -> None:
        """End the pause; without one the panel shows that."""
        has = await self._pauses.end(press.guild_id, press.user_id)
        await press.answer_privately(pause_message(press.language, has))
