"""The messages of each table: cached in memory, saved in the background.

Discord's messages are projections of a table, so their rows may be saved late: after a crash a
message is at worst edited again, or sent again with the same nonce.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from cachetools import LRUCache
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm.exc import StaleDataError

from bot.observability.logs import log_context
from bot.storage import queries
from bot.storage.engine.completion import run_to_completion
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.tables import PrivateKind, PrivateMessage, PublicMessage
from bot.storage.queries.dialects import lock_tables, share_forgetting_lock
from bot.storage.queries.messages import Key, Row, key_of
from bot.tables.core.table_messages import Changes, TableMessages, pressed_at

CACHE_SIZE = 4096
"""The number of tables whose messages stay in memory while unused."""
_DELAY, _DELAY_OF_EDITS = 1.0, 15.0
"""Seconds in which changes of all tables are collected before they are saved: with new private
messages among them (see Changes.have_new), and with edits alone. A save at a time of its own costs
a quarter of a move, and edits that a crash loses are only made again."""
_RETRY_AFTER = 5.0
"""Seconds until a failed save is tried again."""
_MARGIN = timedelta(seconds=5)
"""By how much the clocks of two hosts may differ."""

_log = logging.getLogger(__name__)

_Batched = tuple[TableMessages, Changes]


class MessageStore:
    """Loads tables' messages and saves the changes of all tables in one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._instances: WeakValueDictionary[int, TableMessages] = WeakValueDictionary()
        self._recent: LRUCache[int, TableMessages] = LRUCache(CACHE_SIZE)
        self._unsaved: dict[int, TableMessages] = {}
        self._saving = asyncio.Lock()
        self._saver: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def of(self, table_id: int) -> TableMessages:
        """The messages of one table; always the same instance while it is in use."""
        messages = self._instances.get(table_id)
        if messages is None:
            async with self._database.read() as session:
                public = await session.rows(PublicMessage, table_id=table_id)
                private = await session.rows(PrivateMessage, table_id=table_id)
            loaded = TableMessages(table_id, public, private)
            # Another task may have loaded them first.
            messages = self._instances.setdefault(table_id, loaded)
        self._recent[table_id] = messages
        return messages

    def save_soon(self, messages: TableMessages) -> None:
        """Save the changes in the background: now if a public message was sent, else soon."""
        if messages.is_abandoned:
            return
        changes = messages.changes
        if changes:
            self._unsaved[messages.table_id] = messages
        if changes.are_urgent:
            self._start_to_save()
        elif self._unsaved:
            loop = asyncio.get_running_loop()
            at = loop.time() + (_DELAY if changes.have_new else _DELAY_OF_EDITS)
            if self._timer is None or at < self._timer.when():
                self._cancel_timer()
                self._timer = loop.call_at(at, self._start_to_save)

    def note_press(self, table_id: int, at: datetime) -> None:
        """Record a press at a table, to be saved soon with its changes; at most once an hour.

        A press without effect on the table's messages is not recorded: they are not in memory then.
        """
        messages = self._instances.get(table_id)
        if messages is not None:
            messages.note_press(at)
            self.save_soon(messages)

    async def save(self) -> None:
        """Save all changes in one transaction; if that fails they stay unsaved, not lost."""
        async with self._saving:
            batch = [(messages, messages.changes) for messages in self._unsaved.values()]
            self._unsaved = {}
            if not batch:
                return
            for messages, _ in batch:
                messages.changes = Changes()
            try:
                await self._write(batch)
            except BaseException:
                for messages, changes in batch:
                    messages.restore(changes)
                    if not messages.is_abandoned:
                        self._unsaved[messages.table_id] = messages
                raise
            if not self._unsaved:
                self._cancel_timer()

    def drop(self, table_ids: Iterable[int]) -> None:
        """Forget these tables: their rows were deleted, or changed by another process."""
        for table_id in table_ids:
            for known in (self._instances, self._recent, self._unsaved):
                known.pop(table_id, None)

    def forget_all(self) -> None:
        """Clear the memory; unsaved and later changes of these messages are never saved."""
        self._cancel_timer()
        for messages in self._instances.values():
            messages.is_abandoned = True
        self._instances.clear()
        self._recent.clear()
        self._unsaved.clear()

    async def forget_live_messages(self) -> None:
        """Forget every live table's messages, before any is loaded, so that all are sent again."""
        await self._database.change(queries.messages.forget_live_messages)

    def _start_to_save(self) -> None:
        self._cancel_timer()
        if self._unsaved and self._saver is None:
            self._saver = asyncio.create_task(self._save_in_background())

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def close(self) -> None:
        """Save all unsaved changes."""
        self._cancel_timer()
        if self._saver is not None:
            self._saver.cancel()
            await asyncio.wait({self._saver})
        try:
            await self.save()
        except SQLAlchemyError:
            _log.exception("the newest messages could not be saved")

    async def _write(self, batch: list[_Batched]) -> None:
        """Save the batch, except the messages of tables that were deleted."""
        try:
            async with self._database.write() as session:
                await _write(session, batch)
        except (IntegrityError, StaleDataError):
            if len(batch) > 1:
                for one in batch:
                    await self._write([one])
            else:
                _log.warning(
                    "table %s was deleted, so its messages were not saved", batch[0][0].table_id
                )
        else:
            for messages, changes in batch:
                messages.saved(changes)

    async def _save_in_background(self) -> None:
        """Save until nothing is unsaved."""
        try:
            # Without the log ids of the press that started it: it saves all tables' messages.
            with log_context():
                while self._unsaved:
                    try:
                        await run_to_completion(self.save())
                    except SQLAlchemyError as error:
                        _log.warning("messages could not be saved: %s", type(error).__name__)
                        await asyncio.sleep(_RETRY_AFTER)
        finally:
            self._saver = None


async def _write(session: Session, batch: list[_Batched]) -> None:
    deleted: dict[type[Row], list[Key]] = defaultdict(list)
    inserted: dict[type[Row], list[Row]] = defaultdict(list)
    updated: dict[type[Row], list[Row]] = defaultdict(list)
    columns: dict[str, list[dict[str, object]]] = defaultdict(list)
    for messages, changes in batch:
        for key, row in changes.rows.items():
            if isinstance(row, type):
                deleted[row].append(key)
            else:
                (updated if key in messages.stored else inserted)[type(row)].append(row)
        for name, value in changes.columns.items():
            columns[name].append({"table": messages.table_id, "value": value})
    if PrivateMessage in inserted:
        await share_forgetting_lock(session)
    await lock_tables(session, [messages.table_id for messages, _ in batch])
    await _leave_out_former_players(session, inserted, batch)
    await session.run_together(
        [
            *(queries.messages.deletion(*keys) for keys in deleted.items()),
            *((queries.tables.NEWER[name], values) for name, values in columns.items()),
            *(queries.messages.insertion(session, *rows) for rows in inserted.items()),
            *(queries.messages.new_values(*rows) for rows in updated.items()),
        ]
    )


async def _leave_out_former_players(
    session: Session, inserted: dict[type[Row], list[Row]], batch: list[_Batched]
) -> None:
    """Drop the hands of members who have no seat any more and wait on no list for one.

    Drop all other messages from before a forgetting: no row says who was forgotten.
    """
    rows = [row for row in inserted.get(PrivateMessage, []) if isinstance(row, PrivateMessage)]
    if not rows:
        return
    changes = {messages.table_id: new for messages, new in batch}
    table_ids = {row.table_id for row in rows if row.kind is PrivateKind.HAND}
    players = await queries.tables.players_of(session, table_ids)
    forgotten_at = await queries.requests.last_forgetting(session)

    def is_kept(row: PrivateMessage) -> bool:
        if row.kind is PrivateKind.HAND:
            return (row.table_id, row.user_id) in players
        return forgotten_at is None or pressed_at(row.until) > forgotten_at + _MARGIN

    for row in [row for row in rows if not is_kept(row)]:
        inserted[PrivateMessage].remove(row)
        # Not stored, so that a message after the member's next press is inserted.
        del changes[row.table_id].rows[key_of(row)]
