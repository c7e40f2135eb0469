"""Reads the games in a database, position by position, as the rules make them of its rows."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import inf
from random import Random
from typing import NamedTuple

from sqlalchemy import select

from bot.storage import models, queries
from bot.storage.engine.database import Database
from bot.storage.models.tables import PublicMessage, Source
from bot.tables.core.replay import positions
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import Status, TableState, decision_number
from engine.commitment import is_revealed
from engine.game import Game


class Step(NamedTuple):
    """An action: `before` and `after` are the games around it, `user_id` whose seat it was, and
    `pressed` whether they played it, not a computer for them."""

    before: Game
    after: Game
    seat: int
    user_id: int | None
    pressed: bool
    notation: str
    at: datetime

    @property
    def decision(self) -> int:
        return decision_number(self.before)


class History(NamedTuple):
    """One table: all that was played at it, and the public messages that the program knows."""

    state: TableState
    steps: list[Step]
    known: frozenset[str]
    salts: Sequence[str | None] = ()
    """The salts of its deals, by round."""

    @property
    def channels(self) -> set[int]:
        """The channel of the table; for a thread also the channel that it belongs to."""
        return {self.state.channel_id, self.state.parent_id or self.state.channel_id}

    @property
    def games(self) -> list[Game]:
        """Every position, oldest first."""
        # A game may have begun without an action so far.
        first = self.steps[0].before if self.steps else self.state.game
        return [game for game in (first, *(step.after for step in self.steps)) if game is not None]

    def revealed_at(self, number: int) -> float:
        """The timestamp from which the salt of that round may be public; infinity if not yet."""
        times = (step.at.timestamp() for step in self.steps if _reveals(step.after, number))
        return next(times, inf)

    def state_at(self, game: Game) -> TableState:
        """The table as it stood at that position."""
        status = Status.OVER if game.over else Status.PLAYING
        return replace(self.state, game=game, status=status)


def _reveals(game: Game, number: int) -> bool:
    return number <= len(game.rounds) and is_revealed(game, number)


async def histories(url: str, *, newest: bool = False) -> list[History]:
    """The histories of all tables in the database, by their ids; read again at every call.

    With `newest`, only of the last table of each channel.
    """
    database = Database(url)
    try:
        # Made anew each time: a repository does not expect another process to write.
        repository = TableRepository(
            database, now=lambda: datetime.now(UTC), rng=Random(0), pace=timedelta()
        )
        async with database.read() as session:
            tables = await session.all(select(models.Table).order_by(models.Table.id))
        if newest:
            last = {place: one.id for one in tables for place in (one.channel_id, one.parent_id)}
            tables = [one for one in tables if one.id in last.values()]
        return [await _history(database, repository, one.id) for one in tables]
    finally:
        await database.close()


async def seats(url: str) -> list[int]:
    """How many seats are taken at each table."""
    return [len(table.state.seats) for table in await histories(url)]


async def _history(database: Database, repository: TableRepository, table_id: int) -> History:
    async with database.read() as session:
        table = await queries.tables.find_table(session, table_id)
        actions = await queries.tables.actions_of(session, table_id)
        known = await session.rows(PublicMessage, table_id=table_id)
    assert table is not None
    state = await repository.get(table_id)
    games = list(positions(table, actions)) if table.rounds else []
    steps = [
        Step(
            games[index],
            games[index + 1],
            action.seat,
            table.seats[action.seat].user_id,
            action.source is Source.MEMBER,
            action.notation,
            action.at,
        )
        for index, action in enumerate(actions)
    ]
    ids = frozenset(str(message.message_id) for message in known)
    return History(state, steps, ids, [row.salt for row in table.rounds])
