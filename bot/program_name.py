"""The name by which the program was started."""

import sys
from pathlib import Path

CONSOLE_SCRIPT = "scout-bot"
"""The command that an installed wheel provides."""


def program_name() -> str:
    """`scout-bot`, or `python -m bot`: for sentences that name a command to type."""
    return CONSOLE_SCRIPT if Path(sys.argv[0]).stem == CONSOLE_SCRIPT else "python -m bot"
