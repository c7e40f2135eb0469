"""Threads of games: opened from the lobby's message, archived after the game."""

import logging
from collections.abc import Sequence
from typing import Literal

import discord

from bot.tables.core.state import TableState
from bot.tables.core.table_messages import TableMessages
from bot.text.language import Language
from bot.text.names import full_name, readable_name
from bot.text.words import joined
from bot.ui.delivery.public_messages import PublicMessages
from bot.ui.kit.errors import REQUEST_ERRORS, THREAD_EXISTS, UNKNOWN_MESSAGE, raise_if_temporary

_log = logging.getLogger(__name__)
_NAME_LENGTH = 100
_WEEK: Literal[10080] = 10080
"""Minutes without a message until Discord archives the thread automatically."""


class Threads:
    """Opens and archives threads; both can be repeated safely."""

    def __init__(self, client: discord.Client, public: PublicMessages) -> None:
        self._client = client
        self._public = public

    async def open(self, state: TableState, known: TableMessages) -> int | None:
        """Open the game's thread in the lobby's channel; returns its id, None if it cannot.

        Raises temporary errors.
        """
        try:
            channel = await self._client.fetch_channel(state.channel_id)
            if isinstance(channel, discord.TextChannel):
                return await self._open_in(channel, state, known)
            _log.warning(
                "table %s is played without a thread: its channel cannot have any", state.id
            )
        except discord.HTTPException as error:
            raise_if_temporary(error)
            _log.warning("table %s is played without a thread: %s", state.id, error)
        return None

    async def archive(self, state: TableState) -> None:
        """Archive the game's thread. Raises temporary errors."""
        try:
            thread = await self._client.fetch_channel(state.channel_id)
            if isinstance(thread, discord.Thread) and not thread.archived:
                await thread.edit(archived=True)
        except discord.HTTPException as error:
            raise_if_temporary(error)
            _log.info("the thread of table %s could not be archived: %s", state.id, error)

    async def _open_in(
        self,
        channel: discord.TextChannel,
        state: TableState,
        known: TableMessages,
        *,
        resend: bool = False,
    ) -> int:
        """A thread has the id of its message, and a message can have only one thread."""
        lobby_id = await self._public.lobby_message_id(state, known, resend=resend)
        called = [readable_name(full_name(state.language, seat.called)) for seat in state.seats]
        name, message = thread_name(state.language, called), channel.get_partial_message(lobby_id)
        try:
            await message.create_thread(name=name, auto_archive_duration=_WEEK)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE and not resend:
                return await self._open_in(channel, state, known, resend=True)
            if error.code != THREAD_EXISTS:
                raise
        return lobby_id


async def is_lost(state: TableState, interaction: discord.Interaction) -> bool:
    """Whether the table's channel is lost or was deleted, perhaps while the bot was offline.

    Discord lists no archived threads, so it is asked. One is opened again if that is allowed.
    """
    server = interaction.guild
    if state.lost_at is not None or server is None:
        return state.lost_at is not None
    if server.get_channel_or_thread(state.channel_id) is not None:
        return False
    try:
        channel = await interaction.client.fetch_channel(state.channel_id)
        if isinstance(channel, discord.Thread) and channel.archived:
            await channel.edit(archived=False)
    except discord.NotFound:
        return True
    except REQUEST_ERRORS as error:
        _log.info("channel %s is out of reach: %s", state.channel_id, error)
    return False


def thread_name(language: Language, players: Sequence[str]) -> str:
    """`SCOUT: Mia, Noa, Juggler (medium)`; with as many names as fit."""
    for shown in range(len(players), 0, -1):
        names, others = joined(language, players[:shown]), len(players) - shown
        # Translators: The name of a thread, with names of players.
        name = language.gettext("SCOUT: {names}", names=names)
        if others:
            name = language.ngettext(
                "SCOUT: {names} and {number} more",
                "SCOUT: {names} and {number} more",
                others,
                names=names,
            )
        if len(name) <= _NAME_LENGTH:
            return name
    return language.ngettext("SCOUT: {number} player", "SCOUT: {number} players", len(players))
