"""A game's own thread: opened below the lobby's message, archived after the game."""

import logging
from collections.abc import Sequence
from typing import Literal

import discord

from bot.tables.core.state import TableState
from bot.tables.core.table_messages import TableMessages
from bot.ui.delivery.public_messages import PublicMessages
from bot.ui.kit.errors import THREAD_EXISTS, UNKNOWN_MESSAGE, is_temporary

_log = logging.getLogger(__name__)
_NAME_LENGTH = 100
_WEEK: Literal[10080] = 10080
"""Minutes without a message after which Discord archives the thread by itself."""


class Threads:
    """Everything here may be done again: it ends in the same thread."""

    def __init__(self, client: discord.Client, public: PublicMessages) -> None:
        self._client = client
        self._public = public

    async def open(self, state: TableState, known: TableMessages) -> int | None:
        """The id of a thread for the game, in the channel where its lobby is; None without one.

        Raises what passes by itself.
        """
        try:
            channel = await self._client.fetch_channel(state.channel_id)
            if isinstance(channel, discord.TextChannel):
                return await self._open_in(channel, state, known)
            _log.warning("table %s plays on without a thread: none can be here", state.id)
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            _log.warning("table %s plays on without a thread: %s", state.id, error)
        return None

    async def archive(self, state: TableState) -> None:
        """Archive the game's thread. Raises what passes by itself."""
        try:
            thread = await self._client.fetch_channel(state.channel_id)
            if isinstance(thread, discord.Thread) and not thread.archived:
                await thread.edit(archived=True)
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            _log.info("the thread of table %s stays as it is: %s", state.id, error)

    async def _open_in(
        self, channel: discord.TextChannel, state: TableState, known: TableMessages
    ) -> int:
        name = thread_name([seat.name for seat in state.seats])
        try:
            return await _create(channel, await self._public.lobby_message_id(state, known), name)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        return await _create(
            channel, await self._public.lobby_message_id(state, known, anew=True), name
        )


async def _create(channel: discord.TextChannel, message_id: int, name: str) -> int:
    """Discord gives the thread its message's own id, and a message no second thread."""
    message = channel.get_partial_message(message_id)
    try:
        await message.create_thread(name=name, auto_archive_duration=_WEEK)
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:
            raise
    return message_id


def thread_name(players: Sequence[str]) -> str:
    """`SCOUT: Mia, Noa, Juggler (medium)`; as many of the names as Discord has room for."""
    for shown in range(len(players), 0, -1):
        rest = f" and {len(players) - shown} more" if shown < len(players) else ""
        name = f"SCOUT: {', '.join(players[:shown])}{rest}"
        if len(name) <= _NAME_LENGTH:
            return name
    return f"SCOUT: {len(players)} players"
