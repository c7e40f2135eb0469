"""The parts of a table that each have a message of their own, by the names that are stored."""

from bot.storage.models import Status
from bot.tables.state import TableState

LOBBY, FINAL = "lobby", "final"


def round_slot(number: int) -> str:
    return f"round-{number}"


def live_slot(state: TableState) -> str:
    """The slot of the message that players act by; it is posted again when it was deleted."""
    if state.status is Status.OVER:
        return FINAL
    return round_slot(len(state.game.rounds)) if state.game else LOBBY
