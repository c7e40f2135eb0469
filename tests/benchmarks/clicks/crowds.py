"""Measures many clicks at many tables: throughput, one instant, a steady load, and memory."""

import asyncio
import time
from itertools import cycle
from pathlib import Path

from bot.ui.kit.sending import ONE_MOMENT
from tests.benchmarks.clicks.costs import EMOJIS, quiet
from tests.benchmarks.clicks.figures import Clicks, percentile, print_table
from tests.benchmarks.clicks.many_tables import SEATS, Kind, Place, open_tables
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import Answer, act, act_together

IN_FLIGHT = (1, 50, 200)
TABLES = 1000
PLAYS = 200
CLICKS = 600
_MEBI = 2**20
_SLOW = 0.5
"""Under a steady load nearly all clicks are to be answered in so many seconds."""


async def crowds(folder: Path, seconds: int) -> None:
    """Measure at 1,000 tables, the steady load for so many seconds; print the tables."""
    async with DiscordProcess() as discord:
        places = await open_tables(discord, folder, TABLES, Kind.QUIET)
        bot = BotProcess(discord, folder)
        await bot.start()
        try:
            while (await discord.summary())["emojis"] < EMOJIS:
                await quiet(discord)
            await _memory(bot, places)
            await _throughput(discord, places)
            await _plays(discord, places[:PLAYS])
            await _steady(discord, places[PLAYS:], seconds)
            await bot.kill()
            await bot.start()
            # Where a Show was played, the next member is reminded by another message meanwhile.
            await _cold(discord, places[PLAYS : PLAYS + CLICKS])
        finally:
            await bot.kill()


async def _memory(bot: BotProcess, places: list[Place]) -> None:
    before = bot.memory_bytes()
    await _hands(bot.discord, places, 10, len(places))
    await quiet(bot.discord)
    after = bot.memory_bytes()
    each = (after - before) / len(places) / 1024
    print(
        f"\nMemory: {before / _MEBI:.0f} MiB with {len(places)} quiet tables, {after / _MEBI:.0f} "
        f"MiB after a click at each: {each:.0f} KiB a table.",
        flush=True,
    )


async def _throughput(discord: DiscordProcess, places: list[Place]) -> None:
    rows = []
    for in_flight in IN_FLIGHT:
        began = time.monotonic()
        clicks = await _hands(discord, places, in_flight, CLICKS)
        spent = time.monotonic() - began
        rate = len(clicks.seconds) / spent
        row = (rate, clicks.latency_ms(0.5), clicks.latency_ms(0.99), clicks.unanswered)
        rows.append((in_flight, *row))
        await quiet(discord)
    print_table(("My hand, in flight", "answers a second", "p50 ms", "p99 ms", "unanswered"), rows)


async def _hands(
    discord: DiscordProcess, places: list[Place], in_flight: int, count: int
) -> Clicks:
    """Press My hand so often, each time as another member, so many presses at a time."""
    clicks = Clicks("My hand")
    presses = [place.press(place.my_hand, seat) for seat in range(SEATS) for place in places]
    waiting = iter(presses[:count])

    async def press_on() -> None:
        for press in waiting:
            clicks.add(await act(discord, press))

    await asyncio.gather(*(press_on() for _ in range(in_flight)))
    return clicks


async def _plays(discord: DiscordProcess, places: list[Place]) -> None:
    await discord.reset_requests()
    presses = [place.press(place.show, place.turn) for place in places]
    answers = await act_together(discord, presses)
    seconds = [answer.seconds for answer in answers if answer.seconds is not None]
    began = time.monotonic()
    await quiet(discord)
    published = time.monotonic() - began
    refused = (await discord.summary())["by_status"].get("429", 0)
    print(
        f"\n{len(places)} Shows at {len(places)} tables at one instant: {len(seconds)} answered "
        f"within 3 s, half in {1000 * percentile(seconds, 0.5):.0f} ms, the last after "
        f"{1000 * max(seconds, default=0):.0f} ms; all published {published:.1f} s later; "
        f"{refused} refused with 429.",
        flush=True,
    )


async def _steady(discord: DiscordProcess, places: list[Place], seconds: int) -> None:
    """Press My hand 100 times a second, whatever becomes of the presses before."""
    tasks: list[asyncio.Task[Answer]] = []
    began = time.monotonic()
    for number, place in zip(range(100 * seconds), cycle(places), strict=False):
        press = place.press(place.my_hand, number // len(places) % SEATS)
        tasks.append(asyncio.create_task(act(discord, press)))
        await asyncio.sleep(max(began + number / 100 - time.monotonic(), 0))
    answers = await asyncio.gather(*tasks)
    quick = [one for one in answers if one.seconds is not None and one.seconds <= _SLOW]
    print(
        f"\n100 clicks a second for {seconds} s at {len(places)} tables: "
        f"{100 * len(quick) / len(answers):.1f} % answered within 500 ms.",
        flush=True,
    )


async def _cold(discord: DiscordProcess, places: list[Place]) -> None:
    """Press My hand at tables that the program has not read since its start."""
    began = time.monotonic()
    clicks, waiting = Clicks("My hand"), iter(places)

    async def press_on() -> None:
        for place in waiting:
            clicks.add(await act(discord, place.press(place.my_hand, 1)))

    await asyncio.gather(*(press_on() for _ in range(IN_FLIGHT[-1])))
    while any([await _is_held(place) for place in places]):  # noqa: ASYNC110 - another process
        await asyncio.sleep(1)
    print(
        f"\n{len(places)} presses of My hand at as many tables after a start, {IN_FLIGHT[-1]} in "
        f"flight: {len(clicks.seconds)} answered within 3 s, half of these in "
        f"{clicks.latency_ms(0.5):.0f} ms, the last after {clicks.latency_ms(1):.0f} ms; all hands "
        f"are there after {time.monotonic() - began:.1f} s.",
        flush=True,
    )


async def _is_held(place: Place) -> bool:
    """Whether the member's newest message still says "One moment"."""
    shown = await place.members[1].private()
    return bool(shown) and shown[-1].words == ONE_MOMENT
