"""Commands whose output nobody reads to its end, or that has no room or no letters for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.command_line.command import UNREAD
from engine.record import dumps
from tests.support.engine.random_games import finished

ROOT = Path(__file__).parents[3]
FULL = Path("/dev/full")
pytestmark = [
    pytest.mark.usefixtures("bare_environment"),
    pytest.mark.slow,  # starts the program
]
COMMANDS = [["replay", "game.json"], ["verify", "game.json"], ["doctor"]]


def run(arguments: list[str], output: int) -> tuple[int, str]:
    """Exit status and standard error."""
    Path("game.json").write_text(dumps(finished(3, seed=6, length=2)))
    done = subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT), "COMPUTER_WORKERS": "0"},
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_reader_that_has_ended_ends_the_command_without_a_word(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert run(command, writer) == (UNREAD, "")
    finally:
        os.close(writer)


@pytest.mark.long
@pytest.mark.skipif(not FULL.exists(), reason="no such device here")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_full_disk_is_named(command: list[str]) -> None:
    with FULL.open("w") as full:
        sentence = "The output cannot be written: No space left on device.\n"
        assert run(command, full.fileno()) == (1, sentence)


@pytest.mark.long
def test_letters_that_the_output_does_not_have_are_written_as_their_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A file or a pipe on Windows has letters of western Europe alone."""
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    with Path("replay.txt").open("w") as output:
        assert run(["replay", "game.json"], output.fileno()) == (0, "")
    said = Path("replay.txt").read_text(encoding="cp1252")
    assert "chips" in said
    assert "\\u2212" in said
