"""When a table next needs the clock, and for what. Everything follows from the stored state."""

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import NamedTuple

from bot.storage.models import Status
from bot.tables.core.state import TableState

LOBBY_TIMEOUT = timedelta(hours=1)
PING_DELAY = timedelta(seconds=30)
LOST_TIMEOUT = timedelta(days=1)
THINKING_TIME = timedelta(seconds=1.5)
"""So long before its move a computer begins to think: longer than it may take for it."""


class TaskKind(Enum):
    CLOSE_LOBBY = auto()
    CLOSE_LOST = auto()
    MOVE_COMPUTER = auto()
    PING = auto()
    END_TURN = auto()


class Due(NamedTuple):
    at: datetime
    duty: TaskKind


def next_task(state: TableState, pace: timedelta) -> Due | None:
    """The clock's next task here; `pace` is how long a computer seat takes for a move."""
    return min(_tasks(state, pace), key=lambda due: due.at, default=None)


def _tasks(state: TableState, pace: timedelta) -> list[Due]:
    tasks: list[Due] = []
    if state.status is Status.LOBBY:
        tasks.append(Due(state.decision_since + LOBBY_TIMEOUT, TaskKind.CLOSE_LOBBY))
    if state.status.live and state.lost_at is not None:
        tasks.append(Due(state.lost_at + LOST_TIMEOUT, TaskKind.CLOSE_LOST))
    if any(seat.moves_by_itself for seat in state.to_move):
        thinking = max(pace - THINKING_TIME, timedelta(0))
        tasks.append(Due(state.decision_since + thinking, TaskKind.MOVE_COMPUTER))
    if state.members_to_move and not state.pinged:
        tasks.append(Due(state.decision_since + PING_DELAY, TaskKind.PING))
    if state.deadline is not None:
        tasks.append(Due(state.deadline, TaskKind.END_TURN))
    return tasks
