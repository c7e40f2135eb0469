"""The base class of the controllers, and the parts of the bot that they use."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import discord

from bot.observability.metrics import Metrics
from bot.storage.engine.completion import end_tasks
from bot.tables.core.state import TableState
from bot.tables.review import Evaluate, ReviewService, StartTask
from bot.tables.service import Tables
from bot.text.language import Language, gettext_noop
from bot.ui.controllers.limiter import DrawingBudget
from bot.ui.controllers.requests import RequestRunner
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.calls import CallMessages
from bot.ui.delivery.daily_channels import DailyChannels
from bot.ui.delivery.following_messages import SpectatorMessages
from bot.ui.delivery.hands import HandMessages
from bot.ui.delivery.private_messages import PrivateMessages
from bot.ui.delivery.public_messages import PublicMessages, link_to
from bot.ui.delivery.publisher import Publisher
from bot.ui.delivery.reminders import DirectReminders
from bot.ui.delivery.server_posts import SeasonPodiums, ServerLanguages, ServerLog
from bot.ui.delivery.threads import Threads
from bot.ui.kit.press import Press
from bot.ui.views.solo import Solo
from bot.ui.views.turn.action_buttons import ActionIds, picked, split_hint
from bot.ui.views.turn.menu import OpenMenu, parse_menu_path
from engine.actions import Action, parse_action

ELSEWHERE = gettext_noop("Your table is in another channel: {link}")


class ReviewUpdates:
    """The tasks that update answers with unfinished reviews, each by the key of its answer."""

    def __init__(self, start: StartTask) -> None:
        self._start = start
        self._tasks: dict[object, asyncio.Task[None]] = {}

    def begin(self, key: object, updating: Coroutine[Any, Any, None]) -> None:
        """Start to update an answer."""
        self._tasks = {one: task for one, task in self._tasks.items() if not task.done()}
        self._tasks[key] = self._start(updating)

    def end(self, key: object) -> bool:
        """End the updates of the former answer; return whether there were any."""
        former = self._tasks.pop(key, None)
        return former is not None and former.cancel()

    async def close(self) -> None:
        """End all updates."""
        await end_tasks(self._tasks.values())


class BotParts:
    """Creates the parts of the bot, one of each, and connects delivery to the tables.

    `evaluate` judges the moves of finished games; `start` begins long tasks in the background.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        metrics: Metrics,
        evaluate: Evaluate,
        start: StartTask,
    ) -> None:
        self.tables = tables
        self.start = start
        self.avatars = AvatarStore(client)
        self.public = PublicMessages(client, tables, self.avatars)
        self.private = PrivateMessages(client, tables.repository.now)
        self.hands = HandMessages(self.private, tables, self.avatars)
        self.spectators = SpectatorMessages(self.private, tables, self.avatars)
        self.publisher = Publisher(
            tables,
            self.public,
            self.hands,
            self.spectators,
            DirectReminders(client, tables),
            Threads(client, self.public),
            metrics,
        )
        self.languages = ServerLanguages(client, tables.server_settings)
        self.log = ServerLog(client, tables.server_settings, self.languages)
        self.podiums = SeasonPodiums(client, tables, self.avatars, self.languages)
        self.daily_channels = DailyChannels(client, tables, self.languages, self.log)
        self.calls = CallMessages(client, tables)
        self.reviews = ReviewService(tables.repository.database, evaluate, start=start)
        tables.assignment.changed.append(self.reviews.read_again)
        self.updates = ReviewUpdates(start)
        self.requests = RequestRunner(
            tables, self.private, self.reviews, self.calls, self.log, start
        )
        self.drawing = DrawingBudget()


class Controller:
    """Does what members ask for, through the parts of the bot."""

    def __init__(self, parts: BotParts) -> None:
        self._parts = parts
        self._tables = parts.tables

    async def _shows_pictures(self, press: Press) -> bool:
        """Whether the member sees pictures in this server."""
        server = await self._tables.server_settings.of(press.guild_id)
        return (await self._tables.preferences.of(press.user_id)).shows_pictures(server.pictures)

    async def _solo(self, press: Press) -> Solo:
        """The member who plays alone, with pictures if they see these."""
        return Solo(press.member.name, press.user_id, await self._shows_pictures(press))

    async def _language_and_pictures(self, press: Press, *, private: bool) -> tuple[Language, bool]:
        """The language, and whether there are pictures: the member's choices, or the server's."""
        if private:
            return press.language, await self._shows_pictures(press)
        server = await self._tables.server_settings.of(press.guild_id)
        return await self._parts.languages.of(press.guild_id), server.pictures

    async def _chosen(self, press: Press, ids: ActionIds) -> Action | OpenMenu | None:
        """The action to play, or the step to show; None if a list's option was not picked.

        Whether a move must be confirmed follows from the member's preference, not from the buttons:
        the message may be older than the preference. A message is the question itself if it has
        exactly two buttons, which play the move and lead back.
        """
        step = picked(press.component_id, press.picked)
        about, hint = split_hint(step.detail)
        if step.verb is ids.play:
            confirms = (await self._tables.preferences.of(press.user_id)).confirm
            if not confirms or press.verbs == [ids.play, ids.choose]:
                return parse_action(about)
        if step.verb in (ids.play, ids.confirm):
            return OpenMenu(asked=parse_action(about), hint=hint)
        return OpenMenu(parse_menu_path(about), hint=hint) if step.verb is ids.choose else None

    async def _link(self, state: TableState) -> str:
        """A link to the table's live message, or to its channel if the message is not sent yet."""
        return link_to(state, await self._tables.repository.messages.of(state.id))

    async def _link_elsewhere(self, press: Press) -> str | None:
        """A link to the table of the press; None if it is in this channel or out of reach."""
        state = press.state
        if state.channel_id == press.interaction.channel_id or state.lost_at is not None:
            return None
        return await self._link(state)
