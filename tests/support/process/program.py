"""The program as its own process, as `make play` starts it."""

import os
import re
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[3]


class Program:
    """`python -m bot play` on a database of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self.said: list[str] = []
        """Its lines of this start, up to the one with the address."""

    def start(self, *options: str) -> str:
        """Returns the page's address, at any free port unless `options` say otherwise."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bot", "play", "--no-browser", *(options or ("--port=0",))],
            # Away from the project, so that nobody's .env and games are touched.
            cwd=self._folder,
            env={
                **os.environ,
                "PYTHONPATH": str(_ROOT),
                "PLAY_DATABASE_URL": f"sqlite+aiosqlite:///{self._folder}/games.db",
                "COMPUTER_PACE": "0.05",
                "COMPUTER_WORKERS": "0",
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.said = []
        for line in self._process.stdout:
            self.said.append(line)
            if address := re.search(r"http://127\.0\.0\.1:\d+/\S+", line):
                return address[0]
        raise AssertionError(f"the program said {self.said}")

    def kill(self) -> None:
        """As a power cut would: no signal handler runs."""
        assert self._process is not None
        self._process.kill()
        self._end()

    def stop(self) -> int:
        """Ask it to end; returns the exit status."""
        assert self._process is not None
        self._process.terminate()
        return self._end()

    def close(self) -> None:
        """Leave nothing behind, whatever happened."""
        if self._process is not None and self._process.returncode is None:
            self.kill()

    def _end(self) -> int:
        assert self._process is not None
        assert self._process.stdout is not None
        status = self._process.wait(timeout=60)
        self._process.stdout.close()
        return status
