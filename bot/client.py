"""The Discord client: creates and connects all parts of the bot."""

import asyncio
import logging
import random

import discord
from discord import app_commands
from sqlalchemy.exc import SQLAlchemyError

from bot.settings import Settings
from bot.storage.database import Database, run_to_completion
from bot.tables.computers.service import ComputerService
from bot.tables.review.service import Evaluate, ReviewService
from bot.tables.service import Tables
from bot.ui.controllers.commands import ScoutCommands
from bot.ui.controllers.hand import HandController
from bot.ui.controllers.lobby import LobbyController
from bot.ui.controllers.pages import PageController
from bot.ui.controllers.review import ReviewController
from bot.ui.controllers.router import ComponentRouter
from bot.ui.controllers.routes import component_routes
from bot.ui.controllers.settings import SettingsController
from bot.ui.controllers.table import TableController
from bot.ui.delivery.hand_messages import HandMessages
from bot.ui.delivery.private_messages import PrivateMessages
from bot.ui.delivery.public_messages import PublicMessages
from bot.ui.delivery.publisher import Publisher
from bot.ui.delivery.spectator_messages import SpectatorMessages
from bot.ui.delivery.threads import Threads
from bot.ui.kit.responses import PERMISSIONS, report_command_error

_log = logging.getLogger(__name__)


class ScoutClient(discord.Client):
    """Hosts tables in every server it is invited to.

    With `background=False` the caller runs `run_background`. `rng` deals the cards. `evaluate`
    replaces the worker that evaluates the moves of finished games.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        background: bool = True,
        rng: random.Random | None = None,
        evaluate: Evaluate | None = None,
    ) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self._runs_background = background
        self._background_task: asyncio.Task[None] | None = None
        self.database = Database(settings.database_url)
        self._computers = ComputerService(settings.computer_workers)
        self.tables = Tables(
            self.database,
            now=discord.utils.utcnow,
            rng=rng or random.SystemRandom(),
            pace=settings.pace,
            computers=self._computers,
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.error(report_command_error)
        self.publisher = self._wire(evaluate or self._evaluator(settings))
        self.tables.repository.listeners.append(lambda state: self.publisher.request(state.id))

    def _evaluator(self, settings: Settings) -> Evaluate | None:
        return self._computers.evaluate if settings.computer_workers else None

    def _wire(self, evaluate: Evaluate | None) -> Publisher:
        """Create delivery and the controllers, and connect them to the tables."""
        tables = self.tables
        public = PublicMessages(self)
        private = PrivateMessages(self, discord.utils.utcnow)
        hands = HandMessages(private, tables)
        spectators = SpectatorMessages(private, tables)
        publisher = Publisher(tables, public, hands, spectators, Threads(self, public))

        table = TableController(tables, public, publisher)
        hand = HandController(tables, hands)
        settings = SettingsController(tables, publisher)
        pages = PageController(tables)
        self._review = ReviewController(private, tables, ReviewService(self.database, evaluate))
        self._router = ComponentRouter(
            publisher,
            component_routes(
                lobby=LobbyController(tables.lobby),
                table=table,
                hand=hand,
                spectators=spectators,
                review=self._review,
                pages=pages,
                settings=settings,
            ),
        )
        self.tree.add_command(
            ScoutCommands(
                tables,
                publisher,
                hands,
                table=table,
                hand=hand,
                settings=settings,
                pages=pages,
                review=self._review,
            )
        )
        return publisher

    async def setup_hook(self) -> None:
        await self.database.migrate()
        await self._computers.start()
        await self.tree.sync()
        if self._runs_background:
            self._background_task = asyncio.create_task(self.run_background())

    async def run_background(self) -> None:
        """Publish what was left unpublished, then run the scheduler until cancelled."""
        try:
            await run_to_completion(self.publisher.request_unpublished())
        except SQLAlchemyError:
            _log.exception(
                "unpublished tables could not be read; each is published at its next change"
            )
        await self.tables.scheduler.run()

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

    async def on_ready(self) -> None:
        assert self.user is not None
        _log.info("Logged in as %s, in %s servers.", self.user, len(self.guilds))
        invite = discord.utils.oauth_url(
            self.application_id or self.user.id,
            permissions=PERMISSIONS,
            scopes=("bot", "applications.commands"),
        )
        _log.info("Invite it with %s", invite)

    async def close(self) -> None:
        if self._background_task is not None:
            self._background_task.cancel()
            await asyncio.wait({self._background_task})
        await self._review.close()
        await self._computers.close()
        # Before the connection is closed, so that running publications can finish.
        await self.publisher.close()
        await self.tables.close()
        await super().close()
        await self.database.close()
