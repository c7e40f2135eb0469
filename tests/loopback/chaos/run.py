"""A run: games at several tables, strikes one after the other, and the checks after each."""

import asyncio
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.tables.core.state import Status
from bot.ui.kit.component_id import Verb, parse_component_id
from tests.loopback.chaos.checks import broken_records, copies, lost_or_doubled, orphans, outdated
from tests.loopback.chaos.game_table import GameTable, Opener, Pause, Place
from tests.loopback.chaos.history import History, histories
from tests.loopback.chaos.pictures import PublicPictures
from tests.loopback.chaos.program import QUICK_TURN, quick_turns
from tests.loopback.chaos.secrecy import Secrecy, read_requests
from tests.loopback.chaos.strikes import Strike, strike
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.fleet import Fleet
from tests.loopback.driver.member import Control, Member, Message, add_member

CURRENT_SECONDS = 10.0
"""Every table's message is to be current again within so many seconds."""
_POLL = 0.1
_OPTIONS: dict[int, dict[str, int]] = {1: {}, 2: {"thread": True}, 3: {"turn_limit": QUICK_TURN}}
"""The options of a table, by the number of members who play there."""


@dataclass
class Report:
    """The results of a run: `problems` should be empty; `seconds` until all was current again.

    `copies` are messages that a kill left behind, and that lost their buttons once pressed.
    """

    kills: int = 0
    rolls: int = 0
    faults: int = 0
    games: int = 0
    acknowledged: int = 0
    requests: int = 0
    bodies: int = 0
    copies: int = 0
    seconds: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Run:
    """`patience` is how many seconds a table's message may be behind before that is a problem.

    `say` gets a line about each event. Tables are spread over servers, one in each of the `shards`.
    One table of three is played by one member, one by two in a thread, and one by three with a
    turn limit.
    """

    def __init__(
        self,
        discord: DiscordProcess,
        bot: BotProcess | Fleet,
        seed: int,
        *,
        patience: float = CURRENT_SECONDS,
        shards: int = 1,
        say: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self.report = Report()
        self.tables: list[GameTable] = []
        self._places: list[Place] = []
        self._discord = discord
        self._bot = bot
        self._rng = random.Random(seed)
        self._seed = seed
        self._patience = patience
        self._shards = shards
        self._say = say
        self._pause = Pause()
        self._given_up: set[int] = set()
        self._reported: set[str] = set()

    async def carry_out(self, plan: Sequence[Strike], tables: int) -> Report:
        """Play at so many tables, with these strikes one after the other; returns the report."""
        with quick_turns():
            await self._seat(tables)
            await self._bot.start()
            playing = [asyncio.create_task(table.play()) for table in self.tables]
            try:
                for number, one in enumerate(plan, 1):
                    await self._strike(number, one, playing)
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
            await self._count()
        return self.report

    async def _seat(self, tables: int) -> None:
        servers = [
            await self._discord.add_guild(channels=tables + 1, shard=(shard, self._shards))
            for shard in range(self._shards)
        ]
        guild, (aside, *_) = servers[0]
        self._opener = Opener([await add_member(self._discord, guild, aside, "Eva")])
        self._places.append(self._opener)
        for number in range(tables):
            guild, (_, *channels) = servers[number % self._shards]
            channel = channels[number]
            names = ["Mia", "Noa", "Ida"][: 1 + number % 3]
            watcher, *members = [
                await add_member(self._discord, guild, channel, f"{name}{number}")
                for name in ["Ola", *names]
            ]
            self._add_table(members, watcher)

    def _add_table(self, members: list[Member], watcher: Member) -> None:
        """Add a table with the options for this many members."""
        options = _OPTIONS[len(members)]
        computers = 2 if len(members) < 3 else 0
        table = GameTable(members, watcher, computers, self._pause, self._rng, **options)
        self.tables.append(table)
        self._places.append(table)

    async def _strike(self, number: int, what: Strike, playing: list[asyncio.Task[None]]) -> None:
        self._pause.resume()
        # Time for some moves in between.
        await asyncio.sleep(self._rng.uniform(0.5, 2))
        await self._carry_out(what)
        self._pause.stop()
        since = time.monotonic()
        if what.kills:
            self.report.kills += 1
            since = (await self._bot.start())["ready_at"]
        elif what.rolls:
            self.report.rolls += 1
        else:
            self.report.faults += 1
        await self._pause.rest()
        seconds = await self._wait_until_current(f"{number} ({what})", since)
        self._say(f"{number}. {what}: current after {seconds:.1f} s")
        await self._disarm_copies(f"{number} ({what})")
        await self._check(f"{number} ({what})")
        for task in playing:
            if task.done():
                task.result()

    async def _carry_out(self, what: Strike) -> None:
        if not what.opening:
            await strike(self._bot, what)
            return
        self._pause.stop()
        await self._pause.rest()
        await self._opener.close()
        opening: list[asyncio.Task[None]] = []
        try:
            open_table = self._opener.open
            await strike(self._bot, what, lambda: opening.append(asyncio.create_task(open_table())))
        finally:
            for task in opening:
                task.cancel()

    async def _wait_until_current(self, name: str, since: float) -> float:
        """Wait until every live table is shown as it is; returns the seconds since that time."""
        behind: dict[int, str] = {}
        while True:
            behind = await self._behind()
            seconds = time.monotonic() - since
            if not behind or seconds > self._patience:
                break
            await asyncio.sleep(_POLL)
        self.report.seconds.append(seconds)
        self._note(name, behind.values())
        # What will never be right is reported once, and not waited for again.
        self._given_up |= behind.keys()
        return seconds

    def _note(self, name: str, problems: Iterable[str]) -> None:
        for problem in problems:
            self.report.problems.append(f"strike {name}: {problem}")
            self._say(f"PROBLEM: {problem}")

    async def _behind(self) -> dict[int, str]:
        """For each table whose messages are outdated, the reason."""
        behind: dict[int, str] = {}
        for place, table in await self._newest():
            why = outdated(table, await place.public())
            if why and table.state.id not in self._given_up:
                behind[table.state.id] = why
        return behind

    async def _newest(self) -> list[tuple[Place, History]]:
        """The places, each with its newest table."""
        newest: dict[int, History] = {}
        for table in await histories(self._bot.database_url, newest=True):
            newest |= dict.fromkeys(table.channels, table)
        places = [(place, int(place.members[0].channel)) for place in self._places]
        return [(place, newest[channel]) for place, channel in places if channel in newest]

    async def _disarm_copies(self, name: str) -> None:
        """Press the copies that a kill left behind: each must lose its buttons."""
        for place, table in await self._newest():
            for copy in copies(table, await place.public()):
                if copy.id in self._reported:
                    continue
                await place.members[0].use(copy, _of_table(copy))
                if await self._loses_buttons(place, copy):
                    self.report.copies += 1
                else:
                    self._reported.add(copy.id)
                    self._note(name, [f"a copy of table {table.state.id} keeps {copy.labels}"])

    async def _loses_buttons(self, place: Place, copy: Message) -> bool:
        until = time.monotonic() + self._patience
        while time.monotonic() < until:
            if all(one.id != copy.id or not one.controls for one in await place.public()):
                return True
            await asyncio.sleep(_POLL)
        return False

    async def _check(self, name: str) -> None:
        tables = await histories(self._bot.database_url)
        attempts = [attempt for table in self.tables for attempt in table.attempts]
        found = lost_or_doubled(attempts, tables)
        for place in self._places:
            found += orphans(await place.public(), tables)
        found += await broken_records(self._bot.database_url, tables)
        new = [problem for problem in found if problem not in self._reported]
        self._reported.update(new)
        self._note(name, new)

    async def _count(self) -> None:
        tables = await histories(self._bot.database_url)
        self.report.games = sum(table.state.status is Status.OVER for table in tables)
        self.report.acknowledged = sum(
            attempt.acknowledged for table in self.tables for attempt in table.attempts
        )
        summary = await self._discord.summary()
        self.report.requests = summary["total"]
        self.report.problems += summary["problems"]


def _of_table(copy: Message) -> Control:
    """A button of the lobby that changes nothing for a member who has joined."""
    found = ((parse_component_id(control.custom_id), control) for control in copy.controls)
    return next(control for pressed, control in found if pressed and pressed.verb is Verb.JOIN)


async def look_for_leaks(report: Report, database_url: str, requests: Path, seed: int) -> None:
    """Search every body of the run for cards that its reader may not see."""
    tables = await histories(database_url)
    secrecy = Secrecy(tables, PublicPictures(tables, seed, requests))
    for sent in read_requests(requests):
        report.bodies += 1
        report.problems += [f"leak: {leak}, in {sent}" for leak in secrecy.leaks(sent)]
