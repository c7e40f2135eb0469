"""The control of the tests: `POST /control/<call>` with a JSON object, for a JSON reply."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.loopback.server import payloads
from tests.loopback.server.acting import Acting, NotPossible
from tests.loopback.server.refusals import Json, Refusal
from tests.loopback.server.world import Message

if TYPE_CHECKING:
    from tests.loopback.server.service import LoopbackDiscord

PREFIX = "/control/"
Call = Callable[[Json], Awaitable[Any]]


class Control:
    """Each public name of `calls` is a call; ids are strings, as everywhere at Discord."""

    def __init__(self, discord: "LoopbackDiscord") -> None:
        self._discord = discord
        self._acting = Acting(discord.world, discord.interactions, discord.gateway)
        self.calls: dict[str, Call] = {
            "add_guild": self._add_guild,
            "plant": self._plant,
            "add_member": self._add_member,
            "add_channel": self._add_channel,
            "open_direct": self._open_direct,
            "remove_channel": self._remove_channel,
            "allow": self._allow,
            "messages": self._messages,
            "private_changes": self._private_changes,
            "wait_for_change": self._wait_for_change,
            "lay_fault": self._lay_fault,
            "clear_faults": self._clear_faults,
            "enforce_limits": self._enforce_limits,
            "use_up_limits": self._use_up_limits,
            "age_tokens": self._age_tokens,
            "allow_answers_for": self._allow_answers_for,
            "wait_for_login": self._wait_for_login,
            "drop_gateway": self._drop_gateway,
            "refuse_gateway": self._refuse_gateway,
            "silence_gateway": self._silence_gateway,
            "set_gateway": self._set_gateway,
            "requests": self._requests,
            "summary": self._summary,
            "reset_requests": self._reset_requests,
            "act": self._acting.act,
            "act_together": self._acting.act_together,
        }

    def routes(self) -> list[web.RouteDef]:
        return [web.post(PREFIX + "{call}", self._serve)]

    async def _serve(self, request: web.Request) -> web.Response:
        call = self.calls[request.match_info["call"]]
        try:
            return web.json_response(await call(await request.json()))
        except (NotPossible, Refusal, LookupError, TimeoutError) as error:
            return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)

    async def _add_guild(self, said: Json) -> Json:
        world = self._discord.world
        guild = world.add_guild(said["name"], said["shard"], said["community"])
        for number in range(said["channels"]):
            world.add_channel(guild, f"scout-{number}", said["allowed"])
        await self._discord.gateway.dispatch("GUILD_CREATE", payloads.guild(guild))
        return {"id": str(guild.id), "channels": [str(channel) for channel in guild.channels]}

    async def _plant(self, said: Json) -> Json:
        """Make a whole server: channels with members of their own, and a message in each."""
        world = self._discord.world
        guild = world.add_guild("A server")
        channels = []
        for number in range(said["channels"]):
            channel = world.add_channel(guild, f"scout-{number}", said["allowed"])
            members = [
                world.add_member(guild, f"Player {seat}", 0, None)
                for seat in range(said["members"])
            ]
            message = Message(world.new_id(), channel.id, said["message"])
            channel.messages[message.id] = message
            planted = {"id": str(channel.id), "message": str(message.id)}
            channels.append({**planted, "members": [str(member.id) for member in members]})
        await self._discord.gateway.dispatch("GUILD_CREATE", payloads.guild(guild))
        return {"guild": str(guild.id), "channels": channels}

    async def _add_member(self, said: Json) -> Json:
        guild = self._discord.world.guilds[int(said["guild"])]
        member = self._discord.world.add_member(
            guild, said["name"], said["permissions"], said["avatar"]
        )
        return {"id": str(member.id)}

    async def _add_channel(self, said: Json) -> Json:
        guild = self._discord.world.guilds[int(said["guild"])]
        channel = self._discord.world.add_channel(guild, said["name"], said["allowed"])
        await self._discord.gateway.dispatch("CHANNEL_CREATE", payloads.channel(channel))
        return {"id": str(channel.id)}

    async def _open_direct(self, said: Json) -> Json:
        world = self._discord.world
        member = next(
            guild.members[int(said["member"])]
            for guild in world.guilds.values()
            if int(said["member"]) in guild.members
        )
        return {"id": str(world.add_direct(member, said["allowed"]).id)}

    async def _remove_channel(self, said: Json) -> None:
        channel = self._discord.world.channel(int(said["channel"]))
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        payload = payloads.channel(channel)
        self._discord.world.remove_channel(channel)
        await self._discord.gateway.dispatch(name, payload)

    async def _allow(self, said: Json) -> None:
        channel = self._discord.world.channel(int(said["channel"]))
        channel.allowed = said["allowed"]
        await self._discord.gateway.dispatch("CHANNEL_UPDATE", payloads.channel(channel))

    async def _messages(self, said: Json) -> list[Json]:
        """Messages of the channel and its threads as the viewer sees them, oldest first; those that
        everybody sees if there is none."""
        world = self._discord.world
        channel = world.channel(int(said["channel"]))
        viewer = None if said["viewer"] is None else int(said["viewer"])
        messages = {
            number: message
            for place in [channel, *world.threads_of(channel)]
            for number, message in place.messages.items()
        }
        return [
            {**payloads.message(message), "changed_at": message.changed_at}
            for _, message in sorted(messages.items())
            if message.is_seen_by(viewer)
        ]

    async def _private_changes(self, _said: Json) -> list[Json]:
        return list(self._discord.world.private_changes)

    async def _wait_for_change(self, said: Json) -> int:
        return await self._discord.world.wait_for_change(said["since"], said["seconds"])

    async def _lay_fault(self, said: Json) -> None:
        self._discord.faults.lay(said)

    async def _clear_faults(self, _said: Json) -> None:
        self._discord.faults.clear()

    async def _enforce_limits(self, said: Json) -> None:
        self._discord.limits.enforced = said["enforced"]

    async def _use_up_limits(self, said: Json) -> None:
        self._discord.limits.use_up(said["seconds"])

    async def _age_tokens(self, said: Json) -> None:
        self._discord.interactions.age_tokens(said["seconds"])

    async def _allow_answers_for(self, said: Json) -> None:
        self._discord.interactions.answer_seconds = said["seconds"]

    async def _wait_for_login(self, said: Json) -> Json:
        gateway = self._discord.gateway
        async with asyncio.timeout(said["seconds"]):
            await gateway.wait_for_login(said["count"])
        return {"logins": gateway.logins, "ready_at": gateway.ready_at, "now": time.monotonic()}

    async def _drop_gateway(self, said: Json) -> None:
        await self._discord.gateway.drop(resumable=said["resumable"], shard=said["shard"])

    async def _refuse_gateway(self, said: Json) -> None:
        self._discord.gateway.refuses = said["refused"]

    async def _silence_gateway(self, _said: Json) -> None:
        self._discord.gateway.is_silent = True

    async def _set_gateway(self, said: Json) -> None:
        gateway = self._discord.gateway
        gateway.shards, gateway.identify_seconds = said["shards"], said["identify_seconds"]

    async def _requests(self, said: Json) -> list[Json]:
        return [entry.counted() for entry in self._discord.log.entries[said["since"] :]]

    async def _summary(self, _said: Json) -> Json:
        return {
            **self._discord.log.summary(),
            "problems": self._discord.log.problems,
            "faults_met": sum(fault.met for fault in self._discord.faults.laid),
            "logins": self._discord.gateway.logins,
            "refused_logins": self._discord.gateway.refused_logins,
            "unanswered": self._discord.gateway.unanswered,
            "connected": self._discord.gateway.is_connected,
            "emojis": len(self._discord.emojis),
            "changes": self._discord.world.changes,
        }

    async def _reset_requests(self, _said: Json) -> None:
        self._discord.log.reset()
