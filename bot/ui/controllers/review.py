"""`/scout review`: answers at once, and keeps the answer current until the review is done."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import discord

from bot.storage.models import PrivateKind, PrivateMessage
from bot.tables.review.review import Review
from bot.tables.review.service import ReviewService
from bot.tables.service import Tables
from bot.ui.delivery.private_messages import PrivateMessages
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.errors import is_temporary
from bot.ui.kit.message import Message
from bot.ui.kit.responses import actor_of, answer_privately, location_of
from bot.ui.views.review import review_message

PROGRESS_INTERVAL = 3.0
"""Seconds between two looks at how far a review has come."""

_log = logging.getLogger(__name__)


class ReviewController:
    """Shows members their own finished games; who pressed decides whose, and nothing else."""

    def __init__(self, private: PrivateMessages, tables: Tables, reviews: ReviewService) -> None:
        self._private = private
        self._tables = tables
        self._reviews = reviews
        self._following: dict[int, asyncio.Task[None]] = {}

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

    async def turn_page(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        review = await self._reviews.review(component_id.table_id, interaction.user.id)
        await self._answer(interaction, review, component_id.number)

    async def _answer(self, interaction: discord.Interaction, review: Review, page: int) -> None:
        preferences = await self._tables.preferences.of(interaction.user.id)
        pictures = preferences.shows_pictures(review.state.options.pictures)
        draw = partial(review_message, review, page, pictures=pictures)
        done = review.done
        shown = draw()
        message_id = await answer_privately(interaction, shown)
        if message_id is None:
            return
        former = self._following.pop(message_id, None)
        if former is not None:
            former.cancel()
        if not done:
            actor = actor_of(interaction)
            message = PrivateMessage(
                table_id=review.state.id,
                kind=PrivateKind.REVIEW,
                user_id=actor.user_id,
                token=actor.token,
                until=actor.until,
                message_id=message_id,
                digest=shown.digest,
            )
            self._keep_current(message, review, draw)

    def _keep_current(
        self, message: PrivateMessage, review: Review, draw: Callable[[], Message]
    ) -> None:
        assert message.message_id is not None
        task = asyncio.create_task(self._follow(message, review, draw))
        self._following[message.message_id] = task
        task.add_done_callback(partial(self._forget, message.message_id))

    def _forget(self, message_id: int, task: asyncio.Task[None]) -> None:
        if self._following.get(message_id) is task:
            del self._following[message_id]

    async def _follow(
        self, message: PrivateMessage, review: Review, draw: Callable[[], Message]
    ) -> None:
        """Show how far the review has come, and at last its result, while the token lives."""
        known = await self._tables.repository.messages.of(message.table_id)
        await self._private.follow(message, known)
        self._tables.repository.messages.save_soon(known)
        done = False
        while not done and self._private.is_reachable(message):
            await review.wait(PROGRESS_INTERVAL)
            done = review.work.done()
            try:
                if not await self._private.bring_up(message, draw(), known):
                    break
            except Exception as error:  # noqa: BLE001 - logged; the next press shows it
                if not is_temporary(error):
                    _log.exception("a review could not be shown")
                    break
                done = False
                await asyncio.sleep(PROGRESS_INTERVAL)
        known.unfollow(message)
        self._tables.repository.messages.save_soon(known)
