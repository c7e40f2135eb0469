"""What hosts start the bot by: the image's files and the unit of systemd."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.storage.postgres_server import PostgresServer, is_installed, postgres_server

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "deploy" / "scout-bot.service"
MOST_EXPOSURE = 20
"""Of 100, by `systemd-analyze security`: what a service has that it may not need."""
COPIED = [
    source
    for line in re.findall(
        r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.M
    )
    for source in line.split()
]
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no systemd is installed here"
)


@pytest.mark.parametrize("source", COPIED)
def test_what_the_image_copies_is_there_and_not_ignored(source: str) -> None:
    """All else is ignored: secrets and games do not get into an image."""
    assert (ROOT / source).exists()
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in ignored
    assert f"!{source}" in ignored


def test_nothing_else_gets_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert sorted(line[1:] for line in ignored if line.startswith("!")) == sorted(COPIED)


@pytest.mark.parametrize(
    ("file", "services"), [("compose.yaml", 1), ("deploy/compose.postgres.yaml", 1)]
)
def test_every_container_has_limits(file: str, services: int) -> None:
    """The bot's stand in the first file, those of PostgreSQL in the one laid over it."""
    said = (ROOT / file).read_text(encoding="utf-8")
    for limit in (r"mem_limit: 2g", r"pids_limit: 256", r"    max-size: 10m"):
        assert len(re.findall(f"^    {limit}$", said, re.M)) == services


@pytest.mark.slow  # starts a server
@pytest.mark.skipif(
    not is_installed() or shutil.which("pg_isready") is None,
    reason="no PostgreSQL is installed here",
)
def test_postgresql_is_healthy_once_the_bot_can_reach_it() -> None:
    """While the image makes the database, its server answers only at a socket."""
    with postgres_server() as server:
        server.stop("fast")
        server.configure("listen_addresses = ''")
        server.start()
        assert not is_healthy(server)
        server.stop("fast")
        server.configure("listen_addresses = '127.0.0.1'")
        server.start()
        assert is_healthy(server)


def is_healthy(server: PostgresServer) -> bool:
    """Whether the health check of compose succeeds."""
    said = (ROOT / "deploy" / "compose.postgres.yaml").read_text(encoding="utf-8")
    (command,) = re.findall(r"^      test: (.+)$", said, re.M)
    _, *arguments = json.loads(command)
    # The image has both by default.
    place = {"PGHOST": str(server.folder), "PGPORT": str(server.port)}
    return subprocess.run(arguments, env={**os.environ, **place}, check=False).returncode == 0


@pytest.mark.parametrize(
    ("file", "starts", "with_two_arenas"),
    [
        ("Dockerfile", r'^CMD \["run"\]$', r"MALLOC_ARENA_MAX=2\b"),
        ("compose.yaml", r"^    image: scout-bot$", r'^      MALLOC_ARENA_MAX: "2"$'),
        ("deploy/scout-bot.service", r"^ExecStart=.* run$", r"^Environment=MALLOC_ARENA_MAX=2$"),
        ("docs/hosting.md", r"bot run$", r"^ *MALLOC_ARENA_MAX=2 \.venv/bin/python -m bot run$"),
        ("README.md", r"bot run$", r"^MALLOC_ARENA_MAX=2 \.venv/bin/python -m bot run$"),
    ],
)
def test_wherever_the_bot_is_started_its_threads_share_their_memory(
    file: str, starts: str, with_two_arenas: str
) -> None:
    said = (ROOT / file).read_text(encoding="utf-8")
    begins = re.findall(starts, said, re.M)
    assert begins
    assert len(re.findall(with_two_arenas, said, re.M)) == len(begins)


def test_images_and_actions_of_others_are_pinned_by_what_they_contain() -> None:
    """A tag can be moved to other contents; Dependabot renews the digests.

    The workflow's tests run in the newest image of each Python on purpose.
    """
    files = ("Dockerfile", "compose.yaml", "deploy/compose.postgres.yaml")
    said = "\n".join((ROOT / file).read_text(encoding="utf-8") for file in files)
    images = set(re.findall(r"^(?:FROM|\s*image:) (\S+)", said, re.M)) - {"scout-bot"}
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    actions = re.findall(r"uses: (\S+)", workflow)
    assert len(images) == 2
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image) for image in images)
    assert actions
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in actions)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, with a program that is on this machine."""
    text = UNIT.read_text(encoding="utf-8")
    program = "/opt/scout-bot/bin/scout-bot"
    assert text.count(program) == 1
    copy = tmp_path / UNIT.name
    copy.write_text(text.replace(program, sys.executable), encoding="utf-8")
    return copy


@needs_systemd
@pytest.mark.slow  # reads all units of the machine
def test_systemd_understands_the_unit(unit: Path) -> None:
    status, said = analyze("verify", str(unit))
    # It may have something to say of other units.
    assert (status, [line for line in said.splitlines() if unit.name in line]) == (0, [])


@needs_systemd
@pytest.mark.slow  # reads all units of the machine
def test_the_unit_allows_the_bot_no_more_than_it_needs(unit: Path) -> None:
    status, said = analyze(
        "security", "--offline=yes", f"--threshold={MOST_EXPOSURE}", "--no-pager", str(unit)
    )
    assert status == 0, said


def analyze(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        ["systemd-analyze", *arguments],  # noqa: S607 - the one of the system
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout
