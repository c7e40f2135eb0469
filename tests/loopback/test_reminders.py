"""Several processes on one database and one Discord send each reminder once, none in a pause."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.tables.core.state import TableState
from tests.loopback.chaos.history import histories
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Member, add_member
from tests.loopback.driver.player import Player
from tests.loopback.shared_database import fleet
from tests.support.storage.postgres_server import is_installed

pytestmark = [
    pytest.mark.long,  # starts several processes of the program
    pytest.mark.skipif(not is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.usefixtures("bare_environment"),
]

DAY, WEEK = 86_400, 604_800
WAIT = 90
"""A first reminder is due after so many seconds."""


class ProgramWithSetClock(BotProcess):
    module = "tests.support.process.run_with_set_clock"


class Scene:
    """What the processes and the tests share: a clock, a database, and what Discord got."""

    def __init__(self, discord: DiscordProcess, url: str, folder: Path) -> None:
        self.discord = discord
        self.url = url
        self._clock = folder / "clock"
        self._sent = folder / "requests" / "requests.jsonl"
        self.set_clock(0)
        # No copies of a process in which the program's functions have the true clock.
        self.bots = fleet(
            *(discord, folder, url, ["0"]),
            program=ProgramWithSetClock,
            CLOCK_FILE=str(self._clock),
            COPY_PROGRAMS="",
        )

    def set_clock(self, seconds: float) -> None:
        """Make the clock of all processes wrong by so much."""
        new = self._clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._clock)

    async def table_in(self, channel: str) -> TableState:
        tables = await histories(self.url)
        return next(one.state for one in tables if str(one.state.channel_id) == channel)

    async def begin(self, *members: Member, turn_limit: int) -> tuple[Player, Player]:
        """Begin a game of these two; returns the one on turn first."""
        channel, players = members[0].channel, [Player(member) for member in members]
        await members[0].slash("new", turn_limit=turn_limit)
        await members[1].press("Join")
        await members[0].press("Start")
        while len(to_move := (await self.table_in(channel)).to_move) != 1:
            for player in players:
                if int(player.member.id) in [seat.user_id for seat in to_move]:
                    await player.step()
        players.sort(key=lambda player: int(player.member.id) != to_move[0].user_id)
        return players[0], players[1]

    async def move(self, player: Player) -> None:
        """Play this member's turn, in a new hand: tokens of before the clock was set have ended."""
        channel = player.member.channel
        decision = (await self.table_in(channel)).decision_number
        await player.member.press("My hand")
        while (await self.table_in(channel)).decision_number == decision:
            await player.step()

    def reminders(self, member: Member) -> int:
        """How often a message reminded this member."""
        sent = [json.loads(line) for line in self._sent.read_text("utf-8").splitlines()]
        contents = [
            one["body"].get("content") or ""
            for one in sent
            if one["route"].startswith("POST /channels/") and isinstance(one["body"], dict)
        ]
        return sum(f"<@{member.id}>, it is your move." in content for content in contents)

    async def until_reminded(self, member: Member) -> None:
        changes = -1
        while not self.reminders(member):
            newest = await self.discord.wait_for_change(changes, PATIENCE)
            assert newest > changes, f"{member.name} was not reminded"
            changes = newest


async def four_in_two_channels(discord: DiscordProcess) -> Sequence[Member]:
    guild, (here, there) = await discord.add_guild(channels=2)
    places = {"Mia": here, "Noa": here, "Ava": there, "Leo": there}
    return [await add_member(discord, guild, place, name) for name, place in places.items()]


async def pause_a_day(member: Member) -> None:
    panel = (await member.slash("pause")).message
    assert panel is not None
    days = next(control for control in panel.controls if control.label == "1 day")
    answer = await member.use(panel, days)
    assert answer.message is not None
    assert "You pause until" in answer.message.words


async def test_each_reminder_comes_once_and_a_pause_holds_whichever_process_acts(
    discord: DiscordProcess, shared_url: str, tmp_path: Path
) -> None:
    scene = Scene(discord, shared_url, tmp_path)
    mia, noa, ava, leo = await four_in_two_channels(discord)
    try:
        await scene.bots.start()
        first, second = await scene.begin(mia, noa, turn_limit=DAY)
        await pause_a_day(second.member)
        scene.set_clock(WAIT)
        await scene.until_reminded(first.member)
        # Another process acts from now on.
        await scene.bots.add("0")
        assert await scene.bots.processes[0].stop() == 0
        await scene.move(first)
        other, _ = await scene.begin(ava, leo, turn_limit=WEEK)
        scene.set_clock(2 * WAIT)
        await scene.until_reminded(other.member)
        # The turn that waits for the paused member began before that one.
        assert scene.reminders(second.member) == 0
        scene.set_clock(DAY + 3 * WAIT)
        await scene.until_reminded(second.member)
        await scene.bots.add("0")
        assert await scene.bots.processes[1].stop() == 0
        await second.member.press("My hand")
        reminded = (first.member, second.member, other.member)
        assert [scene.reminders(one) for one in reminded] == [1, 1, 1]
    finally:
        await scene.bots.kill_all()
    assert [line for bot in scene.bots.processes for line in bot.errors()] == []
