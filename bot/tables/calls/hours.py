"""When a member can be called: hours of a week by the clocks of their time zone."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.storage.models.calls import EVERY, FIRST_HOUR, LAST_HOUR, CallHours

EVERY_CHOICES = (3, 12, 24, 72)
"""A member is called at most once in one of these numbers of hours."""
FOR_NOW = timedelta(hours=2)
HOURS = 24
WEEK = 7


class CallTimes(NamedTuple):
    """When a member can be called, as in the model CallHours; `days` count from Monday, 0."""

    zone: str | None = None
    days: frozenset[int] = frozenset()
    begins: int = FIRST_HOUR
    ends: int = LAST_HOUR
    every: int = EVERY
    until: datetime | None = None

    @property
    def has_hours(self) -> bool:
        """Whether there are hours of a week."""
        return self.zone is not None and bool(self.days)

    def is_for_now(self, now: datetime) -> bool:
        """Whether the member chose to be called from now on, until a time that is to come.

        A time too far off was stored by a clock that was wrong.
        """
        return self.until is not None and now < self.until <= now + FOR_NOW

    def include(self, now: datetime) -> bool:
        """Whether the member can be called now.

        Hours count by the clocks on the wall: one that comes twice counts twice, one that is left
        out not at all.
        """
        return self.is_for_now(now) or self._is_hour(now)

    def _is_hour(self, now: datetime) -> bool:
        zone = zone_named(self.zone)
        if zone is None:
            return False
        local = now.astimezone(zone)
        day, hour = local.weekday(), local.hour
        if self.begins < self.ends:
            return day in self.days and self.begins <= hour < self.ends
        is_yesterdays = (day - 1) % WEEK in self.days and hour < self.ends
        return is_yesterdays or (day in self.days and hour >= self.begins)


def call_times(row: CallHours) -> CallTimes:
    days = frozenset(day for day in range(WEEK) if row.days >> day & 1)
    return CallTimes(row.zone, days, row.begins, row.ends, row.every, row.until)


def bits(days: Iterable[int]) -> int:
    """The days as they are stored."""
    return sum(1 << day for day in {*days})


def is_due(row: CallHours, now: datetime) -> bool:
    """Whether the member can be called now, and was not called in their number of hours.

    A call of tomorrow or later was stored by a clock that was wrong.
    """
    rests = row.called_at is not None and abs(now - row.called_at) < timedelta(hours=row.every)
    return not rests and call_times(row).include(now)


@cache
def zones() -> tuple[str, ...]:
    """The names of time zones to choose from: those of places, and UTC."""
    places = {name for name in available_timezones() if "/" in name and name[:4] != "Etc/"}
    return ("UTC", *sorted(places))


def local_time(zone: str, now: datetime) -> str:
    """What clocks show in the zone, such as 18:05."""
    return now.astimezone(ZoneInfo(zone)).strftime("%H:%M")


def zone_named(name: str | None) -> ZoneInfo | None:
    """The zone; None without a name, or if no zone is known by this one any longer."""
    return ZoneInfo(name) if name is not None and name in zones() else None
