"""Queries for seasons, and for ratings, standings and totals, which change as a game ends.

Each runs in the caller's transaction.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Double, Row, bindparam, case, cast, delete, func, select, update

from bot.storage.engine.session import Session
from bot.storage.models.results import Category, MemberRating, MemberStanding, Season, ServerTotals
from bot.storage.queries.dialects import add_row, change_row, upsert

_KEY = ("guild_id", "user_id", "category", "period", "players")
_SUMS = ("games", "wins", "points", "rounds")
_NO_TOTALS = dict.fromkeys(("rounds", "moves", "emptied", "unbeaten"), 0)


async def next_game(session: Session, guild_id: int) -> int:
    """The number of the server's game that has just ended.

    Until the transaction ends, others of this server wait here: games are rated one by one.
    """
    new, more = {"games": 1, **_NO_TOTALS}, {"games": ServerTotals.games + 1}
    counted = await change_row(session, ServerTotals, {"guild_id": guild_id}, new, more)
    return int(counted.games)


async def set_games(session: Session, guild_id: int, games: int) -> None:
    """Start the totals of a server at this many games."""
    await add_row(session, ServerTotals, guild_id=guild_id, games=games, **_NO_TOTALS)


async def add_totals(session: Session, guild_id: int, sums: Mapping[str, int]) -> None:
    """Add to the totals of a server that has a row."""
    added = {name: getattr(ServerTotals, name) + value for name, value in sums.items()}
    await session.execute(
        update(ServerTotals).where(ServerTotals.guild_id == guild_id).values(added)
    )


async def running_season(session: Session, guild_id: int) -> int | None:
    """The number of the running season, None before the first."""
    return await session.scalar(select(func.max(Season.number)).where(Season.guild_id == guild_id))


async def ratings(
    session: Session, guild_id: int, seasons: Collection[int], user_ids: Collection[int]
) -> Sequence[Row[int, int, float, float, int]]:
    """(season, user, mu, sigma, games) of the members who have a rating."""
    query = select(
        MemberRating.season,
        MemberRating.user_id,
        MemberRating.mu,
        MemberRating.sigma,
        MemberRating.games,
    ).where(
        MemberRating.guild_id == guild_id,
        MemberRating.season.in_(seasons),
        MemberRating.user_id.in_(user_ids),
    )
    return (await session.execute(query)).all()


async def put_ratings(session: Session, rows: list[dict[str, Any]]) -> None:
    """Store these ratings, replacing earlier ones."""
    stored = upsert(session, MemberRating)
    replaced = stored.on_conflict_do_update(
        index_elements=["guild_id", "season", "user_id"],
        set_={name: stored.excluded[name] for name in ("mu", "sigma", "games")},
    )
    await session.execute(replaced, rows)


async def add_to_standings(session: Session, rows: list[dict[str, Any]]) -> None:
    """Add these games, wins, points and rounds to the standings of their keys."""
    new = upsert(session, MemberStanding)
    sums = {name: getattr(MemberStanding, name) + new.excluded[name] for name in _SUMS}
    added = new.on_conflict_do_update(
        index_elements=list(_KEY),
        set_={
            **sums,
            "win_share": cast(sums["wins"], Double) / sums["games"],
            "average": case(
                (sums["rounds"] > 0, cast(sums["points"], Double) / sums["rounds"]), else_=None
            ),
        },
    )
    await session.execute(
        added,
        [
            {
                **row,
                "win_share": row["wins"] / row["games"],
                "average": row["points"] / row["rounds"] if row["rounds"] else None,
            }
            for row in rows
        ],
    )


async def put_standing_ratings(session: Session, rows: list[dict[str, Any]]) -> None:
    """Set the rating in a member's standings of a period, for every number of players.

    A row has `guild`, `user`, `in_period` and `number`.
    """
    table = MemberStanding.__table__
    changed = (
        update(table)  # type: ignore[arg-type]  # a declared model's table is a Table
        .where(
            table.c.guild_id == bindparam("guild"),
            table.c.user_id == bindparam("user"),
            table.c.category == Category.PEOPLE,
            table.c.period == bindparam("in_period"),
        )
        .values(rating=bindparam("number"))
    )
    await session.execute(changed, rows)


@asynccontextmanager
async def recomputed(session: Session) -> AsyncIterator[None]:
    """Start with no ratings, standings or totals, and build the indexes of standings at the end.

    Filling them row by row takes several times as long.
    """
    for model in (MemberRating, MemberStanding, ServerTotals):
        await session.execute(delete(model))
    connection = await session.connection()
    standings: Any = MemberStanding.__table__
    for index in standings.indexes:
        await connection.run_sync(index.drop)
    yield
    for index in standings.indexes:
        await connection.run_sync(index.create)


async def seasons(session: Session, guild_id: int) -> Sequence[Season]:
    """The server's seasons, newest first."""
    return await session.all(
        select(Season).where(Season.guild_id == guild_id).order_by(Season.number.desc())
    )


async def mark_podium_posted(session: Session, guild_id: int, number: int) -> None:
    """Mark the season's podium as posted."""
    season = update(Season).where(Season.guild_id == guild_id, Season.number == number)
    await session.execute(season.values(podium_taken=True))
