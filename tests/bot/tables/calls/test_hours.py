"""The hours in which a member can be called, by the clocks of their zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from bot.storage.models.calls import CallHours
from bot.tables.calls.hours import (
    COMMON_ZONES,
    HOURS,
    MOST_LETTERS,
    WEEK,
    CallTimes,
    bits,
    call_times,
    is_due,
    zone_of,
    zones,
    zones_near,
    zones_with,
)
from bot.text.language import ENGLISH, Language

BERLIN = ZoneInfo("Europe/Berlin")
EVERY_DAY = frozenset(range(WEEK))
SATURDAY, SUNDAY, MONDAY = 5, 6, 0


def berlin(*when: int, fold: int = 0) -> datetime:
    return datetime(*when, tzinfo=BERLIN, fold=fold).astimezone(UTC)  # type: ignore[misc,arg-type]


def times(begins: int, ends: int, *days: int, zone: str = "Europe/Berlin") -> CallTimes:
    return CallTimes(zone, frozenset(days), begins, ends)


def test_the_first_minute_counts_and_the_last_hour_does_not() -> None:
    saturdays = times(18, 22, SATURDAY)
    assert not saturdays.include(berlin(2026, 11, 28, 17, 59))
    assert saturdays.include(berlin(2026, 11, 28, 18, 0))
    assert saturdays.include(berlin(2026, 11, 28, 21, 59))
    assert not saturdays.include(berlin(2026, 11, 28, 22, 0))
    assert not saturdays.include(berlin(2026, 11, 29, 18, 0))


def test_hours_past_midnight_belong_to_the_day_on_which_they_begin() -> None:
    saturdays = times(22, 2, SATURDAY)
    assert not saturdays.include(berlin(2026, 11, 28, 1, 0))
    assert saturdays.include(berlin(2026, 11, 28, 23, 0))
    assert saturdays.include(berlin(2026, 11, 29, 1, 59))
    assert not saturdays.include(berlin(2026, 11, 29, 2, 0))
    # The week's end: Sunday's last hours are on Monday.
    assert times(22, 2, SUNDAY).include(berlin(2026, 11, 30, 1, 0))
    assert not times(22, 2, MONDAY).include(berlin(2026, 11, 30, 1, 0))


def test_from_an_hour_to_the_same_hour_is_a_whole_day() -> None:
    mondays = times(20, 20, MONDAY)
    assert not mondays.include(berlin(2026, 11, 30, 19, 59))
    assert mondays.include(berlin(2026, 11, 30, 20, 0))
    assert mondays.include(berlin(2026, 12, 1, 19, 59))
    assert not mondays.include(berlin(2026, 12, 1, 20, 0))


def test_the_same_hours_begin_an_hour_earlier_by_utc_in_summer() -> None:
    daily = times(18, 19, *EVERY_DAY)
    assert daily.include(datetime(2026, 3, 28, 17, tzinfo=UTC))
    assert not daily.include(datetime(2026, 3, 28, 16, tzinfo=UTC))
    assert daily.include(datetime(2026, 3, 29, 16, tzinfo=UTC))
    assert not daily.include(datetime(2026, 3, 29, 17, tzinfo=UTC))


def test_the_hour_that_summer_time_leaves_out_never_comes() -> None:
    night = times(2, 3, *EVERY_DAY)
    minutes = [datetime(2026, 3, 28, 23, tzinfo=UTC) + timedelta(minutes=n) for n in range(360)]
    assert not any(map(night.include, minutes))
    assert times(2, 4, *EVERY_DAY).include(datetime(2026, 3, 29, 1, 30, tzinfo=UTC))


def test_the_hour_that_comes_twice_counts_twice() -> None:
    night = times(2, 3, SUNDAY)
    first, second = (berlin(2026, 10, 25, 2, 30, fold=fold) for fold in (0, 1))
    assert second - first == timedelta(hours=1)
    assert night.include(first)
    assert night.include(second)
    assert not night.include(second + timedelta(hours=1))


def test_the_next_two_hours_need_no_zone_and_end() -> None:
    now = datetime(2026, 11, 28, 12, tzinfo=UTC)
    today = CallTimes(until=now + timedelta(hours=2))
    assert today.include(now)
    assert not today.include(now + timedelta(hours=2))
    # Stored by a clock that was ahead by days.
    assert not CallTimes(until=now + timedelta(hours=3)).include(now)


@pytest.mark.parametrize("zone", ["Nowhere/Atlantis", "../etc/passwd", "", "Europe"])
def test_a_zone_that_is_no_longer_known_has_no_hours(zone: str) -> None:
    assert not times(0, 0, *EVERY_DAY, zone=zone).include(datetime(2026, 11, 28, tzinfo=UTC))


def test_the_zones_to_choose_from_are_those_of_places() -> None:
    found = zones()
    assert {"UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kolkata"} <= {*found}
    assert not [name for name in found if name.startswith(("Etc/", "posix/", "right/"))]
    assert max(map(len, found)) <= 64


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (" berlin ", "Europe/Berlin"),
        ("São Paulo", "America/Sao_Paulo"),
        ("new york", "America/New_York"),
        ("port au prince", "America/Port-au-Prince"),
        ("utc", "UTC"),
        # A part of a name, and two names for the same clocks.
        ("Zealand", None),
        ("Johannes", "Africa/Johannesburg"),
        ("Istanbul", "Europe/Istanbul"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        # Not clear, misspelt, not there.
        ("America", None),
        ("Berln", None),
        ("San Francisco", None),
        ("../etc/passwd", None),
        ("", None),
    ],
)
def test_a_zone_is_found_by_a_city(text: str, zone: str | None) -> None:
    assert zone_of(ENGLISH, text, datetime(2026, 11, 28, tzinfo=UTC)) == zone


@pytest.mark.parametrize(
    ("code", "text", "zone"),
    [
        ("de", "Wien", "Europe/Vienna"),
        ("fr", "Édimbourg", None),
        ("fr", "varsovie", "Europe/Warsaw"),
        ("pl", "Nowy Jork", "America/New_York"),
        ("ja", "東京", "Asia/Tokyo"),
        ("ja", "コルカタ", "Asia/Calcutta"),
        ("ko", "서울", "Asia/Seoul"),
        ("zh-CN", "上海", "Asia/Shanghai"),
        ("zh-CN", "Shanghai", "Asia/Shanghai"),
        ("zh-CN", "", None),
    ],
)
def test_a_zone_is_found_by_a_citys_name_in_the_members_language(
    code: str, text: str, zone: str | None
) -> None:
    language, now = Language(code), datetime(2026, 11, 28, tzinfo=UTC)
    assert zone_of(language, text, now) == zone
    assert zone is None or zones_with(language, text)[0] == zone


def test_two_cities_of_one_name_with_other_clocks_are_not_clear() -> None:
    winter = datetime(2026, 1, 1, tzinfo=UTC)
    # Both have the same time in winter; in summer the clocks of the one are put forward.
    assert zone_of(ENGLISH, "Eastern", winter) is not None
    assert zone_of(ENGLISH, "Central", winter) is not None
    assert zone_of(ENGLISH, "West", winter) is None


@pytest.mark.parametrize(
    ("text", "near"),
    [("Berln", ["Europe/Berlin"]), ("Lond", ["Europe/London"]), ("東京", []), ("", [])],
)
def test_names_near_what_was_typed_are_offered(text: str, near: list[str]) -> None:
    found = zones_near(ENGLISH, text)
    assert found[: len(near)] == near
    assert bool(found) == bool(near)
    assert len(found) <= 5
    assert zones_near(Language("pl"), "Warszwa") == ["Europe/Warsaw"]


def test_a_text_longer_than_any_zone_means_none() -> None:
    """An option of a command can have 6,000 letters, which would stay in memory."""
    now = datetime(2026, 11, 28, tzinfo=UTC)
    assert max(map(len, zones())) < MOST_LETTERS
    assert zone_of(ENGLISH, "berlin".ljust(MOST_LETTERS), now) == "Europe/Berlin"
    for text in ("berlin".ljust(MOST_LETTERS + 1), 6000 * "b", 1200 * "ber/l"):
        assert (
            zone_of(ENGLISH, text, now),
            zones_near(ENGLISH, text),
            zones_with(ENGLISH, text),
        ) == (None, [], [])


def test_names_are_found_by_a_part_of_them_first_those_of_cities() -> None:
    assert zones_with(ENGLISH, " sao p") == ["America/Sao_Paulo"]
    assert zones_with(ENGLISH, "port au") == ["America/Port-au-Prince"]
    assert zones_with(ENGLISH, "lond") == ["Europe/London"]
    assert zones_with(ENGLISH, "mad") == ["Atlantic/Madeira", "Europe/Madrid"]
    assert zones_with(ENGLISH, "lin")[:2] == ["Australia/Lindeman", "Asia/Sakhalin"]
    assert zones_with(ENGLISH, "") == [*zones()]


def test_the_common_zones_are_known_and_have_different_names() -> None:
    assert {*COMMON_ZONES} <= {*zones()}
    assert len({*COMMON_ZONES}) == len(COMMON_ZONES) == 25


def row(**columns: object) -> CallHours:
    usual = {"days": bits(EVERY_DAY), "begins": 0, "ends": 0, "every": 3, "zone": "UTC"}
    return CallHours(guild_id=1, user_id=2, **(usual | columns))


def test_a_member_is_called_once_in_their_number_of_hours() -> None:
    now = datetime(2026, 11, 28, 12, tzinfo=UTC)
    assert is_due(row(), now)
    assert is_due(row(called_at=now - timedelta(hours=3)), now)
    assert not is_due(row(called_at=now - timedelta(hours=2, minutes=59)), now)
    assert not is_due(row(called_at=now - timedelta(hours=3), every=24), now)
    # The clock was set back by a minute, or was wrong by days.
    assert not is_due(row(called_at=now + timedelta(minutes=1)), now)
    assert is_due(row(called_at=now + timedelta(days=9)), now)


HOUR_OF_DAY = st.integers(0, HOURS - 1)


@pytest.mark.slow
@given(
    days=st.frozensets(st.integers(0, WEEK - 1)),
    begins=HOUR_OF_DAY,
    ends=HOUR_OF_DAY,
    zone=st.sampled_from(
        ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]
    ),
    now=st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
)
def test_hours_are_those_of_a_list_of_all_hours_of_the_week(
    days: frozenset[int], begins: int, ends: int, zone: str, now: datetime
) -> None:
    """Each chosen day has the hours after `begins` one by one, the week's end included."""
    number = (ends - begins - 1) % HOURS + 1
    hours = {
        ((day * HOURS + begins + step) // HOURS % WEEK, (begins + step) % HOURS)
        for day in days
        for step in range(number)
    }
    local = now.astimezone(ZoneInfo(zone))
    expected = (local.weekday(), local.hour) in hours
    stored = row(zone=zone, days=bits(days), begins=begins, ends=ends)
    assert call_times(stored).include(now) == expected
