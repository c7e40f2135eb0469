"""Brings Discord's messages up to the committed state, as often as it takes.

Messages are projections: each is compared by its digest with what the state wants, so a
publication may be repeated, interrupted or late without harm. Many changes in a row are
published as one.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import aiohttp
import discord

from bot.storage import queries
from bot.tables.errors import NoSuchTable
from bot.tables.ledger import Ledger
from bot.tables.lobby import Lobby
from bot.tables.state import TableState
from bot.ui.hands import Hands
from bot.ui.posts import Posts

_log = logging.getLogger(__name__)
_RETRY_AFTER = (1, 5, 30)
"""Seconds between attempts while Discord is in trouble; then the next change tries again."""
_PARTING = 5.0
"""Seconds that publications under way get at the end of the program."""


class Publisher:
    """One worker a table, started by `request` and gone when the table is up to date."""

    def __init__(self, ledger: Ledger, lobby: Lobby, posts: Posts, hands: Hands) -> None:
        self._ledger = ledger
        self._lobby = lobby
        self._posts = posts
        self._hands = hands
        self._wanted: set[int] = set()
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._answering: Counter[tuple[int, int]] = Counter()

    def request(self, table_id: int) -> None:
        """Publish the table's newest state soon, once the clicks there are answered."""
        self._wanted.add(table_id)
        if table_id not in self._workers and not self._answered_now(table_id):
            self._workers[table_id] = asyncio.create_task(self._work(table_id))

    async def request_unpublished(self) -> None:
        """Publish whatever lags, as after a restart."""
        async with self._ledger.database.read() as session:
            lagging = await queries.unpublished_tables(session)
        for table_id in lagging:
            self.request(table_id)

    @contextmanager
    def answering(self, table_id: int, user_id: int) -> Iterator[None]:
        """Leave this member's hand alone meanwhile: the answer to their click shows it."""
        key = (table_id, user_id)
        self._answering[key] += 1
        try:
            yield
        finally:
            self._answering[key] -= 1
            if not self._answering[key]:
                del self._answering[key]
            if table_id in self._wanted:
                self.request(table_id)

    def _answered_now(self, table_id: int) -> set[int]:
        """The members whose clicks at this table are being answered."""
        return {user_id for table, user_id in self._answering if table == table_id}

    async def close(self) -> None:
        """Let publications under way end, but not for long."""
        workers = list(self._workers.values())
        if not workers:
            return
        _, late = await asyncio.wait(workers, timeout=_PARTING)
        for worker in late:
            worker.cancel()

    async def _work(self, table_id: int) -> None:
        try:
            while table_id in self._wanted and not self._answered_now(table_id):
                await self._publish_patiently(table_id)
        except Exception:  # noqa: BLE001 - logged in full; the next change tries again
            _log.exception("table %s could not be published", table_id)
        finally:
            del self._workers[table_id]

    async def _publish_patiently(self, table_id: int) -> None:
        for delay in (*_RETRY_AFTER, None):
            self._wanted.discard(table_id)
            try:
                await self._publish(table_id)
                return
            except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                if not _passes(error):
                    raise
                _log.warning("table %s waits for Discord: %s", table_id, type(error).__name__)
            if delay is not None:
                await asyncio.sleep(delay)

    async def _publish(self, table_id: int) -> None:
        try:
            state = await self._ledger.look(table_id)
        except NoSuchTable:
            return
        reached = await self._post(state)
        # After the posts: in the channel the hands stand below the table.
        busy = self._answered_now(table_id)
        await self._hands.publish(state, busy)
        if busy:
            self._wanted.add(table_id)
        elif reached:
            async with self._ledger.database.write() as session:
                await queries.mark_published(session, table_id, state.revision)

    async def _post(self, state: TableState) -> bool:
        """Whether there is nothing left to try; an unreachable live table is marked as lost."""
        try:
            await self._posts.publish(state)
        except discord.HTTPException as error:
            if _passes(error):
                raise
            _log.warning("table %s lost its channel: %s", state.id, error)
            await self._lobby.mark_reach(state, lost=True)
            return not state.status.live
        await self._lobby.mark_reach(state, lost=False)
        return True


def _passes(error: Exception) -> bool:
    """Whether the same request may well succeed later: it was not its fault."""
    if isinstance(error, discord.HTTPException):
        return error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= 500
    return isinstance(error, discord.RateLimited | aiohttp.ClientError | OSError)
