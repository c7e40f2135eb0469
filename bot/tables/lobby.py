"""Before and after the cards: opening a table, taking and leaving seats, starting, closing."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.exc import IntegrityError

from bot.storage import models, queries
from bot.storage.models import Status
from bot.tables.change import Change, find_seat
from bot.tables.errors import ChannelTaken, NoSuchTable, NotSeated, TableError, WrongStage
from bot.tables.ledger import Ledger
from bot.tables.state import TableState
from bot.tables.troupe import stage_name
from engine.players.levels import Level

MIN_SEATS, MAX_SEATS = 2, 5


@dataclass(frozen=True, slots=True)
class Visitor:
    """A member who pressed something: `token` can reach them privately until `until`."""

    user_id: int
    name: str
    manages: bool
    token: str
    until: datetime


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


class Lobby:
    """Everything that happens to a table but its moves."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def open(self, guild_id: int, channel_id: int, host: Visitor, terms: Terms) -> TableState:
        """A new table with its host in the first seat. Raises ChannelTaken."""
        table = self._new_table(guild_id, channel_id, host.user_id, terms)
        table.seats = [_member_seat(0, host)]
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
        _reach(find_seat(table, visitor.user_id), visitor)
        return await self._open(table)

    async def join(self, table_id: int, visitor: Visitor) -> TableState:
        """Take the next free seat; who has one already keeps it."""
        async with self._ledger.change(table_id) as change:
            change.require(Status.LOBBY)
            change.touch()
            if not _seated(change, visitor):
                _require_room(change)
                seats = change.table.seats
                seats.append(_member_seat(len(seats), visitor))
        return change.state

    async def leave(self, table_id: int, visitor: Visitor) -> TableState:
        """Give the seat up: in the lobby it is free again, in a game a computer takes it."""
        async with self._ledger.change(table_id) as change:
            seat = change.seat_of(visitor.user_id)
            if change.table.status is Status.LOBBY:
                change.touch()
                await _free_seat(change, seat)
            else:
                change.require(Status.PLAYING)
                _hand_to_computer(change, seat)
            _pass_on_hosting(change, visitor)
        return change.state

    async def add_computer(
        self, table_id: int, visitor: Visitor, level: Level = Level.MEDIUM
    ) -> TableState:
        async with self._ledger.change(table_id) as change:
            change.require(Status.LOBBY)
            _require_seat_or_manager(change, visitor)
            _require_room(change)
            change.touch()
            seats = change.table.seats
            name = stage_name(level, _names(change))
            seats.append(models.Seat(position=len(seats), name=name, level=level))
        return change.state

    async def remove_computer(self, table_id: int, visitor: Visitor) -> TableState:
        """Take the computer away that came last."""
        async with self._ledger.change(table_id) as change:
            change.require(Status.LOBBY)
            _require_seat_or_manager(change, visitor)
            computers = [seat for seat in change.table.seats if seat.user_id is None]
            if not computers:
                raise TableError("There is no computer at this table to remove.")
            change.touch()
            await _free_seat(change, computers[-1])
        return change.state

    async def allow_hints(self, table_id: int, visitor: Visitor, *, allowed: bool) -> TableState:
        """Let members ask for hints in the game to come, or not."""
        async with self._ledger.change(table_id) as change:
            change.require(Status.LOBBY)
            _require_host(change, visitor, "say whether there are hints")
            change.touch()
            change.table.hints = allowed
        return change.state

    async def start(self, table_id: int, visitor: Visitor) -> TableState:
        async with self._ledger.change(table_id) as change:
            change.require(Status.LOBBY)
            _require_host(change, visitor, "start the game")
            _seated(change, visitor)
            if len(change.table.seats) < MIN_SEATS:
                raise TableError(
                    "Two players are needed. Wait for somebody to join, or add a computer."
                )
            change.begin_game()
        return change.state

    async def cancel(self, table_id: int, visitor: Visitor) -> TableState:
        async with self._ledger.change(table_id) as change:
            change.require_live()
            _require_host(change, visitor, "cancel it")
            change.close(f"{visitor.name} cancelled it.")
        return change.state

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


def _member_seat(position: int, visitor: Visitor) -> models.Seat:
    seat = models.Seat(position=position, user_id=visitor.user_id, name=visitor.name)
    _reach(seat, visitor)
    return seat


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


def _reach(seat: models.Seat, visitor: Visitor) -> None:
    """Keep the newest way to send the member their hand when the game starts."""
    seat.hand_token, seat.hand_until = visitor.token, visitor.until


def _seated(change: Change, visitor: Visitor) -> bool:
    try:
        seat = change.seat_of(visitor.user_id)
    except NotSeated:
        return False
    _reach(seat, visitor)
    return True


def _require_room(change: Change) -> None:
    if len(change.table.seats) >= change.table.size:
        raise TableError(
            "All seats are taken. `/scout new` in another channel opens a second table."
        )


def _require_seat_or_manager(change: Change, visitor: Visitor) -> None:
    if not _seated(change, visitor) and not visitor.manages:
        raise TableError("Only who sits at the table changes its computers. Press Join first.")


def _require_host(change: Change, visitor: Visitor, deed: str) -> None:
    if visitor.user_id != change.table.host_id and not visitor.manages:
        raise TableError(f"Only the host or a moderator can {deed}.")


def _names(change: Change) -> list[str]:
    return [seat.name for seat in change.table.seats]


async def _enter_thread(change: Change, thread_id: int | None) -> None:
    table = change.table
    if thread_id is None or await queries.live_table_in(change.session, thread_id):
        table.wants_thread = False
    else:
        table.channel_id, table.parent_id = thread_id, table.channel_id
        _forget_hands(table)


async def _free_seat(change: Change, seat: models.Seat) -> None:
    seats = change.table.seats
    seats.remove(seat)
    # The row must be gone before its position is given to the next one.
    await change.session.flush()
    for position, remaining in enumerate(seats):
        remaining.position = position


def _hand_to_computer(change: Change, seat: models.Seat) -> None:
    seat.user_id = None
    seat.level = Level.MEDIUM
    seat.name = stage_name(Level.MEDIUM, _names(change), instead_of=seat.name)
    seat.away = False
    _forget_hand(seat)


def _forget_hand(seat: models.Seat) -> None:
    for column in models.HAND_COLUMNS:
        setattr(seat, column, None)


def _forget_hands(table: models.Table) -> None:
    """What is sent on a press's token appears where the press was: not where the table goes."""
    for seat in table.seats:
        _forget_hand(seat)


def _pass_on_hosting(change: Change, visitor: Visitor) -> None:
    members = [seat.user_id for seat in change.table.seats if seat.user_id is not None]
    if not members:
        change.close("Everybody has left.")
    elif change.table.host_id == visitor.user_id:
        change.table.host_id = members[0]
