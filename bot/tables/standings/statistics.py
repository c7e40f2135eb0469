"""Statistics of finished games: of a member, of two members, and of a server."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.models.results import (
    ALL_MEMBERS,
    ANY_PLAYERS,
    Category,
    MemberStanding as MemberStanding,
    Result,
    ServerTotals as ServerTotals,
)
from bot.storage.queries.games import (
    HeadToHead as HeadToHead,
    OwnSums as OwnSums,
    ServerBest as ServerBest,
)
from bot.tables.core.ratings import Rating
from bot.tables.core.standings import ALL_PERIODS
from bot.tables.standings.leaderboard import Leaderboard, LeaderboardChoice, Measure, Standing
from engine.players import Level

RATING_HISTORY_LENGTH = 100


class MemberStatistics(NamedTuple):
    """A member's card in one server."""

    user_id: int
    name: str
    # Of games with at least two people, as `averages`, which are by number of players.
    total: MemberStanding
    # The member's place by rating on the leaderboard of all time, None without a rated game, and
    # the number of members on it.
    standing: Standing | None
    members: int
    # The rating after the newest games, oldest first.
    rating_history: list[int]
    averages: list[MemberStanding]
    # Of games of one person with computers, by level, the weakest first.
    levels: list[MemberStanding]
    # Of all games, as far as the member played them.
    own: OwnSums
    # Compared with the member who asks; None for the same member, and without a common game.
    against: HeadToHead | None


class ServerStatistics(NamedTuple):
    """A server's finished games, their rounds and its members' own moves.

    `members` have finished a game with at least two people. `busiest` has the most such games. In
    `averages`, by number of players, a game counts once for each of its members. Bests are None
    before the first one, and never name former players.
    """

    totals: ServerTotals
    members: int
    averages: list[MemberStanding]
    busiest: ServerBest | None
    longest_set: ServerBest | None
    biggest_capture: ServerBest | None


class Statistics:
    """Reads the results of finished games. Games with hints have none."""

    def __init__(self, database: Database, leaderboard: Leaderboard) -> None:
        self._database = database
        self._leaderboard = leaderboard

    async def member(self, guild_id: int, user_id: int, asked_by: int) -> MemberStatistics | None:
        """The member's card, compared with the member who asks; None without a finished game."""
        page = await self._leaderboard.page(guild_id, 0, user_id=user_id)
        async with self._database.read() as session:
            games = queries.games
            if (name := await games.newest_name(session, guild_id, user_id)) is None:
                return None
            standings = await queries.standings.of_member(session, guild_id, user_id, ALL_PERIODS)
            own = await games.own_sums(session, guild_id, user_id)
            history = await games.rating_history(session, guild_id, user_id, RATING_HISTORY_LENGTH)
            pair = guild_id, user_id, asked_by
            against = await games.head_to_head(session, *pair) if user_id != asked_by else None
        totals = (row for row in _people(standings) if row.players == ANY_PLAYERS)
        return MemberStatistics(
            user_id=user_id,
            name=name,
            total=next(totals, MemberStanding(games=0, wins=0)),
            standing=page.own,
            members=page.members,
            rating_history=[Rating(*found).number for found in reversed(history)],
            averages=_averages(standings),
            levels=_levels(standings),
            own=own,
            against=against,
        )

    async def server(self, guild_id: int) -> ServerStatistics:
        page = await self._leaderboard.page(guild_id, 0, LeaderboardChoice(Measure.GAMES))
        async with self._database.read() as session:
            totals = await session.get(ServerTotals, guild_id) or ServerTotals()
            standings = await queries.standings.of_member(
                session, guild_id, ALL_MEMBERS, ALL_PERIODS
            )
            longest = await queries.games.highest_result(session, guild_id, Result.longest_set)
            biggest = await queries.games.highest_result(session, guild_id, Result.biggest_capture)
        first = page.rows[0] if page.rows else None
        return ServerStatistics(
            totals=totals,
            members=page.members,
            averages=_averages(standings),
            busiest=ServerBest(first.name, first.games) if first else None,
            longest_set=longest,
            biggest_capture=biggest,
        )


def _people(standings: Sequence[MemberStanding]) -> list[MemberStanding]:
    return [row for row in standings if row.category is Category.PEOPLE]


def _averages(standings: Sequence[MemberStanding]) -> list[MemberStanding]:
    return [row for row in _people(standings) if row.players != ANY_PLAYERS]


def _levels(standings: Sequence[MemberStanding]) -> list[MemberStanding]:
    """The games against computers by level, the weakest first."""
    by_level = {row.category.value: row for row in standings if row.players == ANY_PLAYERS}
    return [by_level[level] for level in Level if level in by_level]
