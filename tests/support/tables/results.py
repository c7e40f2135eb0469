"""Results of games that nobody has to play: what the end of a game stores, from its points."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.results import MemberRating, MemberStanding, Outcome, Result
from bot.storage.models.tables import Status
from bot.tables.core.standings import count_results
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from engine.players import Level
from tests.support.storage.rows import WHEN, a_result, a_table


async def store_game(database: Database, points: Mapping[int, int], **options: Any) -> int:
    """Store one game in a transaction of its own; returns the id of its table."""
    async with database.write() as session:
        return await add_game(session, points, **options)


async def add_game(
    session: Session,
    points: Mapping[int, int],
    *,
    guild_id: int = 1,
    at: datetime = WHEN,
    players: int | None = None,
    level: Level | None = None,
    left: Collection[int] = (),
    rule: int = 1,
    **columns: Any,
) -> int:
    """The game in which these members had these points, of three rounds; `left` did not finish."""
    table = a_table(guild_id=guild_id, channel_id=guild_id, status=Status.OVER)
    session.add(table)
    await session.flush()
    shared = {
        "guild_id": guild_id,
        "number": await queries.standings.next_game(session, guild_id),
        "season": await queries.standings.running_season(session, guild_id),
        "players": players or max(2, len(points)),
        "people": len(points),
        "level": level,
        "finished_at": at,
        "moves": 10,
        "emptied": 1,
        "unbeaten": 0,
        "longest_set": 3,
        "biggest_capture": 2,
        "rule": rule,
    }
    results = []
    for seat, (user_id, own) in enumerate(points.items()):
        finished = user_id not in left
        stayed = [other for user, other in points.items() if user not in left]
        rank = 1 + (sum(other > own for other in stayed) if finished else len(stayed))
        outcome = Outcome.FINISHED if finished else Outcome.LEFT
        own_columns = {"user_id": user_id, "name": f"member {user_id}", "points": own}
        ranks = {"rank": rank, "people_rank": rank, "outcome": outcome}
        ranks["may_rise"] = finished or rule == 1 or len(points) == 1
        results.append(
            a_result(table.id, seat=seat, **{**shared, **own_columns, **ranks, **columns})
        )
    await count_results(session, results)
    session.add_all(results)
    return table.id


async def results_of(tables: Tables, state: TableState) -> dict[int, Result]:
    """The results of a table by member."""
    query = select(Result).where(Result.table_id == state.id).order_by(Result.seat)
    async with tables.repository.database.read() as session:
        return {result.user_id: result for result in await session.all(query)}


async def rename(database: Database, old: int, new: int) -> None:
    """What deleting a member's data does to their id, in every row that has it."""
    async with database.write() as session:
        for model in (Result, MemberRating, MemberStanding):
            await session.execute(update(model).where(model.user_id == old).values(user_id=new))
