"""A game under way: moves by members, by computer seats, and by the clock for the absent."""

import asyncio
import random
from collections.abc import Iterable
from datetime import datetime

from bot.storage.database import unbroken
from bot.storage.models import Source, Status
from bot.tables.change import Change
from bot.tables.errors import StaleClick
from bot.tables.ledger import Ledger
from bot.tables.minds import Minds, Sleep
from bot.tables.state import SeatState, TableState
from engine.actions import Action
from engine.view import view

# After so many turn limits in a row a computer keeps the seat.
MISSES_UNTIL_AWAY = 2


class Turns:
    """Plays actions at tables. `minds` chooses for computer seats and stands in for members."""

    def __init__(self, ledger: Ledger, minds: Minds, rng: random.Random, sleep: Sleep) -> None:
        self._ledger = ledger
        self._minds = minds
        self._rng = rng
        self._sleep = sleep

    async def play(self, table_id: int, user_id: int, turn: int, action: Action) -> TableState:
        """The member's action at decision `turn` (see TableState.turn).

        Raises NotSeated, TableError when no game is on, StaleClick, IllegalAction.
        """
        async with self._ledger.change(table_id) as change:
            seat = change.seat_of(user_id)
            change.require(Status.PLAYING)
            if turn != change.turn or change.has_chosen(seat.position):
                raise StaleClick
            change.play(seat.position, action, Source.MEMBER)
            seat.missed, seat.away = 0, False
        return change.state

    async def come_back(self, table_id: int, user_id: int) -> TableState:
        """The member takes the seat back from the computer that stood in."""
        async with self._ledger.change(table_id) as change:
            seat = change.seat_of(user_id)
            change.require(Status.PLAYING)
            seat.missed, seat.away = 0, False
        return change.state

    async def move_computers(self, state: TableState, at: datetime) -> None:
        """One action for each seat that moves by itself and is to move in `state`.

        They think at once and move no sooner than `at`, so that the moment of a move tells nothing
        of how long it was thought about. May be cancelled at any time.
        """
        seats = [seat for seat in state.to_move if seat.moves_by_itself]
        actions = await self._decide(state, seats)
        await self._sleep(max((at - self._ledger.now()).total_seconds(), 0))
        for seat, action in zip(seats, actions, strict=True):
            await unbroken(self._stand_in(state, seat, action, missed=False))

    async def end_turn(self, state: TableState) -> None:
        """One action for each member whose turn limit has run out in `state`."""
        seats = state.members_to_move
        for seat, action in zip(seats, await self._decide(state, seats), strict=True):
            await self._stand_in(state, seat, action, missed=True)

    async def _decide(self, state: TableState, seats: Iterable[SeatState]) -> list[Action]:
        """What each of these would do; they think side by side."""
        game = state.game
        assert game is not None
        thoughts = [
            self._minds.choose(seat.level, view(game, seat.position), self._rng.getrandbits(64))
            for seat in seats
        ]
        return await asyncio.gather(*thoughts)

    async def _stand_in(
        self, state: TableState, seat: SeatState, action: Action, *, missed: bool
    ) -> None:
        async with self._ledger.change(state.id) as change:
            if not _still_to_move(change, state, seat):
                return
            row = change.table.seats[seat.position]
            change.play(
                seat.position, action, Source.COMPUTER if seat.is_computer else Source.STAND_IN
            )
            if missed:
                row.missed += 1
                row.away = row.missed >= MISSES_UNTIL_AWAY


def _still_to_move(change: Change, state: TableState, seat: SeatState) -> bool:
    """Whether the seat's move is the same one, and as much a computer's, as in `state`."""
    row = change.table.seats[seat.position]
    return (
        change.table.status is Status.PLAYING
        and change.turn == state.turn
        and not change.has_chosen(seat.position)
        and (row.user_id, row.away) == (seat.user_id, seat.away)
    )
