"""Starts of programs, of which imports take most of the time.

A program with COPY_PROGRAMS in its environment starts as a copy of a process that has imported what
it needs (`tests.support.process.template`); another one as always, and all where the system cannot
copy processes, as Windows.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
from asyncio import StreamReader, StreamReaderProtocol
from asyncio.subprocess import PIPE, Process
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]


class _Output(StreamReaderProtocol):
    """Of a pipe that is read to its end; `closed` is done once it is closed after that."""

    def __init__(self, reader: StreamReader) -> None:
        super().__init__(reader)
        self.closed = asyncio.get_running_loop().create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.closed.set_result(None)


class Copy:
    """A program that was copied, with what asyncio's `Process` has by the same names."""

    def __init__(self) -> None:
        self.pid = 0
        self.stdout: StreamReader | None = None
        self.stderr: StreamReader | None = None
        self._outputs: list[asyncio.Future[None]] = []
        self._end: asyncio.Task[int] | None = None

    @property
    def returncode(self) -> int | None:
        return self._end.result() if self._end is not None and self._end.done() else None

    async def start(self, start: dict[str, object], stderr: int | None) -> None:
        """Wait until it is there, which takes seconds for the first of all."""
        stdin, held = os.pipe()
        (told_end, status_pipe), (stdout_end, stdout) = os.pipe(), os.pipe()
        stderr_end, log = os.pipe() if stderr == PIPE else (None, os.dup(2))
        theirs = [stdin, stdout, log, status_pipe]
        starts, _ = _template()
        socket.send_fds(starts, [json.dumps(start).encode()], theirs)
        for descriptor in theirs:
            os.close(descriptor)
        self.stdout = await self._read(stdout_end)
        if stderr_end is not None:
            self.stderr = await self._read(stderr_end)
        ends = await self._read(told_end)
        self.pid = int(await ends.readline())
        self._end = asyncio.create_task(self._until_end(ends, held))

    async def wait(self) -> int:
        assert self._end is not None
        return await asyncio.shield(self._end)

    async def _read(self, descriptor: int) -> StreamReader:
        reader, loop = StreamReader(), asyncio.get_running_loop()
        pipe = os.fdopen(descriptor, "rb")
        _, output = await loop.connect_read_pipe(lambda: _Output(reader), pipe)
        self._outputs.append(output.closed)
        return reader

    async def _until_end(self, status_pipe: StreamReader, held: int) -> int:
        status = int(await status_pipe.readline())
        os.close(held)
        await asyncio.wait(self._outputs)
        return status


async def start_program(
    module: str,
    *arguments: str,
    folder: Path,
    environment: dict[str, str],
    stderr: int | None = None,
    python: str = sys.executable,
) -> Process | Copy:
    """`python -m module arguments`; its log is a PIPE or that of the tests."""
    if environment.get("COPY_PROGRAMS") and hasattr(os, "fork"):
        start = {"module": module, "arguments": arguments, "folder": str(folder)}
        copy = Copy()
        await copy.start(start | {"environment": environment}, stderr)
        return copy
    return await asyncio.create_subprocess_exec(
        *(python, "-m", module, *arguments),
        cwd=folder,
        env=environment,
        stdin=PIPE,
        stdout=PIPE,
        stderr=stderr,
    )


@cache
def _template() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The process that becomes copies, which ends with this one, and the socket to it."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.process.template"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=theirs.fileno(),
            # As the pipes of its copies, and unlike a file, it has no position.
            stdout=theirs.fileno(),
        )
    return ours, process
