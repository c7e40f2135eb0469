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
    members = _members(table)
    if not table.status.live or not members:
        return ()
    found = await queries.pauses.pauses_since(
        session, table.guild_id, members, _counts_since(table), now
    )
    return tuple(SeatPause(row.user_id, row.begins, row.ends) for row in found)


def still_counting(
    pauses: Iterable[SeatPause], table: models.Table, now: datetime
) -> tuple[SeatPause, ...]:
    """The pauses among these that still count for the table."""
    if not table.status.live:
        return ()
    members, since = _members(table), _counts_since(table)
    return tuple(
        replace(pause, is_over=pause.ends <= now)
        for pause in pauses
        if pause.user_id in members and pause.ends > since
    )


def _members(table: models.Table) -> set[int]:
    return {seat.user_id for seat in table.seats if seat.user_id is not None}


def _counts_since(table: models.Table) -> datetime:
    """From when pauses count: an earlier one changes no turn limit and no end of a request."""
    return min(table.decision_since, table.closing_asked_at or table.decision_since)
