"""One of several processes that press at the same tables of one database at once.

python -m tests.support.process.press_tables URL PRESSES SEED

It writes how the presses ended, by kind, as JSON: "done", or the name of what was raised.
"""

import asyncio
import json
import random
import sys
from collections import Counter, defaultdict

from bot.storage.engine.database import Database
from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from tests.support.tables.members import CHANNEL, NOAH, lobby
from tests.support.tables.open_tables import running_tables
from tests.support.tables.random_presses import Press, a_press

_CHANNELS = range(CHANNEL, CHANNEL + 6, 2)
_AT_ONCE = 6


async def press_tables(url: str, presses: int, seed: int) -> dict[str, Counter[str]]:
    """How the presses at the tables of a few channels ended, by their kinds."""
    rng = random.Random(seed)
    ends: dict[str, Counter[str]] = defaultdict(Counter)

    async def note(press: Press) -> None:
        try:
            await press.result
        except Exception as error:  # noqa: BLE001 - counted
            ends[press.kind][type(error).__name__] += 1
        else:
            ends[press.kind]["done"] += 1

    async with running_tables(Database(url), rng=rng) as tables:
        for begin in range(0, presses, _AT_ONCE):
            channel = rng.choice(_CHANNELS)
            state = await _table_in(tables, channel)
            number = min(_AT_ONCE, presses - begin)
            at_once = [a_press(tables, state.id, rng, channel=channel) for _ in range(number)]
            await asyncio.gather(*map(note, at_once))
    return ends


async def _table_in(tables: Tables, channel: int) -> TableState:
    while True:
        found = await tables.repository.find_live_in(channel)
        if found is not None:
            return found
        try:
            return await lobby(tables, NOAH, channel=channel)
        except TableError:
            # The other process was quicker.
            continue


if __name__ == "__main__":
    url, presses, seed = sys.argv[1:]
    sys.stdout.write(json.dumps(asyncio.run(press_tables(url, int(presses), int(seed)))))
