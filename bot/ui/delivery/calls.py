"""Calls members to a lobby: fetches those who see it, and sends one message with their mentions."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import discord
from cachetools import TTLCache
from discord.utils import format_dt
from sqlalchemy.exc import SQLAlchemyError

from bot.storage.engine.completion import retry_until_available, run_to_completion
from bot.storage.engine.errors import DatabaseAway
from bot.tables.calls.calls import MOST_CALLED, MadeCall
from bot.tables.core.errors import TableError
from bot.tables.core.repository import CACHE_SIZE
from bot.tables.core.state import TableState
from bot.tables.core.table_messages import LOBBY
from bot.tables.service import Tables
from bot.text.language import Sentence
from bot.ui.delivery.public_messages import SENDING_PATIENCE, link_to, nonce_of
from bot.ui.delivery.server_posts import place_of
from bot.ui.delivery.sight import Sight, sight_of
from bot.ui.kit.errors import REQUEST_ERRORS, is_temporary, optional
from bot.ui.views.calls import call_message

_log = logging.getLogger(__name__)
MOST_FETCHED = 30
"""Maximum members fetched for one call."""
_QUIET = 300.0
"""Seconds until a channel where no member could be called is tried again."""
_BLIND = 21600.0
"""Seconds for which a member who could not see a channel is fetched after all others."""
_FAILED = Sentence("Discord could not send the call. Press again: this one does not count.")


class CallMessages:
    """Sends one call at a time per table; after a crash it repeats unsent calls."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables
        self._one_at_a_time: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._quiet: TTLCache[int, datetime] = TTLCache(CACHE_SIZE, _QUIET, self._seconds)
        self._blind: TTLCache[tuple[int, int], bool] = TTLCache(CACHE_SIZE, _BLIND, self._seconds)

    async def call(self, state: TableState, caller_id: int) -> int:
        """Call members to this lobby; returns how many. Raises TableError if that is none.

        If a call may not have arrived, it is sent again in place of a new one.
        """
        state.seat_of(caller_id)
        async with self._one_at_a_time.setdefault(state.id, asyncio.Lock()):
            unsent = await self._tables.calls.unsent(state.id)
            made = unsent[0] if unsent else await self._make(state, caller_id)
            await run_to_completion(self._send(state, made))
            return len(made.user_ids)

    async def resume(self) -> None:
        """Send calls again that may not have arrived before a crash.

        Failures are logged and never raised: they would end the timers of all games.
        """
        try:
            unsent = await retry_until_available(self._tables.calls.unsent)
        except SQLAlchemyError:
            _log.exception("unsent calls could not be read; they are not sent again")
            return
        for found in unsent:
            try:
                await self._send_again(found.table_id)
            except TableError as error:
                _log.info("a call was not sent again: %s", error)
            except DatabaseAway:
                # Logged by the storage.
                pass
            except Exception:  # noqa: BLE001 - the other calls are sent, and the games go on
                _log.exception("a call was not sent again")

    async def _send_again(self, table_id: int) -> None:
        state = await self._tables.repository.get(table_id)
        async with self._one_at_a_time.setdefault(state.id, asyncio.Lock()):
            for call in await self._tables.calls.unsent(state.id):
                await run_to_completion(self._send(state, call))

    async def leave_out(self, user_id: int) -> None:
        """Remove the member's mention from the last call to them in each server.

        A call that mentions no other member is deleted; if Discord refuses the change, the mention
        stays. All calls are changed at the same time: the member waits only for the slowest.
        """
        await asyncio.gather(*map(self._mention_only, await self._tables.calls.without(user_id)))

    async def _mention_only(self, call: MadeCall) -> None:
        assert call.message_id is not None
        try:
            async with asyncio.timeout(SENDING_PATIENCE):
                state = await self._tables.repository.get(call.table_id)
                known = await self._tables.repository.messages.of(state.id)
                lobby = known.public.get(LOBBY)
                # The game may have moved to a thread since.
                channel_id = state.channel_id if lobby is None else lobby.channel_id
                channel = self._client.get_partial_messageable(channel_id)
                posted = channel.get_partial_message(call.message_id)
                if call.user_ids:
                    message = call_message(state.language, call.user_ids, link_to(state, known))
                    await posted.edit(**await message.edit_arguments())
                else:
                    await posted.delete()
        except (TableError, *REQUEST_ERRORS) as error:
            _log.info("a call keeps a mention: %s", type(error).__name__)

    async def _make(self, state: TableState, caller_id: int) -> MadeCall:
        # The lobby's channel; for a thread, its parent.
        place = place_of(self._client, state.guild_id, state.channel_id) or state.channel_id
        candidates = await self._tables.calls.candidates(state.id, caller_id, place)
        if again := self._quiet.get(place):
            raise _nobody_until(again)
        try:
            async with asyncio.timeout(SENDING_PATIENCE):
                found = await self._viewers_among(state, candidates)
        except REQUEST_ERRORS as error:
            _log.info("members to call could not be fetched: %s", type(error).__name__)
            raise TableError(_FAILED) from None
        made = await self._tables.calls.make(state.id, caller_id, place, found)
        if made is None:
            # Otherwise repeated presses would reveal when a member's hours begin.
            again = self._tables.repository.now() + timedelta(seconds=_QUIET + 1)
            self._quiet[place] = again
            raise _nobody_until(again)
        return made

    async def _viewers_among(self, state: TableState, user_ids: Sequence[int]) -> list[int]:
        """The first members who can see the lobby; members who left the server leave the list.

        Members who recently could not see it are fetched last, so that they do not displace others.
        """
        found: list[int] = []
        gone: list[int] = []
        channel = state.channel_id
        ordered = sorted(user_ids, key=lambda user_id: (channel, user_id) in self._blind)
        for user_id in ordered[:MOST_FETCHED]:
            sight = await sight_of(self._client, state, user_id)
            if sight is Sight.SEES:
                found.append(user_id)
            elif sight is Sight.HAS_LEFT:
                gone.append(user_id)
            else:
                self._blind[channel, user_id] = True
            if len(found) == MOST_CALLED:
                break
        if gone:
            await self._tables.call_list.leave(state.guild_id, gone)
        return found

    async def _send(self, state: TableState, call: MadeCall) -> None:
        """Send the message once, also after failed attempts. Raises TableError if Discord fails."""
        known = await self._tables.repository.messages.of(state.id)
        message = call_message(state.language, call.user_ids, link_to(state, known))
        channel = self._client.get_partial_messageable(state.channel_id)
        nonce = nonce_of(f"call:{call.id}")
        try:
            async with asyncio.timeout(SENDING_PATIENCE):
                sent = await channel.send(**await message.send_arguments(), nonce=nonce)
        except REQUEST_ERRORS as error:
            _log.warning("a call failed: %s", type(error).__name__)
            if is_temporary(error):
                await self._tables.calls.mark_failed(call)
            else:
                await self._tables.calls.take_back(call)
            raise TableError(_FAILED) from None
        # Otherwise the next press sends it again, with the same nonce.
        with optional("call"):
            await self._tables.calls.mark_sent(call, sent.id)

    def _seconds(self) -> float:
        return self._tables.repository.now().timestamp()


def _nobody_until(again: datetime) -> TableError:
    """The refusal if there is no member to call, with the time of the next attempt."""
    # Translators: {time} is such as "in 5 minutes"; /scout call is a command.
    return TableError(
        "Nobody can be called right now. Try again {time}. Members get on the list with "
        "`/scout call`.",
        time=format_dt(again, "R"),
    )
