"""When a table next needs the clock, and for what. Everything follows from the stored state."""

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import NamedTuple

from bot.storage.models import Status
from bot.tables.state import TableState

LOBBY_PATIENCE = timedelta(hours=1)
PING_PATIENCE = timedelta(seconds=30)
LOST_PATIENCE = timedelta(days=1)
HEAD_START = timedelta(seconds=1.5)
"""So long before its move a computer begins to think: longer than it may take for it."""


class Duty(Enum):
    CLOSE_LOBBY = auto()
    CLOSE_LOST = auto()
    MOVE_COMPUTER = auto()
    PING = auto()
    END_TURN = auto()


class Due(NamedTuple):
    at: datetime
    duty: Duty


def next_due(state: TableState, pace: timedelta) -> Due | None:
    """The clock's next task here; `pace` is how long a computer seat takes for a move."""
    return min(_tasks(state, pace), key=lambda due: due.at, default=None)


def _tasks(state: TableState, pace: timedelta) -> list[Due]:
    tasks: list[Due] = []
    if state.status is Status.LOBBY:
        tasks.append(Due(state.turn_since + LOBBY_PATIENCE, Duty.CLOSE_LOBBY))
    if state.status.live and state.lost_at is not None:
        tasks.append(Due(state.lost_at + LOST_PATIENCE, Duty.CLOSE_LOST))
    if any(seat.moves_by_itself for seat in state.to_move):
        thinking = max(pace - HEAD_START, timedelta(0))
        tasks.append(Due(state.turn_since + thinking, Duty.MOVE_COMPUTER))
    if state.members_to_move and not state.pinged:
        tasks.append(Due(state.turn_since + PING_PATIENCE, Duty.PING))
    if state.deadline is not None:
        tasks.append(Due(state.deadline, Duty.END_TURN))
    return tasks
