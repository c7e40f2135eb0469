"""Checks a database that was restored from a backup, and makes it ready for the bot.

Discord may show what came after the backup, with buttons that act on it. So live tables get new
ids, which no button has, and new tables get ids above all that can have been given meanwhile.
"""

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from bot.storage import queries
from bot.storage.engine.database import Database, UnusableDatabase
from bot.storage.queries.restoring import StoredGame, give_only_above, highest_id
from bot.tables.core.replay import deal_from
from bot.tables.games.verification import deal_check, replay_checked
from engine.errors import RecordError, ScoutError

SKIPPED_IDS = 100_000
"""Ids that are not given after a restore: more tables than were opened since the backup."""
_GAMES_AT_ONCE = 100
"""Games in memory at a time."""
_SAY_EVERY = 5_000
"""Games between two lines."""


class Restored(NamedTuple):
    """What was found: finished games that replay, deals that match their commitments, live tables.

    `problems` says of each game that does not replay what is wrong first; `next_id` is the first
    id that a new table gets.
    """

    games: int
    deals: int
    live: int
    problems: tuple[str, ...]
    next_id: int


async def make_ready(database: Database, now: datetime, say: Callable[[str], None]) -> Restored:
    """Bring the database to the newest shape, check every finished game, and renew live tables.

    Nothing else may use the database. Games with problems stay as they are. Raises
    UnusableDatabase; then its rows are as they were.
    """
    await database.migrate()
    try:
        async with database.read() as session:
            if await queries.leases.is_held(session):
                raise UnusableDatabase(RuntimeError("a bot is using it. Stop that bot first"))
            if not await queries.restoring.is_intact(session):
                raise UnusableDatabase(RuntimeError("its file is damaged"))
        games, deals, problems = await _check_games(database, say)
        async with database.write() as session:
            start = await highest_id(session) + SKIPPED_IDS
            live = await queries.restoring.live_tables(session)
            for new_id, table_id in enumerate(live, start):
                await queries.restoring.renumber(session, table_id, new_id)
            await queries.restoring.go_on_from(session, now)
            last = start + len(live)
            await give_only_above(session, last, now)
    except SQLAlchemyError as error:
        raise UnusableDatabase(error) from error
    return Restored(games, deals, len(live), tuple(problems), last + 1)


async def _check_games(
    database: Database, say: Callable[[str], None]
) -> tuple[int, int, list[str]]:
    """How many finished games replay and how many deals are as committed; and the problems."""
    games = deals = last = 0
    problems: list[str] = []
    while True:
        async with database.read() as session:
            found = await queries.restoring.finished_games(session, last, _GAMES_AT_ONCE)
        if not found:
            return games, deals, problems
        for outcome in await asyncio.to_thread(lambda page: [*map(_check, page)], found):
            if isinstance(outcome, str):
                problems.append(outcome)
            else:
                games, deals = games + 1, deals + outcome
                if games % _SAY_EVERY == 0:
                    say(f"{games:,} games replayed so far")
        last = found[-1].table.id


def _check(stored: StoredGame) -> int | str:
    """The number of deals with a commitment, all of them as committed; or what is wrong."""
    try:
        return _replay(stored)
    except (ScoutError, RuntimeError) as error:
        return f"table {stored.table.id}: {error}"


def _replay(stored: StoredGame) -> int:
    rows = stored.table.rounds
    deals = [deal_check(deal_from(row), row.number, row.commitment, row.salt) for row in rows]
    game = replay_checked(stored.table, stored.actions, deals)
    for result in stored.results:
        points = (played.scores()[result.seat].points for played in game.rounds[: result.rounds])
        if sum(points) != result.points:
            raise RecordError(
                f"the result of seat {result.seat + 1} says {result.points} points, and the "
                "moves give another number."
            )
    return sum(deal.commitment is not None for deal in deals)


def most_of(problems: Iterable[str], number: int = 20) -> list[str]:
    """The first problems, and how many more there are."""
    every = list(problems)
    rest = len(every) - number
    return [*every[:number], *([f"and {rest:,} more"] if rest > 0 else [])]
