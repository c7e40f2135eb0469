"""Moves in a game: by members, by computers, by computers for absent members; and hints."""

import asyncio
import random
from collections.abc import Iterable
from datetime import datetime, timedelta

from cachetools import LRUCache

from bot.storage import models
from bot.storage.engine.completion import run_to_completion
from bot.storage.models.tables import Reason, Source, Status
from bot.tables.computers.service import ComputerService
from bot.tables.core.consent import decline_by_playing, end_pause, pause_if_agreed
from bot.tables.core.deadlines import (
    PUNCTUAL,
    QUIET_TIMEOUT,
    Sleep,
    absence_question_at,
    replaceable,
)
from bot.tables.core.errors import SETTLED, StalePress, TableError, WrongStage
from bot.tables.core.replay import recorded_action
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import SeatState, TableState, table_state
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.lobby import hand_to_computer
from engine.actions import Action
from engine.players import Level
from engine.view import View, view

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

        Playing the same action again changes nothing: it repeats a press whose answer was lost.
        Raises NotSeated, WrongStage without a running game, StalePress, IllegalAction.
        """
        try:
            async with self._repository.unit_of_work(table_id) as uow:
                seat = uow.seat_of(user_id, Status.PLAYING)
                if decision != uow.decision_number or uow.has_chosen(seat.index):
                    raise StalePress
                end_pause(uow)
                uow.play(seat.index, action, Source.MEMBER)
                uow.take_back(seat)
                decline_by_playing(uow, seat)
            return uow.state
        except (StalePress, WrongStage):
            state = await self._repository.get(table_id)
            game, player = state.game, state.find_seat(user_id)
            if not game or not player or recorded_action(game, decision, player.index) != action:
                raise
            return state

    async def come_back(self, table_id: int, user_id: int) -> TableState:
        """Return the seat to a member for whom a computer was moving."""
        async with self._repository.unit_of_work(table_id) as uow:
            seat = uow.seat_of(user_id, Status.PLAYING)
            uow.take_back(seat)
            decline_by_playing(uow, seat)
        return uow.state

    async def move_computers(self, state: TableState, at: datetime) -> None:
        """Play one action for each automatic seat that is to move in `state`.

        The computers choose now and move no sooner than `at`: the time of a move must not show how
        long the choice was. Can be cancelled at any time.
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
        choices = [
            self._computers.choose(
                seat.level or Level.MEDIUM,
                view(state.begun_game, seat.index),
                self._rng.getrandbits(64),
            )
            for seat in seats
        ]
        return await asyncio.gather(*choices)

    async def _play_for(
        self, state: TableState, seat: SeatState, action: Action, *, missed: bool
    ) -> None:
        async with self._repository.unit_of_work(state.id) as uow:
            row = uow.table.seats[seat.index]
            is_paused = uow.table.paused_at is not None
            if is_paused or row.away != seat.away or not uow.still_awaits(state, seat):
                return
            uow.play(seat.index, action, Source.COMPUTER if seat.is_computer else Source.STAND_IN)
            if missed:
                row.missed += 1
                row.away = row.missed >= MISSES_UNTIL_AWAY
                pause_if_agreed(uow)


NOTICE = timedelta(days=1)
"""Extra time for a press if no program ran when it would have cost a seat or the game."""


class Absence:
    """Asks waiting members, seats computers for absent ones, and closes quiet games."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self.resume()

    def resume(self) -> None:
        """Note that nobody could press until now: no program ran, or the machine was suspended."""
        self._resumed_at = self._repository.now()

    async def ask(self, state: TableState) -> None:
        """Ask the members who wait in `state` whether a computer should play for the absent.

        The absent have another day, once, if nobody could press when the question was due.
        """
        async with self._repository.unit_of_work(state.id) as uow:
            table = uow.table
            if table.status is not Status.PLAYING or uow.decision_number != state.decision_number:
                return
            has_limit = table.options.turn_limit is not None
            stood_still = absence_question_at(state) + PUNCTUAL < self._resumed_at <= uow.now
            if stood_still and table.decision_began is None and not has_limit:
                table.decision_began = table.decision_since
                wait = timedelta(seconds=table.options.absent_after)
                table.decision_since = uow.now + NOTICE - wait
            else:
                table.absence_asked = True

    async def hand_over(self, table_id: int, user_id: int, decision: int, index: int) -> TableState:
        """Seat a computer for the member of this seat, who is absent at this decision.

        The member can come back at any time. Raises NotSeated, WrongStage, TableError.
        """
        async with self._repository.unit_of_work(table_id) as uow:
            asked = uow.seat_of(user_id, Status.PLAYING)
            seat = _absent_seat(uow, decision, index)
            if asked.away:
                raise TableError(
                    "A computer plays for you. Press **{back}** first.",
                    back=uow.language.gettext("I'm back"),
                )
            if uow.is_to_move(asked.index):
                raise TableError(
                    "The others are waiting for you too. Press **{my_hand}** to move.",
                    my_hand=uow.language.gettext("My hand"),
                )
            if seat.away:
                raise TableError("A computer is playing for this player already.")
            seat.away, seat.handed_over_at = True, uow.now
            pause_if_agreed(uow)
        return uow.state

    async def close_quiet(self, state: TableState) -> None:
        """Close the game after a long time without a press, with results as for a lost one.

        The last member at the table has left it, as if they had closed it: no other member could
        seat a computer for them. A day is left for a press if the program did not run when the time
        ended, or if an earlier version stored no presses.
        """
        async with self._repository.unit_of_work(state.id) as uow:
            if uow.table.status is not Status.PLAYING:
                return
            # It may be newer than the time in memory.
            (stored,) = await uow.session.values(models.Table.pressed_at, id=state.id)
            presses = [at for at in (stored, uow.messages.pressed_at) if at is not None]
            pauses = [pause.ends for pause in uow.pauses]
            since = max([uow.table.decision_since, *presses, *pauses])
            late = uow.now - (since + QUIET_TIMEOUT)
            if late < timedelta(0):
                uow.table.pressed_at = since
            elif late > PUNCTUAL or not presses:
                uow.table.pressed_at = uow.now + NOTICE - QUIET_TIMEOUT
            else:
                members = [seat for seat in uow.table.seats if seat.user_id is not None]
                if len(members) == 1:
                    hand_to_computer(uow, members[0])
                uow.close(Reason.QUIET, str(QUIET_TIMEOUT.days))


def _absent_seat(uow: UnitOfWork, decision: int, index: int) -> models.Seat:
    """The absent member's seat; TableError if they have moved or left since the question."""
    table = uow.table
    is_asked = table.absence_asked and table.paused_at is None and decision == uow.decision_number
    if is_asked and uow.is_to_move(index) and table.seats[index].user_id is not None:
        state = table_state(table, uow.game, pauses=uow.pauses)
        # A seat whose computer is about to move has a refusal of its own.
        if table.seats[index].away or state.seats[index] in replaceable(state):
            return table.seats[index]
    raise TableError(SETTLED)


DecisionKey = tuple[int, int, int]
"""The table, the decision number and the seat."""
_CACHE_SIZE = 256


class Hints:
    """The hard computer's action in a member's place, if the table allows hints."""

    def __init__(self, repository: TableRepository, computers: ComputerService) -> None:
        self._repository = repository
        self._computers = computers
        self._hints: LRUCache[DecisionKey, asyncio.Task[Action]] = LRUCache(_CACHE_SIZE)

    async def ask(self, table_id: int, user_id: int, number: int) -> Action:
        """The hard computer's action at the member's decision of this number.

        If no worker answers in time it is the quick form's action. Asking again returns the same
        action. Raises NotSeated, WrongStage, StalePress, and TableError at a table without hints.
        """
        state = await self._repository.get(table_id)
        seat = state.seat_of(user_id)
        if state.status is not Status.PLAYING:
            raise WrongStage(state.status, state.language)
        if not state.options.hints:
            raise TableError(
                "Hints are off at this table. `/scout new hints:True` opens one with hints."
            )
        if number != state.decision_number or seat not in state.members_to_move:
            raise StalePress
        decision = (state.id, state.decision_number, seat.index)
        return await asyncio.shield(self._search(decision, view(state.begun_game, seat.index)))

    def _search(self, decision: DecisionKey, seen: View) -> asyncio.Task[Action]:
        """The one task for a decision, however often members ask."""
        search = self._hints.get(decision)
        if search is None or (search.done() and (search.cancelled() or search.exception())):
            # The same for the same decision, even after a restart.
            seed = random.Random("/".join(map(str, decision))).getrandbits(64)
            choice = self._computers.choose(Level.HARD, seen, seed)
            search = self._hints[decision] = asyncio.create_task(choice)
        return search
