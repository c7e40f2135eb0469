"""Where a table stands: in which channel or thread it is opened, moved, lost and found again."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError

from bot.storage import models, queries
from bot.storage.models import Status
from bot.tables.core.actor import Actor, forget_hand, member_seat, reach
from bot.tables.core.errors import ChannelTaken, NoSuchTable, WrongStage
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import TableState
from bot.tables.core.unit_of_work import UnitOfWork, find_seat

MIN_SEATS, MAX_SEATS = 2, 5


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What a table is opened with; `length` rounds, None for as many as players (R5).

    `turn_limit` is in seconds, None for no limit; `pictures` stand above the public messages; with
    `thread` the game is played in a thread of its own; with `hints` members may ask for them, and
    the game does not count on the leaderboard.
    """

    size: int = MAX_SEATS
    length: int | None = None
    turn_limit: int | None = None
    pictures: bool = True
    thread: bool = False
    hints: bool = False


class TableLifecycle:
    """Opens tables, and keeps each in a channel of its own."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def open(
        self, guild_id: int, channel_id: int, host: Actor, terms: TableOptions
    ) -> TableState:
        """A new table with its host in the first seat. Raises ChannelTaken."""
        table = self._new_table(guild_id, channel_id, host.user_id, terms)
        table.seats = [member_seat(0, host)]
        return await self._open(table)

    async def rematch(self, table_id: int, actor: Actor) -> TableState:
        """A new lobby in the same channel with the same seats. Raises ChannelTaken, NotSeated."""
        old = await self._finished(table_id)
        terms = TableOptions(
            old.size, old.length, old.turn_limit, old.pictures, old.wants_thread, old.hints
        )
        channel_id = old.parent_id or old.channel_id
        table = self._new_table(old.guild_id, channel_id, actor.user_id, terms)
        table.seats = [_same_seat(seat) for seat in old.seats]
        if old.parent_id is not None:
            _forget_hands(table)
        reach(find_seat(table, actor.user_id), actor)
        return await self._open(table)

    async def enter_thread(self, table_id: int, thread_id: int | None) -> TableState:
        """Play on in the game's own thread and leave the channel free; None if it can have none."""
        async with self._repository.unit_of_work(table_id) as uow:
            if uow.table.wants_thread and uow.table.parent_id is None:
                await _enter_thread(uow, thread_id)
        return uow.state

    async def mark_reach(self, table_id: int, *, lost: bool) -> None:
        """Note whether the table's channel can be reached; unreachable tables close in time."""
        state = await self._repository.get(table_id)
        if (state.lost_at is not None) is lost or not state.status.live:
            return
        async with self._repository.unit_of_work(table_id) as uow:
            uow.table.lost_at = uow.now if lost else None

    async def note_lost_channels(self, channel_ids: Iterable[int]) -> None:
        """Mark the live tables of channels that are gone."""
        for channel_id in channel_ids:
            state = await self._repository.find_live_in(channel_id)
            if state is not None:
                await self.mark_reach(state.id, lost=True)

    async def post_anew(self, table_id: int, channel_id: int) -> TableState:
        """Have the message that players act by removed and posted again in `channel_id`.

        Raises ChannelTaken if another live table is there.
        """
        async with self._room_in(channel_id), self._repository.unit_of_work(table_id) as uow:
            uow.require_live()
            if uow.table.status is Status.PLAYING and uow.table.channel_id != channel_id:
                # Elsewhere it is a table like any other.
                uow.table.wants_thread, uow.table.parent_id = False, None
            uow.table.channel_id = channel_id
            uow.table.lost_at = None
            uow.table.reposts += 1
            await uow.retire_live_post()
        return uow.state

    async def _finished(self, table_id: int) -> models.Table:
        async with self._repository.database.read() as session:
            table = await queries.find_table(session, table_id)
        if table is None:
            raise NoSuchTable
        if table.status is not Status.OVER:
            raise WrongStage(table.status)
        return table

    def _new_table(
        self, guild_id: int, channel_id: int, host_id: int, terms: TableOptions
    ) -> models.Table:
        now = self._repository.now()
        return models.Table(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            status=Status.LOBBY,
            size=terms.size,
            length=terms.length,
            turn_limit=terms.turn_limit,
            revision=0,
            published_revision=0,
            action_count=0,
            opened_at=now,
            decision_since=now,
            pinged=False,
            reposts=0,
            pictures=terms.pictures,
            wants_thread=terms.thread,
            hints=terms.hints,
            rounds=[],
        )

    async def _open(self, table: models.Table) -> TableState:
        async with self._room_in(table.channel_id):
            return await self._repository.open(table)

    @asynccontextmanager
    async def _room_in(self, channel_id: int) -> AsyncIterator[None]:
        """The database keeps a channel to one live table; here its refusal gets its name."""
        try:
            yield
        except IntegrityError:
            present = await self._repository.find_live_in(channel_id)
            if present is None:
                raise
            raise ChannelTaken(present.id) from None


def _same_seat(seat: models.Seat) -> models.Seat:
    """Whoever sat there, and the way to reach them while it lasts."""
    return models.Seat(
        index=seat.index,
        user_id=seat.user_id,
        name=seat.name,
        level=seat.level,
        hand_token=seat.hand_token,
        hand_until=seat.hand_until,
    )


async def _enter_thread(uow: UnitOfWork, thread_id: int | None) -> None:
    table = uow.table
    if thread_id is None or await queries.live_table_in(uow.session, thread_id):
        table.wants_thread = False
    else:
        table.channel_id, table.parent_id = thread_id, table.channel_id
        _forget_hands(table)


def _forget_hands(table: models.Table) -> None:
    """What is sent on a press's token appears where the press was: not where the table goes."""
    for seat in table.seats:
        forget_hand(seat)
