import os
import stat
import sys
from pathlib import Path

import pytest

from bot.local.page import page_key


def url(folder: Path, name: str = "play.db") -> str:
    return f"sqlite+aiosqlite:///{folder}/{name}"


def test_a_database_has_the_same_key_at_every_start(tmp_path: Path) -> None:
    assert page_key(url(tmp_path)) == page_key(url(tmp_path))


def test_each_database_has_a_key_of_its_own(tmp_path: Path) -> None:
    assert page_key(url(tmp_path)) != page_key(url(tmp_path, "other.db"))


@pytest.mark.skipif(sys.platform == "win32", reason="files there have no such modes")
def test_only_the_owner_can_read_the_key(tmp_path: Path) -> None:
    page_key(url(tmp_path))
    assert stat.S_IMODE((tmp_path / "play.db.key").stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="files there have no such modes")
def test_a_key_that_others_could_read_is_replaced(tmp_path: Path) -> None:
    """As after a copy of the folder."""
    known, file = page_key(url(tmp_path)), tmp_path / "play.db.key"
    file.chmod(0o644)
    assert page_key(url(tmp_path)) != known
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="needs another user")
def test_a_key_that_another_user_made_is_replaced(tmp_path: Path) -> None:
    known, file = page_key(url(tmp_path)), tmp_path / "play.db.key"
    os.chown(file, 65_534, 65_534)
    assert page_key(url(tmp_path)) != known


@pytest.mark.parametrize("broken", [b"", b"short", b"\xff" * 43])
def test_a_broken_file_makes_no_key_that_could_be_guessed(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "play.db.key").write_bytes(broken)
    assert len(page_key(url(tmp_path))) == 43


@pytest.mark.parametrize(
    "database", ["sqlite+aiosqlite://", "sqlite+aiosqlite:////no/such/folder/play.db"]
)
def test_without_a_file_each_key_is_another(database: str) -> None:
    assert page_key(database) != page_key(database)
