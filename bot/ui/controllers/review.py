"""`/scout record review`: answers at once, and updates the answer until the review is done."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from bot.storage.engine.completion import end_tasks
from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.actor import private_message
from bot.tables.review import Review, ReviewService, StartTask
from bot.tables.service import Tables
from bot.text.language import Language
from bot.ui.controllers.games import OF_GAME, GameChoices
from bot.ui.delivery.private_messages import PATIENCE, PrivateMessages
from bot.ui.kit.errors import is_temporary
from bot.ui.kit.message import Message
from bot.ui.kit.press import Press
from bot.ui.views.games.review import review_message

PROGRESS_INTERVAL = 2.0
"""Seconds between updates of a message with an unfinished review."""

_log = logging.getLogger(__name__)


class ReviewController:
    """Shows members reviews of their own games: always those of the member that pressed."""

    def __init__(
        self,
        private: PrivateMessages,
        tables: Tables,
        reviews: ReviewService,
        games: GameChoices,
        *,
        start: StartTask = asyncio.create_task,
    ) -> None:
        self._private = private
        self._tables = tables
        self._reviews = reviews
        self._games = games
        self._start = start
        self._updates: dict[tuple[int, int], asyncio.Task[None]] = {}
        """By table and member: of several messages with one review the newest is updated."""

    @OF_GAME
    async def show(self, press: Press, game: int | None = None) -> None:
        """Show the member's game, by default the newest that is over here.

        A review with failures is started again.
        """
        if game is None:
            table_id = await self._reviews.newest(press.guild_id, press.user_id)
        else:
            table_id = (await self._games.table(press, game)).id
        review = await self._reviews.review(table_id, press.user_id, again=True)
        await self._answer(press, review, page=0)

    async def close(self) -> None:
        """Cancel unfinished reviews."""
        await end_tasks(self._updates.values())
        await self._reviews.close()

    async def show_page(self, press: Press) -> None:
        """A page of the review, or the move before the decision in the press's detail."""
        review = await self._reviews.review(press.state.id, press.user_id)
        decision = int(press.detail) if press.detail.isdecimal() else None
        await self._answer(press, review, press.component_id.number, decision)

    async def _answer(
        self, press: Press, review: Review, page: int, decision: int | None = None
    ) -> None:
        preferences, state = await self._tables.preferences.of(press.user_id), review.state
        pictures = preferences.shows_pictures(state.options.pictures)
        draw = partial(
            review_message, press.language, review, page, pictures=pictures, decision=decision
        )
        async with self._private.line(review.state.id, PrivateKind.REVIEW, press.user_id, PATIENCE):
            done, shown = review.done, draw()
            message_id = await press.answer_privately(shown)
            if message_id is None:
                return
            shown_to = (review.state.id, press.user_id)
            former = self._updates.pop(shown_to, None)
            if former is not None:
                former.cancel()
        # A message that showed it unfinished says where it is now.
        if not done or former is not None:
            kind, digest = PrivateKind.REVIEW, shown.digest
            message = private_message(
                state.id, kind, press.member, message_id=message_id, digest=digest
            )
            task = self._start(self._update_until_done(press.language, message, review, draw))
            self._updates[shown_to] = task
            task.add_done_callback(partial(self._forget, shown_to))

    def _forget(self, shown_to: tuple[int, int], task: asyncio.Task[None]) -> None:
        if self._updates.get(shown_to) is task:
            del self._updates[shown_to]

    async def _update_until_done(
        self,
        language: Language,
        message: PrivateMessage,
        review: Review,
        draw: Callable[[], Message],
    ) -> None:
        """Update the message until the review is done or the token expires."""
        known = await self._tables.repository.messages.of(message.table_id)
        former = known.follow(message)
        self._tables.repository.messages.save_soon(known)
        if former is not None and former.message_id != message.message_id:
            await self._private.say_moved(language, former)
        done = False
        while not done and self._private.is_reachable(message):
            await review.wait(PROGRESS_INTERVAL)
            done = review.work.done()
            try:
                async with self._private.line(message.table_id, message.kind, message.user_id):
                    if not await self._private.update(message, draw(), known):
                        break
            except Exception as error:  # noqa: BLE001 - logged; the next press shows it
                if not is_temporary(error):
                    _log.exception("a review could not be shown")
                    break
                done = False
                await asyncio.sleep(PROGRESS_INTERVAL)
        known.unfollow(message)
        self._tables.repository.messages.save_soon(known)
