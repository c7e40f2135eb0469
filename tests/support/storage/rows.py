"""Rows with everything in them that a test does not care about."""

from datetime import UTC, datetime
from typing import Any

from bot.storage.models.options import TableOptions
from bot.storage.models.results import Outcome, Result
from bot.storage.models.tables import Action, Source, Status, Table

WHEN = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


def a_table(**columns: Any) -> Table:
    usual = {
        "guild_id": 1,
        "channel_id": 10,
        "host_id": 100,
        "status": Status.LOBBY,
        "options": TableOptions(),
        "revision": 0,
        "opened_at": WHEN,
        "decision_since": WHEN,
    }
    return Table(**(usual | columns))


def an_action(table_id: int, number: int) -> Action:
    return Action(
        table_id=table_id, number=number, seat=0, notation="K", source=Source.MEMBER, at=WHEN
    )


def a_result(table_id: int, **columns: Any) -> Result:
    usual = {
        "table_id": table_id,
        "seat": 0,
        "guild_id": 1,
        "number": table_id,
        "user_id": 100,
        "name": "Mia",
        "players": 3,
        "people": 3,
        "outcome": Outcome.FINISHED,
        "rounds": 3,
        "points": 0,
        "rank": 2,
        "people_rank": 2,
        "finished_at": WHEN,
        "rule": 1,
        "may_rise": True,
        "weight": 1.0,
    }
    return Result(**(usual | columns))
