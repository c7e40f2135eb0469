"""Interactions that came in too late are recognized, whatever the host's clock says."""

from datetime import UTC, datetime, timedelta
from math import inf
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.kit.deadlines import ANSWER_WITHIN, AnswerDeadlines
from bot.ui.kit.sending import Answerable, Late

_DAWN = datetime(2026, 1, 1, tzinfo=UTC)


class Clocks:
    """Discord's clock, the host's, which is `ahead` by so much, and the monotonic one."""

    def __init__(self, ahead: float = 0) -> None:
        self.seconds = 5000.0
        self.ahead = ahead
        self.deadlines = AnswerDeadlines(self.host, lambda: self.seconds)

    def host(self) -> datetime:
        return _DAWN + timedelta(seconds=self.seconds + self.ahead)

    def arrive(self, delay: float, *, answered: bool = False) -> Answerable:
        """An interaction that comes in now, so many seconds after it was made."""
        # Of a discord.Interaction nothing else is used.
        interaction: Any = SimpleNamespace(
            locale=discord.Locale.american_english,
            created_at=_DAWN + timedelta(seconds=self.seconds - delay),
            response=SimpleNamespace(is_done=lambda: answered),
        )
        return Answerable(interaction, self.deadlines.of(interaction))


def test_it_is_late_three_seconds_after_it_came_in() -> None:
    clocks = Clocks()
    pressed, answered = clocks.arrive(0.1), clocks.arrive(0.1, answered=True)
    clocks.seconds += ANSWER_WITHIN - 0.01
    pressed.require_time()
    clocks.seconds += 0.02
    with pytest.raises(Late):
        pressed.require_time()
    answered.require_time()


def test_an_answer_that_is_too_late_is_due_after_all_others() -> None:
    clocks = Clocks()
    late = clocks.arrive(0.1)
    assert late.due() < clocks.seconds + ANSWER_WITHIN + 0.01
    clocks.seconds += ANSWER_WITHIN + 0.01
    assert late.due() == inf


@pytest.mark.parametrize("ahead", [-86400, -2, 0, 2, 7200])
def test_what_was_long_under_way_is_late_whatever_the_host_calls_the_time(ahead: float) -> None:
    clocks = Clocks(ahead)
    # Nothing is known of the offset yet, so this may be on time.
    clocks.arrive(10).require_time()
    clocks.arrive(0.1).require_time()
    clocks.arrive(3).require_time()
    with pytest.raises(Late):
        clocks.arrive(4).require_time()


@pytest.mark.parametrize("delay", [0.1, 1, 2, 2.9])
def test_nothing_is_dropped_that_can_still_be_answered(delay: float) -> None:
    clocks = Clocks()
    clocks.arrive(0.05)
    pressed = clocks.arrive(delay)
    # What is left by Discord's clock is never more than what is thought to be left.
    assert pressed.seconds_left >= ANSWER_WITHIN - delay


@pytest.mark.parametrize("step", [-7200, -1, 1, 7200])
def test_a_clock_that_is_set_makes_nothing_late(step: float) -> None:
    clocks = Clocks()
    clocks.arrive(0.1)
    clocks.ahead += step
    clocks.arrive(0.1).require_time()
    with pytest.raises(Late):
        clocks.arrive(5).require_time()


def test_clocks_that_drift_apart_for_days_make_nothing_late() -> None:
    clocks = Clocks()
    for _ in range(3 * 24 * 60):
        clocks.seconds += 60
        # Half a millisecond a second is the most by which a clock is pulled.
        clocks.ahead += 0.03
        clocks.arrive(0.2).require_time()
        assert clocks.arrive(0.2).seconds_left > ANSWER_WITHIN - 0.5


def test_after_a_quiet_hour_the_first_press_is_on_time() -> None:
    clocks = Clocks()
    clocks.arrive(0.1)
    clocks.seconds += 3600
    clocks.ahead += 0.2
    clocks.arrive(3).require_time()
