"""The gateway: a websocket on which the bot logs in, gets events, and resumes what it missed."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.loopback.server.payloads import APPLICATION, BOT_USER
from tests.loopback.server.refusals import Json

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME = 0, 1, 2, 6
_RECONNECT, _INVALID_SESSION, _HELLO, _HEARTBEAT_ACK = 7, 9, 10, 11
_AUTHENTICATION_FAILED = 4004
_BEAT_MS = 41_250


@dataclass
class Session:
    """One login; `sent` are its events in order, for a bot that resumes."""

    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sent: list[Json] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None

    async def dispatch(self, name: str, data: Any) -> None:
        event = {"op": _DISPATCH, "t": name, "s": len(self.sent) + 1, "d": data}
        self.sent.append(event)
        await self._send(event)

    async def resume(self, sequence: int) -> None:
        for event in self.sent[sequence:]:
            await self._send(event)
        await self.dispatch("RESUMED", {})

    async def _send(self, event: Json) -> None:
        if self.socket is not None and not self.socket.closed:
            try:
                await self.socket.send_json(event)
            except ConnectionError:
                # The bot has ended; its successor logs in anew.
                self.socket = None


class Gateway:
    """`guilds` gives the payloads of GUILD_CREATE for whoever logs in with the `token`.

    While `refuses`, nobody gets in. `ready_at` is when the newest login was told READY, by
    time.monotonic(), and `goodbye` the code with which the bot closed its connection.
    """

    def __init__(self, token: str, guilds: Callable[[], Iterable[Json]]) -> None:
        self.refuses = False
        self.ready_at: float | None = None
        self.logins = 0
        self.goodbye: int | None = None
        self.address = ""
        self._token = token
        self._guilds = guilds
        self._session: Session | None = None
        self._connected = asyncio.Event()

    @property
    def is_connected(self) -> bool:
        """Whether events reach a bot now."""
        socket = self._session.socket if self._session else None
        return socket is not None and not socket.closed

    async def dispatch(self, name: str, data: Any) -> None:
        """Send an event; one that nobody is there for can be resumed."""
        if self._session is not None:
            await self._session.dispatch(name, data)

    async def wait_for_login(self, count: int) -> None:
        """Until the bot has logged in so often."""
        while self.logins < count:
            await self._connected.wait()

    async def drop(self, *, resumable: bool) -> None:
        """Close the bot's connection, as Discord does now and then."""
        session = self._session
        if session is None or session.socket is None:
            return
        if resumable:
            await session.socket.send_json({"op": _RECONNECT, "d": None})
        else:
            await session.socket.send_json({"op": _INVALID_SESSION, "d": False})

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it is closed."""
        if self.refuses:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": _BEAT_MS}})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._receive(socket, message.json())
        self.goodbye = socket.close_code
        if self._session is not None and self._session.socket is socket:
            self._session.socket = None
        return socket

    async def _receive(self, socket: web.WebSocketResponse, message: Json) -> None:
        if message["op"] == _HEARTBEAT:
            await socket.send_json({"op": _HEARTBEAT_ACK})
        elif message["op"] == _IDENTIFY:
            await self._identify(socket, message["d"])
        elif message["op"] == _RESUME:
            await self._resume(socket, message["d"])

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> None:
        if data["token"] != self._token:
            await socket.close(code=_AUTHENTICATION_FAILED)
            return
        guilds = list(self._guilds())
        self._session = session = Session(socket=socket)
        ready = {
            "v": 10,
            "user": BOT_USER,
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "application": {"id": APPLICATION, "flags": 0},
        }
        await session.dispatch("READY", ready)
        for guild in guilds:
            await session.dispatch("GUILD_CREATE", guild)
        self._note_login()

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> None:
        session = self._session
        if session is None or session.id != data["session_id"]:
            await socket.send_json({"op": _INVALID_SESSION, "d": False})
            return
        session.socket = socket
        await session.resume(data["seq"])
        self._note_login()

    def _note_login(self) -> None:
        self.ready_at = time.monotonic()
        self.logins += 1
        self._connected.set()
        self._connected = asyncio.Event()
