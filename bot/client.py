"""The Discord client: creates and connects all parts of the bot."""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Coroutine
from contextvars import Context, copy_context
from datetime import datetime
from typing import Any

import aiohttp
import discord
from discord import app_commands
from sqlalchemy.exc import SQLAlchemyError

from bot.settings import Settings
from bot.storage.completion import run_to_completion
from bot.storage.database import Database
from bot.tables.computers.service import ComputerService
from bot.tables.rebuild import rebuild_if_missing
from bot.tables.review.service import Evaluate, ReviewService
from bot.tables.service import Tables
from bot.ui.controllers.commands import ScoutCommands
from bot.ui.controllers.game_choices import GameChoices
from bot.ui.controllers.gate import Gate
from bot.ui.controllers.hand import HandController
from bot.ui.controllers.leaderboard import LeaderboardController
from bot.ui.controllers.leaving import LeavingController
from bot.ui.controllers.lobby import LobbyController
from bot.ui.controllers.pages import PageController
from bot.ui.controllers.privacy import PrivacyController, privacy_commands
from bot.ui.controllers.replay import ReplayController
from bot.ui.controllers.review import ReviewController
from bot.ui.controllers.router import ComponentRouter
from bot.ui.controllers.routes import Controllers, component_routes
from bot.ui.controllers.seasons import SeasonController
from bot.ui.controllers.settings import SettingsController
from bot.ui.controllers.stats import StatsController
from bot.ui.controllers.table import TableController
from bot.ui.controllers.verification import VerificationController
from bot.ui.controllers.welcome import Welcome
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.emojis import upload_emojis
from bot.ui.delivery.failures import fail_at_once
from bot.ui.delivery.hand_messages import HandMessages
from bot.ui.delivery.private_messages import PrivateMessages
from bot.ui.delivery.public_messages import PublicMessages
from bot.ui.delivery.publisher import Publisher
from bot.ui.delivery.rate_limits import RequestPacer
from bot.ui.delivery.season_podiums import SeasonPodiums
from bot.ui.delivery.spectator_messages import SpectatorMessages
from bot.ui.delivery.threads import Threads
from bot.ui.kit.lateness import Arrivals
from bot.ui.kit.responses import PERMISSIONS, report_command_error

_log = logging.getLogger(__name__)


def _http_trace() -> aiohttp.TraceConfig:
    """What happens at the beginning and the end of each request."""
    trace = RequestPacer().trace()
    trace.on_request_end.append(fail_at_once)
    return trace


class ScoutClient(discord.Client):
    """Hosts tables in every server it is invited to.

    With `background=False` the caller runs `run_background`. With `emojis` the deck's tiles are
    uploaded as emojis. `now` returns aware datetimes, `monotonic` the seconds by which presses
    become too late; `rng` deals the cards. `evaluate` replaces the worker that evaluates the moves
    of finished games.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        background: bool = True,
        emojis: bool = False,
        now: Callable[[], datetime] = discord.utils.utcnow,
        rng: random.Random | None = None,
        evaluate: Evaluate | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=_http_trace(),
        )
        self._runs_background = background
        self._uploads_emojis = emojis
        self._background_tasks: list[asyncio.Task[None]] = []
        self._background_context: Context | None = None
        self._now = now
        self.database = Database(settings.database_url)
        self._computers = ComputerService(settings.computer_workers)
        self.tables = Tables(
            self.database,
            now=now,
            rng=rng or random.SystemRandom(),
            pace=settings.pace,
            computers=self._computers,
            keep_left=settings.keep_left,
            is_in=lambda guild_id: self.get_guild(guild_id) is not None,
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.error(report_command_error)
        self.publisher = self._wire(evaluate or self._evaluator(settings), monotonic)
        self.tables.repository.listeners.append(lambda state: self.publisher.request(state.id))

    def _evaluator(self, settings: Settings) -> Evaluate | None:
        return self._computers.evaluate if settings.computer_workers else None

    def _wire(self, evaluate: Evaluate | None, monotonic: Callable[[], float]) -> Publisher:
        """Create delivery and the controllers, and connect them to the tables."""
        tables = self.tables
        avatars = AvatarStore(self)
        public = PublicMessages(self, avatars)
        private = PrivateMessages(self, self._now)
        hands = HandMessages(private, tables, avatars)
        spectators = SpectatorMessages(private, tables, avatars)
        publisher = Publisher(tables, public, hands, spectators, Threads(self, public))

        welcome = Welcome(tables)
        start = self._start_in_background
        reviews = ReviewService(self.database, evaluate, start=start)
        self._review = ReviewController(private, tables, reviews, start=start)
        games = GameChoices(tables)
        controllers = Controllers(
            lobby=LobbyController(tables.lobby, avatars, welcome),
            table=TableController(tables, public, publisher, avatars, welcome),
            hand=HandController(tables, hands, avatars),
            leaving=LeavingController(tables.lobby, hands),
            spectators=spectators,
            review=self._review,
            replay=ReplayController(tables, avatars, games),
            pages=PageController(tables),
            settings=SettingsController(tables, publisher),
            verification=VerificationController(tables),
            privacy=PrivacyController(tables, private, reviews),
            leaderboard=LeaderboardController(tables, avatars),
            stats=StatsController(tables, avatars),
            seasons=SeasonController(tables, SeasonPodiums(self, tables, avatars)),
        )
        gate = Gate(Arrivals(self._now, monotonic))
        routes = component_routes(controllers)
        self._router = ComponentRouter(gate, tables.repository, publisher, routes)
        commands = ScoutCommands(tables, publisher, controllers, games, gate)
        for command in privacy_commands(controllers.privacy, gate):
            commands.add_command(command)
        self.tree.add_command(commands)
        return publisher

    async def setup_hook(self) -> None:
        await self.database.migrate()
        await rebuild_if_missing(self.database)
        await self._computers.start()
        await self.tree.sync()
        if self._runs_background:
            self._background_tasks.append(asyncio.create_task(self.run_background()))
        if self._uploads_emojis:
            self._background_tasks.append(asyncio.create_task(upload_emojis(self)))

    async def run_background(self) -> None:
        """Publish what was left unpublished, then do what is due until cancelled."""
        self._background_context = copy_context()
        try:
            await run_to_completion(self.publisher.request_unpublished())
        except SQLAlchemyError:
            _log.exception(
                "unpublished tables could not be read; each is published at its next change"
            )
        await self.tables.run()

    def _start_in_background(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a long task in the context of `run_background`, not in that of a press.

        The local page waits for everything that is started in the context of a press.
        """
        context = self._background_context or copy_context()
        # Within a copy, because a context that is already entered cannot be entered again.
        return context.copy().run(asyncio.create_task, coroutine)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self._router.handle(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.tables.lifecycle.mark_channels_lost([channel.id])

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.tables.lifecycle.mark_channels_lost([thread.thread_id])

    async def on_guild_remove(self, server: discord.Guild) -> None:
        channels = [*server.channels, *server.threads]
        await self.tables.lifecycle.mark_channels_lost([channel.id for channel in channels])
        await self.tables.left_servers.left(server.id)

    async def on_guild_available(self, server: discord.Guild) -> None:
        self.publisher.request_lost(server.id)

    async def on_guild_join(self, server: discord.Guild) -> None:
        await self.tables.left_servers.returned(server.id)
        self.publisher.request_lost(server.id)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        self.publisher.request_lost(channel.guild.id)

    async def on_thread_update(self, _before: discord.Thread, thread: discord.Thread) -> None:
        self.publisher.request_lost(thread.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, role: discord.Role) -> None:
        self.publisher.request_lost(role.guild.id)

    async def on_member_update(self, _before: discord.Member, member: discord.Member) -> None:
        # Discord tells of the bot's own roles without the intent for members.
        self.publisher.request_lost(member.guild.id)

    async def on_ready(self) -> None:
        assert self.user is not None
        _log.info("Logged in as %s, in %s servers.", self.user, len(self.guilds))
        invite = discord.utils.oauth_url(
            self.application_id or self.user.id,
            permissions=PERMISSIONS,
            scopes=("bot", "applications.commands"),
        )
        _log.info("Invite it with %s", invite)
        # By now all servers are known, also those that are out of reach for the time being.
        await self.tables.left_servers.reconcile([server.id for server in self.guilds])

    async def close(self) -> None:
        for task in self._background_tasks:
            task.cancel()
        if self._background_tasks:
            await asyncio.wait(self._background_tasks)
        await self._review.close()
        await self._computers.close()
        # Before the connection is closed, so that running publications can finish.
        await self.publisher.close()
        await self.tables.close()
        await super().close()
        await self.database.close()
