"""Members who play one game after the other in their channel, whatever the program does."""

import asyncio
import random
from contextlib import suppress

from bot.ui.kit.component_id import Verb, parse_component_id
from tests.loopback.chaos.program import QUICK_TURN
from tests.loopback.driver.discord_process import NotPossible
from tests.loopback.driver.member import Member, Message
from tests.loopback.driver.player import Attempt, Player

_PATIENCE = 1.5
"""After so many seconds without a move a player asks for their hand again."""
_SLEEP = 4.0 * QUICK_TURN
"""A sleep lasts so many seconds: a member who misses two turns is away."""
_TICK = 0.05


class Pause:
    """Stops and restarts the players; `rest` waits until no press is under way."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._idle = asyncio.Condition()
        self._acting = 0

    async def __aenter__(self) -> None:
        await self._open.wait()
        self._acting += 1

    async def __aexit__(self, *_error: object) -> None:
        self._acting -= 1
        async with self._idle:
            self._idle.notify_all()

    def resume(self) -> None:
        self._open.set()

    def stop(self) -> None:
        """Keep every player from beginning a press from now on."""
        self._open.clear()

    async def rest(self) -> None:
        """Wait until no press is under way."""
        async with self._idle:
            await self._idle.wait_for(lambda: not self._acting)


class Place:
    """One channel with its members, of whom the first opens the tables."""

    def __init__(self, members: list[Member]) -> None:
        self.members = members

    async def public(self) -> list[Message]:
        return [one for one in await self.members[0].sees() if not one.is_private]


class Opener(Place):
    """Opens tables and closes them again."""

    async def close(self) -> None:
        """Close the table, if there is one."""
        with suppress(NotPossible, LookupError):
            question = await self.members[0].press("Cancel")
            await self.members[0].press("Close the table", question.message)

    async def open(self) -> None:
        await self.members[0].slash("new")


class GameTable(Place):
    """The members who play there, one who watches, and the options of their tables.

    With a turn limit the last of them sleeps half of the time.
    """

    def __init__(
        self,
        members: list[Member],
        watcher: Member,
        computers: int,
        pause: Pause,
        rng: random.Random,
        **options: object,
    ) -> None:
        super().__init__(members)
        self.players = [Player(member, rng) for member in members]
        self._watcher = watcher
        self._computers = computers
        self._pause = pause
        self._options = options
        self._moved_at = 0.0
        self._watched_at = 0.0

    @property
    def attempts(self) -> list[Attempt]:
        return [attempt for player in self.players for attempt in player.attempts]

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            # What was seen may be gone when it is pressed.
            with suppress(NotPossible, LookupError):
                await self._go_on()
            await asyncio.sleep(_TICK)

    async def _go_on(self) -> None:
        verbs = _verbs(await self.public())
        if Verb.START in verbs:
            await self._fill_lobby()
        elif Verb.SHOW_HAND in verbs:
            await self._move(verbs)
        else:
            seats = len(self.members) + 2
            async with self._pause:
                await self.members[0].slash("new", rounds=1, seats=seats, **self._options)

    async def _fill_lobby(self) -> None:
        for member in self.members[1:]:
            await self._press(member, "Join")
        for _ in range(self._computers):
            await self._press(self.members[0], "Add easy")
        await self._press(self.members[0], "Start")

    async def _press(self, member: Member, label: str) -> None:
        async with self._pause:
            await member.press(label)

    async def _move(self, verbs: set[Verb]) -> None:
        now = asyncio.get_running_loop().time()
        awake = [player for player in self.players if not self._is_asleep(player, now)]
        if Verb.COME_BACK in verbs and self.players[-1] in awake:
            await self._press(self.members[-1], "I'm back")
        for player in awake:
            async with self._pause:
                if await player.step() is not None:
                    self._moved_at = now
        if now - self._moved_at > _PATIENCE:
            # The token of a hand may have been lost with the program.
            for player in awake:
                await self._press(player.member, "My hand")
            self._moved_at = now
        if now - self._watched_at > _PATIENCE:
            self._watched_at = now
            await self._press(self._watcher, "Watch")

    def _is_asleep(self, player: Player, now: float) -> bool:
        limited = "turn_limit" in self._options and player is self.players[-1]
        return limited and now % (2 * _SLEEP) < _SLEEP


def _verbs(messages: list[Message]) -> set[Verb]:
    """The verbs that can be pressed in the newest message that has buttons."""
    for message in reversed(messages):
        found = [parse_component_id(control.custom_id) for control in message.controls]
        verbs = {one.verb for one in found if one is not None}
        if verbs:
            return verbs
    return set()
