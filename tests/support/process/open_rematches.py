"""Opens a rematch for each table whose id comes on standard input, and closes it again.

python -m tests.support.process.open_rematches URL
"""

import asyncio
import random
import sys
from datetime import UTC, datetime

from bot.storage.engine.database import Database
from bot.tables.computers.service import ComputerService
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from tests.support.tables.members import MIA
from tests.support.tables.open_tables import PACE


async def main(url: str) -> None:
    tables = Tables(
        Database(url),
        now=lambda: datetime.now(UTC),
        rng=random.Random(1),
        pace=PACE,
        computers=ComputerService(workers=0),
    )
    while line := await asyncio.to_thread(sys.stdin.readline):
        table_id = int(line)
        await tables.repository.get(table_id)
        sys.stdout.write("read\n")
        sys.stdout.flush()
        again = await tables.lifecycle.rematch(ENGLISH, table_id, MIA)
        await tables.repository.messages.save()
        await tables.closing.cancel(again.id, MIA)
        sys.stdout.write("done\n")
        sys.stdout.flush()
    await tables.repository.database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
