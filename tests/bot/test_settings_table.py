"""What `run` and the doctor say of each setting that is missing, empty, or cannot be used.

docs/settings.md shows it. Write that again after a wanted change, and read what comes out:
`python -m tests.bot.test_settings_table`.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from discord.http import Route
from pydantic import ValidationError

from bot.__main__ import main
from bot.settings import Settings
from bot.storage.engine.database import Database
from tests.loopback.server.service import GOOD_TOKEN
from tests.support.storage.database import only_sqlite

TABLE = Path(__file__).parents[2] / "docs" / "settings.md"
USUAL = {"DISCORD_TOKEN": GOOD_TOKEN, "COMPUTER_WORKERS": "0"}
"""With these alone the bot starts, if nobody else uses its database."""
STARTS = "another bot is using"
"""What `run` says as soon as it has accepted all settings: the database is in use."""
NO_TYPE = "no such value"
UNUSABLE = {
    "DISCORD_TOKEN": [],
    "DATABASE_URL": [
        "nonsense",
        "postgresql+asyncpg://scout:hush-hush@db:port/scout",
        "postgresql+asyncpg://scout:hush-hush@db/scout?sslmode=require",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///a-folder",
        "sqlite+aiosqlite:///missing/scout.db",
    ],
    "BACKUP_EVERY": ["-1"],
    "BACKUP_KEEP": ["0"],
    "BACKUP_FOLDER": ["a-file"],
    "DELETE_AFTER_DAYS": ["-1"],
    "COMPUTER_PACE": ["61"],
    "COMPUTER_WORKERS": ["65"],
    "LOG_LEVEL": [],
    "LOG_FORMAT": [],
    "METRICS_PORT": ["65536"],
    "METRICS_HOST": ["203.0.113.1"],
    "SENTRY_DSN": ["hello"],
    "SHARD_IDS": ["3-1"],
    "SHARD_COUNT": ["0", "4"],
    "PLAY_DATABASE_URL": ["nonsense"],
}
"""Values of the right type that cannot be used, if there can be any."""
BESIDE = {"BACKUP_FOLDER": [("BACKUP_EVERY", "6")], "METRICS_HOST": [("METRICS_PORT", "9108")]}
"""Settings without which another one is not used at all."""
HEAD = """\
# What is said of wrong settings

What `run` and `doctor` say of each setting that is missing, empty, of the wrong type, or cannot be
used, and the status with which they end. A test makes this table from the settings themselves, so
it is what they say. [.env.example](../.env.example) explains the settings,
[hosting.md](hosting.md#when-something-is-wrong) the doctor.

With status 2 a setting is wrong, and another start cannot cure it. With status 1 it can: a service
manager should try again. The doctor ends with 2 where `run` does; where it warns of something it
ends with 1. A name that is nearly one of these (`METRIC_PORT`) is warned of, too.

| Setting | `run` | `doctor` |
| --- | --- | --- |
"""


class Said(NamedTuple):
    status: int
    sentences: tuple[str, ...]


class Case(NamedTuple):
    name: str
    kind: str
    given: tuple[tuple[str, str], ...] = ()


Answers = dict[Case, tuple[Said, Said]]
"""What `run` and the doctor say in each case."""


def cases() -> Iterator[Case]:
    """For each setting: missing, empty, of a wrong type if there is one, and unusable."""
    for name in (field.upper() for field in Settings.model_fields):
        yield Case(name, "missing")
        yield Case(name, "empty", ((name, ""),))
        if not is_text(name):
            yield Case(name, "wrong type", ((name, NO_TYPE),))
        for value in UNUSABLE[name]:
            yield Case(name, "unusable", (*BESIDE.get(name, ()), (name, value)))


def is_text(name: str) -> bool:
    """Whether any text has the setting's type."""
    try:
        Settings.model_validate({name.lower(): NO_TYPE})
    except ValidationError:
        return False
    return True


@contextmanager
def usual_host(folder: Path) -> Iterator[pytest.MonkeyPatch]:
    """In this folder, with another bot on its database, and no way to Discord."""
    (folder / "a-folder").mkdir()
    (folder / "a-file").touch()
    with pytest.MonkeyPatch.context() as host:
        host.chdir(folder)
        host.setattr(Route, "BASE", "http://127.0.0.1:9")
        for field in Settings.model_fields:
            host.delenv(field.upper(), raising=False)
        other = Database(Settings().database_url)
        asyncio.run(other.claim())
        yield host
        asyncio.run(other.close())


def answers(folder: Path) -> Answers:
    with usual_host(folder) as host:
        return {case: (said(host, "run", case), said(host, "doctor", case)) for case in cases()}


def said(host: pytest.MonkeyPatch, command: str, case: Case) -> Said:
    usual = dict(USUAL)
    if case.kind == "missing":
        usual.pop(case.name, None)
    with host.context() as environment, closing(StringIO()) as output:
        for name, value in {**usual, **dict(case.given)}.items():
            environment.setenv(name, value)
        with redirect_stdout(output), redirect_stderr(output):
            status = main([command])
        text = output.getvalue().replace(f"{Path.cwd()}/", "")
    # Lines of the log without time and place; how much is free on the disk changes meanwhile.
    lines = [
        re.sub(r"^[\d-]+ [\d:,]+ (\w+) +[\w.]+: ", r"\1: ", line)
        for line in text.splitlines()
        if "MB are free" not in line
    ]
    return Said(status, tuple(lines))


def run_cell(run: Said) -> str:
    *before, last = run.sentences
    if STARTS in last:
        return "starts" + "".join(f"; {line}" for line in before)
    return f"**{run.status}** {' '.join(run.sentences).removeprefix('ERROR: ')}"


def doctor_cell(doctor: Said, usual: Said, run: Said) -> str:
    if doctor == run:
        return f"**{doctor.status}** the same"
    lines = [
        re.sub(" {2,}", " ", line)
        for line in doctor.sentences
        if line not in usual.sentences and line.startswith(("mend", "setting"))
    ]
    return f"**{doctor.status}** {' '.join(lines)}" if lines else "nothing"


def table(answers: Answers) -> str:
    _, usual = answers[Case("LOG_LEVEL", "missing")]
    rows = []
    for case, (run, doctor) in answers.items():
        if case.kind == "empty":
            continue
        given = " ".join(f"{name}={value}" for name, value in case.given)
        setting = f"`{given}`" if case.given else f"`{case.name}` missing or empty"
        cells = (setting, run_cell(run), doctor_cell(doctor, usual, run))
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n")
    return HEAD + "".join(rows)


def test_of_every_setting_it_is_known_what_cannot_be_used() -> None:
    assert list(UNUSABLE) == [field.upper() for field in Settings.model_fields]


@pytest.mark.long
@pytest.mark.slow  # runs the doctor many times
@only_sqlite("the database is a file")
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other words for errors")
@pytest.mark.usefixtures("root_log")
def test_run_and_the_doctor_judge_alike_and_as_the_table_says(tmp_path: Path) -> None:
    found = answers(tmp_path)
    for case, (run, doctor) in found.items():
        assert (run.status == 2) == (doctor.status == 2), case
        assert "Traceback" not in " ".join((*run.sentences, *doctor.sentences)), case
        assert "hush" not in " ".join((*run.sentences, *doctor.sentences)), case
        for line in run.sentences:
            # What the log says is said by the doctor, too.
            level, _, judged = line.partition(": ")
            if level in ("ERROR", "WARNING") and STARTS not in line:
                assert judged in " ".join(doctor.sentences), case
    for name in UNUSABLE:
        assert found[Case(name, "empty", ((name, ""),))] == found[Case(name, "missing")], name
    assert table(found) == TABLE.read_text(encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        TABLE.write_text(table(answers(Path(empty))), encoding="utf-8", newline="\n")
