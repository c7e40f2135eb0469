"""Queries for seasons, and for ratings, standings and totals, which change as a game ends.

A leaderboard is read through the index of its measure, without former players (negative ids).
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Double,
    Row,
    Select,
    and_,
    bindparam,
    case,
    cast,
    func,
    select,
    update,
)

from bot.storage.engine.session import Session, StatementBatch
from bot.storage.models.results import (
    Category,
    MemberRating,
    MemberStanding,
    Result,
    Season,
    ServerTotals,
)
from bot.storage.queries.dialects import change_row, replace_rows, upsert

SUMS = ("games", "wins", "points", "rounds")


async def next_game(session: Session, guild_id: int) -> int:
    """The number of the server's game that has just ended.

    Other games of the server wait here until the transaction ends: games are rated one by one.
    """
    new, more = {"games": 1}, {"games": ServerTotals.games + 1}
    return int((await change_row(session, ServerTotals, {"guild_id": guild_id}, new, more)).games)


async def add_totals(session: Session, guild_id: int, sums: Mapping[str, int]) -> None:
    """Add to the totals of a server that has a row."""
    added = {name: getattr(ServerTotals, name) + value for name, value in sums.items()}
    await session.update_where(ServerTotals, added, guild_id=guild_id)


async def running_season(session: Session, guild_id: int) -> int | None:
    """The number of the running season, None before the first."""
    return await session.scalar(select(func.max(Season.number)).where(Season.guild_id == guild_id))


async def ratings(
    session: Session, guild_id: int, seasons: Collection[int], user_ids: Collection[int]
) -> Sequence[Row[int, int, float, float, int]]:
    """(season, user, mu, sigma, games) of the members who have a rating."""
    row = MemberRating
    query = select(row.season, row.user_id, row.mu, row.sigma, row.games).where(
        row.guild_id == guild_id, row.season.in_(seasons), row.user_id.in_(user_ids)
    )
    return (await session.execute(query)).all()


def new_ratings(session: Session, rows: list[dict[str, Any]]) -> StatementBatch:
    """For `Session.run_together`: stores the ratings."""
    return replace_rows(session, MemberRating), rows


def more_in_standings(session: Session, rows: list[dict[str, Any]]) -> StatementBatch:
    """For `Session.run_together`: adds each row's games, wins, points, rounds to its standing."""
    new = upsert(session, MemberStanding)
    sums = {name: getattr(MemberStanding, name) + new.excluded[name] for name in SUMS}
    added = new.on_conflict_do_update(
        index_elements=MemberStanding.__table__.primary_key,
        set_={
            **sums,
            "win_share": cast(sums["wins"], Double) / sums["games"],
            "average": case(
                (sums["rounds"] > 0, cast(sums["points"], Double) / sums["rounds"]), else_=None
            ),
        },
    )
    for row in rows:
        row["win_share"] = row["wins"] / row["games"]
        row["average"] = row["points"] / row["rounds"] if row["rounds"] else None
    return added, rows


NEW_NUMBERS = (
    update(MemberStanding)
    .where(
        MemberStanding.guild_id == bindparam("guild"),
        MemberStanding.user_id == bindparam("user"),
        MemberStanding.category == Category.PEOPLE,
        MemberStanding.period == bindparam("in_period"),
    )
    .values(rating=bindparam("number"))
)
"""For `Session.run_together`: sets the rating `number` in the standings of a `user` of a `guild`
in a period, for every number of players."""


@asynccontextmanager
async def recomputed(session: Session) -> AsyncIterator[None]:
    """Delete ratings, standings and totals; build the indexes of standings again at the end.

    Updating the indexes row by row would be several times slower.
    """
    for model in (MemberRating, MemberStanding, ServerTotals):
        await session.delete_where(model)
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


async def of_member(
    session: Session, guild_id: int, user_id: int, period: str
) -> Sequence[MemberStanding]:
    """The member's standings of one period, by category and number of players."""
    mine = select(MemberStanding).filter_by(guild_id=guild_id, user_id=user_id, period=period)
    return await session.all(mine.order_by(MemberStanding.category, MemberStanding.players))


Line = Row[*tuple[Any, ...]]
"""One member's standing; `value` is that of the measure, the other columns see `_lines`."""


class Ranked(NamedTuple):
    """The standings to rank by the column `measure`; `season` is that of the ratings shown."""

    guild_id: int
    category: Category
    period: str
    players: int
    min_games: int
    measure: str
    season: int

    @property
    def column(self) -> Any:
        return getattr(MemberStanding, self.measure)

    async def lines(self, session: Session, offset: int, limit: int) -> Sequence[Line]:
        """The lines from `offset` on, best first; equals by the newest account.

        The members are found first, from the index alone.
        """
        order = (self.column.desc(), MemberStanding.user_id.desc())
        members = select(MemberStanding.user_id).where(*_on_leaderboard(self)).order_by(*order)
        page = _lines(self, members.offset(offset).limit(limit)).order_by(*order)
        return (await session.execute(page)).all()

    async def line_of(self, session: Session, user_id: int) -> Line | None:
        """The member's line; None if they are not on the leaderboard."""
        member = select(MemberStanding.user_id).where(*_on_leaderboard(self))
        line = _lines(self, member.where(MemberStanding.user_id == user_id))
        return (await session.execute(line)).first()

    async def counts(self, session: Session, values: Sequence[float]) -> tuple[int, list[int]]:
        """The number of members, and the number above each of these values, from one scan."""
        above = [func.count().filter(self.column > value) for value in values]
        query = select(func.count(), *above).select_from(MemberStanding)
        members, *better = (await session.execute(query.where(*_on_leaderboard(self)))).one()
        return members, better


def _lines(ranked: Ranked, members: Select[int]) -> Select[*tuple[Any, ...]]:
    """The lines of these members, with their newest names."""
    name = (
        select(Result.name)
        .where(Result.user_id == MemberStanding.user_id, Result.guild_id == MemberStanding.guild_id)
        .order_by(Result.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    of_member = and_(
        MemberRating.guild_id == MemberStanding.guild_id,
        MemberRating.season == ranked.season,
        MemberRating.user_id == MemberStanding.user_id,
        MemberStanding.category == Category.PEOPLE,
    )
    found = members.subquery("page")
    return (
        select(
            ranked.column.label("value"),
            MemberStanding.user_id,
            name.label("name"),
            MemberStanding.games,
            MemberStanding.wins,
            MemberStanding.win_share,
            MemberStanding.average,
            MemberRating.mu,
            MemberRating.sigma,
            func.coalesce(MemberRating.games, 0).label("rated_games"),
        )
        .select_from(found)
        .join(MemberStanding, and_(MemberStanding.user_id == found.c.user_id, *_of(ranked)))
        .outerjoin(MemberRating, of_member)
    )


def _of(ranked: Ranked) -> list[ColumnElement[bool]]:
    return [
        MemberStanding.guild_id == ranked.guild_id,
        MemberStanding.category == ranked.category,
        MemberStanding.period == ranked.period,
        MemberStanding.players == ranked.players,
    ]


def _on_leaderboard(ranked: Ranked) -> list[ColumnElement[bool]]:
    conditions = [
        *_of(ranked),
        ranked.column.is_not(None),
        # The sum makes SQLite use only the measure's index.
        MemberStanding.user_id + 0 > 0,
    ]
    if ranked.min_games > 1:
        conditions.append(MemberStanding.games + 0 >= ranked.min_games)
    return conditions
