"""Servers that the bot has left: after a time their data are deleted, unless it returns."""

import logging
from collections.abc import Callable, Collection
from datetime import timedelta

from bot.storage import queries
from bot.storage.engine.completion import run_to_completion
from bot.storage.models.sharding import ALL_SHARDS, Shards
from bot.tables.core.deadlines import Sleep
from bot.tables.core.repository import TableRepository

_BATCH = 20
"""Tables deleted in one transaction, for which players elsewhere have to wait; or members whose
standings are deleted, hundreds for each; or daily attempts with some thirty moves each."""
_PAUSE = 0.5
"""Seconds between two transactions."""

_log = logging.getLogger(__name__)


class LeftServers:
    """Records when the bot leaves servers, and deletes all their rows after `keep_for`, if set.

    `is_in`: whether the bot is in a server after all, None while unknown; data are deleted only
    if it is not. Each process acts for its assigned servers.
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
        """Record that the bot was removed from the server."""
        async with self._repository.database.write() as session:
            await queries.servers.mark_left(session, [guild_id], self._repository.now())

    async def returned(self, guild_id: int) -> None:
        """Record that the bot is in the server, perhaps again: its data stay."""
        async with self._repository.database.write() as session:
            await queries.servers.mark_present(session, [guild_id])

    async def reconcile(self, guild_ids: Collection[int], shards: Shards = ALL_SHARDS) -> None:
        """Record the servers that were left or joined: of these shards the bot is in `guild_ids`.

        Other servers stay as they are: only another process may know them.
        """
        async with self._repository.database.read() as session:
            known = await queries.servers.known_servers(session)
            left = await queries.servers.left_servers(session)
        includes = self._repository.assignment.includes
        mine = {one for one in known | left if shards.contain(one) and includes(one)}
        known, left = known & mine, left & mine
        gone, back = known - left - {*guild_ids}, left & {*guild_ids}
        if gone or back:
            async with self._repository.database.write() as session:
                await queries.servers.mark_left(session, gone, self._repository.now())
                await queries.servers.mark_present(session, back)

    async def delete_due(self) -> None:
        """Delete the data of every server that was left long enough ago, in small transactions."""
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
        """Delete some tables of the server, then standings, daily attempts, at last all the rest.

        Returns whether there may be more.
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
                is_more = await queries.servers.delete_some_standings(
                    session, guild_id, _BATCH
                ) or await queries.daily.delete_some_attempts(session, guild_id, _BATCH)
            if not is_more:
                await queries.servers.delete_server(session, guild_id)
        await self._repository.drop(table_ids)
        self._repository.messages.drop(table_ids)
        if not is_more:
            _log.info("The data of a server that the bot has left are deleted.")
        return is_more
