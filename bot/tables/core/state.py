"""A table at one commit: the input of the scheduler and of every message."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeVar

from bot.storage import models
from bot.storage.models.options import (
    DEFAULT_PING as DEFAULT_PING,
    MAX_SEATS as MAX_SEATS,
    MIN_SEATS as MIN_SEATS,
    TableOptions as TableOptions,
)
from bot.storage.models.tables import Reason as Reason, Status as Status
from bot.tables.core.errors import NotSeated
from bot.tables.core.replay import commitment_of
from bot.text.language import ENGLISH, Language, language_of
from bot.text.names import PlayerName
from engine.commitment import Commitment
from engine.game import Game
from engine.players import Level

_COPIED = (
    *("id", "guild_id", "channel_id", "parent_id", "host_id", "revision", "reposts"),
    *("status", "options", "closed_reason", "closed_detail", "absence_asked"),
    *("opened_at", "starts_at", "roll_call_at", "decision_since", "decision_began", "reminded_at"),
    *("pressed_at", "paused_at", "paused_until", "lost_at"),
)
"""What the state copies unchanged from the table's row."""


@dataclass(frozen=True)
class SeatState:
    """A seat; `user_id` is None for a computer, `away` is true while one moves for the member.

    `name`, `level` and `instead_of` are as in models.Seat; `called` is how a language says them.
    """

    index: int
    user_id: int | None
    name: str
    away: bool = False
    level: Level | None = None
    instead_of: str | None = None
    pinged: bool = False
    reminded: int = 0
    direct: bool = False
    also: tuple[str, ...] = ()
    avatar: str | None = None
    agrees_to_close: bool = False
    agrees_to_pause: bool = False

    @cached_property
    def called(self) -> PlayerName:
        no_level = self.is_computer and self.level is None
        return PlayerName(self.name, self.level, self.instead_of, no_level)

    @cached_property
    def is_computer(self) -> bool:
        return self.user_id is None

    @property
    def is_forgotten(self) -> bool:
        """Whether the member has been forgotten; only after the end of the game."""
        return self.user_id is not None and self.user_id < 0

    @cached_property
    def is_automatic(self) -> bool:
        """Whether a computer makes this seat's moves."""
        return self.is_computer or self.away


_Seat = TypeVar("_Seat", models.Seat, SeatState)


@dataclass(frozen=True, slots=True)
class Listed:
    """A member without a seat: invited to a lobby or removed from it, or signed up (see SignUp)."""

    user_id: int
    name: str
    here: bool = False
    mentioned: bool = False


_OfMember = TypeVar("_OfMember", models.Seat, SeatState, models.Invitation, models.SignUp, Listed)


@dataclass(frozen=True, slots=True)
class ClosingRequest:
    """A player's request to close the game without a result; open unless a player declined it."""

    by: int
    at: datetime
    declined: bool


@dataclass(frozen=True, slots=True)
class PauseRequest:
    """A member's open request to all others to pause the game for so many days."""

    by: int
    at: datetime
    days: int


@dataclass(frozen=True, slots=True)
class SeatPause:
    """A member's pause in the table's server; the table has shown its end once it `is_over`."""

    user_id: int
    begins: datetime
    ends: datetime
    is_over: bool = False


@dataclass(frozen=True)
class TableState:
    """One revision of a table, immutable. See models.Table for the fields.

    What many parts of a message ask for is worked out once. `stand_ins` are the numbers of the
    actions that a computer chose for a member. `commitments` to the deals are by round, without any
    salt that is still secret; None for a deal of an earlier version. `pauses` are its members'
    pauses that are under way or ended after the decision began, oldest first. `unranked` are the
    seats of members who finished a game that counts on no leaderboard for them; None if it counts
    for none.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    status: Status
    options: TableOptions
    revision: int
    seats: tuple[SeatState, ...]
    game: Game | None
    opened_at: datetime
    decision_since: datetime
    reminded_at: datetime | None = None
    reposts: int = 0
    parent_id: int | None = None
    lost_at: datetime | None = None
    closed_reason: Reason | None = None
    closed_detail: str | None = None
    language: Language = ENGLISH
    stand_ins: frozenset[int] = frozenset()
    unranked: frozenset[int] | None = frozenset()
    commitments: tuple[Commitment | None, ...] = ()
    invited: tuple[Listed, ...] = ()
    removed: tuple[Listed, ...] = ()
    closing: ClosingRequest | None = None
    absence_asked: bool = False
    pressed_at: datetime | None = None
    decision_began: datetime | None = None
    starts_at: datetime | None = None
    roll_call_at: datetime | None = None
    sign_ups: tuple[Listed, ...] = ()
    pauses: tuple[SeatPause, ...] = ()
    pause_request: PauseRequest | None = None
    pause_refused: PauseRequest | None = None
    paused_at: datetime | None = None
    paused_until: datetime | None = None

    @property
    def begun_game(self) -> Game:
        """The game of a table where one has begun."""
        assert self.game is not None
        return self.game

    @property
    def length(self) -> int:
        """The number of rounds."""
        return self.options.length or len(self.seats)

    @property
    def round_number(self) -> int:
        """The number of the newest round, from 1; 0 before the first."""
        return len(self.game.rounds) if self.game else 0

    @cached_property
    def decision_number(self) -> int:
        """The number of decisions: the choice under R6 is one for all seats, then each action.

        Buttons carry it instead of the revision, so that members who choose at the same time do
        not make each other's buttons stale.
        """
        return decision_number(self.game)

    def was_stand_in(self, number: int, turn: int) -> bool:
        """Whether a computer chose for a member, at this turn (from 0) of this round (from 1)."""
        before = sum(len(played.log) for played in self.begun_game.rounds[: number - 1])
        return before + number * len(self.seats) + turn + 1 in self.stand_ins

    @property
    def awaits_thread(self) -> bool:
        """Whether the game should have a thread that is not open yet."""
        return self.options.thread and self.parent_id is None

    @property
    def waits_for_room(self) -> bool:
        """Whether a scheduled table could not begin at its time for lack of room."""
        if self.status is not Status.SCHEDULED or self.starts_at is None:
            return False
        return self.decision_since >= self.starts_at

    @cached_property
    def to_move(self) -> tuple[SeatState, ...]:
        if self.status is not Status.PLAYING or self.game is None or self.game.current is None:
            return ()
        return tuple([self.seats[position] for position in self.game.current.to_move])

    @cached_property
    def members_to_move(self) -> tuple[SeatState, ...]:
        return tuple([seat for seat in self.to_move if not seat.is_automatic])

    @cached_property
    def waiting(self) -> tuple[SeatState, ...]:
        """The members who wait for other members' moves; none if they wait only for computers."""
        if not (to_move := self.members_to_move):
            return ()
        return tuple(seat for seat in self.seats if not seat.is_automatic and seat not in to_move)

    @property
    def quiet_since(self) -> datetime:
        """The time of the last press that is known, or the end of a later pause of a member.

        Moves of computers follow soon after a press.
        """
        ends = (pause.ends for pause in self.pauses)
        return max(self.decision_since, self.pressed_at or self.decision_since, *ends)

    def pause_of(self, seat: SeatState) -> SeatPause | None:
        """The pause under way of the seat's member."""
        mine = (one for one in self.pauses if one.user_id == seat.user_id and not one.is_over)
        return next(mine, None)

    def waits_since(self, seat: SeatState) -> datetime:
        """The time at which the present decision began to wait for the seat.

        If the decision began in a pause of the member, that is the end of the pause. Their later
        pauses change nothing, even those that begin in a pause of the game: members cannot stop a
        running limit.
        """
        since = self.decision_since
        began = self.decision_began or since
        for pause in self.pauses:
            if pause.user_id == seat.user_id and pause.begins <= began and since < pause.ends:
                since = began = pause.ends
        return since

    def deadline_of(self, seat: SeatState) -> datetime | None:
        """The end of the seat's turn limit, if it is to move; None without a limit.

        In a lost channel the limit pauses: deleting a channel must not end others' turns.
        """
        if self.options.turn_limit is None or self.lost_at or self.paused_until:
            return None
        return self.waits_since(seat) + timedelta(seconds=self.options.turn_limit)

    @cached_property
    def deadline(self) -> datetime | None:
        """The earliest end of a turn limit among the members to move; None without a limit."""
        ends = map(self.deadline_of, self.members_to_move)
        return min(filter(None, ends), default=None)

    @cached_property
    def first_due(self) -> tuple[SeatState, ...]:
        """The members to move whose turn limit ends first."""
        first = self.deadline
        if first is None:
            return ()
        return tuple(seat for seat in self.members_to_move if self.deadline_of(seat) == first)

    def find_seat(self, user_id: int) -> SeatState | None:
        return of_member(self.seats, user_id)

    def interest_of(self, user_id: int) -> tuple[bool, bool]:
        """Sort key for a member's tables: games that wait for the member come last."""
        return self.waits_for(user_id), self.status is Status.PLAYING

    def waits_for(self, user_id: int) -> bool:
        """Whether the game waits for the member's move; a paused game waits for no move."""
        return self.paused_until is None and of_member(self.members_to_move, user_id) is not None

    def invites(self, user_id: int) -> bool:
        """Whether the member is invited to this lobby, and has no seat yet."""
        return of_member(self.invited, user_id) is not None

    def has_signed_up(self, user_id: int) -> bool:
        """Whether the member is on the list of this scheduled table."""
        return of_member(self.sign_ups, user_id) is not None

    def seat_of(self, user_id: int) -> SeatState:
        """The member's seat; NotSeated if there is none."""
        if (seat := self.find_seat(user_id)) is None:
            raise NotSeated(self.status, self.language)
        return seat


def decision_number(game: Game | None) -> int:
    if game is None:
        return 0
    choices = 2 * len(game.rounds)
    if game.current is not None and None in game.current.orientation:
        choices -= 1
    return choices + sum([len(played.actions) for played in game.rounds])


def table_state(
    table: models.Table,
    game: Game | None,
    stand_ins: frozenset[int] = frozenset(),
    pauses: Iterable[SeatPause] = (),
    unranked: frozenset[int] | None = frozenset(),
) -> TableState:
    return TableState(
        seats=tuple(map(_seat_state, table.seats)),
        game=game,
        language=language_of(table.language),
        stand_ins=stand_ins,
        unranked=unranked,
        commitments=() if game is None else tuple(commitment_of(row, game) for row in table.rounds),
        invited=_members(table.invitations, removed=False),
        removed=_members(table.invitations, removed=True),
        closing=closing_request(table),
        sign_ups=tuple(
            Listed(row.user_id, row.name, row.here, row.mentioned) for row in table.sign_ups
        ),
        pauses=tuple(pauses),
        pause_request=pause_request(table),
        pause_refused=_pause_refused(table),
        **{name: getattr(table, name) for name in _COPIED},
    )


def _seat_state(seat: models.Seat) -> SeatState:
    return SeatState(
        index=seat.index,
        user_id=seat.user_id,
        name=seat.name,
        away=seat.away,
        level=seat.level,
        instead_of=seat.instead_of,
        pinged=seat.pinged,
        reminded=seat.reminded,
        direct=seat.direct,
        also=tuple(seat.also),
        avatar=seat.avatar,
        agrees_to_close=seat.agrees_to_close,
        agrees_to_pause=seat.agrees_to_pause,
    )


def _members(rows: Iterable[models.Invitation], *, removed: bool) -> tuple[Listed, ...]:
    return tuple(Listed(row.user_id, row.name) for row in rows if row.removed == removed)


def of_member(rows: Iterable[_OfMember], user_id: int) -> _OfMember | None:
    """The entry of the member among these seats, invitations or sign-ups; None without one."""
    return next((row for row in rows if row.user_id == user_id), None)


def asked(seats: Iterable[_Seat], request: ClosingRequest | PauseRequest) -> list[_Seat]:
    """The members who have to agree; for a pause not those for whom a computer plays."""
    members = [seat for seat in seats if seat.user_id not in (None, request.by)]
    return [seat for seat in members if not (seat.away and isinstance(request, PauseRequest))]


def closing_request(table: models.Table) -> ClosingRequest | None:
    by, at = table.closing_asked_by, table.closing_asked_at
    return None if by is None or at is None else ClosingRequest(by, at, table.closing_declined)


def pause_request(table: models.Table) -> PauseRequest | None:
    """The open request to pause the game; None if there is none, or if it has ended."""
    by, at, days = table.pause_asked_by, table.pause_asked_at, table.pause_days
    return PauseRequest(by, at, days) if by and at and days else None


def _pause_refused(table: models.Table) -> PauseRequest | None:
    """The request to pause the game that ended without a pause: `at` that time, with 0 days."""
    by, at = table.pause_asked_by, table.pause_asked_at
    return PauseRequest(by, at, 0) if by and at and not table.pause_days else None
