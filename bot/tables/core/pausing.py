"""The pause of a whole game, to which all its players agree; here silence is no consent."""

from datetime import timedelta

from bot.tables.core.closing import open_request
from bot.tables.core.state import asked, pause_request, table_state
from bot.tables.core.unit_of_work import UnitOfWork


def pause_if_agreed(uow: UnitOfWork) -> None:
    """Pause the game if all members agree to the open request, except its asker."""
    request = pause_request(uow.table)
    if request and all(seat.agrees_to_pause for seat in asked(uow.table.seats, request)):
        uow.end_pausing()
        uow.table.paused_at = uow.now
        uow.table.paused_until = uow.now + timedelta(days=request.days)


def decline_pause(uow: UnitOfWork) -> None:
    """Play on: the open request ends, and the next one has to wait."""
    uow.table.pause_days, uow.table.pause_asked_at = None, uow.now
    for seat in uow.table.seats:
        seat.agrees_to_pause = False


def end_pause(uow: UnitOfWork) -> None:
    """Play on: limits go on where they stood, and the silence of a request begins again."""
    table = uow.table
    if table.paused_at is None:
        return
    state = table_state(table, uow.game, pauses=uow.pauses)
    # A member's own pause may have held up the turn until a time before or in the game's pause.
    ends = map(state.waits_since, state.members_to_move)
    since = min(max(ends, default=table.decision_since), uow.now)
    stood = uow.now - max(table.paused_at, since)
    table.decision_began = table.decision_began or table.decision_since
    table.decision_since = since + max(stood, timedelta(0))
    table.pressed_at = uow.now
    table.paused_at = table.paused_until = None
    if open_request(table) is not None:
        table.closing_asked_at = uow.now


def follow_departure_from_pause(uow: UnitOfWork, user_id: int) -> None:
    """Adapt the open request to the departure of this member: it ends with its asker."""
    request = pause_request(uow.table)
    if request is not None and request.by == user_id:
        uow.end_pausing()
    else:
        pause_if_agreed(uow)


def begin_now_if_later(uow: UnitOfWork) -> None:
    """Begin the game's pause or the request for one now, if the host's clock was ahead then."""
    table = uow.table
    if table.decision_began is not None:
        table.decision_began = min(table.decision_began, uow.now)
    if table.pause_asked_at is not None:
        table.pause_asked_at = min(table.pause_asked_at, uow.now)
    if table.paused_at is not None and table.paused_until is not None:
        ahead = max(table.paused_at - uow.now, timedelta(0))
        table.paused_at, table.paused_until = table.paused_at - ahead, table.paused_until - ahead
