"""What the judgement of the settings finds beside what docs/settings.md lists."""

import os
import re
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.doctor.findings import CheckOutcome
from bot.doctor.machine import check_disk
from bot.hosting.database.backup import BackupFailed, back_up
from bot.hosting.faults import _backup_faults, database_faults, faults_of, other_faults
from bot.settings import Settings
from bot.storage.engine.database_file import create_private

ROOT = Path(__file__).parents[3]
ON_SERVER = "postgresql+asyncpg://scout:{}@db/scout"
pytestmark = pytest.mark.usefixtures("bare_environment")
with_modes = pytest.mark.skipif(os.name != "posix", reason="files of Windows have no such modes")


def sentence(**settings: Any) -> str:
    """The only fault of these settings, with which `run` goes on."""
    (fault,) = faults_of(Settings(**settings))
    assert fault.status == 0
    return fault.sentence


def test_usual_settings_have_no_fault() -> None:
    Path(".env").write_text((ROOT / ".env.example").read_text())
    assert faults_of(Settings()) == []


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("METRIC_PORT", "METRICS_PORT"), ("BACKUP_DIR", "BACKUP_FOLDER"), ("log_levl", "LOG_LEVEL")],
)
def test_a_mistyped_name_in_env_is_named_with_the_nearest(name: str, nearest: str) -> None:
    Path(".env").write_text(f"{name}=\n")
    assert sentence() == f"{name.upper()} is no setting and does nothing. Is {nearest} meant?"


def test_a_mistyped_name_in_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENTRY_DNS", "https://hush@example.org/1")
    assert sentence() == "SENTRY_DNS is no setting and does nothing. Is SENTRY_DSN meant?"


def test_names_of_compose_and_of_other_programs_are_no_faults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What compose reads of the same `.env`, what the unit and the image set, what Windows has."""
    compose = (ROOT / "deploy/compose.postgres.yaml").read_text()
    names = {*re.findall(r"\$\{(\w+)", compose), "COMPOSE_FILE", "COMPOSE_PROJECT_NAME"}
    assert "POSTGRES_PASSWORD" in names
    Path(".env").write_text("".join(f"{name}=1\n" for name in sorted(names)))
    for name in ("MALLOC_ARENA_MAX", "SQLITE_TMPDIR", "COMPUTERNAME", "HOSTNAME", "PGDATABASE"):
        monkeypatch.setenv(name, "1")
    assert [*other_faults(Settings())] == []


def test_a_password_that_the_log_cannot_hide_is_a_fault_and_not_quoted() -> None:
    said = sentence(database_url=ON_SERVER.format("hush"))
    assert "fewer than 6 characters" in said
    assert "hush" not in said
    assert faults_of(Settings(database_url=ON_SERVER.format("hushed"))) == []


@with_modes
@pytest.mark.parametrize("line", ["DISCORD_TOKEN=hush-hush", f"DATABASE_URL={ON_SERVER}"])
def test_secrets_in_a_file_that_others_can_read_are_a_fault(line: str) -> None:
    file = Path(".env")
    file.write_text(f"{line.format('hush-hush')}\n")
    file.chmod(0o644)
    words = "others on this machine can read .env, and a secret is in there. Run: chmod 600 .env"
    assert sentence() == words
    file.chmod(0o600)
    assert faults_of(Settings()) == []


@with_modes
def test_the_command_lets_the_bot_read_a_file_that_another_user_owns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As one of root, which the bot reads by its group."""
    file = Path(".env")
    file.write_text("DISCORD_TOKEN=hush-hush\n")
    file.chmod(0o640)
    monkeypatch.setattr("os.geteuid", lambda: file.stat().st_uid + 1)
    command = f"sudo chown {file.stat().st_uid + 1} .env && sudo chmod 600 .env"
    assert sentence().endswith(f". Run: {command}")
    file.chmod(0o600)
    Path("scout.db").touch(0o640)
    command = command.replace(".env", "scout.db")
    assert sentence().endswith(f". Run: {command}")


def test_backups_that_are_never_made_are_a_fault() -> None:
    url = ON_SERVER.format("hush-hush")
    assert "Use pg_dump" in sentence(database_url=url, backup_every=6)


@with_modes
def test_files_that_others_can_read_are_faults_with_the_command_that_mends_them() -> None:
    folder = Path("back ups")
    folder.mkdir()
    for file in (Path("scout.db"), Path("scout.db-wal"), folder / "scout-20260101T000000Z.db"):
        file.touch()
        file.chmod(0o640)
    first, second = faults_of(Settings(backup_every=6, backup_folder=folder))
    assert first.sentence.endswith("Run: chmod 600 scout.db scout.db-wal")
    assert second.sentence.endswith("Run: chmod 600 'back ups/scout-20260101T000000Z.db'")
    assert first.status == second.status == 0


def test_a_port_that_the_running_bot_listens_at_is_no_fault(closed_port: int) -> None:
    settings = Settings(metrics_port=closed_port)
    assert faults_of(settings) == []
    with socket.create_server(("127.0.0.1", closed_port)):
        assert faults_of(settings) == []


def test_one_address_of_a_name_is_enough(closed_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of `localhost` without IPv6. No machine has the other address, see RFC 5737."""
    there, elsewhere = (
        (socket.AF_INET, socket.SOCK_STREAM, 0, "", (address, closed_port))
        for address in ("127.0.0.1", "192.0.2.1")
    )
    settings = Settings(metrics_host="localhost", metrics_port=closed_port)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [elsewhere, there])
    assert faults_of(settings) == []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [elsewhere])
    (fault,) = faults_of(settings)
    assert "cannot be used" in fault.sentence


def test_a_folder_of_backups_is_judged_only_if_it_is_used() -> None:
    Path("backups").touch()
    assert faults_of(Settings()) == []
    assert "backups is not a folder" in sentence(backup_every=6)
    assert "backups is not a folder" in sentence(backup_every=6, backup_folder="backups/of/scout")


def test_a_drive_that_is_missing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only Windows has drives; here no path can be looked at."""
    monkeypatch.setattr("bot.hosting.faults.mode_of", lambda _path: 0)
    (fault,) = _backup_faults(Settings(backup_every=6, backup_folder="/backups"))
    assert fault.sentence == "BACKUP_FOLDER /backups cannot be used: there is no / here."


def test_the_newest_moves_of_a_database_that_was_moved_are_not_deleted() -> None:
    """SQLite deletes a log without a database when it makes a new one."""
    url = "sqlite+aiosqlite:///scout.db"
    with closing(sqlite3.connect("scout.db")) as connection:
        connection.executescript("PRAGMA journal_mode=WAL; CREATE TABLE games (id)")
        Path("scout.db").rename("moved.db")
        (fault,) = database_faults(url)
        assert fault.status == 1
        assert fault.sentence.startswith("scout.db-wal has the newest moves of a database")
        Path("moved.db").rename("scout.db")
    Path("scout.db").unlink()
    Path("scout.db-wal").touch()
    assert [one for one in database_faults(url) if one.status] == []


@pytest.mark.parametrize("name", ["scout.db", "scout.db-wal", "scout.db-shm", "scout.db.lock"])
def test_a_file_that_the_bot_cannot_write_is_named(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one of root beside the database; tests may run as root, whom nothing is refused."""
    for end in ("", "-wal", "-shm", ".lock"):
        create_private(Path(f"scout.db{end}"))
    Path("links").mkdir()
    Path("links/games.db").symlink_to("../scout.db")
    wrong = Path(name).resolve()
    # Nothing is written into the folder of a link.
    refused = (wrong, Path("links").resolve())
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path) not in refused)
    for url in ("sqlite+aiosqlite:///scout.db", "sqlite+aiosqlite:///links/games.db"):
        (fault,) = database_faults(url)
        assert fault == (f"{wrong} must be writable for the user that the bot runs as.", 1)


def test_the_database_alone_can_be_judged() -> None:
    assert database_faults("sqlite+aiosqlite:///scout.db") == []


async def test_paths_that_the_system_refuses_to_look_at_crash_nothing() -> None:
    """As in a folder of another user; tests may run as root, whom nothing is refused."""
    long = "x" * 300
    settings = Settings(backup_every=6, backup_folder=long)
    assert faults_of(settings) == []
    url = f"sqlite+aiosqlite:///{long}/scout.db"
    (fault,) = database_faults(url)
    assert (fault.status, fault.sentence.startswith("there is no folder xxx")) == (1, True)
    (disk,) = await check_disk(url, 0)
    assert disk.outcome is CheckOutcome.MEND
    with pytest.raises(BackupFailed, match="there is no file xxx"):
        back_up(Path(long), Path("copy.db"))
