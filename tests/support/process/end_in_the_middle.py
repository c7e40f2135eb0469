"""`python -m bot` that gets SIGTERM in the middle of its work on an unfinished file.

It sends the signal to itself, since it may be done before another process comes to send it.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from bot.__main__ import main
from bot.hosting.database.backup import PART


def _end_at_flush(event: str, arguments: tuple[Any, ...]) -> None:
    """Called before a file is opened: an unfinished one that exists is opened to be flushed."""
    if event == "open" and (name := str(arguments[0])).endswith(PART) and Path(name).exists():
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.addaudithook(_end_at_flush)
    sys.exit(main())
