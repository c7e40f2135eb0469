"""Shard leases: of several processes on a database, one acts for each table.

A lease that is not renewed expires. Its holder stops acting some seconds earlier, so two processes
never act at the same time, as long as their clocks run equally fast.
"""

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachable
from bot.storage.engine.session import Session
from bot.storage.models.sharding import ALL_SHARDS, Shards
from bot.tables.core.assignment import Assignment
from bot.tables.core.deadlines import Sleep
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.repository import TableRepository

LEASE = 12.0
"""Seconds until a lease ends that is not renewed: the longest pause after a crash."""
_RENEW_AFTER = LEASE / 3
_MARGIN = 3.0
"""Seconds before its end at which the holder stops. Longer than an interaction waits, so that no
interaction is admitted by two holders."""
_WAIT = 2.5
"""Seconds that an interaction waits for the lease of its shard, of Discord's three."""
_TRY_AGAIN_AFTER = 1.0
"""Seconds between two attempts to claim a shard that another process holds."""

_log = logging.getLogger(__name__)


def seconds_since_boot() -> float:
    """As `time.monotonic`, but it includes suspension of the machine, as leases do."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def shards_of(ids: Collection[int] | None, count: int | None) -> Shards:
    """The shards with these ids; all servers if the settings name none."""
    return ALL_SHARDS if ids is None or count is None else Shards(frozenset(ids), count)


class ShardLeases(Assignment):
    """Claims the process's own shards and renews their leases, from `start` to `release`.

    Leases end by `monotonic`, in seconds; all processes share the time of `database_time`.
    """

    is_shared = True

    def __init__(
        self,
        database: Database,
        own: Shards,
        sleep: Sleep = asyncio.sleep,
        *,
        monotonic: Callable[[], float] | None = None,
        database_time: Callable[[Session], Awaitable[datetime]] = queries.leases.database_time,
    ) -> None:
        super().__init__()
        self.own = own
        self._database = database
        self._sleep = sleep
        self._monotonic = monotonic or seconds_since_boot
        self._database_time = database_time
        self._holder = secrets.token_hex(8)
        self._leased: frozenset[int] = frozenset()
        self._until = 0.0
        # The shards that the listeners know of.
        self._acting_for: frozenset[int] = frozenset()
        self._gain = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        self._end: asyncio.TimerHandle | None = None
        self._is_stopping = False
        # The reason why the newest renewal could not reach the database.
        self._unreachable: str | None = None
        # Tables changed by other processes, kept until all listeners have handled them.
        self._changed: set[int] = set()
        # The newest interaction of each shard: admitted here, and by earlier holders.
        self._newest: dict[int, int] = {}
        self._newest_before: dict[int, int] = {}

    @property
    def shards(self) -> Shards:
        is_over = self._monotonic() >= self._until
        return Shards(frozenset() if is_over else self._leased, self.own.count)

    async def start(self) -> None:
        """Claim the free shards, and the others as soon as they are free."""
        await self._renew_safely()
        self._renewing = asyncio.create_task(self._run())

    async def renew(self) -> None:
        """Extend the leases and claim missing shards, in one transaction."""
        begun = self._monotonic()
        async with self._database.write() as session:
            now = await self._database_time(session)
            until = now + timedelta(seconds=LEASE)
            kept = await queries.leases.renew(session, self.own, self._holder, now, until)
            claimed: dict[int, int] = {}
            if kept != self.own.ids:
                claimed = await queries.leases.claim(session, self.own, self._holder, now, until)
                # Remembered before the commit: it may succeed without an answer.
                self._newest_before.update(claimed)
            if kept:
                mine = Shards(kept, self.own.count)
                # Deleted in the database: if anything fails, the next renewal announces them.
                self._changed |= await queries.leases.take_foreign_changes(session, mine)
        self._unreachable = None
        self._take_over(kept, kept | claimed.keys(), begun + LEASE - _MARGIN)
        await self._announce_changes()

    async def admit(self, guild_id: int | None, interaction_id: int) -> bool:
        """Whether this process answers the interaction; waits briefly for a lease that may come.

        Discord sends an interaction to every process with a session of its shard. Raises
        DatabaseUnreachable if this process lost the shard because the database is unreachable: no
        other process answers then.
        """
        shard_id = self.own.shard_of(guild_id)
        if not self.includes(guild_id) and not await self._wait_for_lease(shard_id):
            if self._unreachable is not None and not self._is_stopping and self.owns(shard_id):
                raise DatabaseUnreachable(self._unreachable)
            return False
        if self._is_stopping or interaction_id <= self._newest_before.get(shard_id, 0):
            return False
        self._newest[shard_id] = max(interaction_id, self._newest.get(shard_id, 0))
        return True

    def stop_admitting(self) -> None:
        self._is_stopping = True

    async def release(self) -> None:
        """End all leases: other processes can claim the shards at once."""
        self._is_stopping = True
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.wait({self._renewing})
        if self._end is not None:
            self._end.cancel()
        self.expire()
        try:
            await self._database.change(
                queries.leases.release, self.own, self._holder, self._newest
            )
        except (SQLAlchemyError, OSError) as error:
            _log.warning("the shards could not be released: %s", type(error).__name__)

    def includes(self, guild_id: int | None) -> bool:
        return self.shards.contain(guild_id)

    def owns(self, shard_id: int) -> bool:
        return shard_id in self.own.ids

    async def wait_for(self, shard_id: int) -> None:
        while shard_id not in self.shards.ids:
            await self._gain.wait()

    async def record_changes(self, session: Session, table_ids: Collection[int]) -> None:
        await queries.leases.note_foreign_changes(session, table_ids, self.shards)

    def expire(self) -> None:
        """Act for no shard from now on; the next `check` calls the listeners."""
        self._leased, self._until = frozenset(), 0.0

    def check(self) -> None:
        """Call the listeners if the leases have ended."""
        if self._acting_for and not self.shards.ids:
            _log.error("The database could not be reached in time: acting for no shard for now.")
            self._lose()

    async def _run(self) -> None:
        while True:
            complete = self._acting_for == self.own.ids
            await self._sleep(_RENEW_AFTER if complete else _TRY_AGAIN_AFTER)
            await self._renew_safely()

    async def _renew_safely(self) -> None:
        try:
            # Without a limit one attempt could outlast the lease. A cancelled attempt is repeated.
            async with asyncio.timeout(_RENEW_AFTER):
                await self.renew()
        except Exception as error:  # noqa: BLE001 - whatever failed, the lease ends without renewal
            # Once in an outage: an attempt comes each second.
            if self._unreachable is None:
                _log.warning("the leases could not be renewed: %s", type(error).__name__)
            if isinstance(error, DatabaseUnreachable):
                self._unreachable = error.reason
            elif isinstance(error, TimeoutError):
                self._unreachable = "it did not answer in time"

    async def _announce_changes(self) -> None:
        changed = set(self._changed)
        for listener in self.changed if changed else ():
            await listener(changed)
        self._changed -= changed

    def _take_over(self, kept: frozenset[int], ids: frozenset[int], until: float) -> None:
        """Act for these shards until this time; the leases of `kept` were held without a gap."""
        if self._acting_for - kept:
            # Another process may have acted for the other shards meanwhile.
            self._lose()
        self._leased, self._until = ids, until
        gained = self.shards.ids - self._acting_for
        self._acting_for = self.shards.ids
        self._watch_end()
        if gained:
            _log.info("Acting for the shards %s of %s.", sorted(gained), self.own.count)
            for listener in self.gained:
                listener(gained)
            self._gain.set()
            self._gain = asyncio.Event()

    def _watch_end(self) -> None:
        if self._end is not None:
            self._end.cancel()
        seconds = max(self._until - self._monotonic(), 0)
        self._end = asyncio.get_running_loop().call_later(seconds, self.check)

    def _lose(self) -> None:
        self._acting_for = frozenset()
        self.expire()
        for listener in self.lost:
            listener()

    async def _wait_for_lease(self, shard_id: int) -> bool:
        """Wait for the shard's lease while there is time to answer; return whether it came."""
        if self._is_stopping or not self.owns(shard_id):
            return False
        try:
            async with asyncio.timeout(_WAIT):
                await self.wait_for(shard_id)
        except TimeoutError:
            return False
        return True


def keep_memory_current(
    repository: TableRepository, forget_servers: Callable[[], None], reload: Callable[[], None]
) -> None:
    """Clear the caches of tables whenever the repository's assignment changes.

    `forget_servers` clears the caches of servers and members; `reload` makes the scheduler
    read all due times again.
    """
    assignment = repository.assignment

    def on_gain(gained: frozenset[int]) -> None:
        if gained == assignment.shards.ids:
            # Another process could have changed the tables in memory.
            repository.forget_all()
        forget_servers()
        reload()

    assignment.gained.append(on_gain)
    assignment.lost += [repository.forget_all, reload]
    assignment.changed.append(partial(_read_again, repository))


async def _read_again(repository: TableRepository, table_ids: set[int]) -> None:
    """Read tables again that another process has changed.

    A finished game that is published is only forgotten: without its former player's name it is not
    shown again.
    """
    await repository.messages.save()
    repository.messages.drop(table_ids)
    await repository.drop(table_ids)
    unfinished = queries.tables.unfinished_tables
    for table_id in await repository.database.ask(unfinished, table_ids):
        with suppress(NoSuchTable):
            repository.announce(await repository.get(table_id))
