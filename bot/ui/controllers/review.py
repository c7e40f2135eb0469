"""`/scout review`: answers at once, and keeps the answer current until the review is done."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple

import discord

from bot.tables.review.review import Review
from bot.tables.review.service import ReviewService
from bot.tables.service import Tables
from bot.ui.controllers.router import Handler
from bot.ui.delivery.private_messages import OutOfReach, PrivateMessages
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.errors import is_temporary
from bot.ui.kit.message import Message
from bot.ui.kit.responses import actor_of, answer_privately, location_of
from bot.ui.views.review import review_message

BEAT = 3.0
"""Seconds between two looks at how far a review has come."""

_log = logging.getLogger(__name__)


class _Note(NamedTuple):
    """A private message, and the token that edits it until then."""

    token: str
    until: datetime
    message_id: int


class ReviewController:
    """Shows members their own finished games; who pressed decides whose, and nothing else."""

    def __init__(self, client: discord.Client, tables: Tables, reviews: ReviewService) -> None:
        self._private = PrivateMessages(client)
        self._tables = tables
        self._reviews = reviews
        self._following: dict[int, asyncio.Task[None]] = {}
        self.handlers: dict[str, Handler] = {"review": self._turn_page}

    async def show(self, interaction: discord.Interaction) -> None:
        """The member's newest finished game of this server, judged anew where that had failed."""
        guild_id, _ = location_of(interaction)
        table_id = await self._reviews.newest(guild_id, interaction.user.id)
        review = await self._reviews.review(table_id, interaction.user.id, again=True)
        await self._answer(interaction, review, page=0)

    async def close(self) -> None:
        """Give up what is under way."""
        for task in self._following.values():
            task.cancel()
        await asyncio.gather(*self._following.values(), return_exceptions=True)
        await self._reviews.close()

    async def _turn_page(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        review = await self._reviews.review(component_id.table_id, interaction.user.id)
        await self._answer(interaction, review, component_id.number)

    async def _answer(self, interaction: discord.Interaction, review: Review, page: int) -> None:
        preferences = await self._tables.preferences.of(interaction.user.id)
        pictures = preferences.wants_pictures(review.state.pictures)
        draw = partial(review_message, review, page, pictures=pictures)
        done = review.done
        message_id = await answer_privately(interaction, draw())
        if message_id is None:
            return
        former = self._following.pop(message_id, None)
        if former is not None:
            former.cancel()
        if not done:
            who = actor_of(interaction)
            self._keep_current(_Note(who.token, who.until, message_id), review, draw)

    def _keep_current(self, note: _Note, review: Review, draw: Callable[[], Message]) -> None:
        task = asyncio.create_task(self._follow(note, review, draw))
        self._following[note.message_id] = task
        task.add_done_callback(partial(self._forget, note.message_id))

    def _forget(self, message_id: int, task: asyncio.Task[None]) -> None:
        if self._following.get(message_id) is task:
            del self._following[message_id]

    async def _follow(self, note: _Note, review: Review, draw: Callable[[], Message]) -> None:
        """Show how far the review has come, and at last its result, while the token lives."""
        done = False
        while not done and note.until > self._tables.repository.now():
            await review.wait(BEAT)
            done = review.work.done()
            try:
                await self._private.edit(note.token, note.message_id, draw())
            except OutOfReach:
                return
            except Exception as error:  # noqa: BLE001 - logged; the next press shows it
                if not is_temporary(error):
                    _log.exception("a review could not be shown")
                    return
                done = False
                await asyncio.sleep(BEAT)
