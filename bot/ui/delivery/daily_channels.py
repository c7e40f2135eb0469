"""Sends and edits the daily message about the daily deal in servers' channels."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import date
from typing import Any

import discord

from bot.storage.engine.completion import run_to_completion
from bot.storage.engine.errors import DatabaseAway
from bot.tables.core.deadlines import WakeableSleep
from bot.tables.service import Tables
from bot.ui.delivery.public_messages import SENDING_PATIENCE, nonce_of
from bot.ui.delivery.server_posts import ServerLanguages, ServerLog
from bot.ui.kit.errors import REQUEST_ERRORS, is_temporary
from bot.ui.kit.message import Message
from bot.ui.views.daily.boards import channel_message
from bot.ui.views.servers.moderation import daily_off_entry

_log = logging.getLogger(__name__)
_Work = Callable[[int], Coroutine[Any, Any, bool]]
_HOUR = 3600.0
_LONGEST_PAUSE = 900.0
"""Seconds; also the longest delay of an edit, or after a machine was suspended."""
_RETRY_AFTER = 60.0
_MOST_FAILURES = 3
"""Consecutive failures after which Discord counts as unreachable until the next attempt."""


class DailyChannels:
    """Sends one message at a time, so that the burst at a full hour delays nothing else."""

    def __init__(
        self, client: discord.Client, tables: Tables, languages: ServerLanguages, log: ServerLog
    ) -> None:
        self._client = client
        self._tables = tables
        self._posts = tables.daily.posts
        self._languages = languages
        self._server_log = log
        self._sleeper = WakeableSleep()
        self._failures = 0

    async def run(self) -> None:
        """Update the messages now, at every full hour and in between, until cancelled."""
        # Until then the languages of servers are not known.
        await self._client.wait_until_ready()
        while True:
            try:
                await self.update()
            except DatabaseAway:
                # Logged by the storage.
                self._failures += 1
            except Exception:  # noqa: BLE001 - the days to come have messages too
                _log.exception("the messages about the daily deal were not updated")
            await self._sleeper.sleep(self._seconds())

    def wake(self) -> None:
        """Update now: a setting, the clock or the servers of this process have changed."""
        self._sleeper.wake()

    async def update(self) -> None:
        """Edit the messages that are out of date, then send those that are due."""
        self._failures = 0
        await self._each(await self._posts.changed(), self._edit)
        await self._each(await self._posts.due(), self._send)

    async def _each(self, guild_ids: list[int], work: _Work) -> None:
        for guild_id in guild_ids:
            if self._failures >= _MOST_FAILURES:
                return
            try:
                is_done = await run_to_completion(work(guild_id))
            except DatabaseAway:
                raise
            except Exception:  # noqa: BLE001 - the other servers get theirs
                _log.exception("the message about the daily deal of a server failed")
                continue
            self._failures = 0 if is_done else self._failures + 1

    def _seconds(self) -> float:
        if self._failures:
            return _RETRY_AFTER
        now = self._posts.now()
        past = now.minute * 60 + now.second + now.microsecond / 1e6
        return min(_LONGEST_PAUSE, max(1.0, _HOUR - past))

    async def _edit(self, guild_id: int) -> bool:
        """Edit the server's message; returns False if Discord cannot be reached."""
        at, post = self._posts.now(), await self._posts.shown(guild_id)
        if post is None or post.message_id is None:
            return True
        is_over = not self._tables.daily.days.is_open(post.day)
        message = await self._message(guild_id, post.day, is_over=is_over)
        if message.digest != post.digest:
            shown = self._client.get_partial_messageable(post.channel_id)
            try:
                async with asyncio.timeout(SENDING_PATIENCE):
                    arguments = await message.edit_arguments()
                    await shown.get_partial_message(post.message_id).edit(**arguments)
            except REQUEST_ERRORS as error:
                if is_temporary(error):
                    return False
                # It was deleted, or its channel is out of reach.
                _log.info("a message about the daily deal could not be edited: %s", error)
        await self._posts.mark_shown(post, at, message.digest, is_over=is_over)
        return True

    async def _send(self, guild_id: int) -> bool:
        """Send today's message; returns False if Discord cannot be reached."""
        post = await self._posts.claim(guild_id)
        if post is None:
            return True
        message = await self._message(guild_id, post.day, is_over=False)
        channel = self._client.get_partial_messageable(post.channel_id)
        nonce = nonce_of(f"daily {guild_id} {post.day}")
        try:
            async with asyncio.timeout(SENDING_PATIENCE):
                sent = await channel.send(**await message.send_arguments(), nonce=nonce)
        except REQUEST_ERRORS as error:
            _log.warning("a message about the daily deal failed: %s", type(error).__name__)
            if is_temporary(error):
                await self._posts.mark_failed(post)
                return False
            if await self._posts.mark_refused(post):
                await self._server_log.post(
                    guild_id, lambda language: daily_off_entry(language, post.channel_id)
                )
            return True
        await self._posts.mark_sent(post, sent.id, message.digest)
        return True

    async def _message(self, guild_id: int, day: date, *, is_over: bool) -> Message:
        settings = await self._tables.server_settings.of(guild_id)
        return channel_message(
            await self._languages.of(guild_id),
            day,
            await self._posts.yesterday(guild_id, day),
            is_over=is_over,
            pictures=settings.pictures,
        )
