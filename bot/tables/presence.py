"""Which members have pressed something while the table waits for them."""

from cachetools import LRUCache

from bot.tables.core.state import SeatState, TableState

KEPT = 8192
"""Members at tables that are remembered."""


class Presence:
    """Kept in memory alone: after a restart a member may be pinged who is looking at the hand."""

    def __init__(self) -> None:
        self._decisions: LRUCache[tuple[int, int], int] = LRUCache(KEPT)

    def note(self, state: TableState, user_id: int) -> None:
        """The member has pressed something at this decision."""
        self._decisions[state.id, user_id] = state.decision_number

    def is_here(self, state: TableState, seat: SeatState) -> bool:
        """Whether the seat's member has pressed something at this decision."""
        if seat.user_id is None:
            return False
        return self._decisions.get((state.id, seat.user_id)) == state.decision_number
