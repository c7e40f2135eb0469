"""Leases on shards, by which each table has one process that acts for it, of several on a database.

A lease that is not renewed ends by itself. Its holder stops acting some seconds earlier, so that
two never act at the same time, as long as their clocks run equally fast.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachable
from bot.storage.models.shards import Shards
from bot.storage.queries import leases as lease_queries
from bot.tables.computers.service import Sleep
from bot.tables.core.held_shards import HeldShards

LEASE = 12.0
"""Seconds until a lease ends that is not renewed, so as long as nobody acts after a crash."""
_RENEW_AFTER = LEASE / 3
_MARGIN = 3.0
"""Seconds before its end from which a lease is not acted on. Longer than an interaction waits, so
that none is taken in by the holder before and by the one after."""
_WAIT = 2.5
"""Seconds that an interaction waits for the lease of its shard, of Discord's three."""
_TRY_AGAIN_AFTER = 1.0
"""Seconds until a shard that another process holds is asked for again."""

_log = logging.getLogger(__name__)


class LeaseKeeper:
    """Claims the process's own shards and keeps them, from `start` to `release`.

    `gained` is called with shards that it acts for from now on, `lost` when it acts for none any
    longer, and `changed` with tables of its shards that another process has changed.
    `database_time` gives the time that all processes share.
    """

    def __init__(
        self,
        database: Database,
        held: HeldShards,
        *,
        sleep: Sleep = asyncio.sleep,
        database_time: Callable[[AsyncSession], Awaitable[datetime]] = lease_queries.database_time,
    ) -> None:
        self.gained: list[Callable[[frozenset[int]], None]] = []
        self.lost: list[Callable[[], None]] = []
        self.changed: list[Callable[[set[int]], Awaitable[None]]] = []
        self._database = database
        self._held = held
        self._sleep = sleep
        self._database_time = database_time
        self._holder = secrets.token_hex(8)
        self._acting_for: frozenset[int] = frozenset()
        self._news = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        self._end: asyncio.TimerHandle | None = None
        self._is_stopping = False
        # Why the newest attempt to renew could not reach the database.
        self._unreachable: str | None = None
        # Tables that others have changed, until all listeners know.
        self._changed: set[int] = set()
        # The newest interactions by shard: taken in here, and by the holders before.
        self._newest: dict[int, int] = {}
        self._newest_before: dict[int, int] = {}
        held.hold(frozenset(), 0)

    async def start(self) -> None:
        """Claim what is free, and the rest as soon as it is."""
        await self._renew_safely()
        self._renewing = asyncio.create_task(self._run())

    async def renew(self) -> None:
        """Prolong the leases and claim what is missing, in one transaction."""
        own = self._held.own
        begun = self._held.monotonic()
        async with self._database.write() as session:
            now = await self._database_time(session)
            until = now + timedelta(seconds=LEASE)
            kept = await lease_queries.renew(session, own, self._holder, now, until)
            claimed: dict[int, int] = {}
            changed: set[int] = set()
            if kept != own.ids:
                claimed = await lease_queries.claim(session, own, self._holder, now, until)
            if kept:
                mine = Shards(kept, own.count)
                changed = await lease_queries.take_foreign_changes(session, mine)
        self._unreachable = None
        self._newest_before.update(claimed)
        self._take_over(kept, kept | claimed.keys(), begun + LEASE - _MARGIN)
        # The database has them no longer: if a listener fails, it is told again at the next time.
        self._changed |= changed
        await self._tell_changes()

    async def admit(self, guild_id: int | None, interaction_id: int) -> bool:
        """Whether this process answers the interaction; waits a moment if it may soon.

        Discord sends an interaction to every process that has a session of its shard. Raises
        DatabaseUnreachable if that is why the process does not act for its shard: by then another
        one would have answered.
        """
        shard_id = self._held.own.shard_of(guild_id)
        if not self._held.holds(guild_id) and not await self._comes(shard_id):
            if self._unreachable is not None and not self._is_stopping and self.owns(shard_id):
                raise DatabaseUnreachable(self._unreachable)
            return False
        if self._is_stopping or interaction_id <= self._newest_before.get(shard_id, 0):
            return False
        self._newest[shard_id] = max(interaction_id, self._newest.get(shard_id, 0))
        return True

    def owns(self, shard_id: int) -> bool:
        """Whether the shard is one of this process's own, held or not yet."""
        return shard_id in self._held.own.ids

    async def wait_for(self, shard_id: int) -> None:
        """Until this process acts for the shard."""
        while shard_id not in self._held.ids:
            await self._news.wait()

    def stop_admitting(self) -> None:
        """Leave new interactions to whoever holds the shards next."""
        self._is_stopping = True

    async def release(self) -> None:
        """Act for no shard any longer, and let others have them at once."""
        self._is_stopping = True
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.wait({self._renewing})
        if self._end is not None:
            self._end.cancel()
        self._held.hold(frozenset(), 0)
        try:
            async with self._database.write() as session:
                await lease_queries.release(session, self._held.own, self._holder, self._newest)
        except (SQLAlchemyError, OSError) as error:
            _log.warning("the shards could not be released: %s", type(error).__name__)

    async def _run(self) -> None:
        while True:
            complete = self._acting_for == self._held.own.ids
            await self._sleep(_RENEW_AFTER if complete else _TRY_AGAIN_AFTER)
            await self._renew_safely()

    async def _renew_safely(self) -> None:
        try:
            # Not stuck in one attempt: the next may come through before the lease ends. Half of it
            # may be done then, and is done again.
            async with asyncio.timeout(_RENEW_AFTER):
                await self.renew()
        except Exception as error:  # noqa: BLE001 - whatever failed, the lease ends without renewal
            if isinstance(error, DatabaseUnreachable):
                self._unreachable = error.reason
            elif isinstance(error, TimeoutError):
                self._unreachable = "it did not answer in time"
            _log.warning("the leases could not be renewed: %s", type(error).__name__)

    async def _tell_changes(self) -> None:
        changed = set(self._changed)
        if changed:
            for listener in self.changed:
                await listener(changed)
        self._changed -= changed

    def _take_over(self, kept: frozenset[int], ids: frozenset[int], until: float) -> None:
        """Act for these shards, of which those in `kept` were held before, until this time."""
        if self._acting_for - kept:
            # Another process has had them meanwhile.
            self._lose()
        self._held.hold(ids, until)
        gained = self._held.ids - self._acting_for
        self._acting_for = self._held.ids
        self._watch_end(until)
        if gained:
            _log.info("Acting for the shards %s of %s.", sorted(gained), self._held.own.count)
            for listener in self.gained:
                listener(gained)
            self._news.set()
            self._news = asyncio.Event()

    def _watch_end(self, until: float) -> None:
        if self._end is not None:
            self._end.cancel()
        seconds = max(until - self._held.monotonic(), 0)
        self._end = asyncio.get_running_loop().call_later(seconds, self.check)

    def check(self) -> None:
        """Tell the listeners if the leases have ended."""
        if self._acting_for and not self._held.ids:
            _log.error("The database could not be reached in time: acting for no shard for now.")
            self._lose()

    def _lose(self) -> None:
        self._acting_for = frozenset()
        self._held.hold(frozenset(), 0)
        for listener in self.lost:
            listener()

    async def _comes(self, shard_id: int) -> bool:
        """Whether the shard's lease comes while the interaction can be answered."""
        if self._is_stopping or shard_id not in self._held.own.ids:
            return False
        try:
            async with asyncio.timeout(_WAIT):
                await self.wait_for(shard_id)
        except TimeoutError:
            return False
        return True
