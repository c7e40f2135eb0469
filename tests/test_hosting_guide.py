"""docs/hosting.md: its commands work as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.__main__ import main
from bot.settings import Settings
from tests.support.guide import BY_HAND, GUIDE, MARKS, POSTGRES, ROOT, Block, assignments, blocks
from tests.support.storage.database import only_sqlite
from tests.support.storage.postgres_server import is_installed
from tests.tools.run_guide import run

BLOCKS = list(blocks())
COMMANDS = [block for block in BLOCKS if block.language == "sh"]
SETTINGS = [block for block in BLOCKS if block.language == "dotenv"]
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a POSIX shell")
OF_COMPOSE = {"POSTGRES_PASSWORD", "COMPOSE_FILE"}
_CALLED = re.compile(r"(?:python -m bot|scout-bot/bin/scout-bot|exec bot scout-bot) ([a-z-]+)")
_PASSWORD = re.compile(r"://[^:/@\s]+:[^@\s]+@")
"""A password within an address."""
_OURS = re.compile(r"(?<![\w/.-])((?:deploy|requirements)/[\w.-]+|compose\.yaml|\.env\.example)")


def test_every_block_says_what_it_is() -> None:
    assert len(COMMANDS) > 8
    assert GUIDE.read_text(encoding="utf-8").count("```") == 2 * len(BLOCKS)
    assert [str(block) for block in BLOCKS if block.mark not in MARKS.get(block.language, ())] == []


@on_posix
@pytest.mark.parametrize("block", COMMANDS, ids=str)
def test_a_block_is_valid_shell(block: Block) -> None:
    checked = subprocess.run(
        ["bash", "-n", "-c", block.text],  # noqa: S607 - the one of the system
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("block", COMMANDS, ids=str)
def test_what_a_block_names_is_there(block: Block, capsys: pytest.CaptureFixture[str]) -> None:
    """Files of the project, and commands of the program, also in blocks that do not run here."""
    assert [name for name in _OURS.findall(block.text) if not (ROOT / name).exists()] == []
    for command in _CALLED.findall(block.text):
        with pytest.raises(SystemExit) as end:
            main([command, "--help"])
        assert end.value.code == 0, capsys.readouterr().err


@pytest.mark.parametrize("block", COMMANDS, ids=str)
def test_no_command_has_a_password_as_an_argument(block: Block) -> None:
    """Everybody on the machine can read it in the list of processes."""
    assert _PASSWORD.findall(block.text) == []


def test_what_other_programs_write_of_the_games_is_for_its_owner_only() -> None:
    """They make files that everybody can read; the bot's own files are private."""
    writing = [one for one in COMMANDS if re.search("pg_dump|litestream restore", one.text)]
    assert len(writing) == 3
    assert [str(one) for one in writing if not one.text.startswith("(umask 077 &&")] == []


@pytest.mark.parametrize("block", SETTINGS, ids=str)
def test_a_settings_block_has_settings_that_can_be_used(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Away from the developer's own .env.
    monkeypatch.chdir(tmp_path)
    given = {name: value for name, value in assignments(block).items() if name not in OF_COMPOSE}
    known = {name.upper() for name in Settings.model_fields}
    assert set(given) - known == set()
    try:
        Settings.model_validate({name.lower(): value for name, value in given.items()})
    except ValidationError as error:
        pytest.fail(str(error))


def test_links_within_the_guide_lead_somewhere() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", one).lower().replace(" ", "-") for one in headings}
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) - anchors == set()
    files = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [name for name in files if not (GUIDE.parent / name).exists()] == []


@only_sqlite("the guide begins with a file, and starts a server of its own")
@pytest.mark.long  # installs the project, and starts the program
@on_posix
async def test_the_commands_work_as_they_stand(tmp_path: Path) -> None:
    done = await run(tmp_path, offline=True)
    left_out = {BY_HAND} if is_installed() else {BY_HAND, POSTGRES}
    to_run = [block for block in BLOCKS if block.language in ("sh", "dotenv", "sql")]
    assert done == [block for block in to_run if block.mark not in left_out]
