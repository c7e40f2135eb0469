"""Measures starts with many tables: when clicks are answered, and when all is published."""

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.clicks.figures import print_table
from tests.benchmarks.clicks.many_tables import Kind, Place, open_tables
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import act

_LONGEST = 60.0
"""The most seconds that a login may take."""


async def starts(tables: int, seconds: float) -> None:
    """Start with so many tables of each kind, and watch for so long at most; print a table."""
    rows = []
    for kind in Kind:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(await _start(Path(folder), tables, kind, seconds))
    print_table(
        (
            f"{tables:,} tables",
            "login s",
            "first answer s",
            "clicks unanswered",
            "all current s",
            "current",
            "requests",
            "429s",
            "errors logged",
        ),
        rows,
    )


async def _start(folder: Path, tables: int, kind: Kind, seconds: float) -> list[Any]:
    """Measure one line: times count from the start, that of the first answer from the login."""
    async with DiscordProcess() as discord:
        places = await open_tables(discord, folder, tables, kind)
        bot = BotProcess(discord, folder)
        began = time.monotonic()
        try:
            login = await bot.start(_LONGEST)
            first, unanswered = await _first_answer(discord, places)
            written = 0 if kind is Kind.QUIET else tables
            current, done = await _published(discord, written, began + seconds)
            summary = await discord.summary()
        finally:
            await bot.kill()
    return [
        str(kind),
        login["ready_at"] - began,
        first,
        unanswered,
        done - began if written and current >= written else "-",
        f"{current:,} of {written:,}",
        f"{summary['total']:,}",
        f"{summary['by_status'].get('429', 0):,}",
        f"{sum(' ERROR ' in line for line in bot.log):,}",
    ]


async def _first_answer(discord: DiscordProcess, places: list[Place]) -> tuple[float, int]:
    """The seconds until a click is answered, and how many before it were not."""
    began = time.monotonic()
    # From the end, where the messages are replaced last: one that is gone cannot be pressed.
    for unanswered, place in enumerate(reversed(places)):
        answer = await act(discord, place.press(place.my_hand, 0))
        if answer.seconds is not None:
            return answer.sent_at + answer.seconds - began, unanswered
    raise AssertionError("no click was answered")


async def _published(discord: DiscordProcess, wanted: int, until: float) -> tuple[int, float]:
    """How many messages of tables were written, and when the last of them was."""
    done, newest = 0, time.monotonic()
    while time.monotonic() < until:
        requests = await discord.requests()
        written = [
            one["done"]
            for one in requests
            if "/messages" in one["route"]
            and one["route"].startswith(("POST /channels", "PATCH /channels"))
            and one["status"] == 200
        ]
        done, newest = len(written), max(written, default=newest)
        if done >= wanted:
            break
        await asyncio.sleep(1)
    return done, newest
