"""After a move: a link to the next game that waits for the member."""

from collections.abc import Awaitable, Callable

from cachetools import TTLCache

from bot.storage.engine.errors import DatabaseAway
from bot.tables.core.state import TableState
from bot.tables.review import StartTask
from bot.tables.service import Tables
from bot.ui.delivery.sight import Sight, sight_of
from bot.ui.kit.errors import REQUEST_ERRORS
from bot.ui.kit.permissions import can_see
from bot.ui.kit.press import Press

_SIGHTS = 4096
_SIGHT_LASTS = 600.0
"""Seconds for which it is remembered whether a member can see a channel of another server."""
_MOST_ELSEWHERE = 3
"""Games in other servers that are looked at after a press."""


class NextGame:
    """Says which other game waits for a member, if they can see its channel.

    What takes a read or a request is done after the answer, for the next one.
    """

    def __init__(
        self, tables: Tables, link: Callable[[TableState], Awaitable[str]], start: StartTask
    ) -> None:
        self._waiting = tables.waiting
        self._link = link
        self._start = start
        self._sights: TTLCache[tuple[int, int], bool] = TTLCache(
            _SIGHTS, _SIGHT_LASTS, lambda: tables.repository.now().timestamp()
        )

    async def words(self, press: Press) -> str | None:
        """How many other games wait, with a link to the longest-waiting one; None without any."""
        try:
            others = await self._waiting.others(press.user_id, press.state.id)
            seen = [state for state in others if self._is_seen(press, state)]
            link = await self._link(seen[0]) if seen else ""
        except DatabaseAway:
            return None
        if not seen:
            return None
        return press.language.ngettext(
            "{number} more game waits for you: {link}",
            "{number} more games wait for you: {link}",
            len(seen),
            link=link,
        )

    def prepare(self, press: Press) -> None:
        """Find out what the next answer needs to know."""
        self._start(self._learn(press))

    def _is_seen(self, press: Press, state: TableState) -> bool:
        if state.guild_id == press.guild_id:
            return can_see(press.interaction, state.channel_id, state.parent_id)
        return self._sights.get((press.user_id, state.channel_id), False)

    async def _learn(self, press: Press) -> None:
        try:
            await self._waiting.learn(press.user_id)
            others = await self._waiting.others(press.user_id, press.state.id)
            elsewhere = [state for state in others if state.guild_id != press.guild_id]
            for state in elsewhere[:_MOST_ELSEWHERE]:
                await self._look(press, state)
        except (DatabaseAway, *REQUEST_ERRORS):
            # The next press looks again.
            return

    async def _look(self, press: Press, state: TableState) -> None:
        key = press.user_id, state.channel_id
        if key not in self._sights:
            place = state.guild_id, press.user_id, state.channel_id, state.parent_id
            self._sights[key] = await sight_of(press.interaction.client, *place) is Sight.SEES
