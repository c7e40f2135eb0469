"""Requests of one player to close or to pause a running game, and the other players' consent."""

from datetime import datetime, timedelta

from bot.storage import models
from bot.storage.models.tables import Reason, Status
from bot.tables.core.errors import SETTLED, TableError
from bot.tables.core.state import (
    ClosingRequest,
    PauseRequest,
    asked,
    closing_request,
    pause_request,
    table_state,
)
from bot.tables.core.unit_of_work import UnitOfWork


def open_request(table: models.Table) -> ClosingRequest | None:
    """The request to close the game; None if there is none, or if a player chose to play on."""
    request = closing_request(table)
    return None if request is None or request.declined else request


def answering_seat(
    uow: UnitOfWork, user_id: int, request: ClosingRequest | PauseRequest | None, asked_at: int
) -> models.Seat:
    """The seat of a member who answers the request made at this time, in whole seconds.

    Raises NotSeated, WrongStage, and TableError if this is not the open request.
    """
    seat = uow.seat_of(user_id, Status.PLAYING)
    if request is None or int(request.at.timestamp()) != asked_at:
        raise TableError(SETTLED)
    return seat


def close_if_agreed(uow: UnitOfWork) -> None:
    """Close the game if all members agree to the open request, except its asker."""
    request = open_request(uow.table)
    if request and all(seat.agrees_to_close for seat in asked(uow.table.seats, request)):
        uow.close(Reason.AGREED)


def decline(uow: UnitOfWork) -> None:
    """Play on: the open request ends, and after a pause another request is possible."""
    uow.table.closing_declined = True
    uow.table.closing_asked_at = uow.now


def decline_by_playing(uow: UnitOfWork, seat: models.Seat) -> None:
    """Decline the open request by a move or a return to this seat, unless the member agreed."""
    request = open_request(uow.table)
    if request is not None and not seat.agrees_to_close and seat in asked(uow.table.seats, request):
        decline(uow)


def pause_if_agreed(uow: UnitOfWork) -> None:
    """Pause the game if all members who are asked have agreed to the open request.

    Members for whom a computer plays are not asked: once they are back, they can end the pause.
    """
    request = pause_request(uow.table)
    if request and all(seat.agrees_to_pause for seat in asked(uow.table.seats, request)):
        uow.end_pausing()
        uow.table.paused_at = uow.now
        uow.table.paused_until = uow.now + timedelta(days=request.days)


def end_pause_request(uow: UnitOfWork, *, declined: bool) -> None:
    """Play on: the open request ends; if a player declined it, the next has to wait some time."""
    uow.table.pause_days, uow.table.pause_asked_at = None if declined else 0, uow.now
    for seat in uow.table.seats:
        seat.agrees_to_pause = False


def end_pause(uow: UnitOfWork) -> None:
    """Play on with the time that was left; the time to answer a request begins again.

    The members to move are reminded again: no other message says that the game goes on. Without a
    limit the time of absence begins again: those who agreed to the pause were not absent before it.
    """
    table = uow.table
    if table.paused_at is None:
        return
    put_off_handovers(uow, table.paused_at)
    if table.options.turn_limit is None:
        uow.begin_wait()
    else:
        state = table_state(table, uow.game, pauses=uow.pauses)
        # A member's own pause may have delayed the turn until a time in or before the game's pause.
        ends = map(state.waits_since, state.members_to_move)
        since = min(max(ends, default=table.decision_since), uow.now)
        table.decision_began = table.decision_began or table.decision_since
        table.decision_since = later(uow, table.paused_at, since)
    table.pressed_at = uow.now
    table.paused_at = table.paused_until = None
    for seat in table.seats:
        seat.reminded = 0
    if open_request(table) is not None:
        table.closing_asked_at = uow.now


def later(uow: UnitOfWork, stood_since: datetime, at: datetime) -> datetime:
    """The time `at`, moved by how long the game has stood still since."""
    return at + max(uow.now - max(stood_since, at), timedelta(0))


def put_off_handovers(uow: UnitOfWork, stood_since: datetime) -> None:
    """Do not count time in which the game stood still towards the day of absent members."""
    for seat in uow.table.seats:
        if seat.handed_over_at is not None:
            seat.handed_over_at = later(uow, stood_since, seat.handed_over_at)


def follow_departure(uow: UnitOfWork, user_id: int) -> None:
    """Update the open requests after the departure of this member.

    A request ends with its asker; one to close also with the last member whom it asked. Otherwise
    it is granted if all remaining members agree.
    """
    closing, pausing = open_request(uow.table), pause_request(uow.table)
    if closing and (closing.by == user_id or not asked(uow.table.seats, closing)):
        uow.end_closing()
    close_if_agreed(uow)
    if pausing and pausing.by == user_id:
        uow.end_pausing()
    pause_if_agreed(uow)
