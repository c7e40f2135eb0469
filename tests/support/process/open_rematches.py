"""Opens a rematch for each table whose id comes on standard input, and closes it again.

python -m tests.support.process.open_rematches URL
"""

import asyncio
import sys

from bot.storage.engine.database import Database
from bot.text.language import ENGLISH
from tests.support.tables.members import MIA
from tests.support.tables.open_tables import running_tables


async def main(url: str) -> None:
    async with running_tables(Database(url)) as tables:
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


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
