"""A loopback Discord as its own process, and all calls that it takes."""

import os
import signal
from asyncio.subprocess import Process
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiohttp

from bot.ui.delivery.requests import Connector
from bot.ui.kit.permissions import PERMISSIONS
from tests.support.process.starts import ROOT, Copy, start_program

PATIENCE = 120.0
"""A test waits so many seconds for anything."""


class NotPossible(Exception):
    """Raised when Discord offers the member no such thing, or does not know that name."""


class DiscordProcess:
    """An async context. With a `record` folder the bodies of all requests are kept there.

    Each method is a call to the process; ids are strings.
    """

    def __init__(self, record: Path | None = None) -> None:
        self.port = 0
        self._record = record
        self._process: Process | Copy | None = None
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        options = [] if self._record is None else ["--record", str(self._record)]
        self._process = await start_program(
            *("tests.loopback.server", *options),
            folder=ROOT,
            environment={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *_search_path()])},
        )
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line, "the loopback Discord did not start"
        self.port = int(line)
        self._session = aiohttp.ClientSession(
            connector=Connector(), timeout=aiohttp.ClientTimeout(total=None)
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._process is not None
        assert self._session is not None
        await self._session.close()
        if self._process.returncode is None:
            os.kill(self._process.pid, signal.SIGKILL)
        await self._process.wait()

    async def call(self, name: str, /, **said: Any) -> Any:
        """Call Discord. Raises NotPossible where it refuses."""
        assert self._session is not None
        address = f"http://127.0.0.1:{self.port}/control/{name}"
        async with self._session.post(address, json=said) as reply:
            result = await reply.json()
        if reply.status != 200:
            raise NotPossible(result["error"])
        return result

    async def add_guild(
        self,
        name: str = "A server",
        channels: int = 1,
        allowed: int = PERMISSIONS.value,
        shard: tuple[int, int] | None = None,
        community: str | None = None,
    ) -> tuple[str, list[str]]:
        """A server with the bot in it: its id and those of its channels.

        `shard` is the id and the count of the shard that it is to be in, `community` the language
        of a Community server.
        """
        said = {"name": name, "channels": channels, "allowed": allowed, "shard": shard}
        result = await self.call("add_guild", **said, community=community)
        return result["id"], result["channels"]

    async def plant(
        self, channels: int, members: int, message: dict[str, Any]
    ) -> tuple[str, list[dict[str, Any]]]:
        """A server with channels: its id, and of each channel its `id`, its `members` and the `id`
        of this message in it, as `message`."""
        result = await self.call(
            "plant", channels=channels, members=members, message=message, allowed=PERMISSIONS.value
        )
        return result["guild"], result["channels"]

    async def add_channel(self, guild: str, allowed: int = PERMISSIONS.value) -> str:
        result = await self.call("add_channel", guild=guild, name="scout", allowed=allowed)
        return str(result["id"])

    async def remove_channel(self, channel: str) -> None:
        """A moderator deletes the channel or the thread."""
        await self.call("remove_channel", channel=channel)

    async def allow(self, channel: str, allowed: int) -> None:
        """Change the bot's permissions in the channel."""
        await self.call("allow", channel=channel, allowed=allowed)

    async def open_direct(self, member: str) -> str:
        """The channel of direct messages between the member and the bot."""
        result = await self.call("open_direct", member=member, allowed=PERMISSIONS.value)
        return str(result["id"])

    async def wait_for_change(self, since: int, seconds: float = 1.0) -> int:
        """Wait for a change after the count `since`, or for the time; returns the new count."""
        return int(await self.call("wait_for_change", since=since, seconds=seconds))

    async def private_changes(self) -> list[dict[str, Any]]:
        """Each private message as it was sent or changed: `at` by Discord's monotonic clock, the
        `member`, whether it `is_new`, and the `custom_ids` that can be pressed since then."""
        return list(await self.call("private_changes"))

    async def lay_fault(self, kind: str, route: str = "*", **fields: Any) -> None:
        """Lay a fault with the fields of `tests.loopback.server.faults.Fault` for `for_seconds`."""
        await self.call("lay_fault", kind=kind, route=route, **fields)

    async def clear_faults(self) -> None:
        await self.call("clear_faults")

    async def enforce_limits(self, enforced: bool) -> None:
        """Choose whether requests beyond Discord's rates are refused, as they are at first."""
        await self.call("enforce_limits", enforced=enforced)

    async def use_up_limits(self, seconds: float) -> None:
        """Refuse all requests that count towards the bot's rate, for so long."""
        await self.call("use_up_limits", seconds=seconds)

    async def age_tokens(self, seconds: float) -> None:
        """Make the tokens of all interactions so far older."""
        await self.call("age_tokens", seconds=seconds)

    async def allow_answers_for(self, seconds: float) -> None:
        """Accept answers to interactions for so long, in place of Discord's three seconds."""
        await self.call("allow_answers_for", seconds=seconds)

    async def wait_for_login(self, count: int, seconds: float = PATIENCE) -> Any:
        """Wait for so many logins; returns `ready_at` and `now` by Discord's monotonic clock."""
        return await self.call("wait_for_login", count=count, seconds=seconds)

    async def drop_gateway(self, *, resumable: bool = True, shard: int | None = None) -> None:
        """Tell the bot to connect again, with its session or with a new one: all shards or one."""
        await self.call("drop_gateway", resumable=resumable, shard=shard)

    async def refuse_gateway(self, refused: bool) -> None:
        await self.call("refuse_gateway", refused=refused)

    async def silence_gateway(self) -> None:
        """Leave new connections without an answer; `unanswered` in the summary counts them."""
        await self.call("silence_gateway")

    async def set_gateway(self, shards: int = 1, identify_seconds: float = 0.0) -> None:
        """Set how many shards Discord recommends, and how long one login keeps others out."""
        await self.call("set_gateway", shards=shards, identify_seconds=identify_seconds)

    async def requests(self, since: int = 0) -> list[dict[str, Any]]:
        """The bot's requests from that number on: `route`, `at`, `done`, `status`, `code`."""
        return list(await self.call("requests", since=since))

    async def summary(self) -> dict[str, Any]:
        """The counts of requests, and in `problems` every body that Discord refused."""
        return dict(await self.call("summary"))

    async def reset_requests(self) -> None:
        """Count requests from now on only."""
        await self.call("reset_requests")


def _search_path() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
