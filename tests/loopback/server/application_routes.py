"""The routes of the application itself: its identity, its commands, and its emojis."""

from typing import Any

from aiohttp import web

from tests.loopback.server import payloads
from tests.loopback.server.checks import current_body, json_reply
from tests.loopback.server.refusals import unknown_emoji
from tests.loopback.server.world import World, number


class ApplicationRoutes:
    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[web.RouteDef]:
        application = "/applications/{application_id}"
        return [
            web.get("/users/@me", self._user, allow_head=False),
            web.get("/oauth2/applications/@me", self._application, allow_head=False),
            web.get(application + "/commands", self._list_commands, allow_head=False),
            web.put(application + "/commands", self._register),
            web.get(application + "/emojis", self._list_emojis, allow_head=False),
            web.post(application + "/emojis", self._create_emoji),
            web.delete(application + "/emojis/{emoji_id}", self._delete_emoji),
        ]

    async def _user(self, _request: web.Request) -> web.Response:
        return json_reply(payloads.BOT_USER)

    async def _application(self, _request: web.Request) -> web.Response:
        return json_reply({**payloads.APPLICATION_INFO, **self._world.application})

    async def _list_commands(self, _request: web.Request) -> web.Response:
        return json_reply([_told_command(one) for one in self._world.commands.values()])

    async def _register(self, request: web.Request) -> web.Response:
        sent: list[dict[str, Any]] = current_body().payload or []
        known = {name: command["id"] for name, command in self._world.commands.items()}
        self._world.commands = {
            command["name"]: {
                **command,
                "id": known.get(command["name"], str(self._world.new_id())),
                "application_id": payloads.APPLICATION,
                "version": "1",
            }
            for command in sent
        }
        self._world.offers_commands.set()
        return json_reply(list(self._world.commands.values()))

    async def _list_emojis(self, _request: web.Request) -> web.Response:
        return json_reply({"items": [_payload(emoji) for emoji in self._world.emojis.values()]})

    async def _create_emoji(self, request: web.Request) -> web.Response:
        emoji_id = self._world.new_id()
        self._world.emojis[emoji_id] = {**current_body().fields, "id": str(emoji_id)}
        return json_reply(_payload(self._world.emojis[emoji_id]), 201)

    async def _delete_emoji(self, request: web.Request) -> web.Response:
        if self._world.emojis.pop(number(request.match_info["emoji_id"]), None) is None:
            raise unknown_emoji()
        return web.Response(status=204)


def _told_command(registered: dict[str, Any]) -> dict[str, Any]:
    """The command with what Discord adds, and without what it leaves out: options that say no."""
    filled = {"default_permission": True, "nsfw": False, "name_localizations": None}
    payload = {**filled, **registered}
    if payload.get("default_member_permissions") is not None:
        payload["default_member_permissions"] = str(payload["default_member_permissions"])
    return {**payload, "options": [_told_option(one) for one in registered.get("options", [])]}


def _told_option(option: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in option.items() if value not in (False, None, [])}
    if "options" in kept:
        kept["options"] = [_told_option(one) for one in kept["options"]]
    return kept


def _payload(emoji: dict[str, Any]) -> dict[str, Any]:
    """The emoji without its picture, which Discord keeps elsewhere."""
    return {
        "id": emoji["id"],
        "name": emoji["name"],
        "roles": [],
        "require_colons": True,
        "managed": False,
        "available": True,
        "animated": False,
        "user": payloads.BOT_USER,
    }
