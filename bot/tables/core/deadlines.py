"""A table's next task and when it is due, computed from the stored state alone."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import NamedTuple

from bot.storage.models.tables import Status
from bot.tables.core.state import (
    ClosingRequest,
    SeatPause,
    SeatState,
    TableOptions,
    TableState,
    asked,
)

Sleep = Callable[[float], Awaitable[None]]
"""Sleeps for so many seconds, by the bot's clock or by a test's clock."""

LOBBY_TIMEOUT = timedelta(hours=1)
LOST_TIMEOUT = timedelta(days=1)
CLOSING_TIMEOUT = timedelta(minutes=10)
"""The minimum time for players to decline a request to close the game."""
LONGEST_SILENCE = timedelta(days=1)
"""The maximum of that time: otherwise a game that its players want to end could last a week more.
"""
ASK_AGAIN_AFTER = timedelta(hours=1)
"""After a player declined, the time in which no other request is possible."""
PAUSE_TIMEOUT = timedelta(days=1)
"""The time for players to agree to a pause of the game."""
QUIET_TIMEOUT = timedelta(days=14)
"""The time without any press after which a game without a turn limit is closed."""
LAST_REMINDER = timedelta(minutes=10)
"""The minimum time left at the second reminder; usually a tenth of the turn limit is left."""
SAME_NONCE = timedelta(minutes=2)
"""For this time Discord certainly sends no second message with the nonce of the first."""
LIMIT_OF_DAYS = timedelta(hours=1)
"""From this turn limit on a game is played over days, and others wait while a member pauses."""
PUNCTUAL = timedelta(minutes=1)
"""A timeout that is handled later than this may have passed while members could not press."""
ROLL_CALL = timedelta(minutes=10)
"""The time for members to answer the roll call, before a scheduled table begins."""
ROOM_CHECKS = timedelta(minutes=1)
"""The time between two attempts to begin a scheduled table while there is no room for it."""
THINKING_TIME = timedelta(seconds=1.5)
"""The time before a computer's move at which its choice starts; no choice takes longer."""


class WakeableSleep:
    """The sleep of a task that has nothing to do until a time, or until `wake`."""

    def __init__(self) -> None:
        self._sleeper: asyncio.Task[None] | None = None
        self._is_woken = False

    async def sleep(self, seconds: float) -> None:
        """Sleep for so long; not at all if `wake` was called since the last sleep."""
        if not self._is_woken:
            # An event with a timeout would be shorter, but SimCord knows only sleeps as idle.
            self._sleeper = asyncio.create_task(asyncio.sleep(seconds))
            try:
                await asyncio.wait({self._sleeper})
            finally:
                self._sleeper.cancel()
                self._sleeper = None
        self._is_woken = False

    def wake(self) -> None:
        """End the sleep, or the next one if none is under way."""
        self._is_woken = True
        if self._sleeper is not None:
            self._sleeper.cancel()


class TaskKind(Enum):
    """The kinds of tasks of a table."""

    CLOSE_LOBBY = auto()
    CLOSE_LOST = auto()
    CLOSE_ASKED = auto()
    CLOSE_QUIET = auto()
    ASK_WAITING = auto()
    # The end of a pause of a member or of the game, or of a request for one.
    END_PAUSE = auto()
    MOVE_COMPUTER = auto()
    REMIND = auto()
    END_TURN = auto()
    # The roll call or the beginning of a scheduled table.
    PROCEED = auto()


WITHOUT_PRESSES = {TaskKind.END_PAUSE, TaskKind.MOVE_COMPUTER, TaskKind.REMIND}
"""Tasks that run also while no press can arrive. All others wait for the connection."""


class Task(NamedTuple):
    """One task of a table, due at `at`."""

    at: datetime
    kind: TaskKind


def next_task(state: TableState, pace: timedelta) -> Task | None:
    """The table's earliest task; `pace` is how long a computer seat takes for a move."""
    tasks = [*_pause_tasks(state)]
    if state.paused_until is None:
        tasks += _tasks(state, pace)
    elif state.lost_at is not None:
        tasks.append(Task(state.lost_at + LOST_TIMEOUT, TaskKind.CLOSE_LOST))
    return min(tasks, key=lambda task: task.at, default=None)


def _pause_tasks(state: TableState) -> Iterator[Task]:
    """The ends of pauses, of members and of the game, and of a request for one."""
    if not state.status.live:
        return
    yield from (Task(one.ends, TaskKind.END_PAUSE) for one in state.pauses if not one.is_over)
    if state.paused_until is not None:
        yield Task(state.paused_until, TaskKind.END_PAUSE)
    if state.pause_request is not None:
        yield Task(state.pause_request.at + PAUSE_TIMEOUT, TaskKind.END_PAUSE)


def _tasks(state: TableState, pace: timedelta) -> Iterator[Task]:
    if state.status is Status.SCHEDULED and state.lost_at is None:
        yield Task(proceeds_at(state), TaskKind.PROCEED)
    if state.status is Status.LOBBY:
        since = max(state.decision_since, state.lost_at or state.decision_since)
        yield Task(since + LOBBY_TIMEOUT, TaskKind.CLOSE_LOBBY)
    if state.status.is_open and state.lost_at is not None:
        yield Task(state.lost_at + LOST_TIMEOUT, TaskKind.CLOSE_LOST)
    elif state.closing is not None and not state.closing.declined:
        # A member who cannot see the question cannot decline it.
        yield Task(closing_end(state, state.closing), TaskKind.CLOSE_ASKED)
    elif state.waiting and replaceable(state) and not state.absence_asked:
        yield Task(absence_question_at(state), TaskKind.ASK_WAITING)
    if state.status is Status.PLAYING and state.options.turn_limit is None and not state.lost_at:
        yield Task(state.quiet_since + QUIET_TIMEOUT, TaskKind.CLOSE_QUIET)
    if any(seat.is_automatic for seat in state.to_move):
        wait = max(pace - THINKING_TIME, timedelta(0))
        yield Task(state.decision_since + wait, TaskKind.MOVE_COMPUTER)
    reminders = (reminder_at(state, seat) for seat in state.members_to_move)
    yield from (Task(at, TaskKind.REMIND) for at in reminders if at is not None)
    if state.deadline is not None:
        yield Task(state.deadline, TaskKind.END_TURN)


def replaceable(state: TableState) -> tuple[SeatState, ...]:
    """The members to move about whose absence the waiting members are asked.

    Without a turn limit these are all. With a limit of minutes they are those whose pause delays
    the turn: otherwise a member who is losing could stop a short game for days.
    """
    limit, to_move = state.options.turn_limit, state.members_to_move
    if limit is None:
        return to_move
    if limit >= LIMIT_OF_DAYS.total_seconds():
        return ()
    since = state.decision_since
    return tuple(one for one in to_move if state.pause_of(one) and state.waits_since(one) > since)


def absent(state: TableState) -> tuple[SeatState, ...]:
    """The absent members whose seats the waiting members, once asked, can hand over."""
    is_asked = state.absence_asked and not state.paused_until
    return replaceable(state) if is_asked and state.waiting else ()


def absence_question_at(state: TableState) -> datetime:
    """The time to ask the waiting members about absent ones.

    With a turn limit it is the time at which the turn would end without a pause. It is later if all
    who wait are pausing then: the question is asked once, and mentions no member who pauses.
    """
    last, wait = state.decision_since, state.options.turn_limit
    if wait is None:
        # The game goes on only after the move of the last of them.
        last = max(map(state.waits_since, state.members_to_move))
        wait = state.options.absent_after
    pauses = map(state.pause_of, state.waiting)
    present = min(last if pause is None else pause.ends for pause in pauses)
    return max(last + timedelta(seconds=wait), present)


def proceeds_at(state: TableState) -> datetime:
    """The time of a scheduled table's roll call, or of its beginning or next attempt to begin."""
    assert state.starts_at is not None
    if state.roll_call_at is None:
        return state.starts_at - ROLL_CALL
    return state.decision_since + ROOM_CHECKS if state.waits_for_room else state.starts_at


def closing_silence(options: TableOptions) -> timedelta:
    """The time without an answer that counts as consent to close the game: a turn, up to a day."""
    turn = timedelta(seconds=options.turn_limit or 0)
    return min(max(CLOSING_TIMEOUT, turn), LONGEST_SILENCE)


def closing_end(state: TableState, request: ClosingRequest) -> datetime:
    """The time from which silence is consent, counted from the end of the last pause."""
    ends = (pause.ends for pause in pauses_of_silent(state, request))
    return max([request.at, state.paused_until or request.at, *ends]) + closing_silence(
        state.options
    )


def pauses_of_silent(state: TableState, request: ClosingRequest) -> list[SeatPause]:
    """The pauses of the members who are asked and have not agreed."""
    members = silent_members(state, request)
    return [pause for pause in state.pauses if pause.user_id in members]


def silent_members(state: TableState, request: ClosingRequest) -> list[int]:
    """The members who are asked to close the game and have not agreed."""
    silent = (seat for seat in asked(state.seats, request) if not seat.agrees_to_close)
    return [seat.user_id for seat in silent if seat.user_id is not None]


def reminder_at(state: TableState, seat: SeatState) -> datetime | None:
    """The time of the next reminder of a member who is to move; None without another one.

    The first leaves at least half of the turn limit to move. The second comes when a tenth of it is
    left, if that is after the first. There are no reminders during a pause, nor while the channel
    is lost: no member would read them there.
    """
    options, end = state.options, state.deadline_of(seat)
    rests = state.paused_until or state.lost_at or state.pause_of(seat)
    if options.ping_after is None or seat.reminded > 1 or rests:
        return None
    half = None if options.turn_limit is None else timedelta(seconds=options.turn_limit) / 2
    if seat.reminded == 0:
        wait = timedelta(seconds=options.ping_after)
        return state.waits_since(seat) + (wait if half is None else min(wait, half))
    if half is None or end is None or half < LAST_REMINDER:
        return None
    return end - max(half / 5, LAST_REMINDER)


def is_reminder_new(state: TableState, now: datetime) -> bool:
    """Whether the newest reminder can be sent or sent again, without a second copy."""
    return state.reminded_at is not None and abs(now - state.reminded_at) <= SAME_NONCE
