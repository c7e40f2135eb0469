"""The routes by which a bot reads its servers: their roles, channels, and itself as a member."""

from functools import reduce
from operator import or_

from aiohttp import web

from tests.loopback.server import payloads
from tests.loopback.server.checks import json_reply
from tests.loopback.server.refusals import Json, unknown_guild
from tests.loopback.server.world import Guild, World, number


class GuildRoutes:
    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[web.RouteDef]:
        guild = "/guilds/{guild_id}"
        return [
            web.get("/users/@me/guilds", self._list, allow_head=False),
            web.get(guild, self._read, allow_head=False),
            web.get(guild + "/channels", self._channels, allow_head=False),
            web.get(guild + "/members/{user_id}", self._member, allow_head=False),
        ]

    async def _list(self, request: web.Request) -> web.Response:
        after, limit = int(request.query.get("after", 0)), int(request.query["limit"])
        found = [one for number, one in sorted(self._world.guilds.items()) if number > after]
        return json_reply([_listed(one) for one in found[:limit]])

    async def _read(self, request: web.Request) -> web.Response:
        guild = self._guild(request)
        payload = payloads.guild(guild)
        everyone = {**payload["roles"][0], "permissions": str(_allowed(guild))}
        unsent = ("channels", "threads", "members", "presences", "voice_states", "large")
        kept = {name: value for name, value in payload.items() if name not in unsent}
        return json_reply({**kept, "roles": [everyone]})

    async def _channels(self, request: web.Request) -> web.Response:
        channels = self._guild(request).channels.values()
        return json_reply([payloads.channel(one) for one in channels if not one.is_thread])

    async def _member(self, request: web.Request) -> web.Response:
        guild = self._guild(request)
        if request.match_info["user_id"] == payloads.BOT:
            return json_reply(payloads.guild(guild)["members"][0])
        return json_reply(payloads.member(guild.members[number(request.match_info["user_id"])]))

    def _guild(self, request: web.Request) -> Guild:
        guild_id = number(request.match_info["guild_id"])
        if guild_id not in self._world.guilds:
            raise unknown_guild()
        return self._world.guilds[guild_id]


def _listed(guild: Guild) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "banner": None,
        "owner": False,
        "permissions": str(_allowed(guild)),
        "features": [],
    }


def _allowed(guild: Guild) -> int:
    """The bot's permissions by its roles: all those that it has in some channel."""
    return reduce(or_, (one.allowed for one in guild.channels.values()), 0)
