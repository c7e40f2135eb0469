"""A program that prints what it has answered, and is killed at any instant."""

import asyncio
import os
import random
import signal

from tests.support.process.starts import ROOT, start_program

_LONGEST_WAIT = 60


async def lines_until_killed(
    module: str, url: str, rng: random.Random, *, most_lines: int, longest_rest: float
) -> list[str]:
    """The whole lines of `python -m module url`, killed after 1 to `most_lines` of them.

    Up to `longest_rest` seconds pass before the kill, so that it meets any instant of its work.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COPY_PROGRAMS": "1"}
    program = await start_program(module, url, folder=ROOT, environment=environment)
    assert program.stdout is not None
    try:
        async with asyncio.timeout(_LONGEST_WAIT):
            lines = [await program.stdout.readline() for _ in range(rng.randint(1, most_lines))]
        await asyncio.sleep(rng.uniform(0, longest_rest))
    finally:
        os.kill(program.pid, signal.SIGKILL)
    rest = await program.stdout.read()
    assert await program.wait() == -signal.SIGKILL, "it ended by itself"
    lines += rest.splitlines(keepends=True)
    # The last line may have been cut off in the middle.
    return [line.decode() for line in lines if line.endswith(b"\n")]
