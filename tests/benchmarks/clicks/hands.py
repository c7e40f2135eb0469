"""Measures how soon the next member can move: from an action to the buttons in the next hand."""

import asyncio
from pathlib import Path
from tempfile import mkdtemp

from tests.benchmarks.clicks.figures import percentile, print_table
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.hands import changes_of, played_tables, times_to_buttons, went_back
from tests.support.process.starts import ROOT

MEMBERS = 5
_THINK = (0.2, 0.5)
"""Seconds from the buttons to the press: quicker than people are."""
_WANTED_MS = 300


async def hands(folder: Path, turns: int, tables: int, other: Path | None = None) -> None:
    """Play so many actions at so many tables at once, and print what the hands showed when.

    First with this version, then with that of the checkout `other`.
    """
    rows = [("this", *await _figures(folder, turns, tables, ROOT))]
    if other is not None:
        rows += [(other.name, *await _figures(folder, turns, tables, other))]
    within = f"% in {_WANTED_MS} ms"
    heads = ("version", "turns", "p50 ms", "p99 ms", "longest ms", within, "back", "429s")
    print_table(heads, rows)


async def _figures(folder: Path, turns: int, tables: int, checkout: Path) -> tuple[object, ...]:
    async with DiscordProcess() as discord:
        bot = BotProcess(discord, Path(mkdtemp(dir=folder)), checkout)
        await bot.start()
        try:
            played = await played_tables(discord, tables, MEMBERS)
            await asyncio.gather(*(table.play(turns // tables, _THINK) for table in played))
            seen = changes_of(await discord.private_changes())
            refused = (await discord.summary())["by_status"].get("429", 0)
        finally:
            await bot.kill()
    games = [game for table in played for game in table.games]
    times = [time for game in games for time in times_to_buttons(game, seen)]
    within = [time for time in times if time <= _WANTED_MS / 1000]
    return (
        sum(map(len, games)),
        *(1000 * percentile(times, share) for share in (0.5, 0.99)),
        1000 * max(times),
        f"{100 * len(within) / len(times):.1f}",
        sum(len(went_back(game, seen)) for game in games),
        refused,
    )
