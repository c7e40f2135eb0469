"""The parts of a table that each have a message of their own, by the names that are stored."""

from bot.storage.models import Status
from bot.tables.core.state import TableState

LOBBY, FINAL = "lobby", "final"
# Of a game in a thread: its final scores once more, in the channel that the thread belongs to.
RESULT = "result"


def round_slot(number: int) -> str:
    return f"round-{number}"


def live_slot(state: TableState) -> str:
    """The slot of the message that players act by; it is posted again when it was deleted."""
    if state.status is Status.OVER:
        return FINAL if state.parent_id is None else RESULT
    return round_slot(len(state.game.rounds)) if state.game else LOBBY


def channel_of(state: TableState, slot: str) -> int:
    """Where the slot's message is sent to."""
    if slot == RESULT and state.parent_id is not None:
        return state.parent_id
    return state.channel_id
