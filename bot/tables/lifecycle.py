"""Opening a table, moving it to a thread or channel, and losing and finding its channel."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError

from bot.storage import models, queries
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.engine.session import Session
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import PrivateKind, Status
from bot.storage.queries.dialects import share_forgetting_lock
from bot.tables.core.actor import Actor, member_seat, new_sign_up
from bot.tables.core.consent import later, open_request, put_off_handovers
from bot.tables.core.deadlines import PUNCTUAL, SAME_NONCE
from bot.tables.core.errors import ChannelTaken, NotSeated, TableError, WrongStage
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import TableState
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.servers.blocks import Blocks
from bot.tables.servers.settings import ServerSettingsStore
from bot.text.language import Language, language_of
from engine.players import Level

EARLIEST = timedelta(minutes=15)
LATEST = timedelta(days=14)


class TableLifecycle:
    """Opens tables, one live table per channel, and follows their channels."""

    def __init__(
        self, repository: TableRepository, server_settings: ServerSettingsStore, blocks: Blocks
    ) -> None:
        self._repository = repository
        self._server_settings = server_settings
        self._blocks = blocks

    async def open(
        self,
        language: Language,
        guild_id: int,
        channel_id: int,
        host: Actor,
        options: TableOptions,
        *,
        parent_id: int | None = None,
        starts_at: datetime | None = None,
    ) -> TableState:
        """A new table with its host in the first seat; its messages are in this language.

        `parent_id` is the parent if the channel is a thread. With `starts_at` the table is
        scheduled for that time, and the host is the first to sign up. Raises ChannelTaken; Blocked,
        ChannelNotAllowed and other TableErrors if the server's settings forbid it.
        """
        table = self._new_table(language, guild_id, channel_id, host.user_id, options)
        if starts_at is None:
            table.seats = [member_seat(0, host)]
        else:
            if not EARLIEST <= starts_at - self._repository.now() <= LATEST:
                raise TableError("Choose a time from 15 minutes to 14 days from now.")
            table.status, table.starts_at = Status.SCHEDULED, starts_at
            table.sign_ups = [new_sign_up(0, host)]
        return await self._open(table, host, parent_id)

    async def rematch(
        self, language: Language, table_id: int, actor: Actor, *, parent_id: int | None = None
    ) -> TableState:
        """A new lobby in the same channel with the member and the same computers.

        The other members of the game are invited: they have no seat until they join. Raises
        NotSeated, WrongStage, and what `open` raises.
        """
        old = await self._repository.get(table_id)
        if old.status is not Status.OVER:
            raise WrongStage(old.status, old.language)
        old.seat_of(actor.user_id)
        channel_id = old.parent_id or old.channel_id
        # Only managers choose whether tables have pictures.
        settings = await self._server_settings.of(old.guild_id)
        options = replace(old.options, fill=None, pictures=settings.pictures)
        table = self._new_table(language, old.guild_id, channel_id, actor.user_id, options)
        computers = [seat for seat in old.seats if seat.is_computer]
        # They now play for themselves: do not name a member who left the last game.
        table.seats = [
            member_seat(0, actor),
            *(
                models.Seat(index=index, name=seat.name, level=seat.level or Level.MEDIUM)
                for index, seat in enumerate(computers, 1)
            ),
        ]
        # A forgotten member has no id to invite.
        table.invitations = [
            models.Invitation(user_id=seat.user_id, name=seat.name)
            for seat in old.seats
            if seat.user_id not in (None, actor.user_id) and not seat.is_forgotten
        ]
        return await self._open(table, actor, parent_id, table_id)

    async def mention_for_rematch(
        self, table_id: int, lobby: TableState, user_ids: Sequence[int]
    ) -> list[int]:
        """Record and return the members among these whom the lobby of a rematch mentions.

        It mentions no member who pauses, who avoids its host, or whom the host avoids; and no
        member at all if it is the game's second rematch, or if the game ended longer ago.
        """
        now = self._repository.now()
        async with self._repository.database.write() as session:
            if not await queries.tables.mention_for_rematch(session, table_id, now):
                return []
            paused = await queries.pauses.pausing(session, lobby.guild_id, user_ids, now)
            avoided = await queries.calls.avoided_or_avoiding(session, [lobby.host_id])
            members = [one for one in user_ids if one not in paused | avoided]
            theirs = models.Invitation.user_id.in_(members)
            mentioned = {"mentioned": True}
            await session.update_where(models.Invitation, mentioned, theirs, table_id=lobby.id)
        return members

    async def enter_thread(self, table_id: int, thread_id: int | None) -> TableState:
        """Move the game to its thread and free the channel; None if it cannot have a thread."""
        try:
            uow = await self._enter_thread(table_id, thread_id)
        except IntegrityError:
            # Another process has opened a table in the thread meanwhile.
            uow = await self._enter_thread(table_id, None)
        if uow.state.parent_id is not None:
            # A token is valid only for the channel where it was issued.
            for hand in uow.messages.private_of_kind(PrivateKind.HAND):
                uow.messages.forget(hand)
            self._repository.messages.save_soon(uow.messages)
        return uow.state

    async def _enter_thread(self, table_id: int, thread_id: int | None) -> UnitOfWork:
        async with self._repository.unit_of_work(table_id) as uow:
            table = uow.table
            if table.options.thread and table.parent_id is None:
                if thread_id is None or await queries.tables.live_table_in(uow.session, thread_id):
                    table.options = replace(table.options, thread=False)
                else:
                    table.channel_id, table.parent_id = thread_id, table.channel_id
        return uow

    async def mark_lost(self, table_id: int) -> None:
        """Record that the table's channel cannot be reached; after a day the table is closed."""
        state = await self._repository.get(table_id)
        if state.lost_at is None and state.status.is_open:
            async with self._repository.unit_of_work(table_id) as uow:
                uow.table.lost_at = uow.now

    async def mark_found(self, table_id: int) -> None:
        """Record that the table's channel can be reached again."""
        if (await self._repository.get(table_id)).lost_at is not None:
            async with self._repository.unit_of_work(table_id) as uow:
                find(uow, is_posted=True)

    async def mark_all_lost(self, guild_id: int, channel_id: int | None = None) -> None:
        """Record that this channel was deleted, or that none of the server can be reached."""
        for table in await self._repository.database.ask(queries.tables.open_tables, guild_id):
            if channel_id in (None, table.channel_id):
                await self.mark_lost(table.table_id)

    async def repost(self, table_id: int, channel_id: int) -> TableState:
        """Delete the live message and send it again in `channel_id`.

        Raises ChannelTaken if the channel has another live table.
        """
        async with (
            self._raising_channel_taken(channel_id),
            self._repository.unit_of_work(table_id) as uow,
        ):
            uow.require_open()
            table = uow.table
            if table.status is Status.PLAYING and table.channel_id != channel_id:
                # A game that moves to another channel never returns to its thread.
                table.options = replace(table.options, thread=False)
                table.parent_id = None
            table.channel_id, table.pressed_at = channel_id, uow.now
            find(uow)
            uow.repost()
        return uow.state

    def _new_table(
        self,
        language: Language,
        guild_id: int,
        channel_id: int,
        host_id: int,
        options: TableOptions,
    ) -> models.Table:
        now = self._repository.now()
        return models.Table(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            options=options,
            language=language.code,
            published_revision=0,
            opened_at=now,
            decision_since=now,
            pressed_at=now,
            seats=[],
            rounds=[],
            invitations=[],
            sign_ups=[],
        )

    async def _open(
        self, table: models.Table, host: Actor, parent_id: int | None, source: int | None = None
    ) -> TableState:
        """Open the table; `source` is the table of the last game before a rematch."""

        async def check(session: Session) -> None:
            if source is not None:
                await _leave_out_forgotten(session, table, host, source)
            await self._blocks.check(session, table.guild_id, host)
            await self._server_settings.check_opening(session, table, host, parent_id)
            if table.invitations:
                # The host was checked above.
                is_invited = models.Block.user_id.in_([row.user_id for row in table.invitations])
                blocked = await session.values(
                    models.Block.user_id, is_invited, guild_id=table.guild_id
                )
                table.invitations = [row for row in table.invitations if row.user_id not in blocked]

        async with self._raising_channel_taken(table.channel_id):
            return await self._repository.add(table, host, check)

    @asynccontextmanager
    async def _raising_channel_taken(self, channel_id: int) -> AsyncIterator[None]:
        """Raise ChannelTaken if the database refuses a second live table in the channel."""
        try:
            yield
        except IntegrityError:
            present = await self._repository.find_live_in(channel_id)
            if present is None:
                # That table was closed meanwhile.
                raise DatabaseBusy from None
            raise ChannelTaken(present.id) from None


async def _leave_out_forgotten(
    session: Session, table: models.Table, host: Actor, source: int
) -> None:
    """Remove invitations of members forgotten since the seats of `source` were read.

    Raises NotSeated if the host is one of them.
    """
    await share_forgetting_lock(session)
    seated = {seat.user_id for seat in await session.rows(models.Seat, table_id=source)}
    if host.user_id not in seated:
        raise NotSeated(Status.OVER, language_of(table.language))
    table.invitations = [row for row in table.invitations if row.user_id in seated]


def find(uow: UnitOfWork, *, is_posted: bool = False) -> None:
    """Record that the table can be reached again.

    The time of its turn or lobby begins again, and the time to answer a request to close the game.
    Without a turn limit a turn goes on, but the time out of reach does not count. `is_posted`: its
    messages have just been published.
    """
    table, request = uow.table, open_request(uow.table)
    if table.lost_at is not None:
        if request is not None and uow.now > request.at + PUNCTUAL:
            table.closing_asked_at = uow.now
        _notify_again(uow, table.lost_at, is_posted)
        if table.status is Status.PLAYING and table.options.turn_limit is None:
            # Time out of reach is no absence.
            table.decision_since = later(uow, table.lost_at, table.decision_since)
            put_off_handovers(uow, table.lost_at)
        elif table.status.live:
            table.decision_since, table.decision_began = uow.now, None
            for seat in table.seats:
                # The last reminder comes again, before the new end.
                seat.reminded = min(seat.reminded, 1)
        table.lost_at = None


def _notify_again(uow: UnitOfWork, lost_at: datetime, is_posted: bool) -> None:
    """Uncount the roll call or reminder that was due when the channel was lost: it is unread.

    A roll call is also repeated if its table was to begin meanwhile, more than a minute after the
    loss: until then no member could answer. If `is_posted`, a new reminder has just been sent.
    """
    table = uow.table
    if table.roll_call_at is not None and table.starts_at is not None:
        ended = lost_at + PUNCTUAL < table.starts_at <= uow.now
        if ended or abs(lost_at - table.roll_call_at) <= SAME_NONCE:
            table.roll_call_at = None
    at = table.reminded_at
    is_sent = is_posted and at is not None and uow.now - at <= SAME_NONCE
    if at is not None and abs(lost_at - at) <= SAME_NONCE and not is_sent:
        for seat in table.seats:
            if seat.pinged:
                seat.reminded = max(seat.reminded - 1, 0)
