"""The slots of a table: one public message each, by the names stored in the database."""

from bot.storage.models.tables import Status
from bot.tables.core.state import TableState

LOBBY, FINAL = "lobby", "final"
ROUND = "round-"
"""Followed by the round's number."""
# For a game in a thread: its final scores again, in the thread's parent channel.
RESULT = "result"


def round_slot(number: int) -> str:
    return f"{ROUND}{number}"


def live_slot(state: TableState) -> str:
    """The slot of the message that players use; it is sent again after it was deleted."""
    if state.status is Status.OVER:
        return FINAL if state.parent_id is None else RESULT
    return round_slot(len(state.game.rounds)) if state.game else LOBBY


def channel_of(state: TableState, slot: str) -> int:
    """The id of the channel for the slot's message."""
    if slot == RESULT and state.parent_id is not None:
        return state.parent_id
    return state.channel_id
