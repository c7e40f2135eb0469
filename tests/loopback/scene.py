"""A loopback Discord in this process, with one channel, two members and a bot without a library."""

import asyncio
from typing import Any

from bot.ui.kit.permissions import PERMISSIONS
from tests.loopback.raw_bot import RawBot
from tests.loopback.server.acting import Acting
from tests.loopback.server.service import LoopbackDiscord

HAND: dict[str, Any] = {"content": "Your hand", "flags": 64}


def with_button(custom_id: str = "one", **fields: Any) -> dict[str, Any]:
    """A message with a button."""
    button = {"type": 2, "style": 2, "label": "Press", "custom_id": custom_id}
    return {"content": "A table", "components": [{"type": 1, "components": [button]}], **fields}


class Scene:
    def __init__(self, discord: LoopbackDiscord, bot: RawBot) -> None:
        self.discord = discord
        self.bot = bot
        world = discord.world
        guild = world.add_guild("A server")
        self.channel = world.add_channel(guild, "scout", PERMISSIONS.value)
        self.mia = world.add_member(guild, "Mia", 0, None)
        self.noa = world.add_member(guild, "Noa", 0, None)
        self._acting = Acting(world, discord.interactions, discord.gateway)
        self.acts: list[asyncio.Task[Any]] = []

    @property
    def messages(self) -> str:
        return f"/channels/{self.channel.id}/messages"

    async def press(self, message_id: str, custom_id: str = "one", **said: Any) -> Any:
        """Press a button, by default as Mia; returns the event that the bot gets of it."""
        usual = {
            "channel": self.channel.id,
            "member": self.mia.id,
            "message": message_id,
            "custom_id": custom_id,
            "values": None,
            "crafted": False,
        }
        task = asyncio.create_task(self._acting.act(usual | said))
        event = asyncio.create_task(self.bot.event("INTERACTION_CREATE"))
        await asyncio.wait({task, event}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            # The press was refused.
            event.cancel()
            return task.result()
        self.acts.append(task)
        return await event

    async def pressed(self) -> Any:
        """Press on a public message with a button; returns the event."""
        sent = await self.bot.request("POST", self.messages, with_button())
        return await self.press(sent.body["id"])

    async def fault_is_met(self) -> None:
        """Wait until a request has met the first fault."""
        while not self.discord.faults.laid[0].met:  # noqa: ASYNC110 - it is at the other end
            await asyncio.sleep(0.001)

    def close(self) -> None:
        for task in self.acts:
            task.cancel()

    def seen_by(self, member_id: int | None) -> list[str]:
        """The texts of the messages that a member sees, or that everybody sees."""
        shown = self.channel.messages.values()
        return [one.shown["content"] for one in shown if one.is_seen_by(member_id)]
