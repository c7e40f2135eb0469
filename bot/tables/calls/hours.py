"""When a member can be called: hours of a week by the clocks of their time zone."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.storage.models.calls import EVERY, FIRST_HOUR, LAST_HOUR, CallHours
from bot.text.language import Language

EVERY_CHOICES = (3, 12, 24, 72)
"""A member is called at most once in one of these numbers of hours."""
FOR_NOW = timedelta(hours=2)
COMMON_ZONES = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/Mexico_City",
    "America/New_York",
    "America/Bogota",
    "America/Halifax",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Africa/Lagos",
    "Europe/Athens",
    "Africa/Johannesburg",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Common time zones, from west to east."""
MOST_NEAR = 5
"""Zones that are offered for what a member typed."""
_SIMILAR = 0.75
"""The least similarity of a city's name, as `Berln`."""
_MOST_COMPARED = 10
"""If more zones match, the name is ambiguous, and their clocks are not compared."""
MOST_LETTERS = 64
"""Longer than the name of any zone; an option of a command can have thousands."""
_HALF_A_YEAR = timedelta(days=182)
HOURS = 24
WEEK = 7


class CallTimes(NamedTuple):
    """The times for calls of a member, as in the model CallHours; `days` count from Monday, 0."""

    zone: str | None = None
    days: frozenset[int] = frozenset()
    begins: int = FIRST_HOUR
    ends: int = LAST_HOUR
    every: int = EVERY
    until: datetime | None = None

    @property
    def has_hours(self) -> bool:
        return self.zone is not None and bool(self.days)

    def is_for_now(self, now: datetime) -> bool:
        """Whether the member chose to be called from now until a time that has not passed.

        A time that is too far ahead was stored while the host's clock was wrong.
        """
        return self.until is not None and now < self.until <= now + FOR_NOW

    def include(self, now: datetime) -> bool:
        """Whether the member can be called now.

        Hours are those of local clocks: at a change of summer time one hour repeats or is missing.
        """
        return self.is_for_now(now) or self._is_hour(now)

    def _is_hour(self, now: datetime) -> bool:
        zone = zone_named(self.zone)
        if zone is None:
            return False
        # By the clock: past midnight the hours still belong to the day on which they began.
        begun = now.astimezone(zone) - timedelta(hours=self.begins)
        length = (self.ends - self.begins) % HOURS or HOURS
        return begun.weekday() in self.days and begun.hour < length


def call_times(row: CallHours) -> CallTimes:
    days = frozenset(day for day in range(WEEK) if row.days >> day & 1)
    return CallTimes(row.zone, days, row.begins, row.ends, row.every, row.until)


def bits(days: Iterable[int]) -> int:
    """The days as a bit field, the stored form."""
    return sum(1 << day for day in {*days})


def is_due(row: CallHours, now: datetime) -> bool:
    """Whether the member can be called now and was not called within their number of hours.

    A call in the future, by a day or more, was stored while the host's clock was wrong.
    """
    rests = row.called_at is not None and abs(now - row.called_at) < timedelta(hours=row.every)
    return not rests and call_times(row).include(now)


@cache
def zones() -> tuple[str, ...]:
    """The names of time zones to choose from: zones named after places, and UTC."""
    places = {name for name in available_timezones() if "/" in name and name[:4] != "Etc/"}
    return ("UTC", *sorted(places))


@cache
def _cities(language: Language) -> Mapping[str, str]:
    """The plain names of cities in this language by their zones: `wien` for Europe/Vienna."""
    known = language.locale.time_zones
    return {name: _plain(known.get(name, {}).get("city", "")) or _city(name) for name in zones()}


def zone_of(language: Language, text: str, now: datetime) -> str | None:
    """The zone for a typed name, city or part of one; None if it is ambiguous.

    A city has its name in English or in this language. Names of zones with the same clocks are not
    ambiguous.
    """
    wanted, cities = _plain(text), _cities(language)
    names = ((name, (_plain(name), _city(name), cities[name])) for name in zones())
    found = [name for name, known in names if wanted in known]
    found = found or zones_with(language, text)
    if len(found) > _MOST_COMPARED or len({_clocks(name, now) for name in found}) != 1:
        return None
    return min(found, key=lambda name: (name not in COMMON_ZONES, name))


def zones_near(language: Language, text: str) -> Sequence[str]:
    """Some zones whose name contains the text; otherwise zones of cities with a similar name."""
    found = zones_with(language, text) if _plain(text) else []
    if not found:
        cities = _cities(language)
        known = {*map(_city, zones()), *cities.values()}
        near = get_close_matches(_city(text), known, MOST_NEAR, _SIMILAR)
        found = [name for name in zones() if not {_city(name), cities[name]}.isdisjoint(near)]
    return found[:MOST_NEAR]


def zones_with(language: Language, text: str) -> list[str]:
    """The zones whose name or city contains the text, cities that begin with it first.

    Every name contains an empty text; no name has more than MOST_LETTERS.
    """
    if len(text) > MOST_LETTERS:
        return []
    wanted, cities = _plain(text), _cities(language)
    found = [name for name in zones() if wanted in _plain(name) or wanted in cities[name]]

    def begins_with_it(name: str) -> bool:
        return _city(name).startswith(wanted) or cities[name].startswith(wanted)

    return sorted(found, key=begins_with_it, reverse=True)


@lru_cache(maxsize=2048)
def _plain(text: str) -> str:
    """The text in lower case, without accents and extra spaces: `sao_paulo`.

    '' for a text that is too long to stay in memory.
    """
    if len(text) > MOST_LETTERS:
        return ""
    letters = unicodedata.normalize("NFKD", text.strip()).casefold()
    written = "".join(one for one in letters if not unicodedata.combining(one))
    return "_".join(written.replace("-", " ").replace("_", " ").split())


def _city(zone: str) -> str:
    return _plain(zone).rpartition("/")[2]


def _clocks(zone: str, now: datetime) -> tuple[str, str]:
    """The local times now and half a year later."""
    return local_time(zone, now), local_time(zone, now + _HALF_A_YEAR)


def local_time(zone: str, now: datetime) -> str:
    """The local time in the zone, such as 18:05."""
    return now.astimezone(ZoneInfo(zone)).strftime("%H:%M")


def zone_named(name: str | None) -> ZoneInfo | None:
    """The zone with this name; None without a name, or if there is no such zone any more."""
    return ZoneInfo(name) if name is not None and name in zones() else None
