"""A short run of kills and faults; `make chaos` is the long one."""

from pathlib import Path

import pytest

from tests.loopback.chaos.program import ChaosProgram
from tests.loopback.chaos.run import Run, look_for_leaks
from tests.loopback.chaos.strikes import Strike
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.server.faults import Kind

pytestmark = pytest.mark.long  # starts the program several times

STRIKES = [
    Strike(None, seconds=1.0),
    Strike(Kind.KILL_AFTER, "PATCH /channels/*"),
    Strike(Kind.STATUS, "*", status=503, seconds=1.0),
    Strike(Kind.KILL_BEFORE, "PATCH /webhooks/*"),
    Strike(Kind.KILL_AFTER, "POST /interactions/*", skip=1),
    Strike(Kind.KILL_AFTER, "POST /interactions/*", opening=True),
]


async def test_nothing_is_lost_doubled_or_leaked(
    discord: DiscordProcess, bare_environment: None, tmp_path: Path
) -> None:
    bot = ChaosProgram(discord, tmp_path)
    # Presses to a program that was killed are not waited for long.
    await discord.allow_answers_for(5)
    run = Run(discord, bot, seed=3, patience=2 * PATIENCE)
    try:
        report = await run.carry_out(STRIKES, tables=3)
    finally:
        await bot.kill()
    await look_for_leaks(report, bot.database_url, tmp_path / "requests", seed=3)
    assert report.problems == []
    assert (report.kills, report.faults) == (5, 1)
    assert report.acknowledged > 0
    assert report.bodies > 0
    # The start after the last kill took over the lobby whose message was posted already.
    assert report.copies == 0
