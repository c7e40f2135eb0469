"""Renew the pinned versions: `make lock`, or `python -m tests.tools.lock [--upgrade]`.

Writes from `pyproject.toml`, for every platform and Python that it allows:

- `constraints.txt`, one version of each package of all extras; what it has already stays, as far
  as `pyproject.toml` allows, unless `--upgrade` is given;
- `requirements/NAME.txt` with the same versions and their hashes: `base` for the bot itself,
  `postgres`, `sentry`, `container`, `local` and `dev` for the bot with these extras, and `build`
  for what builds the wheel;
- `requirements/upkeep.txt`, the tools of that group, which are never installed beside the bot.

The packages are looked up in the public index, whatever pip is set up to use, and no address is
written.
"""

import argparse
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONSTRAINTS = "constraints.txt"
REQUIREMENTS = "requirements"
BASE, BUILD, UPKEEP = "base", "build", "upkeep"
EXTRAS = ("postgres", "sentry", "container", "local", "dev")
"""The extras with a file: enough for every way to install that the README and the guide name."""
_UV = (
    *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--no-annotate"),
    *("--custom-compile-command", "make lock", "--no-config"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.lock", description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    options = parser.parse_args(arguments)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    backend = "\n".join(project["build-system"]["requires"])
    uv = [*_UV, "--python-version", oldest]
    upgrade = ["--upgrade"] if options.upgrade else []
    everything = ["pyproject.toml", "-", "--all-extras", "--output-file", CONSTRAINTS]
    _run([*uv, *upgrade, *everything], backend)
    locked = [*uv, "--generate-hashes", "--constraint", CONSTRAINTS, "--output-file"]
    _run([*locked, _file(BUILD), "-"], backend)
    _run([*locked, _file(BASE), "pyproject.toml"])
    for extra in EXTRAS:
        _run([*locked, _file(extra), "pyproject.toml", "--extra", extra])
    tools = ["--generate-hashes", "--group", UPKEEP, "--output-file", _file(UPKEEP)]
    _run([*uv, *upgrade, *tools])
    return 0


def _file(name: str) -> str:
    return f"{REQUIREMENTS}/{name}.txt"


def _run(command: list[str], given: str = "") -> None:
    subprocess.run(command, cwd=ROOT, input=given, text=True, check=True)


if __name__ == "__main__":
    sys.exit(main())
