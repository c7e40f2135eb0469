"""A clock that is put forward, put back, or stands still while the machine is suspended."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.hosting.clock import Clock

START = datetime(2026, 5, 1, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Host:
    """The two clocks of a machine."""

    def __init__(self) -> None:
        self.time_of_day = START
        self.monotonic = 1000.0

    def run(self, time: timedelta) -> None:
        self.time_of_day += time
        self.monotonic += time.total_seconds()


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def clock(host: Host) -> Clock:
    return Clock(lambda: host.time_of_day, lambda: host.monotonic)


def test_it_is_the_hosts(host: Host, clock: Clock) -> None:
    host.run(HOUR)
    assert clock.now() == START + HOUR


def test_a_suspended_machine_has_been_away_for_that_long(host: Host, clock: Clock) -> None:
    host.time_of_day += 2 * HOUR
    assert clock.now() == START + 2 * HOUR


def test_a_clock_put_back_does_not_stop_time(host: Host, clock: Clock) -> None:
    host.run(HOUR)
    host.time_of_day -= HOUR
    assert clock.now() == START + HOUR
    host.run(HOUR)
    assert clock.now() == START + 2 * HOUR


def test_a_clock_put_back_between_two_looks_counts_what_passed(host: Host, clock: Clock) -> None:
    host.run(HOUR)
    host.time_of_day -= 2 * HOUR
    assert clock.now() == START + HOUR


def test_a_clock_put_back_and_right_again_is_the_hosts(host: Host, clock: Clock) -> None:
    host.time_of_day -= HOUR
    assert clock.now() == START
    host.time_of_day += HOUR
    assert clock.now() == START
    host.run(HOUR)
    assert clock.now() == host.time_of_day


def test_small_corrections_are_followed(host: Host, clock: Clock) -> None:
    for _ in range(100):
        host.run(timedelta(minutes=1))
        host.time_of_day -= timedelta(milliseconds=100)
        assert clock.now() == host.time_of_day


def test_small_corrections_are_followed_while_ahead(host: Host, clock: Clock) -> None:
    host.time_of_day -= HOUR
    assert clock.now() == START
    host.time_of_day += timedelta(milliseconds=100)
    assert clock.now() == START + timedelta(milliseconds=100)


@pytest.mark.parametrize("wrong", [-48 * HOUR, 2 * HOUR])
def test_a_clock_that_is_wrong_at_the_start_goes_by_discords(
    host: Host, wrong: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    host.time_of_day += wrong
    clock = Clock(lambda: host.time_of_day, lambda: host.monotonic)
    clock.set(START)
    assert clock.now() == START
    assert "Let the machine set its clock" in caplog.text
    host.run(HOUR)
    assert clock.now() == START + HOUR
    host.time_of_day -= wrong
    assert clock.now() == host.time_of_day == START + HOUR
    host.run(HOUR)
    assert clock.now() == host.time_of_day


def test_a_suspension_counts_while_the_host_is_ahead(host: Host, clock: Clock) -> None:
    clock.set(START - 2 * HOUR)
    host.time_of_day += HOUR
    assert clock.now() == START - HOUR


def test_a_clock_put_back_by_less_than_it_is_ahead_stops_no_time(host: Host, clock: Clock) -> None:
    clock.set(START - 2 * HOUR)
    host.time_of_day -= HOUR
    assert clock.now() == START - 2 * HOUR


def test_minutes_are_left_to_the_host(
    host: Host, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    clock.set(START - timedelta(minutes=5))
    assert clock.now() == START
    assert caplog.messages == []


def test_a_jump_ahead_is_noted_once_by_whatever_reads_the_clock_first(
    host: Host, clock: Clock
) -> None:
    noted: list[datetime] = []
    clock.put_forward = lambda: noted.append(clock.now())
    host.run(HOUR)
    clock.now()
    assert noted == []
    host.time_of_day += 2 * HOUR
    clock.now()
    host.run(HOUR)
    clock.now()
    assert noted == [START + 3 * HOUR]
    host.time_of_day -= HOUR
    clock.now()
    assert noted == [START + 3 * HOUR]
