"""`python -m tests.loopback.server`: a Discord as its own process.

Prints its port. It ends when its standard input is closed, so together with the program that
started it. The environment's DISCORD_OPENAPI names the file of Discord's OpenAPI document, if there
is one.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from tests.loopback.server.service import LoopbackDiscord


async def _serve(record: Path | None) -> None:
    description = os.environ.get("DISCORD_OPENAPI")
    async with LoopbackDiscord(Path(description) if description else None, record) as discord:
        sys.stdout.write(f"{discord.port}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", type=Path, help="a folder for the bodies of all requests")
    asyncio.run(_serve(parser.parse_args().record))


if __name__ == "__main__":
    main()
