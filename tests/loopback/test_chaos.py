"""A short run of kills and faults; `make chaos` is the long one."""

from pathlib import Path

import pytest

from tests.loopback.chaos.run import Run, look_for_leaks
from tests.loopback.chaos.strikes import Strike
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.server.faults import Kind

pytestmark = pytest.mark.slow  # starts the program several times

STRIKES = [
    Strike(None, seconds=1.0),
    Strike(Kind.KILL_AFTER, "PATCH /channels/*"),
    Strike(Kind.STATUS, "*", status=503, seconds=1.0),
    Strike(Kind.KILL_BEFORE, "PATCH /webhooks/*"),
    Strike(Kind.KILL_AFTER, "POST /interactions/*", skip=1),
]


async def test_nothing_is_lost_doubled_or_leaked(
    discord: DiscordProcess, bot: BotProcess, tmp_path: Path
) -> None:
    # Presses to a program that was killed are not waited for long.
    await discord.allow_answers_for(5)
    run = Run(discord, bot, seed=3, patience=2 * PATIENCE)
    report = await run.carry_out(STRIKES, tables=2)
    await bot.kill()
    await look_for_leaks(report, bot.database_url, tmp_path / "requests", seed=3)
    assert report.problems == []
    assert (report.kills, report.faults) == (4, 1)
    assert report.acknowledged > 0
    assert report.bodies > 0
