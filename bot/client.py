"""The Discord client: connects the tables, the parts of the bot, and Discord's events."""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Coroutine
from contextvars import Context, copy_context
from datetime import datetime
from functools import partial
from typing import Any

import discord
from sqlalchemy.exc import SQLAlchemyError

from bot.base_client import BaseClient
from bot.observability.metrics import Metrics
from bot.settings import Settings
from bot.storage.engine.completion import retry_until_available, run_to_completion
from bot.storage.engine.database import Database
from bot.tables.computers.service import ComputerService
from bot.tables.review import Evaluate
from bot.tables.service import Tables
from bot.tables.sharding.leases import shards_of
from bot.tables.standings.rebuild import rebuild_if_missing
from bot.ui.controllers.commands import CommandTree, scout_commands
from bot.ui.controllers.controller import BotParts
from bot.ui.controllers.limiter import InteractionLimiter
from bot.ui.controllers.router import Router
from bot.ui.controllers.routes import all_routes
from bot.ui.delivery.application import sync_commands, upload_emojis_once
from bot.ui.delivery.requests import Connector, RequestTracer
from bot.ui.delivery.server_posts import place_of, still_has
from bot.ui.delivery.sight import seen_by_same
from bot.ui.kit.command_texts import CommandTexts
from bot.ui.kit.deadlines import AnswerDeadlines
from bot.ui.kit.permissions import invite_link

_log = logging.getLogger(__name__)
_ROUTED = {discord.InteractionType.component, discord.InteractionType.modal_submit}


class ScoutClient(BaseClient):
    """Hosts tables in every server it is invited to.

    With `background=False` the caller runs `run_background`. With `emojis` the deck's tiles are
    uploaded as emojis. `now` returns aware datetimes, `monotonic` the seconds of the deadlines of
    presses; `set_clock` is called with Discord's time at the login. `rng` deals the cards.
    `evaluate` replaces the worker that evaluates the moves of finished games. With `leases` other
    processes may share the database.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        background: bool = True,
        emojis: bool = False,
        now: Callable[[], datetime] = discord.utils.utcnow,
        set_clock: Callable[[datetime], object] | None = None,
        rng: random.Random | None = None,
        evaluate: Evaluate | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        leases: bool = False,
    ) -> None:
        self.metrics = Metrics()
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=RequestTracer(
                self.metrics, lambda: self.tables.assignment.share, set_clock
            ).trace(),
            shard_ids=settings.shard_ids,
            shard_count=settings.shard_count,
        )
        self._runs_background = background
        self._uploads_emojis = emojis
        self._background_tasks: list[asyncio.Task[None]] = []
        self._background_context: Context | None = None
        self._now = now
        self.database = Database(settings.database_url)
        self.computers = ComputerService(settings.computer_workers)
        self.tables = self._create_tables(settings, rng or random.SystemRandom(), leases=leases)
        self.tree = CommandTree(self, self.tables.assignment)
        self.limiter = InteractionLimiter(self.tables.assignment)
        self._deadlines = AnswerDeadlines(now, monotonic)
        judge = evaluate or self.computers.evaluate
        self._parts = BotParts(self, self.tables, self.metrics, judge, self._start_in_background)
        self.publisher = self._parts.publisher
        self._router = self._create_router()
        self.tables.repository.listeners.append(self.publisher.show)
        self.tables.scheduler.failing_since = self.publisher.failing_since

    def _create_tables(self, settings: Settings, rng: random.Random, *, leases: bool) -> Tables:
        return Tables(
            self.database,
            now=self._now,
            rng=rng,
            pace=settings.pace,
            computers=self.computers,
            keep_left=settings.keep_left,
            is_in=self.is_in,
            still_has=partial(still_has, self),
            place_of=partial(place_of, self),
            seen_by_same=partial(seen_by_same, self),
            away_since=self.away_since,
            shards=shards_of(settings.shard_ids, settings.shard_count) if leases else None,
        )

    def _create_router(self) -> Router:
        """Connect the routes to the commands and to the handlers of presses."""
        routes = all_routes(self._parts)
        publisher, limiter = self.publisher, self.limiter
        router = Router(self.tables, publisher, limiter, self._deadlines, routes, self.metrics)
        self.tree.add_command(scout_commands(router, routes))
        self.tree.error(router.report_error)
        return router

    async def login(self, token: str) -> None:
        self.http.connector = Connector()
        await super().login(token)

    async def setup_hook(self) -> None:
        await super().setup_hook()
        # Again: the login may have set the clock.
        self.tables.absence.resume()
        await self.database.migrate()
        await rebuild_if_missing(self.database)
        await self.computers.start()
        assignment = self.tables.assignment
        assignment.gained.append(self._begin_to_act)
        assignment.lost.append(self.publisher.abandon)
        await assignment.start()
        await self.tree.set_translator(CommandTexts())
        if assignment.is_shared:
            self._background_tasks.append(asyncio.create_task(sync_commands(self.tree, assignment)))
        else:
            await self.tree.sync()
        if self._runs_background:
            self._background_tasks.append(asyncio.create_task(self.run_background()))
        if self._uploads_emojis:
            self._background_tasks.append(asyncio.create_task(upload_emojis_once(self, assignment)))

    async def run_background(self) -> None:
        """Publish unpublished tables, then run due tasks until cancelled."""
        self._background_context = copy_context()
        await self._parts.requests.resume()
        await self._publish_unpublished()
        # No timer waits for a call, which can take Discord half a minute.
        work = self._parts.calls.resume(), self.tables.run(), self._parts.daily_channels.run()
        await asyncio.gather(*work)

    def wake(self) -> None:
        """Check for due tasks at once, after a jump of the clock."""
        self.tables.absence.resume()
        self.tables.scheduler.wake()
        self._parts.daily_channels.wake()

    async def _publish_unpublished(self) -> None:
        try:
            await retry_until_available(
                lambda: run_to_completion(self.publisher.request_unpublished())
            )
        except SQLAlchemyError:
            _log.exception(
                "unpublished tables could not be read; each is published at its next change"
            )

    def _begin_to_act(self, _gained: frozenset[int]) -> None:
        self._parts.daily_channels.wake()
        for coroutine in (
            self._publish_unpublished(),
            self.reconcile_servers(),
            self._parts.requests.resume(),
            self._parts.calls.resume(),
        ):
            task = self._start_in_background(coroutine)
            self._background_tasks.append(task)
            task.add_done_callback(self._background_tasks.remove)

    def _start_in_background(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a long task in the context of `run_background`, not in that of a press.

        The local page waits for all tasks started in the context of a press.
        """
        context = self._background_context or copy_context()
        # In a copy: a context that is already entered cannot be entered again.
        return context.copy().run(asyncio.create_task, coroutine)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type in _ROUTED:
            await self._router.press(interaction)

    async def on_ready(self) -> None:
        assert self.user is not None
        _log.info("Logged in as %s. Servers: %s.", self.user, len(self.guilds))
        _log.info("Invite it with %s", invite_link(self.application_id or self.user.id))

    async def close(self) -> None:
        self.tables.assignment.stop_admitting()
        for task in self._background_tasks:
            task.cancel()
        if self._background_tasks:
            await asyncio.wait(self._background_tasks)
        # Concurrently: each may take some seconds.
        await asyncio.gather(self.limiter.close(), self._parts.requests.close())
        await self._parts.updates.close()
        await self._parts.reviews.close()
        # Before the connection is closed, so that running publications can finish.
        await self.publisher.close()
        await self.tables.close()
        # Only now: other processes wait for the leases released above.
        await self.computers.close()
        await super().close()
        await self.database.close()
