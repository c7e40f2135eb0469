"""The daily deal in private messages: playing, practising, results and sharing.

A press names the day and the decision; the attempt is that of the member who presses.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from functools import partial

from cachetools import TTLCache
from discord import app_commands

from bot.storage.models.tables import PrivateKind
from bot.tables.core.errors import StalePress, TableError
from bot.tables.core.state import TableState
from bot.tables.daily.attempts import Attempt
from bot.tables.daily.boards import DailyResult
from bot.tables.daily.days import day_in
from bot.tables.review import Review, decisions_in
from bot.ui.controllers.controller import BotParts, Controller
from bot.ui.controllers.games import PROGRESS_INTERVAL, pressed_step
from bot.ui.delivery.private_messages import PATIENCE
from bot.ui.kit.command_texts import CommandText, choices
from bot.ui.kit.errors import REQUEST_ERRORS
from bot.ui.kit.message import Message
from bot.ui.kit.press import Press
from bot.ui.kit.sending import Unanswered
from bot.ui.views.daily.attempt import (
    ACTION_IDS,
    PRACTICE,
    attempt_message,
    changed_words,
    deal_label,
    going_on_words,
    table_of,
)
from bot.ui.views.daily.result import (
    day_replay,
    day_review,
    own_share,
    result_message,
    shared_result,
)
from bot.ui.views.turn.menu import NO_MENU, OpenMenu
from engine.actions import Action

_log = logging.getLogger(__name__)
_MOST_POSTED = 4096
_ONE_POST = 60.0
"""Seconds after which the same result can be posted in the same channel again."""


class DailyController(Controller):
    """Handles the commands and presses of the daily deal, except those of its boards.

    Result, review and replay replace the hand in its message.
    """

    def __init__(self, parts: BotParts) -> None:
        super().__init__(parts)
        self._posted: TTLCache[tuple[int, date, int], bool] = TTLCache(_MOST_POSTED, _ONE_POST)
        """The results posted last, each by member, day and channel."""

    async def open(self, press: Press) -> None:
        """Begin today's deal or continue it; show the result once it is finished."""
        await self._begin(press, self._tables.daily.attempts.begin)

    @app_commands.describe(day=CommandText("One of the last thirty days; by default yesterday"))
    async def practise(self, press: Press, day: str | None = None) -> None:
        """Begin or continue practice of a day that is over. Raises TableError for any other day."""
        attempts = self._tables.daily.attempts
        chosen = attempts.practice_days[0] if day is None else day_in(day)
        await self._begin(press, attempts.practise, chosen)

    async def practise_again(self, press: Press) -> None:
        await self._begin(press, self._tables.daily.attempts.practise, _day_of(press))

    async def offer(self, press: Press, typed: str) -> list[app_commands.Choice[str]]:
        """The last days whose label or date contains the typed text."""
        days = self._tables.daily.attempts.practice_days
        return choices({str(day): deal_label(press.language, day) for day in days}, typed)

    async def choose(self, press: Press) -> None:
        """Show the next step of a choice, ask about an action, or play it."""
        async with self._lock(press):
            try:
                match await self._chosen(press, ACTION_IDS):
                    case None:
                        raise StalePress
                    case OpenMenu() as menu:
                        await self._look(press, menu)
                    case action:
                        await self._play(press, action)
            except StalePress as stale:
                # Show the present hand or the result, with a note.
                note = press.language.say(stale.sentence)
                await self._show(press, await self._current(press), note)

    async def result(self, press: Press) -> None:
        async with self._lock(press):
            await self._show(press, await self._finished(press))

    async def share(self, press: Press) -> None:
        """Show the post as it would look, with the button that posts it."""
        shared = await self._to_share(press)
        async with self._lock(press):
            await press.answer_privately(own_share(press.language, *shared))

    async def post(self, press: Press) -> None:
        """Post the result in this channel, without any card."""
        found, state = await self._to_share(press)
        post = press.user_id, found.attempt.day, press.channel_id
        # A button that is pressed twice posts once.
        is_new = post not in self._posted
        self._posted[post] = True
        try:
            if is_new:
                self._parts.drawing.spend(press.user_id)
            if press.is_private:
                await press.update(own_share(press.language, found, state, is_posted=True))
            if is_new:
                await self._post(press, found, state)
        except BaseException:
            if is_new:
                self._posted.pop(post, None)
            raise

    async def _post(self, press: Press, found: DailyResult, state: TableState) -> None:
        public = shared_result(await self._parts.languages.of(press.guild_id), found, state)
        if press.is_private:
            await press.post_beside(public)
        else:
            await press.answer(public, private=False)

    async def replay(self, press: Press) -> None:
        """Show a step of a finished attempt whose day is over."""
        attempt = await self._finished(press)
        if self._tables.daily.days.is_open(attempt.day):
            raise TableError("The cards of this deal are secret until the day is over.")
        self._parts.drawing.spend(press.user_id)
        state = await self._table(press, attempt)
        step = pressed_step(press, state)
        shown = day_replay(press.language, attempt, state, step, avatars=self._parts.avatars.files)
        async with self._lock(press):
            await press.answer_privately(shown)

    async def review(self, press: Press) -> None:
        """Show the member's most costly moves; until they are known, show the progress."""
        attempt = await self._finished(press)
        state = await self._table(press, attempt)
        own = await asyncio.to_thread(decisions_in, attempt.game, attempt.seat)
        review = Review(state, attempt.seat, own, stored=False)
        review = self._parts.reviews.begun(review, press.user_id)
        page, pictures = press.number, state.options.pictures
        draw = partial(day_review, press.language, attempt, review, page, pictures=pictures)
        async with self._lock(press):
            done = review.done
            await press.answer_privately(draw())
            if not done:
                update = self._update_until_done(press, review, draw)
                self._parts.updates.begin(press.user_id, update)

    async def _update_until_done(
        self, press: Press, review: Review, draw: Callable[[], Message]
    ) -> None:
        """Update the answer until the review is done; any later press of the member ends it."""
        done = False
        while not done:
            await review.wait(PROGRESS_INTERVAL)
            done = review.work.done()
            try:
                await press.change(draw().edit_arguments)
            except (*REQUEST_ERRORS, Unanswered) as error:
                _log.info("a review could not be shown: %s", type(error).__name__)
                return

    async def _begin(
        self, press: Press, begin: Callable[..., Awaitable[Attempt]], *day: date
    ) -> None:
        async with self._lock(press):
            who = press.user_id, press.guild_id, press.member.name
            attempt = await begin(*who, *day, pressed_at=press.received_at)
            await self._show(press, attempt, going_on_words(press.language, attempt))

    async def _play(self, press: Press, action: Action) -> None:
        attempt = await self._tables.daily.attempts.play(
            press.user_id, _day_of(press), press.number, action
        )
        press.done = press.language.gettext(
            "Your move is played. `/scout daily play` shows what followed."
        )
        await self._show(press, attempt, changed_words(press.language, attempt))

    async def _look(self, press: Press, menu: OpenMenu) -> None:
        attempt = await self._current(press)
        if attempt.finished or attempt.decision_number != press.number:
            raise StalePress
        await self._show(press, attempt, changed_words(press.language, attempt), menu)

    async def _show(
        self, press: Press, attempt: Attempt, note: str | None = None, menu: OpenMenu = NO_MENU
    ) -> None:
        state = await self._table(press, attempt)
        if attempt.finished:
            message = result_message(
                press.language,
                await self._result(press, attempt),
                state,
                is_open=not attempt.practice and self._tables.daily.days.is_open(attempt.day),
                avatars=self._parts.avatars.files,
            )
        else:
            message = attempt_message(
                press.language,
                attempt,
                state,
                menu,
                preferences=await self._tables.preferences.of(press.user_id),
                avatars=self._parts.avatars.files,
            )
        await press.answer_privately(message, note)

    async def _result(self, press: Press, attempt: Attempt) -> DailyResult:
        """The result; outside the attempt's server without the best member of that server."""
        found = await self._tables.daily.boards.result(attempt)
        return found if press.guild_id == attempt.guild_id else found._replace(best_here=None)

    async def _table(self, press: Press, attempt: Attempt) -> TableState:
        """The attempt as a table, with pictures if the member has them."""
        pictures = await self._shows_pictures(press)
        state = table_of(attempt, pictures=pictures, avatar=press.member.avatar)
        # The press's avatar is its server's own; the attempt may have been begun in another one.
        self._parts.avatars.fetch(replace(state, guild_id=press.guild_id))
        return state

    async def _current(self, press: Press) -> Attempt:
        day = _day_of(press)
        attempt = await self._tables.daily.attempts.current(press.user_id, day)
        if attempt is None:
            raise self._tables.daily.attempts.not_begun(day)
        return attempt

    async def _finished(self, press: Press) -> Attempt:
        """The finished attempt, or practice, that the press is about."""
        attempts, day = self._tables.daily.attempts, _day_of(press)
        find = attempts.current if press.detail.endswith(PRACTICE) else attempts.played
        attempt = await find(press.user_id, day)
        if attempt is None:
            raise attempts.not_begun(day)
        if not attempt.finished:
            raise TableError("You have not finished this deal. `/scout daily play` shows today's.")
        return attempt

    async def _to_share(self, press: Press) -> tuple[DailyResult, TableState]:
        """The result to post, and its table with pictures if the server has them."""
        attempt = await self._finished(press)
        if attempt.practice:
            raise TableError("Practice cannot be shared.")
        # A member can have a different name in each server.
        found = await self._tables.daily.boards.result(replace(attempt, name=press.member.name))
        pictures = (await self._tables.server_settings.of(press.guild_id)).pictures
        return found, table_of(found.attempt, pictures=pictures)

    @asynccontextmanager
    async def _lock(self, press: Press) -> AsyncIterator[None]:
        """Handle the presses of a member one at a time, so no answer is out of date."""
        async with self._parts.private.lock(0, PrivateKind.HAND, press.user_id, PATIENCE):
            self._parts.updates.end(press.user_id)
            yield


def _day_of(press: Press) -> date:
    try:
        return date.fromordinal(press.component_id.table_id)
    except (OverflowError, ValueError):
        raise TableError(
            "That button no longer works. `/scout daily play` shows today's deal."
        ) from None
