"""`run_on_loopback` on a host whose clock is off by as many seconds as a file says."""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path

import discord.utils

_time, _utcnow = time.time, discord.utils.utcnow


def _off() -> float:
    return float(Path(os.environ["CLOCK_FILE"]).read_text())


def _set_time() -> float:
    return _time() + _off()


def _set_utcnow() -> datetime:
    return _utcnow() + timedelta(seconds=_off())


if __name__ == "__main__":
    time.time, discord.utils.utcnow = _set_time, _set_utcnow
    # Only now, since the program's functions take the clocks when they are made.
    from tests.support.process.run_on_loopback import run_on_loopback

    run_on_loopback()
