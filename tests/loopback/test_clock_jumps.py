"""The host's clock is set while the program runs, or wrong when it starts."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import add_member
from tests.loopback.driver.player import Player

pytestmark = pytest.mark.long  # starts the program

PACE = 1
"""A computer takes a second for a move: it is still to come when the clock is set."""
HOUR = 3600
DAY = 24 * HOUR


class ProgramWithSetClock(BotProcess):
    module = "tests.support.process.run_with_set_clock"

    def __init__(self, discord: DiscordProcess, folder: Path) -> None:
        self._file = folder / "clock"
        self.set_clock(0)
        # No copy of a process in which the program's functions have the true clock.
        settings = {"COPY_PROGRAMS": "", "CLOCK_FILE": str(self._file)}
        super().__init__(discord, folder, COMPUTER_PACE=str(PACE), **settings)

    def set_clock(self, seconds: float) -> None:
        """Make the host's clock wrong by so much."""
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds))
        # At once: it is read all the time.
        new.replace(self._file)


@pytest.fixture
async def bot(
    discord: DiscordProcess, tmp_path: Path, bare_environment: None
) -> AsyncIterator[ProgramWithSetClock]:
    program = ProgramWithSetClock(discord, tmp_path)
    yield program
    await program.kill()


@pytest.fixture
async def player(discord: DiscordProcess, bot: ProgramWithSetClock) -> Player:
    """A member in a game with two computers, which move next."""
    return await begin_game(discord, bot)


async def begin_game(discord: DiscordProcess, bot: ProgramWithSetClock, **options: int) -> Player:
    guild, (channel,) = await discord.add_guild()
    mia = await add_member(discord, guild, channel, "Mia")
    await bot.start()
    await mia.slash("new", rounds=3, **options)
    for _ in range(2):
        await mia.press("Add easy")
    await mia.press("Start")
    player = Player(mia)
    await play(player, 2)
    return player


async def play(player: Player, actions: int) -> None:
    """Play so many actions, each as soon as the member is on turn. Computers move in between."""
    wanted = len(player.attempts) + actions
    changes = -1
    while len(player.attempts) < wanted:
        if await player.step() is None:
            newest = await player.member.discord.wait_for_change(changes, PATIENCE)
            assert newest > changes, "nobody has moved"
            changes = newest


@pytest.mark.parametrize("jump", [2 * HOUR, -HOUR])
async def test_computers_move_and_hands_follow_after_a_jump_of_the_clock(
    bot: ProgramWithSetClock, player: Player, jump: int
) -> None:
    bot.set_clock(jump)
    # Forward, as after a suspension, the tokens of hands have expired. The token of this press is
    # as good as any.
    await player.member.press("My hand")
    await play(player, 3)
    assert all(attempt.acknowledged for attempt in player.attempts)
    assert any("The clock jumped" in line for line in bot.log)
    assert bot.errors() == []


async def test_computers_move_after_a_restart_with_the_clock_put_back(
    bot: ProgramWithSetClock, player: Player
) -> None:
    await bot.kill()
    bot.set_clock(-HOUR)
    await bot.start()
    await player.member.press("My hand")
    await play(player, 2)
    assert bot.errors() == []


async def test_a_clock_that_is_days_behind_at_a_start_takes_no_turn(
    discord: DiscordProcess, bot: ProgramWithSetClock, tmp_path: Path
) -> None:
    """As of a machine without a battery, which is set right by the network a minute later."""
    player = await begin_game(discord, bot, turn_limit=DAY)
    changes = -1
    while await player.hand() is None:
        changes = await discord.wait_for_change(changes)
    await bot.kill()
    bot.set_clock(-2 * DAY)
    await bot.start()
    # Meanwhile the times of the table are read.
    await player.member.press("My hand")
    bot.set_clock(0)
    await until_jumped(bot)
    await play(player, 2)
    assert "a computer moved" not in sent(tmp_path)
    assert bot.errors() == []


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_after_a_suspension_nobody_is_absent_at_once(
    discord: DiscordProcess, bot: ProgramWithSetClock, tmp_path: Path, elsewhere: bool
) -> None:
    """A computer's move elsewhere wakes the scheduler before the clocks are compared."""
    ava = await begin_game(discord, bot) if elsewhere else None
    if ava is None:
        await bot.start()
    guild, (channel,) = await discord.add_guild()
    mia, noa = [await add_member(discord, guild, channel, name) for name in ("Mia", "Noa")]
    await mia.slash("new", rounds=3)
    await noa.press("Join")
    await mia.press("Start")
    await mia.wait_for("My hand")
    await mia.press("My hand")
    await mia.press("Keep")
    if ava is not None:
        await play(ava, 1)
    bot.set_clock(DAY + HOUR)
    await until_jumped(bot)
    await noa.press("My hand")
    await bot.stop()
    assert "would you like to continue?" not in sent(tmp_path)
    assert bot.errors() == []


async def until_jumped(bot: ProgramWithSetClock) -> None:
    while not any("The clock jumped" in line for line in bot.log):  # noqa: ASYNC110 - another process
        await asyncio.sleep(0.1)


def sent(folder: Path) -> str:
    """What the program has sent to Discord."""
    return (folder / "requests" / "requests.jsonl").read_text("utf-8")
