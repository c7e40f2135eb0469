"""A command of the program as its own process."""

import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[3]


def run_command(
    *arguments: str, content: str = "", module: str = "bot"
) -> "subprocess.CompletedProcess[str]":
    """Run `python -m bot` with the arguments, and `content` as its standard input."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=os.environ | {"PYTHONPATH": str(_ROOT)},
        input=content,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
