"""Measures what the connections of a burst cost later: `python -m tests.benchmarks.connections`.

As many requests as `--burst` says go at once to an HTTPS server on this machine, then for a minute
20 a second, as at a busy bot. Each row is a process of its own: aiohttp's connector as discord.py
makes it, and the bot's. Memory that is free for the next allocation does not count. Needs Linux and
the program `openssl`, which makes the certificate.
"""

import argparse
import asyncio
import ssl
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import aiohttp
from aiohttp import web

from bot.ui.delivery.requests import Connector
from tests.soak.samples import memory

CONNECTORS: dict[str, Callable[[], aiohttp.TCPConnector]] = {
    "aiohttp's": lambda: aiohttp.TCPConnector(limit=0),
    "the bot's": Connector,
}
RATE = 20
"""Requests a second after the burst."""
ANSWER_SECONDS = 0.1
_MEBI = 2**20


def certificate(folder: Path) -> ssl.SSLContext:
    """Make the certificate of a server; no client checks it."""
    key, shown = folder / "key.pem", folder / "certificate.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost"
    subprocess.run(
        [*command.split(), "-keyout", key, "-out", shown], check=True, capture_output=True
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(shown, key)
    return context


async def answer(_request: web.Request) -> web.Response:
    await asyncio.sleep(ANSWER_SECONDS)
    return web.json_response({})


def row(name: str, address: str, burst: int, seconds: int) -> str:
    return asyncio.run(measure(name, address, burst, seconds))


async def measure(name: str, address: str, burst: int, seconds: int) -> str:
    """Measure a line of the table: memory in MiB before, after the burst, and at the end."""
    connector = CONNECTORS[name]()
    async with aiohttp.ClientSession(connector=connector) as session:

        async def ask() -> None:
            async with session.get(address, ssl=False) as reply:
                await reply.read()

        await ask()
        found = [memory()]
        await asyncio.gather(*(ask() for _ in range(burst)))
        found.append(memory())
        async with asyncio.TaskGroup() as later:
            for _ in range(RATE * seconds):
                later.create_task(ask())
                await asyncio.sleep(1 / RATE)
        found.append(memory())
        left = sum(map(len, connector._conns.values()))
    sizes = " | ".join(f"{size / _MEBI:.0f}" for size in found)
    return f"| {name} | {sizes} | {left} |"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--burst", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    app = web.Application()
    app.router.add_get("/", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    with tempfile.TemporaryDirectory() as folder:
        site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=certificate(Path(folder)))
        await site.start()
    address = f"https://127.0.0.1:{runner.addresses[0][1]}/"
    loop = asyncio.get_running_loop()
    print("| connector | MiB before | after the burst | at the end | connections then |")
    print("| --- | --: | --: | --: | --: |")
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
        for name in CONNECTORS:
            print(
                await loop.run_in_executor(
                    processes, row, name, address, given.burst, given.seconds
                ),
                flush=True,
            )
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(main())
