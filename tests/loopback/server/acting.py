"""Carries out what members do: slash commands, presses, and picks from a select."""

import asyncio
from typing import Any

from tests.loopback.server import payloads
from tests.loopback.server.gateway import Gateway
from tests.loopback.server.interactions import (
    COMMAND,
    COMPONENT,
    Interaction,
    Interactions,
    command_data,
    payload,
)
from tests.loopback.server.refusals import Json
from tests.loopback.server.world import Channel, Member, Message, World

_BUTTON, _SELECT = 2, 3
_LATE = 1.0
"""An answer that comes too late is waited for so many seconds."""
_REGISTRATION = 120
"""A bot may take so many seconds to register its commands."""


class NotPossible(Exception):
    """Raised when a member cannot do this: the message or the control is not there for them."""


class Acting:
    def __init__(self, world: World, interactions: Interactions, gateway: Gateway) -> None:
        self._world = world
        self._interactions = interactions
        self._gateway = gateway

    async def act(self, said: Json) -> Json:
        """Carry out one interaction; returns what came of it while it could be answered."""
        return await self._finish(await self._begin(said))

    async def act_together(self, said: Json) -> list[Json]:
        """Carry out the interactions in `all`, sent as fast as the gateway takes them."""
        begun = [await self._begin(one) for one in said["all"]]
        finished = (self._finish(one) for one in begun)
        return list(await asyncio.gather(*finished))

    async def _begin(self, said: Json) -> Interaction:
        channel = self._world.channel(int(said["channel"]))
        member = channel.recipient
        if member is None:
            member = self._world.guilds[channel.guild_id].members[int(said["member"])]
        if "command" in said:
            # A bot may be logged in before it has registered its commands.
            async with asyncio.timeout(_REGISTRATION):
                await self._world.offers_commands.wait()
            data = command_data(self._world.commands, said["command"], said["options"])
            made = self._interactions.begin(COMMAND, member, channel, data, None)
        else:
            made = self._press(said, member, channel)
        await self._gateway.dispatch("INTERACTION_CREATE", payload(made))
        return made

    def _press(self, said: Json, member: Member, channel: Channel) -> Interaction:
        message = channel.message(int(said["message"]))
        values: list[str] | None = said["values"]
        # A crafted press is one that no client of Discord's would send.
        if not said["crafted"]:
            _check(message, member, said["custom_id"], values)
        data: Json = {"custom_id": said["custom_id"], "component_type": _BUTTON, "id": 1}
        if values is not None:
            data |= {"component_type": _SELECT, "values": values}
        return self._interactions.begin(COMPONENT, member, channel, data, message)

    async def _finish(self, made: Interaction) -> Json:
        try:
            async with asyncio.timeout(self._interactions.answer_seconds + _LATE):
                await made.answered.wait()
        except TimeoutError:
            return {**made.result(), "shown": None}
        message = made.channel.messages.get(made.answer or 0)
        return {**made.result(), "shown": None if message is None else payloads.message(message)}


def _check(message: Message, member: Member, custom_id: str, values: list[str] | None) -> None:
    if not message.is_seen_by(member.id):
        raise NotPossible(f"{member.name} does not see that message")
    controls: list[dict[str, Any]] = [
        item for row in message.shown.get("components", []) for item in row["components"]
    ]
    control = next((item for item in controls if item.get("custom_id") == custom_id), None)
    if control is None or control.get("disabled"):
        raise NotPossible(f"nothing with the custom_id {custom_id!r} can be pressed there")
    offered = {option["value"] for option in control.get("options", [])}
    if (control["type"] == _SELECT) != (values is not None) or not offered.issuperset(values or []):
        raise NotPossible(f"{values} cannot be picked there")
