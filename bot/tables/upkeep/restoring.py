"""Checks a database that was restored from a backup, and prepares it for the bot.

Discord may show messages from after the backup, with buttons that act on its tables. So live
tables get new ids, which no button has, and new tables get ids above all possible ones. The secret
of daily deals without a stored commitment is replaced: they may have been played after the backup.
Today's message of the daily deal is not sent if a channel may have it.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from bot.storage import models, queries
from bot.storage.engine.database import Database, UnusableDatabase, unusable_on_failure
from bot.storage.engine.session import Session
from bot.storage.models.tables import Status
from bot.storage.queries.dialects import take_claim_lock
from bot.storage.queries.restoring import highest_id, number_tables_above
from bot.storage.queries.tables import IS_OPEN
from bot.tables.core.errors import TableError, sentence_of
from bot.tables.core.replay import deal_from, readable_rows
from bot.tables.daily.days import new_secret
from bot.tables.daily.deal import day_of
from bot.tables.games.verification import deal_check, replay_checked
from bot.text.language import ENGLISH
from engine.errors import ScoutError

SKIPPED_IDS = 100_000
"""Ids skipped after a restore: more tables than were opened since the backup."""
_GAMES_AT_ONCE = 100
_SAY_EVERY = 5_000
"""Games between two lines of progress."""


class Restored(NamedTuple):
    """The numbers of finished games that replay, of deals as committed, and of live tables.

    `problems` has the first of each game that does not replay; `next_id` is of the next new table.
    """

    games: int
    deals: int
    live: int
    problems: tuple[str, ...]
    next_id: int


async def make_ready(database: Database, now: datetime, say: Callable[[str], None]) -> Restored:
    """Migrate the database, check every finished game, and renumber live tables.

    No other program may use it. Games with problems stay unchanged. Raises UnusableDatabase.
    """
    with unusable_on_failure():
        await database.ask(_require_unused)
        if not await database.ask(queries.restoring.is_intact):
            raise UnusableDatabase("its file is damaged")
        await database.migrate()
        games, deals, problems = await _check_games(database, say)
        async with database.write() as session:
            # A bot may have started meanwhile.
            await _require_unused(session)
            start = await highest_id(session) + SKIPPED_IDS
            live = sorted(await session.values(models.Table.id, IS_OPEN))
            for new_id, table_id in enumerate(live, start):
                await queries.restoring.renumber(session, table_id, new_id)
            await queries.restoring.resume_at(session, now)
            await queries.daily.redraw_secret(session, new_secret())
            # No message today is better than two: one may have been posted after the backup.
            await queries.daily_posts.skip_until(session, day_of(now), now.hour)
            last = start + len(live)
            await number_tables_above(session, last, now)
    return Restored(games, deals, len(live), tuple(problems), last + 1)


async def _require_unused(session: Session) -> None:
    """Raise UnusableDatabase if a bot acts on it; until the transaction ends, none begins to."""
    await take_claim_lock(session)
    if await queries.leases.is_held(session):
        raise UnusableDatabase("a bot is using it. Stop that bot first")


async def _check_games(
    database: Database, say: Callable[[str], None]
) -> tuple[int, int, list[str]]:
    """The number of games that replay, the number of deals as committed, and the problems."""
    games = deals = 0
    problems: list[str] = []
    is_over = models.Table.status == Status.OVER
    ids = sorted(await database.ask(Session.values, models.Table.id, is_over))
    for first in range(0, len(ids), _GAMES_AT_ONCE):
        for outcome in await _outcomes(database, ids[first : first + _GAMES_AT_ONCE]):
            if isinstance(outcome, str):
                problems.append(outcome)
            else:
                games, deals = games + 1, deals + outcome
                if games % _SAY_EVERY == 0:
                    say(f"{games:,} games replayed so far")
    return games, deals, problems


async def _outcomes(database: Database, table_ids: Sequence[int]) -> list[int | str]:
    """For each game the number of deals with a commitment, all as committed; or the problem."""
    try:
        with readable_rows(table_ids[0]):
            found = await database.ask(queries.restoring.with_games, table_ids)
    except TableError as error:
        if len(table_ids) == 1:
            return [_problem(table_ids[0], error)]
        # Which of them cannot be read is known only one by one.
        return [one for each in table_ids for one in await _outcomes(database, [each])]
    return await asyncio.to_thread(lambda: [*map(_check, found)])


def _check(table: models.Table) -> int | str:
    """The number of deals with a commitment; or the problem."""
    rows = table.rounds
    try:
        deals = [deal_check(deal_from(row), row.number, row.commitment, row.salt) for row in rows]
        game = replay_checked(table, deals)
    except ScoutError as error:
        return _problem(table.id, error)
    for result in table.results:
        points = (played.scores()[result.seat].points for played in game.rounds[: result.rounds])
        if sum(points) != result.points:
            return (
                f"table {table.id}: the result of seat {result.seat + 1} says {result.points} "
                "points, and the moves give another number."
            )
    return sum(deal.commitment is not None for deal in deals)


def _problem(table_id: int, error: ScoutError) -> str:
    return f"table {table_id}: {ENGLISH.say(sentence_of(error))}"
