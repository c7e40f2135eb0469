"""The gateway: websockets on which the bot logs in with its shards, gets the events of each, and
resumes what it missed.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.loopback.server.checks import json_reply
from tests.loopback.server.payloads import APPLICATION, BOT_USER
from tests.loopback.server.refusals import Json

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME = 0, 1, 2, 6
_RECONNECT, _INVALID_SESSION, _HELLO, _HEARTBEAT_ACK = 7, 9, 10, 11
_AUTHENTICATION_FAILED, _INVALID_SHARD = 4004, 4010
_BEAT_MS = 41_250


@dataclass
class Session:
    """One login of a shard; `sent` are its events in order, for a bot that resumes."""

    shard_id: int
    shard_count: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sent: list[Json] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None

    @property
    def is_connected(self) -> bool:
        """Whether a bot is connected, so that events reach it now."""
        return self.socket is not None and not self.socket.closed

    async def dispatch(self, name: str, data: Any) -> None:
        event = {"op": _DISPATCH, "t": name, "s": len(self.sent) + 1, "d": data}
        self.sent.append(event)
        await self._send(event)

    def gets(self, guild_id: int) -> bool:
        """Whether events of the server are for this shard."""
        return (guild_id >> 22) % self.shard_count == self.shard_id

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
    """`guilds` makes the payloads of GUILD_CREATE for each login with the `token`; all of them
    get every event.

    Several sessions of one shard get the same events, as at Discord. While `refuses`, no login
    succeeds; while `is_silent`, new connections get no answer, and `unanswered` counts them.
    `ready_at` is when the newest login got READY, by time.monotonic(), and `goodbye` the code with
    which the bot closed its connection. `shards` is how many Discord recommends, and
    `identify_seconds` how long no other login can follow one, which Discord keeps at five.
    """

    def __init__(self, token: str, guilds: Callable[[], Iterable[Json]]) -> None:
        self.refuses = False
        self.is_silent = False
        self.unanswered = 0
        self.ready_at: float | None = None
        self.logins = 0
        self.goodbye: int | None = None
        self.address = ""
        self.shards = 1
        self.identify_seconds = 0.0
        self.refused_logins = 0
        self._token = token
        self._guilds = guilds
        self._sessions: dict[str, Session] = {}
        self._next_login = 0.0
        self._connected = asyncio.Event()

    @property
    def is_connected(self) -> bool:
        """Whether a bot is connected, so that events reach it now."""
        return any(session.is_connected for session in self._sessions.values())

    async def dispatch(self, name: str, data: Any) -> None:
        """Send an event to all sessions of its shard; a session without a connection can resume it.

        What belongs to no server is for the first shard.
        """
        whole = name in ("GUILD_CREATE", "GUILD_DELETE")
        guild_id = int(data.get("id" if whole else "guild_id", 0))
        for session in list(self._sessions.values()):
            if session.gets(guild_id):
                await session.dispatch(name, data)

    async def wait_for_login(self, count: int) -> None:
        """Wait until the bot has logged in so often."""
        while self.logins < count:
            await self._connected.wait()

    async def drop(self, *, resumable: bool, shard: int | None = None) -> None:
        """Close the bot's connections, or those of one shard, as Discord does now and then."""
        said = {"op": _RECONNECT, "d": None} if resumable else {"op": _INVALID_SESSION, "d": False}
        for session in list(self._sessions.values()):
            if session.socket is not None and shard in (None, session.shard_id):
                await session.socket.send_json(said)

    async def recommend(self, request: web.Request) -> web.Response:
        """Answer GET /gateway/bot."""
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return json_reply(
            {"url": self.address, "shards": self.shards, "session_start_limit": limit}
        )

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it is closed."""
        if self.refuses:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        if self.is_silent:
            self.unanswered += 1
            await socket.receive()
            return socket
        await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": _BEAT_MS}})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._receive(socket, message.json())
        self.goodbye = socket.close_code
        for session in self._sessions.values():
            if session.socket is socket:
                session.socket = None
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
        shard_id, shard_count = data.get("shard", (0, 1))
        if not 0 <= shard_id < shard_count:
            await socket.close(code=_INVALID_SHARD)
            return
        now = time.monotonic()
        if now < self._next_login:
            self.refused_logins += 1
            await socket.send_json({"op": _INVALID_SESSION, "d": False})
            return
        self._next_login = now + self.identify_seconds
        session = self._begin(shard_id, shard_count, socket)
        guilds = [guild for guild in self._guilds() if session.gets(int(guild["id"]))]
        ready = {
            "v": 10,
            "shard": [shard_id, shard_count],
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

    def _begin(self, shard_id: int, count: int, socket: web.WebSocketResponse) -> Session:
        """Begin a session; those of the same shard without a connection are over."""
        self._sessions = {
            known.id: known
            for known in self._sessions.values()
            if known.is_connected or (known.shard_id, known.shard_count) != (shard_id, count)
        }
        session = Session(shard_id, count, socket=socket)
        self._sessions[session.id] = session
        return session

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> None:
        session = self._sessions.get(data["session_id"])
        if session is None:
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
