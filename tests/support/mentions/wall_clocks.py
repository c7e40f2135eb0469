"""Clocks on the walls of some places in spring 2026, written down by hand.

The bot reads them from the time zone database; the judge does not.
"""

from datetime import UTC, datetime, timedelta

from tests.support.mentions.history import Hours

HOURS = 24
WEEK = 7
_CHANGES: dict[str, list[tuple[datetime, float]]] = {
    "UTC": [],
    "Asia/Tokyo": [(datetime(2026, 1, 1, tzinfo=UTC), 9)],
    "Asia/Kolkata": [(datetime(2026, 1, 1, tzinfo=UTC), 5.5)],
    "Europe/Berlin": [
        (datetime(2026, 1, 1, tzinfo=UTC), 1),
        (datetime(2026, 3, 29, 1, tzinfo=UTC), 2),
    ],
    "America/New_York": [
        (datetime(2026, 1, 1, tzinfo=UTC), -5),
        (datetime(2026, 3, 8, 7, tzinfo=UTC), -4),
    ],
    "Australia/Sydney": [
        (datetime(2026, 1, 1, tzinfo=UTC), 11),
        (datetime(2026, 4, 4, 16, tzinfo=UTC), 10),
    ],
}
"""Since when clocks are so many hours ahead of UTC."""
ZONES = tuple(_CHANGES)


def ahead(zone: str, at: datetime) -> timedelta:
    """How far the zone's clocks are ahead of UTC."""
    hours = 0.0
    for since, offset in _CHANGES[zone]:
        if since <= at:
            hours = offset
    return timedelta(hours=hours)


def cells(hours: Hours) -> set[tuple[int, int]]:
    """The days and hours of a week in which the member can be called, one by one."""
    found = set()
    for first in hours.days:
        day, hour = first, hours.begins
        while True:
            found.add((day, hour))
            hour += 1
            if hour == HOURS:
                day, hour = (day + 1) % WEEK, 0
            if hour == hours.ends % HOURS:
                break
    return found


def includes(hours: Hours, at: datetime) -> bool:
    """Whether the member can be called at this time."""
    if hours.until is not None and at < hours.until:
        return True
    local = (at + ahead(hours.zone, at)).replace(tzinfo=None)
    return (local.weekday(), local.hour) in cells(hours)
