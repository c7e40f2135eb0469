"""A host on the loopback Discord who does what the guided check asks for."""

import asyncio
from typing import Any

from tests.loopback.server.acting import Acting
from tests.loopback.server.service import LoopbackDiscord
from tests.loopback.server.world import Channel, Member, Message

_PATIENCE = 60.0
_ENOUGH = 30.0
"""An answer may take so many seconds, however busy the machine is."""


class GuidedHost:
    """`member` presses in the channel, and answers truly whether an edit has notified them."""

    def __init__(self, discord: LoopbackDiscord, channel: Channel, member: Member) -> None:
        self.discord = discord
        self.channel = channel
        self.member = member
        self._acting = Acting(discord.world, discord.interactions, discord.gateway)

    async def follow(self) -> None:
        """Do everything from the first press to the last."""
        self.discord.interactions.answer_seconds = _ENOUGH
        await self.press("Start")
        # However fast an answer to this comes, it is too late.
        self.discord.interactions.answer_seconds = -1.0
        await self.press("Next", until_answered=False)
        await self._until(lambda: self._has_refused(10062) or self._has_refused(10015))
        self.discord.interactions.answer_seconds = _ENOUGH
        await self.press("Next")
        here = await self._message_with("Here")
        edits = self._count("PATCH /webhooks/")
        await self.press("Here")
        await self._until(lambda: self._count("PATCH /webhooks/") > edits)
        here.dismissed = True
        await self.press("I dismissed it")
        called = {message for message, user in self.discord.world.notified}
        edited = {one.id for one in self.channel.messages.values() if one.edits}
        await self.press("Yes, I was notified" if called & edited else "No")

    async def press(
        self, label: str, *, member: Member | None = None, until_answered: bool = True
    ) -> Any:
        """Press the newest button with this label, once it is there; returns what came of it."""
        message = await self._message_with(label)
        said = {
            "channel": self.channel.id,
            "member": (member or self.member).id,
            "message": message.id,
            "custom_id": _buttons(message)[label],
            "values": None,
            "crafted": False,
        }
        acting = asyncio.create_task(self._acting.act(said))
        return await acting if until_answered else acting

    async def _message_with(self, label: str) -> Message:
        await self._until(lambda: self._find(label) is not None)
        found = self._find(label)
        assert found is not None
        return found

    def _find(self, label: str) -> Message | None:
        seen = [
            one
            for one in self.channel.messages.values()
            if one.is_seen_by(self.member.id) and label in _buttons(one)
        ]
        return seen[-1] if seen else None

    def hear(self, line: str) -> None:
        """Hear what the check says; once it only waits, make a quarter of an hour pass."""
        if line.startswith("Nothing is left to press"):
            self.discord.interactions.age_tokens(16 * 60)

    def _count(self, route: str) -> int:
        return sum(entry.route.startswith(route) for entry in self.discord.log.entries)

    def _has_refused(self, code: int) -> bool:
        return any(
            entry.code == code and entry.route.endswith("/callback")
            for entry in self.discord.log.entries
        )

    async def _until(self, is_so: Any) -> None:
        async with asyncio.timeout(_PATIENCE):
            while not is_so():  # noqa: ASYNC110 - it is at the other end of a connection
                await asyncio.sleep(0.01)


def _buttons(message: Message) -> dict[str, str]:
    """The custom_ids of a message's buttons by their labels."""
    rows = message.shown.get("components", [])
    return {item["label"]: item["custom_id"] for row in rows for item in row["components"]}
