"""`python -m bot doctor`: its lines, its exit status, and what it never prints."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.command_line.command import STOPPED
from bot.doctor.findings import CheckOutcome
from tests.loopback.server.service import GOOD_TOKEN, LoopbackDiscord

ROOT = Path(__file__).parents[3]
PASSWORD = "kept secret"  # noqa: S105 - of no database
pytestmark = pytest.mark.usefixtures("bare_environment", "root_log")


def without_typefaces(*arguments: str) -> str:
    """A program that runs the doctor where the typefaces are missing."""
    return f"""
import sys
from pathlib import Path
from bot.__main__ import main
from bot.pictures import fonts
fonts.TYPEFACES = Path("nowhere")
if __name__ == "__main__":
    sys.exit(main(["doctor", *{list(arguments)!r}]))
"""


@pytest.mark.slow
def test_without_a_token_it_says_so_and_ends_with_2(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPUTER_WORKERS", "0")
    assert main(["doctor", "--database", url, "--free", "0"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("ok       database: ")
    assert "setting  token: DISCORD_TOKEN is not set." in "\n".join(lines)
    assert lines[-1] == "unknown  clock: not checked without a login at Discord."


def test_a_setting_that_cannot_be_used_ends_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPUTER_WORKERS", "many")
    assert main(["doctor"]) == 2
    assert "COMPUTER_WORKERS: " in capsys.readouterr().err


def test_a_file_of_settings_that_cannot_be_read_ends_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("METRICS_PORT=9100", encoding="utf-16")
    assert main(["doctor"]) == 2
    assert capsys.readouterr().err.startswith("The file .env cannot be read: it is not written in")


@pytest.mark.long
@pytest.mark.slow  # starts the program
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_ctrl_c_and_sigterm_end_it_without_a_traceback(number: int) -> None:
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "doctor"),
        env={**os.environ, "PYTHONPATH": str(ROOT), "COMPUTER_WORKERS": "1"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert program.stdout is not None
    async with asyncio.timeout(60):
        await program.stdout.readline()
        program.send_signal(number)
        _, err = await program.communicate()
    assert (program.returncode, err) == (STOPPED, b"Stopped.\n")


@pytest.mark.long
@pytest.mark.slow  # starts the program
@pytest.mark.parametrize("password", [PASSWORD, GOOD_TOKEN])
async def test_neither_token_nor_password_is_printed(password: str) -> None:
    async with LoopbackDiscord() as discord:
        status, out, err = await run_doctor(
            discord.port,
            DISCORD_TOKEN=GOOD_TOKEN,
            DATABASE_URL=f"postgresql+{password.replace(' ', '%20')}://mia:{password}@localhost/x",
            COMPUTER_WORKERS="0",
        )
    assert status == 2
    assert "setting  database" in out
    assert err == ""
    assert password not in out
    assert GOOD_TOKEN not in out


@pytest.mark.long
@pytest.mark.slow  # starts the program
async def test_with_json_each_line_is_an_object() -> None:
    async with LoopbackDiscord() as discord:
        status, out, _ = await run_doctor(
            discord.port, "--json", DISCORD_TOKEN=GOOD_TOKEN, COMPUTER_WORKERS="1"
        )
    found = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert all(set(one) == {"check", "outcome", "sentence"} for one in found)
    assert {one["outcome"] for one in found} <= set(CheckOutcome)
    # In a process of its own, as a host calls it.
    assert [one["outcome"] for one in found if one["check"] == "workers"] == ["ok"]


@pytest.mark.long
@pytest.mark.slow  # starts the program
def test_a_missing_typeface_is_named() -> None:
    Path("without.py").write_text(without_typefaces("--free", "0"))
    program = subprocess.run(
        [sys.executable, "without.py"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "COMPUTER_WORKERS": "0"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    (line,) = (line for line in program.stdout.splitlines() if " fonts: " in line)
    assert line.startswith("mend     fonts: a typeface cannot be read (OSError")


async def run_doctor(port: int, *arguments: str, **settings: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of the program on a loopback Discord."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.process.run_on_loopback", str(port), str(port)),
        *("doctor", *arguments),
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(60):
        out, err = await program.communicate()
    assert program.returncode is not None
    return program.returncode, out.decode(), err.decode()
