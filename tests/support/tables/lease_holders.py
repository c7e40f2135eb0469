"""Processes of one bot that share a database, as far as their leases are concerned."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.sharding import Shards
from bot.tables.sharding.leases import ShardLeases
from tests.support.tables.fake_clock import FakeClock


def shards(*ids: int, count: int = 3) -> Shards:
    return Shards(frozenset(ids), count)


def server(shard_id: int, count: int = 3) -> int:
    """The id of a server in that shard."""
    return (7 * count + shard_id) << 22


class Process:
    """Leases with a connection of their own. What its listeners heard is in `events`."""

    def __init__(self, database: Database, clock: FakeClock, own: Shards) -> None:
        self.database = database
        self.leases = ShardLeases(
            database,
            own,
            sleep=clock.sleep,
            monotonic=_monotonic(clock),
            database_time=_time_of(clock),
        )
        self.events: list[str] = []
        self.changed: set[int] = set()
        self.leases.gained.append(lambda ids: self.events.append(f"gained {sorted(ids)}"))
        self.leases.lost.append(lambda: self.events.append("lost"))
        self.leases.changed.append(self._note_change)

    @property
    def ids(self) -> set[int]:
        """The shards that it acts for now."""
        return {one for one in self.leases.own.ids if self.leases.includes(server(one, self.count))}

    @property
    def count(self) -> int:
        return self.leases.own.count

    async def _note_change(self, table_ids: set[int]) -> None:
        self.changed |= table_ids


def _monotonic(clock: FakeClock) -> Callable[[], float]:
    return lambda: clock.time.timestamp()


def _time_of(clock: FakeClock) -> Callable[[Session], Awaitable[datetime]]:
    async def read(_session: Session) -> datetime:
        return clock()

    return read
