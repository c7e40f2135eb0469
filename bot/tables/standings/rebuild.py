"""Computes ratings, standings and totals again from the stored results.

For results of earlier versions it first counts the member's own moves by replaying the game.
"""

import logging
from typing import NamedTuple

from bot.storage import queries
from bot.storage.engine.database import Database, UnusableDatabase, unusable_on_failure
from bot.storage.engine.session import Session
from bot.storage.models.results import Departure, Result, ServerTotals
from bot.storage.models.tables import Source, Table
from bot.storage.queries.dialects import add_row, share_forgetting_lock, take_migration_lock
from bot.tables.core.replay import readable_rows, replay_game
from bot.tables.core.results import own_moves, played_by_members
from bot.tables.core.standings import count_results
from engine.errors import ScoutError

_log = logging.getLogger(__name__)

_GAMES_AT_ONCE = 500


class Rebuilt(NamedTuple):
    """The numbers of counted servers, games and results, and of replayed games."""

    servers: int
    games: int
    results: int
    replayed: int


async def rebuild_if_missing(database: Database) -> None:
    """Count the results of earlier versions at the first start. Raises UnusableDatabase."""
    with unusable_on_failure():
        if not await database.ask(queries.games.has_uncounted):
            return
        async with database.write() as session:
            await share_forgetting_lock(session)
            await take_migration_lock(session)
            # Another process may have started at the same time and counted them.
            if not await queries.games.has_uncounted(session):
                return
            _log.info("Counting the results of earlier games, once.")
            rebuilt = await _rebuild(session)
    _log.info("Counted %s results of %s games.", rebuilt.results, rebuilt.games)


async def rebuild(database: Database) -> Rebuilt:
    """Count all results again, in one transaction, a few games in memory at a time.

    The same results in the same order lead to exactly the same ratings as the ends of the games.
    Raises UnusableDatabase if a bot runs on the database: it would count its games meanwhile.
    """
    if await database.ask(queries.leases.is_held):
        raise UnusableDatabase("a bot is using it. Stop that one first")
    async with database.write() as session:
        await share_forgetting_lock(session)
        await take_migration_lock(session)
        return await _rebuild(session)


async def _rebuild(session: Session) -> Rebuilt:
    replayed = await _replay_uncounted(session)
    servers = await queries.games.servers_with_results(session)
    async with queries.standings.recomputed(session):
        counted = [await _count_server(session, guild_id) for guild_id in servers]
    games = sum(found for found, _ in counted)
    results = sum(found for _, found in counted)
    return Rebuilt(len(servers), games, results, replayed)


async def _count_server(session: Session, guild_id: int) -> tuple[int, int]:
    """Count all results of a server; returns the numbers of games and of results."""
    games = results = 0
    last = await queries.games.last_number(session, guild_id)
    await add_row(session, ServerTotals, guild_id=guild_id, games=last)
    for first in range(1, last + 1, _GAMES_AT_ONCE):
        found = await queries.games.games_between(session, guild_id, first, first + _GAMES_AT_ONCE)
        if found:
            await count_results(session, found)
        games += len({result.number for result in found})
        results += len(found)
        await session.flush()
        session.expunge_all()
    return games, results


async def _replay_uncounted(session: Session) -> int:
    """Count the members' own moves in uncounted games; returns the number of games."""
    replayed = last = 0
    while found := await queries.games.tables_without_moves(session, last, _GAMES_AT_ONCE):
        for table_id in found:
            try:
                await _replay(session, table_id)
            except (ScoutError, RuntimeError):
                # A damaged row or a missing deal must not keep the bot from starting.
                _log.warning("table %s: its moves could not be counted", table_id)
            else:
                replayed += 1
        last = found[-1]
    return replayed


async def _replay(session: Session, table_id: int) -> None:
    """Count the own moves of one game. Raises ScoutError, RuntimeError if it does not replay."""
    with readable_rows(table_id):
        table = await queries.tables.find_table(session, table_id, Table.actions)
    assert table is not None
    stand_ins = {row.number for row in table.actions if row.source is Source.STAND_IN}
    departures = {row.seat: row for row in await session.rows(Departure, table_id=table_id)}
    is_own = played_by_members(departures, stand_ins)
    game = replay_game(table, table.actions)
    for result in await session.rows(Result, table_id=table_id):
        for name, value in own_moves(game, result.seat, is_own)._asdict().items():
            setattr(result, name, value)
    await session.flush()
    session.expunge_all()
