"""Updates Discord's messages to the committed state, and retries until that succeeds.

Messages are projections, compared by digest with those for the state: a publication can safely be
repeated, interrupted or late. Several changes in a row are published once.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import discord

from bot.observability.logs import add_log_ids, log_context
from bot.observability.metrics import Metrics, PublicationOutcome
from bot.storage.engine.completion import end_tasks, run_to_completion
from bot.tables.core.deadlines import LOST_TIMEOUT
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.state import Status, TableState
from bot.tables.core.table_messages import TableMessages
from bot.tables.service import Tables
from bot.ui.delivery.following_messages import SpectatorMessages
from bot.ui.delivery.hands import HandMessages
from bot.ui.delivery.public_messages import PublicMessages
from bot.ui.delivery.publication_queue import PublicationQueue, nth_delay
from bot.ui.delivery.reminders import DirectReminders
from bot.ui.delivery.threads import Threads
from bot.ui.kit.errors import is_temporary, raise_if_temporary

_log = logging.getLogger(__name__)
_MAX_ANSWER_WAIT = 2.0
"""Maximum seconds that a publication after a press waits for answers, which can change a table."""
_HITCH = timedelta(seconds=30)
"""Failures of a shorter time stop no turn limit: half of the shortest limit."""
_LOST_DELAYS = (10, 60, 300, 900)
"""Seconds between attempts at a lost table; the last value is repeated. Discord blocks an address
after 10,000 refusals in ten minutes, so these are few."""


class Publisher:
    """Publishes each requested table until its messages show the newest state."""

    def __init__(
        self,
        tables: Tables,
        public: PublicMessages,
        hands: HandMessages,
        spectators: SpectatorMessages,
        reminders: DirectReminders,
        threads: Threads,
        metrics: Metrics,
    ) -> None:
        self._tables = tables
        self._repository = tables.repository
        self._public = public
        self._hands = hands
        self._spectators = spectators
        self.reminders = reminders
        self._threads = threads
        self._metrics = metrics
        self._pending_answers: Counter[tuple[int, int]] = Counter()
        self._queue = PublicationQueue(self._try_to_publish, lambda: bool(self._pending_answers))
        # The server of each table whose channel Discord refuses, and the attempts so far.
        self._lost: dict[int, tuple[int, int]] = {}
        # Tables to publish after the pending answers, at the latest when the timer ends.
        self._after_answers: dict[int, asyncio.TimerHandle] = {}
        # Tables and members whose messages are updated by a pending answer.
        self._skipped: set[tuple[int, int]] = set()
        self._held: set[int] = set()
        # Since when each table could not be shown.
        self._failing_since: dict[int, datetime] = {}
        self._refreshes: set[asyncio.Task[None]] = set()

    def show(self, state: TableState) -> None:
        """Show a changed state: in the hands at once, then in the channel."""
        if self._repository.assignment.includes(state.guild_id):
            self._update_hands(state.id)
        self.request(state.id)

    def request(self, table_id: int) -> None:
        """Publish the table's newest state soon, if possible after the pending answers."""
        if table_id in self._held:
            return
        if self._queue.is_outage:
            # Its turn to be tried may be far.
            self._failing_since.setdefault(table_id, self._repository.now())
        if self._members_waiting(table_id):
            self._publish_after_answers(table_id)
        elif table_id not in self._after_answers:
            self._queue.add(table_id)

    async def request_unpublished(self) -> None:
        """Publish every table with an unpublished revision, for example after a restart."""
        for table_id in await self._repository.unpublished():
            self.request(table_id)

    def abandon(self) -> None:
        """Stop publishing for now: another process may do it."""
        for timer in self._after_answers.values():
            timer.cancel()
        self._after_answers.clear()
        self._skipped.clear()
        for update in self._updates:
            update.cancel()
        self._queue.abandon()
        self._failing_since.clear()
        self._lost.clear()

    def request_lost(self, *guild_ids: int) -> None:
        """Try the servers' lost tables again, for example after their permissions have changed."""
        servers = frozenset(guild_ids)
        for table_id, (server, _) in self._lost.items():
            if server in servers:
                # Not at once: such events come in groups.
                self._queue.add_later(table_id, 1)

    @contextmanager
    def answering(self, table_id: int, user_id: int) -> Iterator[None]:
        """Inside the block, leave the member's private messages to the answer to their press."""
        key = (table_id, user_id)
        self._pending_answers[key] += 1
        try:
            yield
        finally:
            self._pending_answers -= Counter([key])
            if key in self._skipped and key not in self._pending_answers:
                self._skipped.discard(key)
                self._update_hands(table_id)
                self._publish_after_answers(table_id)
            if not self._pending_answers:
                for waiting in [*self._after_answers]:
                    self._publish_now(waiting)
                if self._queue.is_held_back:
                    self._queue.fill_places()

    @contextmanager
    def held(self, table_id: int) -> Iterator[None]:
        """Do not publish a new table while its first message is being sent."""
        self._held.add(table_id)
        try:
            yield
        finally:
            self._held.discard(table_id)
            self._publish_now(table_id)

    def load(self) -> dict[str, int]:
        """The number of tables to publish, by what they wait for."""
        return self._queue.load() | {"answering": len(self._after_answers)}

    def failing_since(self, table_id: int) -> datetime | None:
        """Since when the table cannot be shown; None for up to `_HITCH`, and from a day on."""
        now = self._repository.now()
        since = self._failing_since.get(table_id, now)
        return since if _HITCH < now - since < LOST_TIMEOUT else None

    def is_sending(self, table_id: int) -> bool:
        """Whether Discord may have a message of the table whose id is not known here yet."""
        return table_id in self._held or self._queue.is_running(table_id)

    async def close(self) -> None:
        """Wait a short time for running publications, then cancel them."""
        for timer in self._after_answers.values():
            timer.cancel()
        await self._queue.close()
        await end_tasks(self._updates)

    @property
    def _updates(self) -> set[asyncio.Task[None]]:
        """The tasks that change and send private messages."""
        reminding = {*self.reminders.tasks.values()}
        return self._refreshes | self._hands.updates | self._spectators.updates | reminding

    def _update_hands(self, table_id: int) -> None:
        """Update the hands without waiting for the table, which is edited slowly."""
        task = asyncio.create_task(self._hands.refresh(table_id, self._skip_waiting(table_id)))
        self._refreshes.add(task)
        task.add_done_callback(self._refreshes.discard)

    def _publish_after_answers(self, table_id: int) -> None:
        """Publish a table after its press, once the answers are sent."""
        if table_id not in self._after_answers:
            self._after_answers[table_id] = asyncio.get_running_loop().call_later(
                _MAX_ANSWER_WAIT, self._publish_now, table_id
            )

    def _publish_now(self, table_id: int) -> None:
        """Publish a table before those without a press."""
        timer = self._after_answers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if table_id not in self._held:
            self._queue.add(table_id, urgent=True)

    def _members_waiting(self, table_id: int) -> set[int]:
        """The members whose presses at this table are being answered."""
        return {user_id for table, user_id in self._pending_answers if table == table_id}

    async def _try_to_publish(self, table_id: int) -> bool:
        """Publish the newest state; False if Discord or the database fails temporarily."""
        began, outcome = time.monotonic(), PublicationOutcome.PUBLISHED
        # From now on: a request can take minutes.
        self._failing_since.setdefault(table_id, self._repository.now())
        with log_context(table=table_id):
            try:
                await self._publish(table_id)
            except Exception as error:  # noqa: BLE001 - logged; the next change tries again
                if is_temporary(error):
                    outcome = PublicationOutcome.POSTPONED
                    _log.warning("table %s waits for Discord: %s", table_id, type(error).__name__)
                else:
                    outcome = PublicationOutcome.FAILED
                    _log.exception("table %s could not be published", table_id)
            seconds = time.monotonic() - began
            facts = {"outcome": outcome.value, "duration_ms": round(seconds * 1000)}
            _log.debug("publication: %s after %.0f ms", outcome, seconds * 1000, extra=facts)
        self._metrics.publications.labels(outcome).observe(seconds)
        if outcome is PublicationOutcome.POSTPONED:
            return False
        self._failing_since.pop(table_id, None)
        return True

    async def _publish(self, table_id: int) -> None:
        try:
            state = await self._repository.get(table_id)
        except NoSuchTable:
            return
        if not self._repository.assignment.includes(state.guild_id):
            return
        add_log_ids(guild=state.guild_id)
        known = await self._repository.messages.of(table_id)
        try:
            if state.awaits_thread and state.status is Status.PLAYING:
                # This changes the table, which requests the next publication.
                thread_id = await self._threads.open(state, known)
                await run_to_completion(self._tables.lifecycle.enter_thread(state.id, thread_id))
            # So does this: a question that was posted late counts from now on.
            elif state.closing is None or not await run_to_completion(
                self._tables.closing.count_from_question(state, known.public)
            ):
                await self._publish_state(state, known)
        finally:
            self._repository.messages.save_soon(known)

    async def _publish_state(self, state: TableState, known: TableMessages) -> None:
        """Update every message of the table to this state."""
        reached = await self._publish_public(state, known)
        # Again: new hands belong below the table, and earlier updates may have failed.
        waiting = self._skip_waiting(state.id)
        wait = await self._hands.publish(state, known, waiting)
        waiting |= self._skip_waiting(state.id)
        wait = max(wait, await self._spectators.publish(state, known, waiting))
        wait = max(wait, await self.reminders.send(state.id))
        if wait > 0:
            # All hands are up to date by now (see `show`), and no message is left to send.
            self._queue.add_later(state.id, max(wait, 1))
        elif reached and not waiting:
            if state.parent_id is not None and not state.status.live:
                # After the hands: an archived thread cannot be edited.
                await self._threads.archive(state)
            known.mark_published(state.revision)

    def _skip_waiting(self, table_id: int) -> set[int]:
        """The members with pending answers; the table is published again after these."""
        waiting = self._members_waiting(table_id)
        self._skipped.update((table_id, user_id) for user_id in waiting)
        return waiting

    async def _publish_public(self, state: TableState, known: TableMessages) -> bool:
        """Publish the public messages; False if they must be tried again."""
        try:
            written = await self._public.publish(state, known)
        except discord.HTTPException as error:
            raise_if_temporary(error)
            return await self._lose(state, error)
        self._lost.pop(state.id, None)
        if written and state.lost_at is not None:
            if self._tables.away_since(state.guild_id) is not None:
                # Nobody can press yet; tried again when the connection is back.
                self._lost[state.id] = state.guild_id, 0
                return False
            await run_to_completion(self._tables.lifecycle.mark_found(state.id))
        return True

    async def _lose(self, state: TableState, error: discord.HTTPException) -> bool:
        """Mark a table whose channel refuses the bot as lost; False if it is to be tried again."""
        _log.warning("table %s lost its channel: %s", state.id, error)
        await run_to_completion(self._tables.lifecycle.mark_lost(state.id))
        if not state.status.is_open:
            self._lost.pop(state.id, None)
            if isinstance(error, discord.NotFound):
                return True
            # The end is shown once the channel is reachable; scores also after a restart.
            self._lost[state.id] = state.guild_id, 0
            return state.status is Status.CLOSED
        if state.lost_at is not None:
            # If it is None, marking the table as lost has requested the next attempt.
            attempt = self._lost.get(state.id, (0, 0))[1] + 1
            self._lost[state.id] = state.guild_id, attempt
            self._queue.add_later(state.id, nth_delay(_LOST_DELAYS, attempt))
        return False
