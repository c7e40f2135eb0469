"""Try the lowest versions that `pyproject.toml` declares: `make test-lowest`.

Installs the project with them in an empty environment, tries every command there, and plays a game
with pictures through SimCord: on SQLite, and on PostgreSQL if that is installed. The exit status is
1 at the first thing that does not work.

`python -m tests.tools.check_lowest UV` is given the path of uv.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.process.environment import CommandError, Environment, bare_environment
from tests.tools.check_wheel import ROOT, check

_PROJECT = f"{ROOT}[local,postgres,sentry]"
_FOR_THE_GAME = "pytest>=8.4"
"""The members who press are written for tests, and import pytest."""


def install(uv: str, folder: Path) -> Environment:
    environment = Environment(folder / "venv", folder / "work")
    lowest = ["--no-config", "--quiet", "--resolution", "lowest-direct"]
    # The command runs in another folder.
    command = [str(Path(uv).absolute()), "pip", "install", "--python", environment.python, *lowest]
    subprocess.run([*command, _PROJECT, _FOR_THE_GAME], cwd=folder, check=True)
    return environment


def play(environment: Environment) -> None:
    """Play with the bot of this folder and the packages of the environment."""
    game = [environment.python, "-m", "tests.tools.play_lowest"]
    settings = {**bare_environment(), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(game, cwd=environment.work, env=settings, check=False)
    if done.returncode:
        raise CommandError("no game could be played")


def main(uv: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        try:
            environment = install(uv, Path(folder))
            check(environment)
            play(environment)
        except CommandError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
