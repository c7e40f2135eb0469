"""The days of one database: their secrets, the published commitments, and deletion of old rows."""

import secrets
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from cachetools import LRUCache

from bot.storage import queries
from bot.storage.engine.completion import run_to_completion
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.daily import DailyBar, DailyDay, DailySecret
from bot.storage.queries.dialects import add_row
from bot.tables.core.errors import TableError
from bot.tables.daily.deal import DailyDeal, bar_of, daily_deal, day_of

PRACTICE_DAYS = 30
"""The number of past days that can be practised."""
_KEPT_DAYS = timedelta(days=PRACTICE_DAYS + 1)
"""Past days whose moves are kept: those for practice, and one more for practice over midnight."""
_BATCH = 100
"""Members in one transaction, with some thirty moves each."""
_KEY_BYTES = 32
_COMMITTED_SIZE = 4
"""The number of commitments in memory: mostly those of today and tomorrow are needed."""
_SINCE_EVER = date.min
"""The first day of a database's first secret: the same for all processes that make one at once."""


def new_secret() -> str:
    return secrets.token_hex(_KEY_BYTES)


def day_in(text: str) -> date:
    """The day that a command's option names. Raises TableError if it names none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise TableError("Choose one of the days from the list.") from None


class DailyVerification(NamedTuple):
    """The deal of a day that is over, and the commitment shown before it, None without one."""

    daily: DailyDeal
    commitment: str | None

    @property
    def holds(self) -> bool:
        return self.commitment == self.daily.commitment


class DailyDays:
    """Knows the secrets, which never change while the program runs; see `upkeep.restoring`.

    Several processes can tidy the same past days, in small transactions.
    """

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._secrets: list[tuple[date, str]] = []
        self._committed: LRUCache[date, str] = LRUCache(_COMMITTED_SIZE)

    @property
    def today(self) -> date:
        """The day whose deal can be played now."""
        return day_of(self._now())

    def is_open(self, day: date) -> bool:
        """Whether the day has not closed: until then its cards are secret."""
        return self.today <= day

    async def deal(self, day: date) -> DailyDeal:
        return daily_deal(await self._key(day), day)

    async def commitment(self, day: date) -> str:
        """The commitment to the day's deal for a message; it is stored from now on.

        '' for a day whose commitment was not shown before it closed: it would prove nothing.
        """
        if day not in self._committed:
            self._committed[day] = await self._commit(day)
        return self._committed[day]

    async def verify(self, day: date) -> DailyVerification:
        """The deal of a day that is over. Raises TableError for any other day."""
        if self.is_open(day):
            raise TableError("The deal of this day is secret until the day is over, at 00:00 UTC.")
        row = await self._database.ask(Session.get, DailyDay, day)
        commitment = row.commitment or None if row else None
        return DailyVerification(await self.deal(day), commitment)

    async def is_barred(self, session: Session, day: date, user_id: int) -> bool:
        """Whether the member was forgotten after they had begun the day's deal."""
        digest = bar_of(await self._key(day), day, user_id)
        return await session.get(DailyBar, (day, digest)) is not None

    async def bars_of(self, user_id: int) -> list[tuple[date, str]]:
        """The hashes that bar a forgotten member from a second try at today's deal.

        Includes tomorrow's deal: that day can begin before the hashes are stored.
        """
        days = (self.today, self.today + timedelta(days=1))
        return [(day, bar_of(await self._key(day), day, user_id)) for day in days]

    async def end_days(self) -> None:
        """Turn attempts not finished in time into practice; delete the bars of past days."""
        today = self.today
        days = today - _KEPT_DAYS, today - timedelta(days=1)
        while await run_to_completion(self._database.change(queries.daily.end_days, *days, _BATCH)):
            pass
        await self._database.change(Session.delete_where, DailyBar, DailyBar.day < today)

    async def delete_old(self) -> None:
        """Delete moves and practice of days that cannot be practised any more."""
        before = self.today - _KEPT_DAYS
        while day := await self._database.ask(queries.daily.oldest_kept_day, before):
            last: int | None = 0
            while last is not None:
                last = await self._database.change(queries.daily.clear_day, day, last, _BATCH)

    async def _commit(self, day: date) -> str:
        row = await self._database.ask(Session.get, DailyDay, day)
        if row is None:
            commitment = (await self.deal(day)).commitment if self.is_open(day) else ""
            async with self._database.write() as session:
                await add_row(session, DailyDay, day=day, commitment=commitment)
                row = await session.get_one(DailyDay, day)
        return row.commitment

    async def _key(self, day: date) -> str:
        if not self._secrets:
            self._secrets = await self._load_secrets()
        return next(key for first, key in reversed(self._secrets) if first <= day)

    async def _load_secrets(self) -> list[tuple[date, str]]:
        """The secrets by their first days; the first is made if there is none."""
        rows = await self._database.ask(Session.rows, DailySecret)
        if all(row.first_day != _SINCE_EVER for row in rows):
            async with self._database.write() as session:
                await add_row(session, DailySecret, first_day=_SINCE_EVER, key=new_secret())
                rows = await session.rows(DailySecret)
        return sorted((row.first_day, row.key) for row in rows)
