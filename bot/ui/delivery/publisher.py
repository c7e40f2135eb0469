"""Updates Discord's messages to the committed state, and retries until that succeeds.

Messages are projections: each is compared by its digest with the message for the state, so a
publication can safely be repeated, interrupted or late. Several changes in a row are published
once.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, repeat

import discord

from bot.storage.database import run_to_completion
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.state import Status, TableState
from bot.tables.core.table_messages import TableMessages
from bot.tables.service import Tables
from bot.ui.delivery.hand_messages import HandMessages
from bot.ui.delivery.public_messages import PublicMessages
from bot.ui.delivery.spectator_messages import SpectatorMessages
from bot.ui.delivery.threads import Threads
from bot.ui.kit.errors import is_temporary

_log = logging.getLogger(__name__)
_RETRY_DELAYS = (1, 5, 30, 60, 300)
"""Seconds between attempts while Discord fails; the last value is repeated."""
_MAX_ANSWER_WAIT = 1.0
"""Seconds that a publication waits for pending answers, to publish once instead of twice."""
_CLOSE_TIMEOUT = 5.0
"""Seconds that running publications get at the end of the program."""


class Publisher:
    """Runs one task per table, from `request` until the table is up to date."""

    def __init__(
        self,
        tables: Tables,
        public: PublicMessages,
        hands: HandMessages,
        spectators: SpectatorMessages,
        threads: Threads,
    ) -> None:
        self._repository = tables.repository
        self._lifecycle = tables.lifecycle
        self._public = public
        self._hands = hands
        self._spectators = spectators
        self._threads = threads
        self._requested: set[int] = set()
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._pauses: dict[int, asyncio.Task[None]] = {}
        self._pending_answers: Counter[tuple[int, int]] = Counter()
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._skipped: set[int] = set()
        self._held: set[int] = set()
        self._closing = False

    def request(self, table_id: int) -> None:
        """Publish the table's newest state soon, if possible after the pending answers."""
        self._requested.add(table_id)
        if table_id in self._pauses:
            self._pauses[table_id].cancel()
        if not self._members_waiting(table_id):
            self._start(table_id)
        elif table_id not in self._timers:
            timer = asyncio.get_running_loop().call_later(_MAX_ANSWER_WAIT, self._start, table_id)
            self._timers[table_id] = timer

    def _start(self, table_id: int) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if not (table_id in self._workers or table_id in self._held or self._closing):
            self._workers[table_id] = asyncio.create_task(self._work(table_id))

    async def request_unpublished(self) -> None:
        """Publish every table with an unpublished revision, for example after a restart."""
        for table_id in await self._repository.unpublished():
            self.request(table_id)

    @contextmanager
    def answering(self, table_id: int, user_id: int) -> Iterator[None]:
        """Do not publish the member's private messages meanwhile: the answer to the press does."""
        key = (table_id, user_id)
        self._pending_answers[key] += 1
        try:
            yield
        finally:
            self._pending_answers -= Counter([key])
            if not self._members_waiting(table_id) and table_id in self._requested | self._skipped:
                self._skipped.discard(table_id)
                self.request(table_id)
            elif table_id not in self._requested:
                # No publication follows, which would also save the messages.
                self._repository.messages.save_table_soon(table_id)

    @contextmanager
    def held(self, table_id: int) -> Iterator[None]:
        """Do not publish a new table while its first message is being sent."""
        self._held.add(table_id)
        try:
            yield
        finally:
            self._held.discard(table_id)
            self.request(table_id)

    async def close(self) -> None:
        """Wait a short time for running publications, then cancel them."""
        self._closing = True
        workers = list(self._workers.values())
        if not workers:
            return
        _, late = await asyncio.wait(workers, timeout=_CLOSE_TIMEOUT)
        for worker in late:
            worker.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _members_waiting(self, table_id: int) -> set[int]:
        """The members whose presses at this table are being answered."""
        return {user_id for table, user_id in self._pending_answers if table == table_id}

    async def _work(self, table_id: int) -> None:
        try:
            while table_id in self._requested:
                await self._publish_with_retries(table_id)
        finally:
            del self._workers[table_id]

    async def _publish_with_retries(self, table_id: int) -> None:
        for delay in chain(_RETRY_DELAYS, repeat(_RETRY_DELAYS[-1])):
            self._requested.discard(table_id)
            try:
                await self._publish(table_id)
                return
            except Exception as error:  # noqa: BLE001 - logged; the next change tries again
                if not is_temporary(error):
                    _log.exception("table %s could not be published", table_id)
                    return
                _log.warning("table %s waits for Discord: %s", table_id, type(error).__name__)
            await self._pause(table_id, delay)

    async def _pause(self, table_id: int, seconds: float) -> None:
        """Wait; a new request ends the wait."""
        pause = self._pauses[table_id] = asyncio.create_task(asyncio.sleep(seconds))
        try:
            await asyncio.wait({pause})
        finally:
            pause.cancel()
            del self._pauses[table_id]

    async def _publish(self, table_id: int) -> None:
        try:
            state = await self._repository.get(table_id)
        except NoSuchTable:
            return
        known = await self._repository.messages.of(table_id)
        try:
            if state.awaits_thread and state.status is Status.PLAYING:
                # This changes the table, and the change requests the next publication.
                thread_id = await self._threads.open(state, known)
                await run_to_completion(self._lifecycle.enter_thread(state.id, thread_id))
            else:
                await self._publish_state(state, known)
        finally:
            self._repository.messages.save_soon(known)

    async def _publish_state(self, state: TableState, known: TableMessages) -> None:
        """Update every message of the table to this state."""
        reached = await self._publish_public(state, known)
        # After the public messages, so that the hands stand below the table.
        waiting = self._skip_waiting(state.id)
        await self._hands.publish(state, known, waiting)
        waiting |= self._skip_waiting(state.id)
        await self._spectators.publish(state, known, waiting)
        if reached and not waiting:
            if state.parent_id is not None and not state.status.live:
                # After the hands, because nothing can be edited in an archived thread.
                await self._threads.archive(state)
            known.mark_published(state.revision)

    def _skip_waiting(self, table_id: int) -> set[int]:
        """The members with pending answers; after those the table is published again."""
        waiting = self._members_waiting(table_id)
        if waiting:
            self._skipped.add(table_id)
        return waiting

    async def _publish_public(self, state: TableState, known: TableMessages) -> bool:
        """Whether the public messages are done; an unreachable live table is marked as lost."""
        try:
            written = await self._public.publish(state, known)
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            _log.warning("table %s lost its channel: %s", state.id, error)
            await run_to_completion(self._lifecycle.mark_lost(state.id))
            return not state.status.live
        if written and state.lost_at is not None:
            await run_to_completion(self._lifecycle.mark_found(state.id))
        return True
