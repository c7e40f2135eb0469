import asyncio
import logging

import pytest

from bot.hosting.clock import watch_clock

HOUR = 3600


class Clocks:
    """A wall clock and a monotonic one; each sleep takes as long as `script` says of both.

    The watch is cancelled at the end of the script.
    """

    def __init__(self, *script: tuple[float, float]) -> None:
        self.wall = 1_777_000_000.0
        self.monotonic = 50.0
        self.script = list(script)
        self.at_jumps: list[int] = []

    async def sleep(self, _seconds: float) -> None:
        if not self.script:
            raise asyncio.CancelledError
        by_wall, by_monotonic = self.script.pop(0)
        self.wall += by_wall
        self.monotonic += by_monotonic

    def jumped(self) -> None:
        self.at_jumps.append(len(self.script))

    async def watch(self) -> list[int]:
        """How much of the script was left at each jump that was noticed."""
        with pytest.raises(asyncio.CancelledError):
            await watch_clock(
                self.jumped,
                wall=lambda: self.wall,
                monotonic=lambda: self.monotonic,
                sleep=self.sleep,
            )
        return self.at_jumps


TICK = (1.0, 1.0)


async def test_clocks_that_agree_are_left_alone() -> None:
    assert await Clocks(*[TICK] * 100).watch() == []


@pytest.mark.parametrize(
    "jump",
    [
        pytest.param((1.0 + 2 * HOUR, 1.0), id="suspended"),
        pytest.param((1.0 - HOUR, 1.0), id="set back"),
    ],
)
async def test_a_jump_is_noticed_at_the_next_look_and_once(jump: tuple[float, float]) -> None:
    assert await Clocks(TICK, jump, TICK, TICK).watch() == [2]


async def test_two_jumps_are_two() -> None:
    there, back = (1.0 + HOUR, 1.0), (1.0 - HOUR, 1.0)
    assert await Clocks(there, TICK, back, TICK).watch() == [3, 1]


async def test_a_long_pause_of_the_program_is_no_jump() -> None:
    assert await Clocks((60.0, 60.0), TICK).watch() == []


async def test_a_clock_that_drifts_is_noticed_once_it_is_off_by_a_second() -> None:
    slowly = (1.1, 1.0)
    assert await Clocks(*[slowly] * 20).watch() == [9]


async def test_the_log_says_how_far(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    await Clocks((1.0 + HOUR, 1.0), (1.0 - HOUR, 1.0)).watch()
    ahead, back = caplog.messages
    assert ahead == "The clock jumped by +3600 seconds."
    assert back.startswith("The clock jumped by -3600 seconds. ")
    assert "restart it" in back
