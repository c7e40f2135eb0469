"""As much of Discord as a bot needs to log in and wait, on a port of this machine."""

from types import TracebackType
from typing import Any, Self

from aiohttp import WSMsgType, web

GOOD_TOKEN = "good.token"  # noqa: S105 - of no real bot
BOT, APPLICATION = "4711", "4712"
_USER: dict[str, Any] = {
    "id": BOT,
    "username": "Scout",
    "discriminator": "0",
    "avatar": None,
    "bot": True,
}
_APPLICATION: dict[str, Any] = {
    "id": APPLICATION,
    "name": "Scout",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": _USER,
    "verify_key": "",
    "flags": 0,
}


class LoopbackDiscord:
    """An async context; `commands` are those that the bot registered, `emojis` its uploads."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.emojis: list[dict[str, Any]] = []
        self.goodbye: int | None = None
        """The code with which the bot closed its connection."""
        application = web.Application()
        application.add_routes(
            [
                web.get("/users/@me", self._user),
                web.get("/oauth2/applications/@me", self._application),
                web.put(f"/applications/{APPLICATION}/commands", self._register),
                web.get(f"/applications/{APPLICATION}/emojis", self._list_emojis),
                web.post(f"/applications/{APPLICATION}/emojis", self._create_emoji),
                web.get("/gateway", self._gateway),
            ]
        )
        self._runner = web.AppRunner(application)
        self.port = 0

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._runner.cleanup()

    async def _user(self, request: web.Request) -> web.Response:
        if request.headers["Authorization"] != f"Bot {GOOD_TOKEN}":
            return _json({"message": "401: Unauthorized", "code": 0}, status=401)
        return _json(_USER)

    async def _application(self, _request: web.Request) -> web.Response:
        return _json(_APPLICATION)

    async def _register(self, request: web.Request) -> web.Response:
        self.commands = [command["name"] for command in await request.json()]
        return _json([])

    async def _list_emojis(self, _request: web.Request) -> web.Response:
        return _json({"items": []})

    async def _create_emoji(self, request: web.Request) -> web.Response:
        self.emojis.append(await request.json())
        created = {"id": str(len(self.emojis)), "name": self.emojis[-1]["name"], "user": _USER}
        return _json(created, status=201)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 60_000}})
        async for message in socket:
            if message.type is WSMsgType.TEXT and message.json()["op"] == 2:
                assert message.json()["d"]["token"] == GOOD_TOKEN
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": self._ready()})
        self.goodbye = socket.close_code
        return socket

    def _ready(self) -> dict[str, Any]:
        return {
            "v": 10,
            "user": _USER,
            "guilds": [],
            "session_id": "1",
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "application": {"id": APPLICATION, "flags": 0},
        }


def _json(body: object, status: int = 200) -> web.Response:
    # discord.py parses nothing but exactly this content type.
    response = web.json_response(body, status=status)
    response.headers["Content-Type"] = "application/json"
    return response
