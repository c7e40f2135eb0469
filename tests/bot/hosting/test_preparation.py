"""What the program prepares before it logs in, in a process that it changes for good."""

import os
import subprocess
import sys

import pytest

PREPARED = """
import gc
from bot.hosting.host import prepare
from engine.players.search import _best_show
prepare()
print(gc.get_freeze_count(), len(gc.get_objects()), _best_show.cache_info().currsize)
"""


@pytest.mark.long
def test_the_collector_does_not_follow_what_the_program_consists_of() -> None:
    found = subprocess.run(
        [sys.executable, "-c", PREPARED],
        env={**os.environ, "NO_WARM_UP": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    frozen, followed, kept = map(int, found.stdout.split())
    assert frozen > 50_000
    assert followed < 100
    assert kept > 0
