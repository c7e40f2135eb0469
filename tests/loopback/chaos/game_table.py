"""Members who play one game after the other in their channel, whatever the program does."""

import asyncio
import random
from contextlib import suppress

from bot.ui.kit.component_id import Verb, parse_component_id
from tests.loopback.driver.discord_process import NotPossible
from tests.loopback.driver.member import Member, Message
from tests.loopback.driver.player import Attempt, Player

_PATIENCE = 1.5
"""Seconds without a move after which a player asks for their hand again."""
_TICK = 0.05


class Pause:
    """Lets players act or not; `rest` waits until nobody is in the middle of a press."""

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
        """From now on nobody begins to press."""
        self._open.clear()

    async def rest(self) -> None:
        """Until no press is under way."""
        async with self._idle:
            await self._idle.wait_for(lambda: not self._acting)


class GameTable:
    """One channel with its members, of whom the first opens the tables."""

    def __init__(
        self, members: list[Member], computers: int, pause: Pause, rng: random.Random
    ) -> None:
        self.members = members
        self.players = [Player(member, rng) for member in members]
        self.opened = 0
        self._computers = computers
        self._pause = pause
        self._moved_at = 0.0

    @property
    def attempts(self) -> list[Attempt]:
        return [attempt for player in self.players for attempt in player.attempts]

    async def public(self) -> list[Message]:
        return [one for one in await self.members[0].sees() if not one.is_private]

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
            await self._move()
        else:
            async with self._pause:
                await self.members[0].slash("new", rounds=1, seats=len(self.members) + 2)
                self.opened += 1

    async def _fill_lobby(self) -> None:
        for member in self.members[1:]:
            await self._press(member, "Join")
        for _ in range(self._computers):
            await self._press(self.members[0], "Add easy")
        await self._press(self.members[0], "Start")

    async def _press(self, member: Member, label: str) -> None:
        async with self._pause:
            await member.press(label)

    async def _move(self) -> None:
        now = asyncio.get_running_loop().time()
        for player in self.players:
            async with self._pause:
                if await player.step() is not None:
                    self._moved_at = now
        if now - self._moved_at > _PATIENCE:
            # The token of a hand may have been lost with the program.
            for member in self.members:
                await self._press(member, "My hand")
            self._moved_at = now


def _verbs(messages: list[Message]) -> set[Verb]:
    """What can be pressed in the newest message that has buttons."""
    for message in reversed(messages):
        found = [parse_component_id(control.custom_id) for control in message.controls]
        verbs = {one.verb for one in found if one is not None}
        if verbs:
            return verbs
    return set()
