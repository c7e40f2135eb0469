"""Members play the daily deal one after the other, at the database with the given address.

Prints each action of a member once it is answered: member, decision number, notation.
"""

import asyncio
import random
import sys
from datetime import UTC, datetime
from itertools import count

from bot.storage.engine.database import Database
from bot.tables.service import Tables
from tests.support.tables.daily_play import SERVER, a_move
from tests.support.tables.open_tables import running_tables

NOON = datetime(2026, 12, 24, 12, tzinfo=UTC)


async def play_for_ever(tables: Tables) -> None:
    """Members from 1 on; those who have finished are passed over, also after a restart."""
    for user_id in count(1):
        attempt = await tables.daily.attempts.begin(user_id, SERVER, f"Member {user_id}")
        while not attempt.finished:
            number, move = attempt.decision_number, a_move(attempt, chance=user_id)
            attempt = await tables.daily.attempts.play(user_id, attempt.day, number, move)
            sys.stdout.write(f"{user_id} {number} {move}\n")
            sys.stdout.flush()


async def main(url: str) -> None:
    database, rng = Database(url), random.Random()
    async with running_tables(database, new=True, now=lambda: NOON, rng=rng) as tables:
        await play_for_ever(tables)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
