"""Try the wheel as a host has it: `python -m tests.tools.check_wheel`.

Builds it, installs it in an empty environment with the versions and hashes of `requirements/`,
and runs it in an empty folder: `--help`, `verify`, `run` and `doctor` without a token, the
pictures, the languages, `play` until its page answers, and `backup` and `restore` of its database.
With `--offline` the packages are those of the Python that runs this, and nothing is downloaded. The
exit status is 1 at the first thing that does not work.
"""

import argparse
import json
import re
import sqlite3
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from engine.record import to_record
from tests.support.engine.random_games import finished
from tests.support.engine.record_documents import commitments_to
from tests.support.process.environment import PATIENCE, CommandError, Environment, run_command

ROOT = Path(__file__).parents[2]
_SQLITE = "sqlite+aiosqlite:///"
_PLACES = """
import bot, engine, migrations
print(bot.__file__, engine.__file__, migrations.__path__[0], sep="\\n")
from bot.pictures.gallery import warm_up
warm_up()
from bot.puzzles import puzzles
assert puzzles()
"""
_LANGUAGES = """
from bot.text.language import ENGLISH, LANGUAGES
for language in LANGUAGES[1:]:
    assert language._translations.info()["language"], language
    assert language.code != "de" or language.pgettext("rank", "{number}th", number=4) == "4."
    print(language.own_name)
"""


def build(folder: Path, python: str = sys.executable) -> Path:
    """Build the wheel into `folder` with the build backend that `python` has; returns its path."""
    pip = [sys.executable, "-m", "pip", "--python", python, "wheel", "--quiet", "--no-deps"]
    run_command([*pip, "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)], ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def check(environment: Environment) -> None:
    """Try every command in an environment that has the wheel; raises CommandError."""
    steps = (
        _help,
        _places,
        _languages,
        _verify,
        _run_without_token,
        _doctor,
        _play,
        _backup_and_restore,
    )
    for step in steps:
        step(environment)
        print(f"ok: {step.__name__.strip('_').replace('_', ' ')}", flush=True)


def _help(environment: Environment) -> None:
    _require("usage: scout-bot", environment.run("--help"))
    _require("usage: scout-bot play", environment.run("play", "--help"))


def _places(environment: Environment) -> None:
    """Check that the modules are the wheel's, pictures can be drawn, and puzzles are there."""
    said = run_command([environment.python, "-I", "-c", _PLACES], environment.work)
    for line in said.split("\n")[:3]:
        if ROOT in Path(line).parents or "site-packages" not in line:
            raise CommandError(f"a module is not from the wheel: {line}")


def _languages(environment: Environment) -> None:
    """Check that the catalogues were compiled into the wheel."""
    _require("Deutsch", run_command([environment.python, "-I", "-c", _LANGUAGES], environment.work))


def _verify(environment: Environment) -> None:
    record = environment.work / "record.json"
    game = finished(3, 1, length=1)
    committed = to_record(game, commitments_to(game, "0" * 64))
    record.write_text(json.dumps(committed), encoding="utf-8")
    _require("valid: 3 players", environment.run("verify", record.name))


def _run_without_token(environment: Environment) -> None:
    said = environment.run("run", expected=2)
    _require("DISCORD_TOKEN is not set", said)
    _require("scout-bot play", said)


def _doctor(environment: Environment) -> None:
    """Check that it examines all that needs no token, and names commands as a host calls them."""
    said = environment.run("doctor", "--free", "1", expected=2)
    _require("DISCORD_TOKEN is not set", said)
    _require("`scout-bot run`", said)
    for line in ("ok       disk", "ok       fonts", "ok       workers"):
        _require(line, said)


def _play(environment: Environment) -> None:
    """Check that the page answers, and that its database is at the newest revision."""
    program = environment.start("play", "--no-browser", "--port=0")
    try:
        assert program.stdout is not None
        said = ""
        for line in program.stdout:
            said += line
            if address := re.search(r"http://127\.0\.0\.1:\d+/\S+", line):
                break
        else:
            raise CommandError(f"play ended: {said}")
        with urllib.request.urlopen(address[0], timeout=PATIENCE) as page:  # noqa: S310 - loopback
            _require("<html", page.read().decode())
    finally:
        program.terminate()
        program.communicate(timeout=PATIENCE)
    with closing(sqlite3.connect(environment.work / "play.db")) as database:
        if not database.execute("SELECT version_num FROM alembic_version").fetchall():
            raise CommandError("play made a database without migrations")


def _backup_and_restore(environment: Environment) -> None:
    _require("intact", environment.run("backup", "copy.db", "--database", f"{_SQLITE}play.db"))
    restore = environment.run("restore", "copy.db", "--database", f"{_SQLITE}restored.db")
    _require("finished games replayed", restore)


def _require(expected: str, said: str) -> None:
    if expected not in said:
        raise CommandError(f"{expected!r} is not in: {said}")


def from_this_python(folder: Path) -> Environment:
    """Make an environment with the wheel and the packages of the Python that runs this."""
    environment = Environment(folder / "venv", folder / "work")
    environment.share_packages()
    environment.pip("--no-deps", "--no-index", str(build(folder)))
    return environment


def from_index(folder: Path) -> Environment:
    """Make an environment with the wheel and the packages of `requirements/`, as in the guide."""
    backend = Environment(folder / "builder", folder / "work")
    backend.pip(*_pinned("build"))
    environment = Environment(folder / "venv", folder / "work")
    environment.pip(*_pinned("local"))
    environment.pip("--no-deps", str(build(folder, backend.python)))
    run_command([sys.executable, "-m", "pip", "--python", environment.python, "check"], folder)
    return environment


def _pinned(name: str) -> tuple[str, ...]:
    return "--require-hashes", "--requirement", str(ROOT / "requirements" / f"{name}.txt")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.check_wheel", description=__doc__)
    parser.add_argument("--offline", action="store_true", help="download nothing")
    options = parser.parse_args(arguments)
    install: Callable[[Path], Environment] = from_this_python if options.offline else from_index
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(install(Path(folder)))
        except CommandError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
