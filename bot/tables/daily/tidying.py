"""What happens to the rows of past days: unfinished attempts, moves, bars."""

from datetime import timedelta

from bot.storage import queries
from bot.storage.engine.completion import run_to_completion
from bot.storage.engine.database import Database
from bot.tables.daily.attempts import PRACTICE_DAYS
from bot.tables.daily.days import DailyDays

_BATCH = 100
"""Members in one transaction, with some thirty moves each."""
_KEPT_DAYS = timedelta(days=PRACTICE_DAYS + 1)
"""Past days whose moves are kept: those that can be practised, and one more for
practice that is under way at midnight."""


class DailyTidying:
    """Chores, in small transactions; the same day can be tidied by several processes."""

    def __init__(self, database: Database, days: DailyDays) -> None:
        self._database = database
        self._days = days

    async def end_days(self) -> None:
        """Make practice of what was not finished in time, and lift the bars of past days."""
        today = self._days.today
        is_more = True
        while is_more:
            is_more = await run_to_completion(self._end_some())
        async with self._database.write() as session:
            await queries.daily.delete_bars(session, today)

    async def delete_old(self) -> None:
        """Delete moves and practice of days that cannot be practised any more."""
        before = self._days.today - _KEPT_DAYS
        while True:
            async with self._database.read() as session:
                day = await queries.daily.oldest_kept_day(session, before)
            if day is None:
                return
            last: int | None = 0
            while last is not None:
                async with self._database.write() as session:
                    last = await queries.daily.clear_day(session, day, last, _BATCH)

    async def _end_some(self) -> bool:
        today = self._days.today
        async with self._database.write() as session:
            return await queries.daily.end_days(
                session, today - _KEPT_DAYS, today - timedelta(days=1), _BATCH
            )
