import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from discord.http import Route

from bot.__main__ import _COMMANDS, main
from bot.settings import Settings
from bot.storage.engine.database import Database

HELP = [
    (["--help"], ["run", "play", "Discord", "export", "verify"]),
    (["run", "--help"], ["Discord", ".env.example"]),
    (["play", "--help"], ["127.0.0.1", "--port", "7268", "--no-browser", "--language"]),
    (["export", "--help"], ["TABLE", "--database URL", "DATABASE_URL", "--output FILE"]),
    (["backup", "--help"], ["FILE", "--replace", "--database URL", "pg_dump"]),
    (["restore", "--help"], ["FILE", "--in-place", "--database URL", "pg_restore"]),
    (["copy-database", "--help"], ["FROM", "TO", "PostgreSQL", "Stop the bot first"]),
    (["verify", "--help"], ["FILE", "standard input", "Exit status"]),
    (["replay", "--help"], ["FILE", "--round N"]),
    (["doctor", "--help"], ["--json", "--free"]),
    (["ratings", "--help"], ["rebuild"]),
]
"""What the help of each command says, and that of all."""


pytestmark = pytest.mark.usefixtures("bare_environment")


@pytest.mark.usefixtures("root_log")
def test_run_without_a_token_says_how_to_get_one_and_how_to_play_without(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert "DISCORD_TOKEN is not set" in said
    assert "https://discord.com/developers/applications" in said
    assert "python -m bot play" in said
    assert list(Path.cwd().iterdir()) == []


@pytest.fixture
def no_discord(
    bare_environment: None,
    root_log: logging.Logger,
    closed_port: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A token is set, but nothing answers at Discord's address."""
    monkeypatch.setenv("DISCORD_TOKEN", "any.token")
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{closed_port}")


@pytest.mark.long
@pytest.mark.slow  # waits until discord.py gives up
@pytest.mark.usefixtures("no_discord")
def test_run_with_no_way_to_discord_is_a_clear_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 1
    log = capsys.readouterr().err
    assert "Discord could not be reached" in log.splitlines()[-1]
    assert "Traceback" not in log


@pytest.mark.usefixtures("no_discord")
def test_run_with_an_address_that_is_no_databases_is_a_clear_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    assert main(["run"]) in (1, 2)
    log = capsys.readouterr().err
    assert "DATABASE_URL" in log
    assert "Traceback" not in log


@pytest.fixture
def another_bot(bare_environment: None) -> Iterator[None]:
    """A bot that uses both databases."""
    settings = Settings()
    others = [Database(settings.database_url), Database(settings.play_database_url)]
    for other in others:
        asyncio.run(other.claim())
    yield
    for other in others:
        asyncio.run(other.close())


@pytest.mark.usefixtures("no_discord", "another_bot")
@pytest.mark.parametrize("command", [["run"], ["play", "--no-browser", "--port=0"]])
def test_a_database_that_another_bot_uses_is_refused_with_a_sentence(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 1
    log = capsys.readouterr().err
    assert "DATABASE_URL cannot be used: another bot is using" in log
    assert "Stop that one first." in log
    assert "Discord could not be reached" not in log
    assert "Traceback" not in log


@pytest.mark.slow
@pytest.mark.parametrize("command", ["run", "play"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COMPUTER_PACE", "fast"),
        ("COMPUTER_PACE", "-1"),
        ("COMPUTER_WORKERS", "many"),
        ("COMPUTER_WORKERS", "-1"),
        ("BACKUP_EVERY", "-1"),
        ("BACKUP_EVERY", "daily"),
        ("BACKUP_KEEP", "0"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    command: str,
    name: str,
    value: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(name, value)
    assert main([command]) == 2
    assert f"{name}: " in capsys.readouterr().err


def test_every_wrong_setting_is_named_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(".env").write_text("LOG_LEVEL=LOUD\n")
    monkeypatch.setenv("COMPUTER_PACE", "fast")
    assert main(["run"]) == 2
    error = capsys.readouterr().err
    assert "COMPUTER_PACE" in error
    assert "LOG_LEVEL" in error


@pytest.mark.parametrize(("arguments", "words"), HELP)
def test_help_explains(
    arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert all(word in text for word in words)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["play", "--port", "none"],
        ["play", "--port", "65536"],
        ["play", "--language", "tlh"],
        ["export"],
        ["verify"],
        ["backup"],
        ["restore"],
        ["copy-database", "sqlite+aiosqlite:///one.db"],
        ["doctor", "--free", "-5"],
        ["doctor", "--free", "much"],
    ],
)
def test_an_unknown_command_line_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


def test_every_command_has_help_here() -> None:
    """Only a call shows whether its module has what a command needs."""
    asked = {words[0] for words, _ in HELP}
    assert asked == {*_COMMANDS, "--help"}
