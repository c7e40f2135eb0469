"""Two members and two computers play game after game, at the database with the given address.

Prints each action of a member once it is answered: table, number, seat, notation.
"""

import asyncio
import random
import sys

from bot.storage.engine.database import Database
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from tests.support.tables.members import CHANNEL, MIA, NOAH, any_move, game, play
from tests.support.tables.open_tables import running_tables


async def play_for_ever(tables: Tables, rng: random.Random) -> None:
    changed = asyncio.Event()
    tables.repository.listeners.append(lambda _state: changed.set())
    while True:
        state = await present_game(tables)
        while state.status is Status.PLAYING:
            if state.members_to_move:
                state = await answered(tables, state, rng)
            else:
                await changed.wait()
                changed.clear()
                state = await tables.repository.get(state.id)


async def present_game(tables: Tables) -> TableState:
    state = await tables.repository.find_live_in(CHANNEL)
    if state is not None and state.status is Status.LOBBY:
        # The program before was killed while it opened the table.
        await tables.closing.cancel(state.id, MIA)
        state = None
    return state or await game(tables, NOAH, computers=2, options=TableOptions(length=1))


async def answered(tables: Tables, state: TableState, rng: random.Random) -> TableState:
    seat = rng.choice(state.members_to_move)
    action = any_move(state, seat.index, rng)
    state = await play(tables, state, seat.index, action)
    sys.stdout.write(f"{state.id} {actions_in(state)} {seat.index} {action}\n")
    sys.stdout.flush()
    return state


def actions_in(state: TableState) -> int:
    assert state.game is not None
    return sum(
        len(played.actions) + sum(chosen is not None for chosen in played.orientation)
        for played in state.game.rounds
    )


async def main(url: str) -> None:
    rng = random.Random()
    async with (
        running_tables(Database(url), new=True, rng=random.Random()) as tables,
        asyncio.TaskGroup() as tasks,
    ):
        tasks.create_task(tables.scheduler.run())
        tasks.create_task(play_for_ever(tables, rng))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
