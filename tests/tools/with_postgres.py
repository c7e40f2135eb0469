"""Runs a command with TEST_POSTGRES: a temporary PostgreSQL server on which the tests play.

python -m tests.tools.with_postgres pytest -n auto
"""

import os
import subprocess
import sys

from tests.support.storage.postgres_server import postgres_server


def main(command: list[str]) -> int:
    """Run the command; returns its exit status."""
    with postgres_server() as server:
        environment = {**os.environ, "TEST_POSTGRES": server.url}
        return subprocess.run(
            [sys.executable, "-m", *command], env=environment, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
