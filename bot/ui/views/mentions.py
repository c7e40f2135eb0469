"""Which members are mentioned above the table, and why."""

from collections.abc import Iterable

from bot.tables.core.state import SeatState, Status, TableState
from bot.text.words import listed


def mention(state: TableState) -> tuple[list[int], str | None]:
    """The members to mention and the sentence that mentions them; None calls nobody."""
    absent = [seat for seat in state.members_to_move if seat.pinged]
    if absent:
        return _mention(absent, "it is your move.")
    if _opens_in_thread(state):
        # Discord adds the members that it notifies to the thread.
        return _mention(state.seats, "press **My hand** to see your cards.")
    return [], None


def _opens_in_thread(state: TableState) -> bool:
    """Whether the first hands are chosen in a thread, where no hand can be sent yet."""
    return (
        state.status is Status.PLAYING
        and state.parent_id is not None
        and state.decision_number == 1
    )


def _mention(seats: Iterable[SeatState], words: str) -> tuple[list[int], str]:
    members = [seat.user_id for seat in seats if seat.user_id is not None]
    names = listed([f"<@{user_id}>" for user_id in members])
    return members, f"{names}, {words}"
