"""A virtual environment of its own, and the commands that are run in it."""

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Sequence
from pathlib import Path

from bot.settings import Settings

PATIENCE = 300
"""Seconds for one command that is run."""
LEAD_TO_LOOPBACK = Path(__file__).with_name("lead_to_loopback.py")
"""For another Python to import: it is never imported by this one, whose discord.py it changes."""


class CommandError(Exception):
    """What does not work, and what was printed."""


class Environment:
    """A new virtual environment in `folder`, and `work`, the folder that its programs run in."""

    def __init__(self, folder: Path, work: Path) -> None:
        self._folder = folder
        self.work = work
        work.mkdir(exist_ok=True)
        venv.create(self._folder, with_pip=False, symlinks=os.name != "nt")
        self._scripts = self._folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = str(self._scripts / ("python.exe" if os.name == "nt" else "python"))

    def pip(self, *arguments: str) -> None:
        """Install with the pip of the Python that runs this."""
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet"]
        run_command([*pip, *arguments], self.work)

    def share_packages(self) -> None:
        """Share the packages of the Python that runs this."""
        base = {"base": str(self._folder), "platbase": str(self._folder)}
        site_packages = Path(sysconfig.get_path("purelib", "venv", vars=base))
        shared = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (site_packages / "shared.pth").write_text("\n".join(shared), encoding="utf-8")

    def run(self, *arguments: str, expected: int = 0) -> str:
        """`scout-bot` with these arguments; returns what it printed, on both streams."""
        return run_command([self._script, *arguments], self.work, expected)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """The same, without waiting for its end."""
        return subprocess.Popen(
            [self._script, *arguments],
            cwd=self.work,
            env=bare_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @property
    def _script(self) -> str:
        return str(self._scripts / ("scout-bot.exe" if os.name == "nt" else "scout-bot"))


def run_command(command: Sequence[str], folder: Path, expected: int = 0) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=bare_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode != expected:
        raise CommandError(f"{' '.join(command)} ended with {done.returncode}: {done.stdout}")
    return done.stdout


def bare_environment() -> dict[str, str]:
    """No path to the project's source, no settings."""
    ours = {"PYTHONPATH", *(name.upper() for name in Settings.model_fields)}
    return {name: value for name, value in os.environ.items() if name not in ours}
