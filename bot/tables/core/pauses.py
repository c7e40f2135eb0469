"""The pauses of the members at a table, for its state."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.storage import models, queries
from bot.storage.engine.session import Session
from bot.tables.core.state import SeatPause


async def stored_pauses(
    session: Session, table: models.Table, now: datetime
) -> tuple[SeatPause, ...]:
    """The stored pauses that count for the table; none if the table is over."""
    members, since = _counting(table)
    if not members:
        return ()
    found = await queries.pauses.pauses_since(session, table.guild_id, members, since, now)
    pauses = (SeatPause(row.user_id, row.begins, row.ends) for row in found)
    return still_counting(pauses, table, now)


def still_counting(
    pauses: Iterable[SeatPause], table: models.Table, now: datetime
) -> tuple[SeatPause, ...]:
    """The pauses among these that still count for the table."""
    members, since = _counting(table)
    return tuple(
        replace(pause, is_over=pause.ends <= now)
        for pause in pauses
        if pause.user_id in members and pause.ends > since
    )


def _counting(table: models.Table) -> tuple[set[int], datetime]:
    """The members whose pauses count for the table, none if it is over, and from when they do.

    A pause that ended earlier changes no turn limit and no end of a request.
    """
    seats = table.seats if table.status.live else ()
    members = {seat.user_id for seat in seats if seat.user_id is not None}
    return members, min(table.decision_since, table.closing_asked_at or table.decision_since)
