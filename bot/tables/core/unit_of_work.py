"""The changes to one table in one transaction."""

import random
import secrets
from datetime import datetime
from typing import Any

from bot.storage import models
from bot.storage.engine.session import Session
from bot.storage.models.tables import Reason, Source, Status
from bot.tables.core.errors import NotSeated, WrongStage
from bot.tables.core.pauses import still_counting, stored_pauses
from bot.tables.core.replay import new_game, round_row
from bot.tables.core.state import SeatState, TableState, decision_number, of_member, table_state
from bot.tables.core.table_messages import TableMessages
from bot.text.language import Language, language_of
from engine.actions import Action
from engine.commitment import HEX_DIGITS


class UnitOfWork:
    """One table, open for writing; `state` is set once the change is committed.

    `messages` are kept in memory and saved after the commit (see MessageStore).
    """

    state: TableState

    def __init__(
        self,
        session: Session,
        table: models.Table,
        before: TableState,
        messages: TableMessages,
        *,
        now: datetime,
        rng: random.Random,
    ) -> None:
        self.session = session
        self.table = table
        self.game = before.game
        self.stand_ins = set(before.stand_ins)
        self.pauses = before.pauses
        self.unranked = before.unranked
        self.messages = messages
        self.departed: list[int | None] = []
        """Members whose hands are no longer followed once the change is committed: a rollback would
        not restore messages in memory."""
        self.actions: list[dict[str, Any]] = []
        """The rows of the actions played, which are stored with the other changes."""
        self.now = now
        self._rng = rng
        self._flushed = False

    @property
    def decision_number(self) -> int:
        return decision_number(self.game)

    @property
    def language(self) -> Language:
        """The language of the table's messages."""
        return language_of(self.table.language)

    def seat_of(self, user_id: int, stage: Status | None = None) -> models.Seat:
        """The member's seat; NotSeated if there is none, WrongStage at another stage than this."""
        seat = of_member(self.table.seats, user_id)
        if seat is None:
            raise NotSeated(self.table.status, self.language)
        if stage is not None:
            self.require(stage)
        return seat

    def has_chosen(self, seat: int) -> bool:
        """Whether the seat has chosen under R6 while others have not."""
        current = None if self.game is None else self.game.current
        chosen = () if current is None else current.orientation
        return None in chosen and chosen[seat] is not None

    def is_to_move(self, seat: int) -> bool:
        """Whether the game waits for this seat."""
        current = None if self.game is None else self.game.current
        return current is not None and seat in current.to_move

    def still_awaits(self, state: TableState, seat: SeatState) -> bool:
        """Whether the game still waits for the same owner of this seat at the same decision."""
        return (
            self.table.status is Status.PLAYING
            and self.decision_number == state.decision_number
            and self.table.seats[seat.index].user_id == seat.user_id
            and self.is_to_move(seat.index)
        )

    def has_changes(self) -> bool:
        """Whether any row has changed since the transaction began."""
        session = self.session
        return self._flushed or bool(session.new or session.dirty or session.deleted)

    async def flush(self) -> None:
        """Write the changes so far to the database, where their order matters."""
        self._flushed = True
        await self.session.flush()

    def require(self, status: Status) -> None:
        """Raise WrongStage at a table that is not in `status`."""
        if self.table.status is not status:
            raise WrongStage(self.table.status, self.language)

    def require_open(self) -> None:
        """Raise WrongStage at a table that is over or closed."""
        if not self.table.status.is_open:
            raise WrongStage(self.table.status, self.language)

    def begin_game(self) -> None:
        """Deal the first round; invitations and sign-ups end here."""
        self.table.invitations.clear()
        self.table.sign_ups.clear()
        self.game = new_game(self.table)
        self.table.status = Status.PLAYING
        self._deal()

    def play(self, seat: int, action: Action, source: Source) -> None:
        """Play one action; then deal or end the game if that is due. Raises IllegalAction."""
        assert self.game is not None
        before = self.decision_number
        self.game = self.game.play(seat, action)
        self.table.action_count += 1
        number = self.table.action_count
        if source is Source.STAND_IN:
            self.stand_ins.add(number)
        row = {"table_id": self.table.id, "number": number, "seat": seat, "at": self.now}
        self.actions.append({**row, "notation": str(action), "source": source})
        if self.game.over:
            self.table.status = Status.OVER
            self.end_closing()
            self.end_pausing()
        elif self.game.needs_deal:
            self._deal()
        if self.decision_number != before:
            self._begin_decision()

    def close(self, reason: Reason, detail: str | None = None, by: int | None = None) -> None:
        """End the table, for most reasons without a result; see Reason and `is_ranked`.

        `by` is the id of the member whose name is the detail, if it is one.
        """
        self.end_closing()
        self.end_pausing()
        self.table.status = Status.CLOSED
        self.table.invitations.clear()
        self.table.sign_ups.clear()
        self.table.closed_reason, self.table.closed_detail = reason, detail
        self.table.closed_by = by

    def end_closing(self) -> None:
        """Clear the request to close the game, and the players' consent."""
        self.table.closing_asked_by = self.table.closing_asked_at = None
        self.table.closing_declined = False
        for seat in self.table.seats:
            seat.agrees_to_close = False

    def end_pausing(self) -> None:
        """Clear the request to pause the game, the players' consent, and the game's pause."""
        table = self.table
        table.pause_asked_by = table.pause_asked_at = table.pause_days = None
        table.paused_at = table.paused_until = None
        for seat in table.seats:
            seat.agrees_to_pause = False

    def take_back(self, seat: models.Seat) -> None:
        """Return the seat to its member; after a handover the time to move begins again."""
        if seat.handed_over_at is not None and self.is_to_move(seat.index):
            self.begin_wait()
        if seat.missed or seat.away or seat.handed_over_at is not None:
            seat.missed, seat.away, seat.handed_over_at = 0, False, None

    async def new_state(self, before: TableState) -> TableState:
        """The state after the change; pauses are read again if a member has taken a seat."""
        if any(
            seat.user_id and before.find_seat(seat.user_id) is None for seat in self.table.seats
        ):
            self.pauses = await stored_pauses(self.session, self.table, self.now)
        pauses = still_counting(self.pauses, self.table, self.now)
        return table_state(self.table, self.game, frozenset(self.stand_ins), pauses, self.unranked)

    def repost(self) -> None:
        """Send the live message again and delete the present one; no member is reminded by it."""
        self.table.reposts += 1
        self.table.reminded_at = None

    def touch(self) -> None:
        """Restart the lobby's timeout."""
        self.table.decision_since = self.now

    def begin_wait(self) -> None:
        self.table.decision_since, self.table.decision_began = self.now, None
        self.table.absence_asked = False

    def _begin_decision(self) -> None:
        self.begin_wait()
        self.table.reminded_at = None
        for seat in self.table.seats:
            # SQLAlchemy inspects each row that was assigned to, even if its values are the same.
            if seat.pinged or seat.reminded or seat.direct or seat.also:
                seat.pinged, seat.reminded, seat.direct, seat.also = False, 0, False, []

    def _deal(self) -> None:
        assert self.game is not None
        deal = self.game.next_deal(self._rng)
        self.game = self.game.begin_round(deal)
        number, salt = len(self.game.rounds), secrets.token_hex(HEX_DIGITS // 2)
        self.table.rounds.append(round_row(self.table.id, number, deal, salt))
        self._begin_decision()
