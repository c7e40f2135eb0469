"""`/scout review`: answers at once, and keeps the answer current until the review is done."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple

import discord

from bot.tables.coach import Coach
from bot.tables.review import Review
from bot.tables.service import Tables
from bot.ui.answers import answer_privately, place, visitor
from bot.ui.custom_id import Press
from bot.ui.draft import Draft
from bot.ui.presses import Handler
from bot.ui.private import OutOfReach, PrivateMessages
from bot.ui.review import review_draft
from bot.ui.trouble import is_temporary

BEAT = 3.0
"""Seconds between two looks at how far a review has come."""

_log = logging.getLogger(__name__)


class _Note(NamedTuple):
    """A private message, and the token that edits it until then."""

    token: str
    until: datetime
    message_id: int


class Reviewing:
    """Shows members their own finished games; who pressed decides whose, and nothing else."""

    def __init__(self, client: discord.Client, tables: Tables, coach: Coach) -> None:
        self._private = PrivateMessages(client)
        self._tables = tables
        self._coach = coach
        self._following: dict[int, asyncio.Task[None]] = {}
        self.handlers: dict[str, Handler] = {"review": self._turn_page}

    async def show(self, interaction: discord.Interaction) -> None:
        """The member's newest finished game of this server, judged anew where that had failed."""
        guild_id, _ = place(interaction)
        table_id = await self._coach.newest(guild_id, interaction.user.id)
        review = await self._coach.review(table_id, interaction.user.id, again=True)
        await self._answer(interaction, review, page=0)

    async def close(self) -> None:
        """Give up what is under way."""
        for task in self._following.values():
            task.cancel()
        await asyncio.gather(*self._following.values(), return_exceptions=True)
        await self._coach.close()

    async def _turn_page(self, interaction: discord.Interaction, press: Press) -> None:
        review = await self._coach.review(press.table_id, interaction.user.id)
        await self._answer(interaction, review, press.turn)

    async def _answer(self, interaction: discord.Interaction, review: Review, page: int) -> None:
        wishes = await self._tables.wishes.of(interaction.user.id)
        pictures = wishes.wants_pictures(review.state.pictures)
        draw = partial(review_draft, review, page, pictures=pictures)
        done = review.done
        message_id = await answer_privately(interaction, draw())
        if message_id is None:
            return
        former = self._following.pop(message_id, None)
        if former is not None:
            former.cancel()
        if not done:
            who = visitor(interaction)
            self._keep_current(_Note(who.token, who.until, message_id), review, draw)

    def _keep_current(self, note: _Note, review: Review, draw: Callable[[], Draft]) -> None:
        task = asyncio.create_task(self._follow(note, review, draw))
        self._following[note.message_id] = task
        task.add_done_callback(partial(self._forget, note.message_id))

    def _forget(self, message_id: int, task: asyncio.Task[None]) -> None:
        if self._following.get(message_id) is task:
            del self._following[message_id]

    async def _follow(self, note: _Note, review: Review, draw: Callable[[], Draft]) -> None:
        """Show how far the review has come, and at last its result, while the token lives."""
        done = False
        while not done and note.until > self._tables.ledger.now():
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
