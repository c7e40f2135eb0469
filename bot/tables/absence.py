"""Games without a turn limit: a computer for an absent member, and the end of a game left alone."""

from datetime import timedelta

from bot.storage import models, queries
from bot.storage.models.tables import Reason, Status
from bot.tables.core.deadlines import PUNCTUAL, QUIET_TIMEOUT
from bot.tables.core.errors import TableError
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import TableState
from bot.tables.core.unit_of_work import UnitOfWork

NOTICE = timedelta(days=1)
"""The time left to press something if no program ran when a quiet game was to be closed."""


class Absence:
    """Asks those who wait, seats computers for absent members, and closes quiet games."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def ask(self, state: TableState) -> None:
        """Ask the members who wait in `state` whether a computer should play for the absent."""
        async with self._repository.unit_of_work(state.id) as uow:
            if uow.table.status is Status.PLAYING and uow.decision_number == state.decision_number:
                uow.table.absence_asked = True

    async def hand_over(self, table_id: int, user_id: int, decision: int, index: int) -> TableState:
        """Seat a computer for the member of this seat, who is absent at this decision.

        The member can come back at any time. Raises NotSeated, WrongStage, TableError.
        """
        async with self._repository.unit_of_work(table_id) as uow:
            asked = uow.seat_of(user_id)
            uow.require(Status.PLAYING)
            seat = _absent_seat(uow, decision, index)
            if asked.away:
                raise TableError("A computer plays for you. Press **I'm back** first.")
            if uow.is_to_move(asked.index):
                raise TableError("The others are waiting for you too. Press **My hand** to move.")
            if seat.away:
                raise TableError("A computer is playing for this player already.")
            seat.away, seat.handed_over_at = True, uow.now
        return uow.state

    async def close_quiet(self, state: TableState) -> None:
        """Close the game after a long time without a press, with results as for a lost one.

        If the program did not run when the time ended, or an earlier one that noted no presses, a
        day is left to press something.
        """
        async with self._repository.unit_of_work(state.id) as uow:
            if uow.table.status is not Status.PLAYING:
                return
            stored = await queries.tables.pressed_at(uow.session, state.id)
            presses = [at for at in (stored, uow.messages.pressed_at) if at is not None]
            pauses = [pause.ends for pause in uow.pauses]
            since = max([uow.table.decision_since, *presses, *pauses])
            late = uow.now - (since + QUIET_TIMEOUT)
            if late < timedelta(0):
                uow.table.pressed_at = since
            elif late > PUNCTUAL or not presses:
                uow.table.pressed_at = uow.now + NOTICE - QUIET_TIMEOUT
            else:
                uow.stop(Reason.QUIET, str(QUIET_TIMEOUT.days))


def _absent_seat(uow: UnitOfWork, decision: int, index: int) -> models.Seat:
    """The seat that was asked about; TableError if its member has moved or left since."""
    seats = uow.table.seats
    is_asked = uow.table.absence_asked and uow.table.paused_at is None
    is_open = decision == uow.decision_number and is_asked
    if is_open and index < len(seats) and uow.is_to_move(index):
        seat = seats[index]
        if seat.user_id is not None:
            return seat
    raise TableError("That question is settled: the game continues.")
