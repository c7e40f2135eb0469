"""Pauses of members in a server, so many days a year, and of whole games: turn limits stand still.

A member's pause and the new revision of each affected table are one transaction, so a crash leaves
no table behind: due tasks and messages follow from the rows.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.storage import models, queries
from bot.storage.engine.session import Session
from bot.storage.models.pauses import MemberPause
from bot.storage.models.tables import Status
from bot.storage.queries.dialects import lock_tables, share_forgetting_lock, take_block_lock
from bot.tables.core.actor import require_no_forgetting
from bot.tables.core.consent import (
    answering_seat,
    decline_by_playing,
    end_pause,
    end_pause_request,
    pause_if_agreed,
)
from bot.tables.core.deadlines import ASK_AGAIN_AFTER, PAUSE_TIMEOUT
from bot.tables.core.errors import SETTLED, TableError
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import TableState, pause_request
from bot.tables.core.unit_of_work import UnitOfWork
from bot.text.language import Sentence
from bot.text.words import timestamp

YEAR = timedelta(days=365)
_DAY = timedelta(days=1)
_KEPT = YEAR + timedelta(days=30)
_Change = Callable[[Session], Awaitable[None]]
MOST_TABLE_DAYS = 14
NO_PAUSES = Sentence("In this server members cannot pause. A game pauses if all its players agree.")


class PauseDays(NamedTuple):
    """A member's days of pause in a server; `until` is the end of the pause under way.

    `allowed` are the days in a year, `left` the unused ones. A member who was forgotten cannot
    pause before `barred_until`.
    """

    allowed: int
    left: int
    until: datetime | None = None
    barred_until: datetime | None = None


class Pauses:
    """Begins and ends members' pauses."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def of(self, guild_id: int, user_id: int) -> PauseDays:
        return await self._repository.database.ask(self._days, guild_id, user_id)

    async def begin(
        self, guild_id: int, user_id: int, days: int, *, pressed_at: datetime
    ) -> PauseDays:
        """Pause for so many days from now on. Raises TableError without so many days left."""

        async def pause(session: Session) -> None:
            await require_no_forgetting(session, pressed_at)
            _require(await self._days(session, guild_id, user_id), days)
            now = self._repository.now()
            mine = {"guild_id": guild_id, "user_id": user_id}
            # A pause in the future was stored while the host's clock was ahead.
            await session.delete_where(MemberPause, MemberPause.begins >= now, **mine)
            session.add(MemberPause(**mine, begins=now, ends=now + days * _DAY))

        return await self._change(guild_id, user_id, pause)

    async def end(self, guild_id: int, user_id: int) -> PauseDays:
        """End the pause under way, if there is one; unused days can be used again."""
        now = self._repository.now
        return await self._change(
            guild_id, user_id, lambda session: queries.pauses.end(session, guild_id, user_id, now())
        )

    async def delete_old(self) -> None:
        """Delete pauses and bars that count in no year any more."""
        now = self._repository.now()
        await self._repository.database.change(queries.pauses.delete_old, now - _KEPT, now)

    async def _days(self, session: Session, guild_id: int, user_id: int) -> PauseDays:
        now = self._repository.now()
        allowed = (await session.get(models.Server, guild_id) or models.Server()).pause_days
        since = now - YEAR
        rows = await queries.pauses.pauses_since(session, guild_id, [user_id], since, now)
        # A day that has begun counts as used.
        used = sum(-((max(row.begins, since) - row.ends) // _DAY) for row in rows)
        until = max((row.ends for row in rows if row.ends > now), default=None)
        barred = await queries.pauses.barred_until(session, guild_id, user_id, now)
        return PauseDays(allowed, max(allowed - used, 0), until, barred)

    async def _change(self, guild_id: int, user_id: int, change: _Change) -> PauseDays:
        """Make a change, with a new revision of each table at which the member sits."""
        while True:
            table_ids = await self._repository.live_ids_of(user_id, guild_id)
            async with (
                self._repository.exclusive(table_ids),
                self._repository.database.write() as session,
            ):
                await share_forgetting_lock(session)
                await lock_tables(session, table_ids)
                # Lock out seating until commit: a table joined now would miss the pause.
                await take_block_lock(session, guild_id)
                seated = await queries.tables.live_tables_of(session, user_id, guild_id=guild_id)
                if {*seated} <= {*table_ids}:
                    await change(session)
                    await queries.tables.touch(session, table_ids, self._repository.now())
                    await self._repository.assignment.record_changes(session, table_ids)
                    break
        for table_id in table_ids:
            self._repository.announce(await self._repository.get(table_id))
        return await self.of(guild_id, user_id)


class TablePauses:
    """Pauses games at the request of one player and with the consent of all who are there."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def ask(self, table_id: int, user_id: int, days: int) -> TableState:
        """Ask the others to pause the game for so many days; it pauses at once without others.

        Raises NotSeated, WrongStage, and TableError at a paused game and for a second request.
        """
        async with self._repository.unit_of_work(table_id) as uow:
            uow.seat_of(user_id, Status.PLAYING)
            _require_no_pause(uow)
            uow.end_pausing()
            table = uow.table
            table.pause_asked_by, table.pause_asked_at = user_id, uow.now
            table.pause_days = min(max(days, 1), MOST_TABLE_DAYS)
            pause_if_agreed(uow)
        return uow.state

    async def agree(self, table_id: int, user_id: int, asked_at: int) -> TableState:
        """Agree to the request made at this time, in whole seconds; pause the game if all do."""
        async with self._repository.unit_of_work(table_id) as uow:
            request = pause_request(uow.table)
            answering_seat(uow, user_id, request, asked_at).agrees_to_pause = True
            pause_if_agreed(uow)
        return uow.state

    async def play_on(self, table_id: int, user_id: int, since: int) -> TableState:
        """Decline the request made at this time, or end the pause that began then.

        Like a move it also declines an open request to close the game, and a member for whom a
        computer plays is back: otherwise the others could pause the game again without them.
        """
        async with self._repository.unit_of_work(table_id) as uow:
            seat = uow.seat_of(user_id, Status.PLAYING)
            request, paused_at = pause_request(uow.table), uow.table.paused_at
            if paused_at is not None and int(paused_at.timestamp()) == since:
                end_pause(uow)
            elif request is not None and int(request.at.timestamp()) == since:
                end_pause_request(uow, declined=True)
            else:
                raise TableError(SETTLED)
            if seat.away:
                uow.take_back(seat)
            decline_by_playing(uow, seat)
        return uow.state

    async def end_due(self, state: TableState) -> None:
        """End the game's pause, or the request for one, after its time.

        The commit alone drops members' pauses that are over. A new request is possible at once if
        the old one was not declined.
        """
        async with self._repository.unit_of_work(state.id) as uow:
            table = uow.table
            if table.paused_until is not None and table.paused_until <= uow.now:
                end_pause(uow)
            request = pause_request(table)
            if request is not None and request.at + PAUSE_TIMEOUT <= uow.now:
                end_pause_request(uow, declined=False)


def _require_no_pause(uow: UnitOfWork) -> None:
    """Raise TableError if the game pauses, or if its players were asked recently."""
    table = uow.table
    if table.paused_at is not None:
        raise TableError("This game is already paused.")
    if pause_request(table) is not None:
        raise TableError("The players have already been asked to pause this game.")
    declined_at = table.pause_asked_at if table.pause_days is None else None
    if declined_at is not None and uow.now < declined_at + ASK_AGAIN_AFTER:
        again = timestamp(declined_at + ASK_AGAIN_AFTER, "R")
        raise TableError("A player chose to play on. You can ask again {at}.", at=again)


def _require(has: PauseDays, days: int) -> None:
    """Raise TableError if the member cannot pause for so many days."""
    if not has.allowed:
        raise TableError(NO_PAUSES)
    if has.until is not None:
        raise TableError("You are already pausing until {when}.", when=timestamp(has.until, "f"))
    if has.barred_until is not None:
        raise TableError("You can pause again from {when}.", when=timestamp(has.barred_until, "f"))
    if not 0 < days <= has.left:
        raise TableError(
            "You have {number} day of pause left. Choose again with `/scout pause`.",
            many="You have {number} days of pause left. Choose again with `/scout pause`.",
            number=has.left,
        )
