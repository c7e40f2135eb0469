"""A program that prints what it has answered, and is killed at any instant."""

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

_ROOT = Path(__file__).parents[3]
_LONGEST_WAIT = 60


async def lines_until_killed(
    module: str, url: str, rng: random.Random, *, most_lines: int, longest_rest: float
) -> list[str]:
    """The whole lines of `python -m module url`, killed after 1 to `most_lines` of them.

    Up to `longest_rest` seconds pass before the kill, so that it meets any instant of its work.
    """
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, url),
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
        stdout=PIPE,
    )
    assert program.stdout is not None
    try:
        async with asyncio.timeout(_LONGEST_WAIT):
            lines = [await program.stdout.readline() for _ in range(rng.randint(1, most_lines))]
        await asyncio.sleep(rng.uniform(0, longest_rest))
    finally:
        program.kill()
    rest, _ = await program.communicate()
    assert program.returncode == -signal.SIGKILL, "it ended by itself"
    lines += rest.splitlines(keepends=True)
    # The last line may have been cut off in the middle.
    return [line.decode() for line in lines if line.endswith(b"\n")]
