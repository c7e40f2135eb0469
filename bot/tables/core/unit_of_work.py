"""What can be written down at a table within one transaction."""

import random
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from bot.storage import models, queries
from bot.storage.models import Source, Status
from bot.tables.core.errors import NotSeated, WrongStage
from bot.tables.core.message_slots import live_slot
from bot.tables.core.replay import round_row
from bot.tables.core.state import TableState, decision_number, table_state
from engine.actions import Action
from engine.game import Game


class UnitOfWork:
    """The rows of one table, open for writing; `state` is there once the change is committed."""

    state: TableState

    def __init__(
        self,
        session: AsyncSession,
        table: models.Table,
        game: Game | None,
        *,
        now: datetime,
        rng: random.Random,
    ) -> None:
        self.session = session
        self.table = table
        self.game = game
        self.now = now
        self._rng = rng

    @property
    def decision_number(self) -> int:
        return decision_number(self.game)

    def seat_of(self, user_id: int) -> models.Seat:
        """The member's seat; NotSeated if there is none."""
        return find_seat(self.table, user_id)

    def has_chosen(self, position: int) -> bool:
        """Whether the seat has made its choice under R6 while others still have to."""
        current = None if self.game is None else self.game.current
        if current is None or None not in current.orientation:
            return False
        return current.orientation[position] is not None

    def require(self, status: Status) -> None:
        """Raise WrongStage at a table that is not in `status`."""
        if self.table.status is not status:
            raise WrongStage(self.table.status)

    def require_live(self) -> None:
        """Raise WrongStage at a table that is over or closed."""
        if not self.table.status.live:
            raise WrongStage(self.table.status)

    def begin_game(self) -> None:
        self.game = Game.new(len(self.table.seats), self.table.length)
        self.table.status = Status.PLAYING
        self._deal()

    def play(self, position: int, action: Action, source: Source) -> None:
        """Play and append one action, and whatever follows by itself: a new deal or the end.

        Raises IllegalAction.
        """
        assert self.game is not None
        before = self.decision_number
        self.game = self.game.play(position, action)
        self.table.action_count += 1
        self.session.add(
            models.Action(
                table_id=self.table.id,
                number=self.table.action_count,
                seat=position,
                notation=str(action),
                source=source,
                at=self.now,
            )
        )
        if self.game.over:
            self._finish(self.game)
        elif self.game.needs_deal:
            self._deal()
        if self.decision_number != before:
            self._begin_turn()

    def close(self, reason: str) -> None:
        """End the table without a result; `reason` is a sentence for its players."""
        self.table.status = Status.CLOSED
        self.table.closed_because = reason

    async def retire_live_post(self) -> bool:
        """Have the message that players act by removed and posted again; whether it stands."""
        slot = live_slot(table_state(self.table, self.game))
        return await queries.retire_post(self.session, self.table.id, slot)

    def touch(self) -> None:
        """Somebody is here: the lobby's patience starts anew."""
        self.table.decision_since = self.now

    def _begin_turn(self) -> None:
        self.table.decision_since = self.now
        self.table.pinged = False

    def _deal(self) -> None:
        assert self.game is not None
        deal = self.game.next_deal(self._rng)
        self.game = self.game.begin_round(deal)
        self.table.rounds.append(round_row(self.table.id, len(self.game.rounds), deal))
        self._begin_turn()

    def _finish(self, game: Game) -> None:
        self.table.status = Status.OVER
        if self.table.hints:
            return
        for rank, index, points in game.ranking():
            seat = self.table.seats[index]
            if seat.user_id is not None:
                self.session.add(self._result(game, seat, seat.user_id, rank, points))

    def _result(
        self, game: Game, seat: models.Seat, user_id: int, rank: int, points: int
    ) -> models.Result:
        return models.Result(
            table_id=self.table.id,
            seat=seat.index,
            guild_id=self.table.guild_id,
            user_id=user_id,
            name=seat.name,
            players=game.players,
            rounds=game.length,
            points=points,
            rank=rank,
            finished_at=self.now,
        )


def find_seat(table: models.Table, user_id: int) -> models.Seat:
    """The member's seat at a table; NotSeated if there is none."""
    for seat in table.seats:
        if seat.user_id == user_id:
            return seat
    raise NotSeated(table.status)
