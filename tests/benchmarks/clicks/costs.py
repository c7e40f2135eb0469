"""Measures one click after the other: the program beside the least that a bot does."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from string import ascii_uppercase
from tempfile import mkdtemp

from tests.benchmarks.clicks.figures import Clicks, print_table
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import Answer, Member, Message, add_member
from tests.loopback.driver.player import Player, has_ended, played_by
from tests.support.process.starts import ROOT

WARM_UP, BLOCKS, FLOOR_CLICKS, HANDS = 20, 4, 30, 30
SHOWS = 40
_NEW_TABLES, _FIRST_SHOWS = 2, 3
"""New tables in each block, and the Shows that are measured at each."""
PLAYERS = "Player 0", "Player 1", "Player 2"
EMOJIS = 13
QUIET = 0.25
"""Seconds without a change after which nothing more is expected."""
_PACED = 1.2
"""The same after a turn: the bot edits at most five messages of a channel in five seconds."""


class FloorProcess(BotProcess):
    module = "tests.benchmarks.clicks.floor_bot"


async def quiet(discord: DiscordProcess, seconds: float = QUIET) -> None:
    """Wait until nothing has changed for so long."""
    changes = -1
    while (newest := await discord.wait_for_change(changes, seconds)) != changes:
        changes = newest


class Meter:
    """Counts what a program and its Discord do between two moments."""

    def __init__(self, bot: BotProcess) -> None:
        self.bot = bot
        self.discord = bot.discord

    @asynccontextmanager
    async def measuring(self, clicks: Clicks, seconds: float = QUIET) -> AsyncIterator[None]:
        """Add the cost to `clicks`, with what follows until nothing changes for so long."""
        cpu, before = self.bot.cpu_seconds(), (await self.discord.summary())["total"]
        yield
        await quiet(self.discord, seconds)
        clicks.cpu += self.bot.cpu_seconds() - cpu
        clicks.requests += (await self.discord.summary())["total"] - before

    async def press(
        self, clicks: Clicks, member: Member, label: str, on: Message, seconds: float = QUIET
    ) -> Answer:
        async with self.measuring(clicks, seconds):
            answer = await member.press(label, on)
            clicks.add(answer)
        return answer


class Floor:
    """The minimal bot with its buttons; its last two send what My hand and a Show send."""

    def __init__(self, bot: BotProcess) -> None:
        self.bot = bot
        self._meter = Meter(bot)
        self.forget()

    async def measure(self, member: Member, clicks: int, shows: int) -> None:
        for kind, label in ((self.edit, "Edit"), (self.file, "File"), (self.hand, "Hand")):
            await self._press(kind, member, label, clicks, QUIET)
        await self._press(self.show, member, "Show", shows, _PACED)
        message = next(one for one in await member.sees() if "Edit" in one.labels)
        async with self._meter.measuring(self.busy):
            for _ in range(clicks):
                self.busy.add(await member.press("Edit", message))

    async def _press(
        self, kind: Clicks, member: Member, label: str, clicks: int, seconds: float
    ) -> None:
        message = next(one for one in await member.sees() if label in one.labels)
        # One by one, as the program's clicks: what was idle is slower than what is busy.
        for _ in range(clicks):
            await self._meter.press(kind, member, label, message, seconds)

    def forget(self) -> None:
        """Forget what was measured so far: it only warmed up the program."""
        self.busy = Clicks("floor: edits its message, back to back")
        self.edit = Clicks("floor: edits its message")
        self.file = Clicks("floor: sends a private file")
        self.hand = Clicks("floor: the bodies of My hand")
        self.show = Clicks("floor: the bodies of a Show")


class Game:
    """Plays games of three members at a table of the program, with so many computers.

    The computers are beginners, who think the least. `of` is how the names of the clicks begin.
    """

    def __init__(
        self, meter: Meter, members: list[Member], computers: int = 0, of: str = ""
    ) -> None:
        self.hand = Clicks(f"{of}My hand")
        self.step = Clicks(f"{of}first step of a Scout")
        self.show = Clicks(f"{of}Show, with all it publishes")
        self.members = members
        self._computers = computers
        self._meter = meter
        self._discord = meter.discord
        self._players = [Player(member) for member in members]

    async def open(self) -> None:
        host, *others = self.members
        # Without pings: those of tables that nobody plays at any more would be counted with others.
        seats = len(self.members) + self._computers
        await host.slash("new", rounds=3, seats=seats, ping=0)
        for member in others:
            await member.press("Join")
        for _ in range(self._computers):
            await host.press("Add beginner")
        await host.press("Start")
        await quiet(self._discord)

    async def hands(self, clicks: int) -> None:
        await self._open_again()
        # A program that has just started is sometimes quiet before its first table is there.
        table = await self.members[0].wait_for("My hand")
        for number in range(clicks):
            member = self.members[number % len(self.members)]
            await self._meter.press(self.hand, member, "My hand", table)

    async def turns(self, shows: int) -> None:
        """Play turns until so many Shows were measured."""
        wanted = self.show.count + shows
        while self.show.count < wanted:
            await self._open_again()
            for player in self._players:
                await self._turn(player)

    async def _open_again(self) -> None:
        """Open another table if the game has ended, as it can with the last measured Show."""
        if await has_ended(self.members[0]):
            await self.open()

    async def _turn(self, player: Player) -> None:
        hand = await player.hand()
        if hand is None:
            return
        # Not a Scout with all its choices made, which is played at once.
        scouts = [
            control.label
            for control in hand.controls
            if control.label.startswith("Scout ") and played_by(control) is None
        ]
        if scouts:
            step = await self._meter.press(self.step, player.member, scouts[0], hand)
            if step.message is not None and "Back" in step.message.labels:
                await player.member.press("Back", step.message)
            hand = await player.hand() or hand
        shows = [label for label in hand.labels if label.startswith("Show ")]
        if shows:
            await self._meter.press(self.show, player.member, shows[-1], hand, _PACED)
        else:
            await player.step()
            await quiet(self._discord, _PACED)

    def forget(self) -> None:
        """Forget what was measured so far: it only warmed up the program."""
        self.hand, self.step = Clicks(self.hand.name), Clicks(self.step.name)
        self.show = Clicks(self.show.name)


class Program:
    """A version of the program with its tables, and what is measured of it.

    `of` is how the names of its clicks begin.
    """

    def __init__(self, bot: BotProcess, of: str = "") -> None:
        self.bot = bot
        self._of = of
        self._meter = Meter(bot)
        self._initials = iter(ascii_uppercase)

    async def start(self) -> None:
        """Start it, open its tables, and warm up what is kept in memory."""
        await self.bot.start()
        discord = self.bot.discord
        while (await discord.summary())["emojis"] < EMOJIS:
            await quiet(discord)
        # One click after the other is within the rates; games so quick are not.
        await discord.enforce_limits(False)
        self.game = Game(self._meter, await members_of(discord, PLAYERS), of=self._of)
        self.mixed = Game(self._meter, await members_of(discord, PLAYERS), computers=2)
        for table in (self.game, self.mixed):
            await table.open()
            await table.hands(WARM_UP)
            await table.turns(WARM_UP)
            table.forget()
        self.mixed.show = Clicks(f"{self._of}Show beside two computers, with their moves")
        self.first = Clicks(f"{self._of}Show, one of the first {_FIRST_SHOWS} at a new table")

    async def measure(self) -> None:
        await self.game.hands(HANDS)
        await self.game.turns(SHOWS // BLOCKS)
        await self.mixed.turns(SHOWS // BLOCKS)
        for _ in range(_NEW_TABLES):
            await self._measure_first_shows()

    async def _measure_first_shows(self) -> None:
        """Measure with members who have never played: nothing of theirs was drawn before."""
        names = [f"{next(self._initials)}. Player" for _ in range(3)]
        game = Game(self._meter, await members_of(self._meter.discord, names))
        game.show = self.first
        await game.open()
        await game.turns(_FIRST_SHOWS)


async def costs(folder: Path, other: Path | None = None) -> None:
    """Measure floor and program by turns, so that they meet the same machine; print a table.

    `other` is a checkout of another version, which is measured by turns with them.
    """
    async with AsyncExitStack() as running:

        async def process(kind: type[BotProcess], checkout: Path = ROOT) -> BotProcess:
            discord = await running.enter_async_context(DiscordProcess())
            bot = kind(discord, Path(mkdtemp(dir=folder)), checkout)
            running.push_async_callback(bot.kill)
            return bot

        floor = Floor(await process(FloorProcess))
        programs = [Program(await process(BotProcess))]
        if other is not None:
            programs.append(Program(await process(BotProcess, other), f"{other.name}: "))
        await _measure(floor, programs)
    _print(floor, programs)


async def _measure(floor: Floor, programs: list[Program]) -> None:
    presser, *_ = await members_of(floor.bot.discord, ["Player"])
    await floor.bot.start()
    await presser.slash("new")
    for program in programs:
        await program.start()
    await floor.measure(presser, WARM_UP, SHOWS // BLOCKS)
    floor.forget()
    for _ in range(BLOCKS):
        await floor.measure(presser, FLOOR_CLICKS, SHOWS // BLOCKS)
        for program in programs:
            await program.measure()


async def members_of(discord: DiscordProcess, names: Sequence[str]) -> list[Member]:
    """Add members to a new server with one channel; returns them."""
    guild, (channel,) = await discord.add_guild()
    return [await add_member(discord, guild, channel, name) for name in names]


def _print(floor: Floor, programs: list[Program]) -> None:
    """Print each click beside the floor with its rhythm, and its bodies if it has files.

    The first Shows of a table, and one that computers follow, send more than other Shows: they are
    compared with as many requests of the floor's.
    """
    edit, hand, show = floor.edit.cpu_ms, floor.hand.cpu_ms, floor.show.cpu_ms
    beside = [(kind, edit) for kind in (floor.busy, floor.edit, floor.file)]
    beside += [(floor.hand, hand), (floor.show, show)]
    for program in programs:
        game, mixed = program.game, program.mixed.show
        beside += [(game.hand, hand), (game.step, floor.file.cpu_ms), (game.show, show)]
        for kind in (program.first, mixed):
            beside += [(kind, show * kind.requests_each / floor.show.requests_each)]
    print_table(
        ("click", "p50 ms", "p99 ms", "CPU ms", "of its floor", "requests"),
        [
            (
                clicks.name,
                clicks.latency_ms(0.5),
                clicks.latency_ms(0.99),
                clicks.cpu_ms,
                f"{clicks.cpu_ms / least:.1f}×",
                clicks.requests_each,
            )
            for clicks, least in beside
        ],
    )
