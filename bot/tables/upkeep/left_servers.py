"""Servers that the bot was removed from: their data are deleted after a time, unless it returns."""

import logging
from collections.abc import Callable, Collection
from datetime import timedelta

from bot.storage import queries
from bot.storage.engine.completion import run_to_completion
from bot.storage.models.sharding import ALL_SHARDS, Shards
from bot.tables.computers.service import Sleep
from bot.tables.core.repository import TableRepository

_BATCH = 20
"""Tables that are deleted in one transaction, for which players elsewhere have to wait; or members
whose standings are, of which each can have hundreds."""
_PAUSE = 0.5
"""Seconds between two of them."""

_log = logging.getLogger(__name__)


class LeftServers:
    """Notes when the bot leaves servers; after `keep_for` all their rows go, with None never.

    `is_in` tells whether the bot is in a server after all: its data are never deleted, nor while
    that is not known (None). Of what several processes share each does its own part.
    """

    def __init__(
        self,
        repository: TableRepository,
        keep_for: timedelta | None,
        is_in: Callable[[int], bool | None],
        sleep: Sleep,
    ) -> None:
        self._repository = repository
        self.keep_for = keep_for
        self._is_in = is_in
        self._sleep = sleep

    async def left(self, guild_id: int) -> None:
        """The bot was removed from the server."""
        async with self._repository.database.write() as session:
            await queries.servers.mark_left(session, [guild_id], self._repository.now())

    async def returned(self, guild_id: int) -> None:
        """The bot is in the server, perhaps again: nothing of it is deleted any more."""
        async with self._repository.database.write() as session:
            await queries.servers.mark_present(session, [guild_id])

    async def reconcile(self, guild_ids: Collection[int], shards: Shards = ALL_SHARDS) -> None:
        """The bot is in exactly these servers of these shards: note what has changed since.

        Other servers are not judged: only another process may know of them.
        """
        async with self._repository.database.read() as session:
            known = await queries.servers.known_servers(session)
            left = await queries.servers.left_servers(session)
        mine = {guild_id for guild_id in known | left if self._is_mine(guild_id, shards)}
        known, left = known & mine, left & mine
        gone, back = known - left - {*guild_ids}, left & {*guild_ids}
        if gone or back:
            async with self._repository.database.write() as session:
                await queries.servers.mark_left(session, gone, self._repository.now())
                await queries.servers.mark_present(session, back)

    def _is_mine(self, guild_id: int, shards: Shards) -> bool:
        return shards.contain(guild_id) and self._repository.assignment.includes(guild_id)

    async def delete_due(self) -> None:
        """Delete the data of every server that was left long enough ago, a little at a time."""
        if self.keep_for is None:
            return
        before = self._repository.now() - self.keep_for
        async with self._repository.database.read() as session:
            due = await queries.servers.servers_left_before(session, before)
        for guild_id in filter(self._repository.assignment.includes, due):
            is_in = self._is_in(guild_id)
            if is_in is None:
                continue
            if is_in:
                await run_to_completion(self.returned(guild_id))
            while await run_to_completion(self._delete_some(guild_id)):
                await self._sleep(_PAUSE)

    async def _delete_some(self, guild_id: int) -> bool:
        """Delete some tables of the server, then standings, at last all the rest.

        Gives whether there may be more.
        """
        async with self._repository.database.write() as session:
            is_mine = self._repository.assignment.includes(guild_id)
            if not is_mine or guild_id not in await queries.servers.left_servers(session):
                return False
            table_ids = await queries.servers.oldest_tables(session, guild_id, _BATCH)
            if table_ids:
                await queries.servers.delete_tables(session, table_ids, self._repository.now())
                is_more = True
            else:
                is_more = await queries.servers.delete_some_standings(session, guild_id, _BATCH)
            if not is_more:
                await queries.servers.delete_server(session, guild_id)
        await self._repository.drop(table_ids)
        self._repository.messages.drop(table_ids)
        if not is_more:
            _log.info("The data of a server that the bot has left are deleted.")
        return is_more
