"""A process that has imported what programs need, and that becomes a copy for each start.

`tests.support.process.starts` runs it. Its standard input is a socket that brings the starts, each
with four descriptors: the program's standard ones, and one to write two lines to, its process id at
once and its exit status at its end.
"""

import gc
import json
import os
import runpy
import signal
import socket
import sys
from importlib import import_module
from typing import Any

_IMPORTED = (
    "alembic.command",
    "bot.command_line.start",
    "bot.hosting.host",
    "tests.loopback.driver.bot_process",
    "tests.loopback.server.service",
)
LONGEST = 2**16
"""Bytes of a start: its arguments, its folder and its environment."""


def _wait_for_starts() -> str:
    """Returns in each copy, with the name of the module that it is to run."""
    starts = socket.socket(fileno=0)
    # So no end of a copy's keeper has to be waited for.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        start, descriptors, _, _ = socket.recv_fds(starts, LONGEST, 4)
        if not start:
            sys.exit()
        if os.fork() == 0:
            starts.detach()
            return _copy(json.loads(start), descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def _copy(start: dict[str, Any], descriptors: list[int]) -> str:
    """Keep a copy of this process; returns in the copy."""
    *standard, status_pipe = descriptors
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid:
        _keep(pid, standard, status_pipe)
    os.close(status_pipe)
    for number, descriptor in enumerate(standard):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(start["folder"])
    os.environ.clear()
    os.environ.update(start["environment"])
    sys.argv[1:] = start["arguments"]
    return str(start["module"])


def _keep(pid: int, standard: list[int], status_pipe: int) -> None:
    """Wait for the end of a copy; does not return."""
    for descriptor in standard:
        os.close(descriptor)
    os.write(status_pipe, b"%d\n" % pid)
    _, status = os.waitpid(pid, 0)
    os.write(status_pipe, b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


if __name__ == "__main__":
    for name in _IMPORTED:
        import_module(name)
    gc.freeze()
    runpy.run_module(_wait_for_starts(), run_name="__main__", alter_sys=True)
