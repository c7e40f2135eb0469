"""Reminders by direct message."""

import asyncio
import logging
from functools import partial

import discord
from cachetools import LRUCache

from bot.storage.engine.completion import run_to_completion
from bot.tables.core.deadlines import is_reminder_new
from bot.tables.core.errors import TableError
from bot.tables.core.state import SeatState, TableState
from bot.tables.service import Tables
from bot.text.language import Language
from bot.ui.delivery.private_messages import PATIENCE
from bot.ui.delivery.public_messages import nonce_of, send_once
from bot.ui.delivery.sight import is_reached
from bot.ui.kit.errors import NO_DIRECT_MESSAGES, REQUEST_ERRORS, raise_if_temporary
from bot.ui.views.table.reminders import direct_reminder, trial_message

_log = logging.getLogger(__name__)
_REMEMBERED = 1024


class DirectReminders:
    """Sends reminders to members who chose direct messages."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables
        self._sent: LRUCache[str, bool] = LRUCache(_REMEMBERED)
        self.tasks: dict[int, asyncio.Task[None]] = {}
        """What sends a table's reminders; publications wait for it for a short time."""

    async def try_out(self, language: Language, user_id: int, press_id: int) -> bool:
        """Send a test message that explains itself; return whether Discord allows it.

        Raises TableError if Discord refuses it for another reason than the member's settings.
        """
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            await send_once(channel, trial_message(language), nonce_of(f"trial {press_id}"))
        except REQUEST_ERRORS as error:
            _log.info("a direct message was refused: %s", error)
            if isinstance(error, discord.HTTPException) and error.code in NO_DIRECT_MESSAGES:
                return False
            raise TableError(
                "Discord did not take my test message to you. Nothing has changed: choose again in "
                "a few minutes."
            ) from None
        return True

    async def send(self, table_id: int) -> float:
        """Send the table's new reminders, each once. Raises temporary errors.

        Earlier parts of a publication may take long, so these are the reminders of the newest
        state. Returns the seconds until the next attempt if a request takes long, else 0.
        """
        state = await self._tables.repository.get(table_id)
        if not is_reminder_new(state, self._tables.repository.now()):
            return 0
        task = self.tasks.get(table_id)
        if task is None:
            task = self.tasks[table_id] = asyncio.create_task(self._send(state))
            task.add_done_callback(partial(self._end, table_id))
        await asyncio.wait({task}, timeout=PATIENCE)
        # A cancelled one was begun before this process lost the table and got it back.
        if not task.done() or task.cancelled():
            return PATIENCE
        task.result()
        return 0

    def _end(self, table_id: int, task: asyncio.Task[None]) -> None:
        del self.tasks[table_id]
        if not task.cancelled() and (error := task.exception()):
            _log.debug("reminders are left to the publication: %s", type(error).__name__)

    async def _send(self, state: TableState) -> None:
        """Send them; those that Discord refuses are sent in the channel, all in one message."""
        refused: dict[SeatState, bool] = {}
        for seat in state.members_to_move:
            nonce = nonce_of(f"reminder {state.id} {state.reminded_at} {seat.user_id}")
            if (seat.direct or seat.also) and nonce not in self._sent:
                try:
                    await self._remind(state, seat, nonce)
                    self._sent[nonce] = True
                except discord.HTTPException as error:
                    raise_if_temporary(error)
                    _log.info("a reminder by direct message was refused: %s", error)
                    # Any other refusal may mean too many direct messages, not this member's choice.
                    refused[seat] = error.code in NO_DIRECT_MESSAGES
        if refused:
            await run_to_completion(self._tables.reminders.send_in_channel(state, refused))

    async def _remind(self, state: TableState, seat: SeatState, nonce: str) -> None:
        """Send a direct reminder to a member who sees the channel.

        Of one who does not, other games keep the reminders that this one replaces.
        """
        assert seat.user_id is not None
        if not await is_reached(self._client, state, seat.user_id):
            if seat.also:
                await run_to_completion(self._tables.reminders.leave_out_others(state, seat))
        elif seat.direct:
            reader = (await self._tables.preferences.of(seat.user_id)).reader
            server = self._client.get_guild(state.guild_id)
            message = direct_reminder(reader, state, seat, "" if server is None else server.name)
            channel = await self._client.create_dm(discord.Object(seat.user_id))
            await channel.send(**await message.send_arguments(), nonce=nonce)
