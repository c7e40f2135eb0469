"""What one click costs, one after the other: the program beside the least that a bot does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.benchmarks.clicks.figures import Clicks, print_table
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import Answer, Member, Message, add_member
from tests.loopback.driver.player import Player, has_ended, played_by

WARM_UP, BLOCKS, FLOOR_CLICKS, HANDS = 20, 4, 30, 30
SHOWS = 40
EMOJIS = 13
_QUIET = 0.25
"""Seconds without a change after which nothing more is expected."""
_PACED = 1.2
"""The same after a turn: the bot edits at most five messages of a channel in five seconds."""


class FloorProcess(BotProcess):
    module = "tests.benchmarks.clicks.floor_bot"


async def quiet(discord: DiscordProcess, seconds: float = _QUIET) -> None:
    """Until nothing has changed for so long."""
    changes = -1
    while (newest := await discord.wait_for_change(changes, seconds)) != changes:
        changes = newest


class Meter:
    """Counts what a program and its Discord do between two moments."""

    def __init__(self, bot: BotProcess) -> None:
        self.bot = bot
        self.discord = bot.discord

    @asynccontextmanager
    async def measuring(self, clicks: Clicks, seconds: float = _QUIET) -> AsyncIterator[None]:
        """Add the cost to `clicks`, with what follows until nothing changes for so long."""
        cpu, before = self.bot.cpu_seconds(), (await self.discord.summary())["total"]
        yield
        await quiet(self.discord, seconds)
        clicks.cpu += self.bot.cpu_seconds() - cpu
        clicks.requests += (await self.discord.summary())["total"] - before

    async def press(
        self, clicks: Clicks, member: Member, label: str, on: Message, seconds: float = _QUIET
    ) -> Answer:
        async with self.measuring(clicks, seconds):
            answer = await member.press(label, on)
            clicks.add(answer)
        return answer


class Floor:
    """The minimal bot with its two buttons."""

    def __init__(self, discord: DiscordProcess, folder: Path) -> None:
        self.bot = FloorProcess(discord, folder)
        self.edit = Clicks("floor: a button that edits its message")
        self.file = Clicks("floor: a button that sends a private file")
        self._meter = Meter(self.bot)

    async def measure(self, member: Member, clicks: int) -> None:
        for kind, label in ((self.edit, "Edit"), (self.file, "File")):
            message = next(one for one in await member.sees() if label in one.labels)
            # One by one, as the program's clicks: what was idle is slower than what is busy.
            for _ in range(clicks):
                await self._meter.press(kind, member, label, message)

    def forget(self) -> None:
        """What was measured so far was to warm up."""
        self.edit, self.file = Clicks(self.edit.name), Clicks(self.file.name)


class Game:
    """Games of three members at a table of the program."""

    def __init__(self, bot: BotProcess, members: list[Member]) -> None:
        self.hand = Clicks("My hand")
        self.step = Clicks("first step of a Scout")
        self.show = Clicks("Show, with all it publishes")
        self.members = members
        self._meter = Meter(bot)
        self._discord = bot.discord
        self._players = [Player(member) for member in members]

    async def open(self) -> None:
        host, *others = self.members
        await host.slash("new", rounds=3, seats=len(self.members))
        for member in others:
            await member.press("Join")
        await host.press("Start")
        await quiet(self._discord)

    async def hands(self, clicks: int) -> None:
        table = next(one for one in reversed(await self.members[0].sees()) if _is_table(one))
        for number in range(clicks):
            member = self.members[number % len(self.members)]
            await self._meter.press(self.hand, member, "My hand", table)

    async def turns(self, shows: int) -> None:
        """Turns until so many Shows were measured."""
        wanted = self.show.count + shows
        while self.show.count < wanted:
            if await has_ended(self.members[0]):
                await self.open()
            for player in self._players:
                await self._turn(player)

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
        self.hand, self.step = Clicks(self.hand.name), Clicks(self.step.name)
        self.show = Clicks(self.show.name)


def _is_table(message: Message) -> bool:
    return "My hand" in message.labels


async def costs(folder: Path) -> None:
    """Measure both by turns, so that both meet the same machine; print a table."""
    async with DiscordProcess() as one, DiscordProcess() as other:
        floor = Floor(one, folder)
        bot = BotProcess(other, folder)
        try:
            await _measure(floor, bot)
        finally:
            await floor.bot.kill()
            await bot.kill()


async def _measure(floor: Floor, bot: BotProcess) -> None:
    presser, *_ = await _members(floor.bot.discord, 1)
    game = Game(bot, await _members(bot.discord, 3))
    await floor.bot.start()
    await bot.start()
    while (await bot.discord.summary())["emojis"] < EMOJIS:
        await quiet(bot.discord)
    # One click after the other is within the rates; games so quick are not.
    await bot.discord.enforce_limits(False)
    await presser.slash("new")
    await game.open()
    await floor.measure(presser, WARM_UP)
    await game.hands(WARM_UP)
    await game.turns(WARM_UP)
    floor.forget()
    game.forget()
    for _ in range(BLOCKS):
        await floor.measure(presser, FLOOR_CLICKS)
        await game.hands(HANDS)
        await game.turns(SHOWS // BLOCKS)
    _print(floor, game)


async def _members(discord: DiscordProcess, count: int) -> list[Member]:
    guild, (channel,) = await discord.add_guild()
    return [await add_member(discord, guild, channel, f"Player {n}") for n in range(count)]


def _print(floor: Floor, game: Game) -> None:
    print_table(
        ("click", "p50 ms", "p99 ms", "CPU ms", "of floor", "of floor with file", "requests"),
        [
            (
                clicks.name,
                clicks.latency_ms(0.5),
                clicks.latency_ms(0.99),
                clicks.cpu_ms,
                f"{clicks.cpu_ms / floor.edit.cpu_ms:.1f}×",
                f"{clicks.cpu_ms / floor.file.cpu_ms:.1f}×",
                clicks.requests / clicks.count,
            )
            for clicks in (floor.edit, floor.file, game.hand, game.step, game.show)
        ],
    )
