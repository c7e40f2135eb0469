"""Moves in a game: by members, by computer seats, and by computers for absent members."""

import asyncio
import random
from collections.abc import Iterable
from datetime import datetime

from bot.storage.engine.completion import run_to_completion
from bot.storage.models.tables import Source, Status
from bot.tables.computers.service import ComputerService
from bot.tables.core.closing import decline_by_playing
from bot.tables.core.deadlines import Sleep
from bot.tables.core.errors import StalePress, WrongStage
from bot.tables.core.pausing import end_pause
from bot.tables.core.replay import recorded_action
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import SeatState, TableState
from bot.tables.core.unit_of_work import UnitOfWork
from engine.actions import Action
from engine.players import Level
from engine.view import view

MISSES_UNTIL_AWAY = 2
"""After this many missed turn limits in a row a computer moves for the member."""


class Turns:
    """Plays actions at tables; `computers` choose for computer seats and for absent members."""

    def __init__(
        self,
        repository: TableRepository,
        computers: ComputerService,
        rng: random.Random,
        sleep: Sleep,
    ) -> None:
        self._repository = repository
        self._computers = computers
        self._rng = rng
        self._sleep = sleep

    async def play(self, table_id: int, user_id: int, decision: int, action: Action) -> TableState:
        """Play the member's action at this decision number.

        Playing the same action again changes nothing: the member repeats a press whose answer was
        lost. Raises NotSeated, WrongStage without a running game, StalePress, IllegalAction.
        """
        try:
            return await self._play(table_id, user_id, decision, action)
        except (StalePress, WrongStage):
            state = await self._repository.get(table_id)
            game, seat = state.game, state.find_seat(user_id)
            if not game or not seat or recorded_action(game, decision, seat.index) != action:
                raise
            return state

    async def _play(self, table_id: int, user_id: int, decision: int, action: Action) -> TableState:
        async with self._repository.unit_of_work(table_id) as uow:
            seat = uow.seat_of(user_id)
            uow.require(Status.PLAYING)
            if decision != uow.decision_number or uow.has_chosen(seat.index):
                raise StalePress
            end_pause(uow)
            uow.play(seat.index, action, Source.MEMBER)
            uow.take_back(seat)
            decline_by_playing(uow, seat)
        return uow.state

    async def come_back(self, table_id: int, user_id: int) -> TableState:
        """Return the seat to a member for whom a computer was moving."""
        async with self._repository.unit_of_work(table_id) as uow:
            seat = uow.seat_of(user_id)
            uow.require(Status.PLAYING)
            uow.take_back(seat)
            decline_by_playing(uow, seat)
        return uow.state

    async def move_computers(self, state: TableState, at: datetime) -> None:
        """Play one action for each automatic seat that is to move in `state`.

        The computers choose now and move no sooner than `at`, so that the time of a move does not
        reveal how long the choice took. Can be cancelled at any time.
        """
        seats = [seat for seat in state.to_move if seat.is_automatic]
        actions = await self._choose_actions(state, seats)
        await self._sleep(max((at - self._repository.now()).total_seconds(), 0))
        for seat, action in zip(seats, actions, strict=True):
            await run_to_completion(self._play_for(state, seat, action, missed=False))

    async def end_turn(self, state: TableState) -> None:
        """Play one action for each member whose turn limit has run out in `state`."""
        seats = state.first_due
        for seat, action in zip(seats, await self._choose_actions(state, seats), strict=True):
            await self._play_for(state, seat, action, missed=True)

    async def _choose_actions(self, state: TableState, seats: Iterable[SeatState]) -> list[Action]:
        """A computer's action for each of these seats, computed concurrently."""
        game = state.game
        assert game is not None
        choices = [
            self._computers.choose(
                seat.level or Level.MEDIUM, view(game, seat.index), self._rng.getrandbits(64)
            )
            for seat in seats
        ]
        return await asyncio.gather(*choices)

    async def _play_for(
        self, state: TableState, seat: SeatState, action: Action, *, missed: bool
    ) -> None:
        async with self._repository.unit_of_work(state.id) as uow:
            if not _still_to_move(uow, state, seat):
                return
            row = uow.table.seats[seat.index]
            uow.play(seat.index, action, Source.COMPUTER if seat.is_computer else Source.STAND_IN)
            if missed:
                row.missed += 1
                row.away = row.missed >= MISSES_UNTIL_AWAY


def _still_to_move(uow: UnitOfWork, state: TableState, seat: SeatState) -> bool:
    """Whether the seat still has the same decision and the same owner as in `state`."""
    row = uow.table.seats[seat.index]
    return (
        uow.table.status is Status.PLAYING
        and uow.decision_number == state.decision_number
        and not uow.has_chosen(seat.index)
        and uow.table.paused_at is None
        and (row.user_id, row.away) == (seat.user_id, seat.away)
    )
