"""Queries that read a leaderboard through the index of its measure.

Each runs in the caller's transaction. Former players (negative ids) are left out.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, select

from bot.storage.engine.session import Session
from bot.storage.models.results import Category, MemberRating, MemberStanding, Result


class Ranked(NamedTuple):
    """The standings to rank: `measure` is the name of a column, `season` that of the ratings."""

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


class Line(NamedTuple):
    """One member's standing; `value` is that of the measure."""

    value: float
    user_id: int
    name: str
    games: int
    wins: int
    win_share: float
    average: float | None
    mu: float | None
    sigma: float | None
    rated_games: int


async def lines(session: Session, ranked: Ranked, offset: int, limit: int) -> list[Line]:
    """The lines from `offset` on, best first; equals by the newest account."""
    rows = await session.execute(page_query(ranked, offset, limit))
    return [Line(*row) for row in rows]


async def line_of(session: Session, ranked: Ranked, user_id: int) -> Line | None:
    """The member's line; None if they are not on the leaderboard."""
    member = select(MemberStanding.user_id).where(*_on_leaderboard(ranked))
    row = await session.execute(_lines(ranked, member.where(MemberStanding.user_id == user_id)))
    found = row.first()
    return None if found is None else Line(*found)


async def count(session: Session, ranked: Ranked, values: Sequence[float]) -> tuple[int, list[int]]:
    """The number of members, and the number above each of these values."""
    members, *better = (await session.execute(count_query(ranked, values))).one()
    return members, better


def page_query(ranked: Ranked, offset: int, limit: int) -> Select[*tuple[Any, ...]]:
    """The columns of Line: the members are found first, within the index alone."""
    order = (ranked.column.desc(), MemberStanding.user_id.desc())
    members = select(MemberStanding.user_id).where(*_on_leaderboard(ranked)).order_by(*order)
    return _lines(ranked, members.offset(offset).limit(limit)).order_by(*order)


def count_query(ranked: Ranked, values: Sequence[float]) -> Select[*tuple[Any, ...]]:
    """Count in one pass the members, and the members above each value."""
    better = [func.count().filter(ranked.column > value) for value in values]
    conditions = _on_leaderboard(ranked)
    return select(func.count(), *better).select_from(MemberStanding).where(*conditions)


def _lines(ranked: Ranked, members: Select[int]) -> Select[*tuple[Any, ...]]:
    """The columns of Line of these members."""
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
            ranked.column,
            MemberStanding.user_id,
            name,
            MemberStanding.games,
            MemberStanding.wins,
            MemberStanding.win_share,
            MemberStanding.average,
            MemberRating.mu,
            MemberRating.sigma,
            func.coalesce(MemberRating.games, 0),
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
        # A sum, so that only the index of the measure is used.
        MemberStanding.user_id + 0 > 0,
    ]
    if ranked.min_games > 1:
        conditions.append(MemberStanding.games + 0 >= ranked.min_games)
    return conditions
