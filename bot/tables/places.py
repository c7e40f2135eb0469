"""Where a table stands: in which channel or thread it is opened, moved, lost and found again."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError

from bot.storage import models, queries
from bot.storage.models import Status
from bot.tables.change import Change, find_seat
from bot.tables.errors import ChannelTaken, NoSuchTable, WrongStage
from bot.tables.ledger import Ledger
from bot.tables.state import TableState
from bot.tables.visitors import Visitor, forget_hand, member_seat, reach

MIN_SEATS, MAX_SEATS = 2, 5


@dataclass(frozen=True, slots=True)
class Terms:
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


class Places:
    """Opens tables, and keeps each in a channel of its own."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def open(self, guild_id: int, channel_id: int, host: Visitor, terms: Terms) -> TableState:
        """A new table with its host in the first seat. Raises ChannelTaken."""
        table = self._new_table(guild_id, channel_id, host.user_id, terms)
        table.seats = [member_seat(0, host)]
        return await self._open(table)

    async def rematch(self, table_id: int, visitor: Visitor) -> TableState:
        """A new lobby in the same channel with the same seats. Raises ChannelTaken, NotSeated."""
        old = await self._finished(table_id)
        terms = Terms(
            old.size, old.length, old.turn_limit, old.pictures, old.wants_thread, old.hints
        )
        channel_id = old.parent_id or old.channel_id
        table = self._new_table(old.guild_id, channel_id, visitor.user_id, terms)
        table.seats = [_same_seat(seat) for seat in old.seats]
        if old.parent_id is not None:
            _forget_hands(table)
        reach(find_seat(table, visitor.user_id), visitor)
        return await self._open(table)

    async def enter_thread(self, table_id: int, thread_id: int | None) -> TableState:
        """Play on in the game's own thread and leave the channel free; None if it can have none."""
        async with self._ledger.change(table_id) as change:
            if change.table.wants_thread and change.table.parent_id is None:
                await _enter_thread(change, thread_id)
        return change.state

    async def mark_reach(self, table_id: int, *, lost: bool) -> None:
        """Note whether the table's channel can be reached; unreachable tables close in time."""
        state = await self._ledger.look(table_id)
        if (state.lost_at is not None) is lost or not state.status.live:
            return
        async with self._ledger.change(table_id) as change:
            change.table.lost_at = change.now if lost else None

    async def note_lost_channels(self, channel_ids: Iterable[int]) -> None:
        """Mark the live tables of channels that are gone."""
        for channel_id in channel_ids:
            state = await self._ledger.look_in(channel_id)
            if state is not None:
                await self.mark_reach(state.id, lost=True)

    async def post_anew(self, table_id: int, channel_id: int) -> TableState:
        """Have the message that players act by removed and posted again in `channel_id`.

        Raises ChannelTaken if another live table is there.
        """
        async with self._room_in(channel_id), self._ledger.change(table_id) as change:
            change.require_live()
            if change.table.status is Status.PLAYING and change.table.channel_id != channel_id:
                # Elsewhere it is a table like any other.
                change.table.wants_thread, change.table.parent_id = False, None
            change.table.channel_id = channel_id
            change.table.lost_at = None
            change.table.posted_anew += 1
            await change.retire_live_post()
        return change.state

    async def _finished(self, table_id: int) -> models.Table:
        async with self._ledger.database.read() as session:
            table = await queries.find_table(session, table_id)
        if table is None:
            raise NoSuchTable
        if table.status is not Status.OVER:
            raise WrongStage(table.status)
        return table

    def _new_table(
        self, guild_id: int, channel_id: int, host_id: int, terms: Terms
    ) -> models.Table:
        now = self._ledger.now()
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
            turn_since=now,
            pinged=False,
            posted_anew=0,
            pictures=terms.pictures,
            wants_thread=terms.thread,
            hints=terms.hints,
            rounds=[],
        )

    async def _open(self, table: models.Table) -> TableState:
        async with self._room_in(table.channel_id):
            return await self._ledger.open(table)

    @asynccontextmanager
    async def _room_in(self, channel_id: int) -> AsyncIterator[None]:
        """The database keeps a channel to one live table; here its refusal gets its name."""
        try:
            yield
        except IntegrityError:
            present = await self._ledger.look_in(channel_id)
            if present is None:
                raise
            raise ChannelTaken(present.id) from None


def _same_seat(seat: models.Seat) -> models.Seat:
    """Whoever sat there, and the way to reach them while it lasts."""
    return models.Seat(
        position=seat.position,
        user_id=seat.user_id,
        name=seat.name,
        level=seat.level,
        hand_token=seat.hand_token,
        hand_until=seat.hand_until,
    )


async def _enter_thread(change: Change, thread_id: int | None) -> None:
    table = change.table
    if thread_id is None or await queries.live_table_in(change.session, thread_id):
        table.wants_thread = False
    else:
        table.channel_id, table.parent_id = thread_id, table.channel_id
        _forget_hands(table)


def _forget_hands(table: models.Table) -> None:
    """What is sent on a press's token appears where the press was: not where the table goes."""
    for seat in table.seats:
        forget_hand(seat)
