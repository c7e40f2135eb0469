"""A bot without a library, which sends the loopback Discord exactly what a test says."""

import asyncio
import json
from io import BytesIO
from types import TracebackType
from typing import Any, NamedTuple, Self

import aiohttp

from tests.loopback.server.payloads import APPLICATION
from tests.loopback.server.service import GOOD_TOKEN, LoopbackDiscord


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: Any

    @property
    def code(self) -> int:
        """Discord's code of an error."""
        return int(self.body["code"])


class RawBot:
    """An async context, in which it is logged in at the gateway."""

    def __init__(self, discord: LoopbackDiscord) -> None:
        self.discord = discord
        self.session = aiohttp.ClientSession()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self.last_sequence = 0
        self.session_id = ""

    async def __aenter__(self) -> Self:
        await self.connect()
        await self.send(2, {"token": GOOD_TOKEN, "intents": 1})
        self.session_id = (await self.event("READY"))["session_id"]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
        await self.session.close()

    async def connect(self) -> None:
        address = f"ws://127.0.0.1:{self.discord.port}/gateway"
        self._socket = await self.session.ws_connect(address)

    async def close(self) -> None:
        assert self._socket is not None
        await self._socket.close()

    async def send(self, op: int, data: Any) -> None:
        assert self._socket is not None
        await self._socket.send_json({"op": op, "d": data})

    async def receive(self) -> Any:
        """Receive what the gateway sends next; raises TypeError once the connection is closed."""
        assert self._socket is not None
        async with asyncio.timeout(5):
            received = await self._socket.receive_json()
        self.last_sequence = received.get("s") or self.last_sequence
        return received

    async def event(self, name: str) -> Any:
        """Wait for the next event of that name; returns its data."""
        while True:
            received = await self.receive()
            if received.get("t") == name:
                return received["d"]

    async def request(
        self, method: str, path: str, body: Any = None, *files: bytes, token: str = GOOD_TOKEN
    ) -> Reply:
        address = f"http://127.0.0.1:{self.discord.port}{path}"
        content: dict[str, Any] = {} if body is None else {"json": body}
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for number, file in enumerate(files):
                form.add_field(f"files[{number}]", BytesIO(file), filename=f"{number}.png")
            content = {"data": form}
        headers = {"Authorization": f"Bot {token}"}
        async with self.session.request(method, address, headers=headers, **content) as reply:
            parsed = await reply.json() if reply.status != 204 else None
            return Reply(reply.status, dict(reply.headers), parsed)

    async def answer(self, interaction: Any, kind: int, data: Any = None) -> Reply:
        """Answer an interaction as it came in INTERACTION_CREATE."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
        return await self.request("POST", path, {"type": kind, "data": data or {}})

    async def by_token(
        self, interaction: Any, method: str, message: str = "", body: Any = None
    ) -> Reply:
        """Send a follow-up, or with the id of a `message` change that message."""
        path = f"/webhooks/{APPLICATION}/{interaction['token']}"
        path += f"/messages/{message}" if message else "?wait=true"
        return await self.request(method, path, body)
