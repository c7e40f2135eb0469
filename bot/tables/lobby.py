"""Before and after the cards: taking and leaving seats, starting, closing."""

from bot.storage import models
from bot.storage.models import Status
from bot.tables.change import Change
from bot.tables.errors import NotSeated, TableError
from bot.tables.ledger import Ledger
from bot.tables.places import MIN_SEATS
from bot.tables.state import TableState
from bot.tables.troupe import stage_name
from bot.tables.visitors import Visitor, forget_hand, member_seat, reach
from engine.players.levels import Level


class Lobby:
    """Who sits at a table, and whether they play."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def join(self, table_id: int, visitor: Visitor) -> TableState:
        """Take the next free seat; who has one already keeps it."""
        async with self._ledger.change(table_id) as change:
            change.require(Status.LOBBY)
            change.touch()
            if not _seated(change, visitor):
                _require_room(change)
                seats = change.table.seats
                seats.append(member_seat(len(seats), visitor))
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


def _seated(change: Change, visitor: Visitor) -> bool:
    try:
        seat = change.seat_of(visitor.user_id)
    except NotSeated:
        return False
    reach(seat, visitor)
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
    forget_hand(seat)


def _pass_on_hosting(change: Change, visitor: Visitor) -> None:
    members = [seat.user_id for seat in change.table.seats if seat.user_id is not None]
    if not members:
        change.close("Everybody has left.")
    elif change.table.host_id == visitor.user_id:
        change.table.host_id = members[0]
