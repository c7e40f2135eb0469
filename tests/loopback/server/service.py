"""The whole Discord on one port: HTTP API, gateway and the control of the tests."""

import time
from email.utils import formatdate
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from aiohttp import web

from tests.loopback.server import payloads
from tests.loopback.server.application_routes import ApplicationRoutes
from tests.loopback.server.broken import Broken
from tests.loopback.server.channel_routes import ChannelRoutes
from tests.loopback.server.checks import Checks
from tests.loopback.server.control import Control
from tests.loopback.server.faults import Faults
from tests.loopback.server.gateway import Gateway
from tests.loopback.server.guild_routes import GuildRoutes
from tests.loopback.server.interaction_routes import InteractionRoutes
from tests.loopback.server.interactions import Interactions
from tests.loopback.server.messages import Messages
from tests.loopback.server.rate_limits import RateLimits
from tests.loopback.server.request_log import RequestLog
from tests.loopback.server.world import World

if TYPE_CHECKING:
    from tests.loopback.server.description import Description

GOOD_TOKEN = "good.token"  # noqa: S105 - of no real bot
_LARGEST_BODY = 64 * 1024 * 1024


class LoopbackDiscord:
    """An async context that listens on `port` of this machine.

    `description` is a file with Discord's OpenAPI document, `record` a folder for the bodies of all
    requests.
    """

    def __init__(self, description: Path | None = None, record: Path | None = None) -> None:
        self.port = 0
        self.world = World()
        self.faults = Faults()
        self.limits = RateLimits()
        self.log = RequestLog(record)
        self.gateway = Gateway(GOOD_TOKEN, lambda: map(payloads.guild, self.world.guilds.values()))
        self.interactions = Interactions(self.world)
        self.checks = Checks(
            GOOD_TOKEN, self.log, self.faults, self.limits, _checked_by(description)
        )
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=0.1)

    @property
    def commands(self) -> list[str]:
        """The names of the commands that the bot registered."""
        return list(self.world.commands)

    @property
    def emojis(self) -> list[dict[str, Any]]:
        """The emojis that the bot uploaded, with their pictures."""
        return list(self.world.emojis.values())

    @property
    def goodbye(self) -> int | None:
        """The code with which the bot closed its connection."""
        return self.gateway.goodbye

    def break_belief(self, broken: Broken) -> None:
        """Do otherwise than the bot believes, from now on."""
        self.world.broken.add(broken)
        if broken is Broken.CHANNEL_RATE:
            self.limits.channel_limit = 3

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0, backlog=1024).start()
        self.port = self._runner.addresses[0][1]
        self.gateway.address = f"ws://127.0.0.1:{self.port}/gateway"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._runner.cleanup()

    def _application(self) -> web.Application:
        messages = Messages(self.world)
        api = web.Application(middlewares=[self.checks.middleware()], client_max_size=_LARGEST_BODY)
        api.add_routes([web.get("/gateway", self.gateway.connect)])
        api.add_routes([web.get("/gateway/bot", self.gateway.recommend, allow_head=False)])
        api.add_routes(ApplicationRoutes(self.world).routes())
        api.add_routes(ChannelRoutes(self.world, messages, self.gateway.dispatch).routes())
        api.add_routes(GuildRoutes(self.world).routes())
        interactions = InteractionRoutes(self.interactions, messages, self.world.broken)
        api.add_routes(interactions.routes())
        api.add_routes(Control(self).routes())
        api.on_response_prepare.append(self._date)
        return api

    async def _date(self, _request: web.Request, reply: web.StreamResponse) -> None:
        reply.headers["Date"] = formatdate(time.time() + self.world.clock_ahead, usegmt=True)


def _checked_by(file: Path | None) -> "Description | None":
    if file is None:
        return None
    # Only here, since its validator is needed nowhere else.
    from tests.loopback.server.description import Description

    return Description(file)
