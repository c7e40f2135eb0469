"""Finished games: lists of them, their verification, and each as a record (engine.record)."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Select

from bot.storage import models, queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.tables import MAX_TABLE_ID, Status
from bot.tables.core.errors import TableError
from bot.tables.core.replay import commitment_of, readable_rows, replay_game
from bot.tables.core.state import of_member
from bot.tables.games.verification import Verification, finished_rounds, verify_table
from bot.text.names import PlayerName
from engine.record import dumps

PAGE_LENGTH = 10
MOST_CHOICES = 100
"""The newest games that are searched for a member's typing."""


class PastGame(NamedTuple):
    """A finished game; `names` are by seat.

    `seat` is the seat of the member who asks, or None. `rank` and `points` are that member's
    result; None if they did not play or the game was not ranked.
    """

    table_id: int
    finished_at: datetime
    names: tuple[PlayerName, ...]
    seat: int | None
    rank: int | None
    points: int | None


class HistoryPage(NamedTuple):
    """Some games, newest first; pages count from 0. `pages` is how many are known to exist."""

    games: list[PastGame]
    page: int
    pages: int


class History:
    """Lists and verifies games; permission is checked only when a game is opened."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def own(self, guild_id: int, user_id: int, page: int) -> HistoryPage:
        """A page of the member's games in this server, the first one if there is no such page."""
        return await self._page(queries.games.finished_of(guild_id, user_id), user_id, page)

    async def of_channel(self, channel_id: int, user_id: int, page: int) -> HistoryPage:
        """A page of the games of a channel and its threads, with this member's results."""
        return await self._page(queries.games.finished_in(channel_id), user_id, page)

    async def newest(self, guild_id: int, user_id: int) -> list[PastGame]:
        """The member's newest games in this server, at most MOST_CHOICES."""
        games = queries.games.finished_of(guild_id, user_id).limit(MOST_CHOICES)
        return await self._database.ask(_described, games, user_id)

    async def _page(self, games: Select[models.Table], user_id: int, page: int) -> HistoryPage:
        some = games.limit(PAGE_LENGTH + 1)
        async with self._database.read() as session:
            found = await _described(session, some.offset(page * PAGE_LENGTH), user_id)
            if not found and page:
                page, found = 0, await _described(session, some, user_id)
        return HistoryPage(found[:PAGE_LENGTH], page, page + 1 + (len(found) > PAGE_LENGTH))

    async def newest_to_verify(self, guild_id: int, channel_id: int, user_id: int) -> int:
        """The id of the table of the channel's running game, if a round of it is over.

        Otherwise the id of the channel's newest finished game, otherwise of the member's. Raises
        TableError without any.
        """
        async with self._database.read() as session:
            found = (
                await queries.tables.table_between_rounds(session, guild_id, channel_id)
                or await queries.tables.newest_finished_table_in(session, guild_id, channel_id)
                or await queries.tables.newest_finished_table_of(session, guild_id, user_id)
            )
        if found is None:
            raise TableError(
                "There is no game with a finished round to verify here yet. "
                "`/scout play` leads you to a table."
            )
        return found

    async def verify(
        self, guild_id: int, table_id: int, may_look: Callable[[models.Table], bool]
    ) -> Verification:
        """Verify a game of this server with a finished round, if the member can see its table.

        Its rows are read one by one: they may not replay. Raises TableError for no such game.
        """
        wanted = table_id if 0 < table_id <= MAX_TABLE_ID else 0
        with readable_rows(wanted):
            find, actions = queries.tables.find_table, models.Table.actions
            table = await self._database.ask(find, wanted, actions)
        if (
            table is None
            or table.guild_id != guild_id
            or not finished_rounds(table)
            or not may_look(table)
        ):
            # One sentence for all these cases: games of other servers are private.
            raise TableError(
                "There is no game {game} with a finished round in this server. "
                "Leave out `game` to verify the newest one.",
                game=str(table_id),
            )
        return await asyncio.to_thread(verify_table, table)


async def _described(session: Session, games: Select[models.Table], user_id: int) -> list[PastGame]:
    described = []
    for table in await queries.games.with_own_results(session, games, user_id):
        names = tuple(PlayerName(seat.name, seat.level, seat.instead_of) for seat in table.seats)
        seat, own = of_member(table.seats, user_id), table.results[-1] if table.results else None
        described.append(
            PastGame(
                table.id,
                table.decision_since,
                names,
                seat.index if seat else None,
                own.rank if own else None,
                own.points if own else None,
            )
        )
    return described


async def record_of(database: Database, table_id: int) -> str:
    """The record of the finished game at a table, as JSON text.

    It has the names of members who allow it (Preferences.share_name), and of no computers. Raises
    TableError if there is none. The database is only read.
    """
    with readable_rows(table_id):
        table = await database.ask(queries.tables.find_table, table_id, models.Table.actions)
    if table is None:
        raise TableError("There is no table {table} in this database.", table=str(table_id))
    if table.status is not Status.OVER:
        raise _not_over(table)
    member = models.Member
    shares = member.user_id.in_([seat.user_id or 0 for seat in table.seats]) & member.share_name
    sharing = await database.ask(Session.values, member.user_id, shares)
    game = replay_game(table, table.actions)
    names = [seat.name if seat.user_id in sharing else None for seat in table.seats]
    return dumps(game, [commitment_of(row, game) for row in table.rounds], names)


def _not_over(table: models.Table) -> TableError:
    number = str(table.id)
    if table.status is Status.PLAYING:
        return TableError(
            "Table {table} is still playing. Until the game is over its cards are secret.",
            table=number,
        )
    if table.status.is_open:
        return TableError(
            "Table {table} has no game yet. Export it when its game is over.", table=number
        )
    return TableError(
        "Table {table} was closed before a game was over, so there is nothing to export.",
        table=number,
    )
