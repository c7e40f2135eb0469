"""One member floods the bot with presses: how long others wait, and what Discord refuses."""

import asyncio
import time
from itertools import cycle
from pathlib import Path

from tests.benchmarks.clicks.costs import quiet
from tests.benchmarks.clicks.figures import Clicks, print_table
from tests.benchmarks.clicks.many_tables import SEATS, Kind, Place, open_tables
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import Answer, act, act_together

TABLES = 21
PRESSES = 500
PER_SECOND = 5
_SECONDS = 10
_WARM_UP = 3


async def flood(folder: Path) -> None:
    """Measure the same presses of others three times, the second with the flood; print a table."""
    async with DiscordProcess() as discord:
        flooded, *others = await open_tables(discord, folder, TABLES, Kind.QUIET)
        bot = BotProcess(discord, folder)
        await bot.start()
        try:
            await _others(discord, others, _WARM_UP)
            await quiet(discord)
            before = await _others(discord, others, _SECONDS)
            await quiet(discord)
            await discord.reset_requests()
            during, answers = await asyncio.gather(
                _others(discord, others, _SECONDS), _flood(discord, flooded)
            )
            await quiet(discord)
            statuses = (await discord.summary())["by_status"]
            after = await _others(discord, others, _SECONDS)
        finally:
            await bot.kill()
    _print(before, during, after)
    refused = sum(count for status, count in statuses.items() if status.startswith("4"))
    answered = sum(answer.seconds is not None for answer in answers)
    print(
        f"\nOf the flood's {PRESSES} presses {answered} were answered; "
        f"Discord refused {refused} requests meanwhile, and the program logged "
        f"{len(bot.errors())} errors.",
        flush=True,
    )


async def _flood(discord: DiscordProcess, place: Place) -> list[Answer]:
    """Send one member's presses at one instant, while others press already."""
    await asyncio.sleep(_WARM_UP)
    return await act_together(discord, [place.press(place.my_hand, 0)] * PRESSES)


async def _others(discord: DiscordProcess, places: list[Place], seconds: int) -> Clicks:
    """Press My hand at other tables, at even intervals."""
    tasks: list[asyncio.Task[Answer]] = []
    began = time.monotonic()
    for number, place in zip(range(PER_SECOND * seconds), cycle(places), strict=False):
        press = place.press(place.my_hand, number // len(places) % SEATS)
        tasks.append(asyncio.create_task(act(discord, press)))
        await asyncio.sleep(max(began + number / PER_SECOND - time.monotonic(), 0))
    clicks = Clicks("My hand")
    for answer in await asyncio.gather(*tasks):
        clicks.add(answer)
    return clicks


def _print(before: Clicks, during: Clicks, after: Clicks) -> None:
    named = (("before", before), ("with the flood", during), ("after", after))
    print_table(
        ("others' clicks", "p50 ms", "p90 ms", "longest ms", "unanswered"),
        [
            (
                name,
                clicks.latency_ms(0.5),
                clicks.latency_ms(0.9),
                clicks.latency_ms(1),
                clicks.unanswered,
            )
            for name, clicks in named
        ],
    )
