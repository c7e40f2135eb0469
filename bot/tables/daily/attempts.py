"""Members' attempts at the daily deal: beginning, continuing, and playing moves.

An attempt is its actions in order. It is never cached: a member's servers can be on shards of
several processes. Its row counts the actions, so of two simultaneous moves only one is stored.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import partial

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.daily import (
    BEST_DAYS,
    MIXED,
    BoardPeriod,
    DailyAttempt,
    DailyCount,
    DailyStanding,
    DailyStreak,
)
from bot.storage.queries.daily import AttemptKey, Board, StoredAttempt
from bot.storage.queries.dialects import add_row, change_row, share_forgetting_lock
from bot.tables.computers.service import ComputerService
from bot.tables.core.actor import require_no_forgetting
from bot.tables.core.errors import StalePress, TableError
from bot.tables.core.replay import recorded_action
from bot.tables.core.state import decision_number
from bot.tables.daily.days import PRACTICE_DAYS, DailyDays
from bot.tables.daily.deal import DailyDeal, fingerprint
from engine.actions import Action, parse_action
from engine.game import Game

_TRIES = 3
"""Maximum attempts to store a move: one from another device, or midnight, can come first."""
SeatAction = tuple[int, str]
"""A seat and its action, in notation."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One member's attempt at a day, as last committed, in the server where it was begun.

    `game` holds the cards of all seats: until the day closes, only the view of `seat`, the
    member's, may be shown. `counts`: whether it is on boards, or will be if these computers play to
    its end; an attempt that is no practice and does not count met computers of another version than
    the day's.
    """

    user_id: int
    guild_id: int
    name: str
    day: date
    practice: bool
    seat: int
    game: Game = field(repr=False)
    started_at: datetime
    counts: bool

    @property
    def decision_number(self) -> int:
        return decision_number(self.game)

    @property
    def finished(self) -> bool:
        return self.game.over

    @property
    def points(self) -> int:
        """The points of the round (R22), once it is over."""
        return self.game.totals()[self.seat]

    @property
    def rank(self) -> int:
        """The place among the four seats, once the round is over."""
        return next(rank for rank, seat, _ in self.game.ranking() if seat == self.seat)


class DailyAttempts:
    """Begins attempts and plays their moves; `began` is called with the day of each new one."""

    def __init__(
        self,
        database: Database,
        days: DailyDays,
        computers: ComputerService,
        now: Callable[[], datetime],
        began: Callable[[date], None],
    ) -> None:
        self._database = database
        self._days = days
        self._computers = computers
        self._now = now
        self._began = began

    async def begin(
        self, user_id: int, guild_id: int, name: str, *, pressed_at: datetime | None = None
    ) -> Attempt:
        """The member's attempt at today's deal, begun now in this server unless there is one.

        Raises TableError if the member was forgotten after they had begun it, or any member since
        the press: it could be this one.
        """
        found: Attempt | None = None
        while found is None:
            # Repeated if the day closes meanwhile.
            key = AttemptKey(user_id, self._days.today, practice=False)
            found = await self.current(user_id, key.day) or await self._add(
                key, guild_id, name, pressed_at
            )
        self._began(found.day)
        return found

    async def practise(
        self,
        user_id: int,
        guild_id: int,
        name: str,
        day: date,
        *,
        pressed_at: datetime | None = None,
    ) -> Attempt:
        """The member's practice of one of the last thirty days; a finished one is begun again.

        Raises TableError for any other day, and if any member was forgotten since the press.
        """
        if day not in self.practice_days:
            raise TableError("Choose one of the last thirty days. Today's deal is played once.")
        found = await self.current(user_id, day)
        if found is None or found.finished:
            key = AttemptKey(user_id, day, practice=True)
            found = await self._add(key, guild_id, name, pressed_at)
        assert found is not None
        return found

    @property
    def practice_days(self) -> list[date]:
        """The days that can be played for practice, newest first."""
        today = self._days.today
        return [today - timedelta(days=count) for count in range(1, PRACTICE_DAYS + 1)]

    async def current(self, user_id: int, day: date) -> Attempt | None:
        """The member's attempt at the day; after it has closed, their practice if there is one."""
        stored = await self._find(user_id, day)
        return None if stored is None else await self._attempt(stored)

    async def played(self, user_id: int, day: date) -> Attempt | None:
        """The member's attempt at the day, not their practice, if they finished it in time."""
        stored = await self._database.ask(queries.daily.find_attempt, user_id, day, practice=False)
        if stored is None or stored.attempt.finished_at is None:
            return None
        return await self._attempt(stored)

    def not_begun(self, day: date) -> TableError:
        """The refusal without an attempt, with the command that begins one, or shows today's."""
        if self._days.is_open(day):
            return TableError("You have not begun this deal. `/scout daily play` begins it.")
        if day in self.practice_days:
            return TableError("You have not begun this deal. `/scout daily practice` begins it.")
        return TableError(
            "This deal is more than a month old, so I no longer have its moves. "
            "`/scout daily play` shows today's."
        )

    async def play(self, user_id: int, day: date, decision: int, action: Action) -> Attempt:
        """Play the member's action at this decision number, and the computers' answers.

        Playing the same action again changes nothing, as at a table. Raises TableError without an
        attempt, StalePress, IllegalAction.
        """
        for _ in range(_TRIES):
            stored = await self._find(user_id, day)
            if stored is None:
                raise self.not_begun(day)
            before = await self._attempt(stored)
            if recorded_action(before.game, decision, before.seat) == action:
                return before
            if before.finished or before.decision_number != decision:
                break
            daily = await self._days.deal(day)
            game, answers = await self._answered(daily, before.game.play(before.seat, action))
            moves = [(before.seat, str(action)), *answers]
            after = await self._store(stored, replace(before, game=game), moves)
            if after is not None:
                return after
        raise StalePress

    async def _find(self, user_id: int, day: date) -> StoredAttempt | None:
        """The attempt to play now; one that was not finished in time becomes practice."""
        find = queries.daily.find_attempt
        is_open = self._days.is_open(day)
        found = await self._database.ask(find, user_id, day, practice=False if is_open else None)
        if is_open or found is None or found.attempt.practice or found.attempt.finished_at:
            return found
        await self._database.change(queries.daily.end_as_practice, user_id=user_id, day=day)
        return await self._database.ask(find, user_id, day)

    async def _attempt(self, stored: StoredAttempt) -> Attempt:
        """The attempt with its game, replayed."""
        row = stored.attempt
        daily = await self._days.deal(row.day)
        game = daily.begin()
        for action in stored.actions:
            game = game.play(action.seat, parse_action(action.notation))
        met = row.fingerprint if game.over else _fingerprint_after(row.fingerprint)
        return Attempt(
            row.user_id,
            row.guild_id,
            row.name,
            row.day,
            row.practice,
            daily.seat,
            game,
            row.started_at,
            not row.practice and met == stored.day.fingerprint,
        )

    async def _answered(self, daily: DailyDeal, game: Game) -> tuple[Game, list[SeatAction]]:
        """The game at the member's next decision or at its end, and the computers' moves to it."""
        moves: list[SeatAction] = []
        while to_move := [seat for seat in game.rounds[-1].to_move if seat != daily.seat]:
            seat = to_move[0]
            action = await self._computers.think(partial(daily.computers_action, game, seat))
            game = game.play(seat, action)
            moves.append((seat, str(action)))
        return game, moves

    async def _add(
        self, key: AttemptKey, guild_id: int, name: str, pressed_at: datetime | None
    ) -> Attempt | None:
        """Begin an attempt, or return the one there is; None if its day has closed meanwhile."""
        daily = await self._days.deal(key.day)
        await self._days.commitment(key.day)
        _, opening = await self._answered(daily, daily.begin())
        async with self._database.write() as session:
            if not key.practice and not self._days.is_open(key.day):
                return None
            await self._require_free(session, key, pressed_at)
            await queries.daily.set_once(session, key.day, fingerprint=fingerprint())
            mine = {**key._asdict(), "guild_id": guild_id, "name": name}
            begun = {"fingerprint": fingerprint(), "started_at": self._now()}
            if await add_row(session, DailyAttempt, **mine, **begun):
                await queries.daily.advance(session, key, 0, opening, {})
            stored = await queries.daily.find_attempt(
                session, key.user_id, key.day, practice=key.practice
            )
        assert stored is not None
        return await self._attempt(stored)

    async def _require_free(
        self, session: Session, key: AttemptKey, pressed_at: datetime | None
    ) -> None:
        """Raise TableError if the member has made their attempt; delete a finished practice.

        Raises it too if any member was forgotten since the press; until commit, no member is
        forgotten. An attempt that has become practice is over too: another process's clock has
        closed the day, or this clock before it was set back.
        """
        await share_forgetting_lock(session)
        await require_no_forgetting(session, pressed_at)
        user_id, day, practice = key
        if practice:
            finished, own = DailyAttempt.finished_at.is_not(None), {"user_id": user_id, "day": day}
            await session.delete_where(DailyAttempt, finished, **own, practice=True)
        elif await session.get(DailyAttempt, (user_id, day, True)) or await self._days.is_barred(
            session, day, user_id
        ):
            raise TableError("You have played today's deal. The next one begins at 00:00 UTC.")

    async def _store(
        self, stored: StoredAttempt, after: Attempt, moves: Sequence[SeatAction]
    ) -> Attempt | None:
        """Commit the moves; None if others came first, or the day has closed."""
        before = stored.attempt
        key = AttemptKey(before.user_id, before.day, before.practice)
        changes: dict[str, object] = {"fingerprint": _fingerprint_after(before.fingerprint)}
        if after.finished:
            changes |= {"points": after.points, "rank": after.rank, "finished_at": self._now()}
        async with self._database.write() as session:
            is_late = not key.practice and not self._days.is_open(key.day)
            count = before.action_count
            if is_late or not await queries.daily.advance(session, key, count, moves, changes):
                return None
            if after.finished and not key.practice:
                await add_finish(session, before, after.points, counts=after.counts)
        return after


def _fingerprint_after(before: str) -> str:
    """The fingerprint of an attempt after a move of these computers."""
    return before if before == fingerprint() else MIXED


def board_of(guild_id: int, day: date, period: BoardPeriod | None = None) -> Board:
    """The server's board of the day, or of its week (from Monday) or its month."""
    if period is BoardPeriod.WEEK:
        day -= timedelta(days=day.weekday())
    elif period is BoardPeriod.MONTH:
        day = day.replace(day=1)
    return Board(guild_id, day, period)


async def add_finish(session: Session, attempt: DailyAttempt, points: int, *, counts: bool) -> None:
    """Extend the member's streak; if the attempt `counts`, add it to the sums of boards too.

    The end is already stored. A change of the computers does not end a streak. The count's row is
    shared by all finishers of a day, so it is locked last: others wait only for the commit.
    """
    await _prolong_streak(session, attempt.user_id, attempt.day)
    if counts:
        await _put_standings(session, attempt)
        key, more = {"day": attempt.day, "points": points}, {"attempts": DailyCount.attempts + 1}
        await change_row(session, DailyCount, key, {"attempts": 1}, more)


async def _prolong_streak(session: Session, user_id: int, day: date) -> None:
    none = DailyStreak(last_day=day, days=0, longest=0)
    former = await session.get(DailyStreak, user_id) or none
    days = 1 + (former.days if former.last_day == day - timedelta(days=1) else 0)
    values = {"last_day": day, "days": days, "longest": max(days, former.longest)}
    await change_row(session, DailyStreak, {"user_id": user_id}, values)


async def _put_standings(session: Session, attempt: DailyAttempt) -> None:
    """Recompute the member's sums of this week and this month in this server."""
    boards = [board_of(attempt.guild_id, attempt.day, period) for period in BoardPeriod]
    member = {"guild_id": attempt.guild_id, "user_id": attempt.user_id}
    first = min(board.begins for board in boards)
    points = await queries.daily.points_by_day(session, **member, first=first, last=attempt.day)
    for board in boards:
        best = sorted((found for day, found in points if day >= board.begins), reverse=True)
        total = sum(best[:BEST_DAYS] if board.period is BoardPeriod.WEEK else best)
        key = {**member, "begins": board.begins, "period": board.period}
        values = {"name": attempt.name, "points": total, "days": len(best)}
        await change_row(session, DailyStanding, key, values)
