"""`python -m bot backup`, `restore` and `copy-database`, on real databases and files."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.command_line.command import STOPPED
from bot.command_line.databases import WITH_PROBLEMS, report
from bot.storage.engine.database import Database
from bot.tables.upkeep.restoring import Restored
from tests.support.process.command import run_command
from tests.support.storage.database import only_sqlite
from tests.support.storage.earlier_databases import load, rows_of

pytestmark = [
    pytest.mark.usefixtures("bare_environment"),
    only_sqlite("about SQLite files; test_copying_postgres is about PostgreSQL"),
]
ON_SERVER = "postgresql+asyncpg://scout:very-secret@db.example:5433/games?ssl=require"


@pytest.fixture
def old() -> str:
    """A database of an earlier version, with a finished game and three live tables."""
    return load("0006", Path("old.db"))


@pytest.fixture
async def current(old: str) -> str:
    database = Database(old)
    await database.migrate()
    await database.close()
    return old


def url(name: str) -> str:
    return f"sqlite+aiosqlite:///{name}"


def test_a_backup_is_made_of_the_database_of_the_settings(
    old: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", old)
    assert main(["backup", "one.db"]) == 0
    said = capsys.readouterr()
    size = Path("one.db").stat().st_size
    assert (said.out, said.err) == (f"one.db: {size:,} bytes, shape 0006, intact.\n", "")
    assert rows_of(Path("one.db")) == rows_of(Path("old.db"))


def test_a_backup_that_is_there_is_replaced_only_on_request(
    old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("one.db").write_text("dear to somebody")
    assert main(["backup", "one.db", "--database", old]) == 1
    sentence = "No backup was made: one.db is there already. Give another name, or --replace.\n"
    assert capsys.readouterr().err == sentence
    assert main(["backup", "one.db", "--replace", "--database", old]) == 0


def test_for_postgresql_another_program_is_named_without_the_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["backup", "one dump", "--database", ON_SERVER]) == 3
    said = capsys.readouterr().out
    address = "postgresql://scout@db.example:5433/games"
    assert f"pg_dump --format=custom '--file=one dump' --dbname={address}\n" in said
    assert "very-secret" not in said
    assert "a umask of 077" in said


def test_the_other_program_reaches_a_server_by_the_same_socket(
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = "postgresql+asyncpg:///games?host=/run/pg&port=5433&user=scout&password=very-secret"
    assert main(["backup", "one.dump", "--database", address]) == 3
    said = capsys.readouterr().out
    assert "--dbname=postgresql:///games?host=%2Frun%2Fpg&port=5433&user=scout'\n" in said


@pytest.mark.parametrize("command", ["backup", "restore"])
@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "postgresql+asyncpg://mia:hush@db:notaport/games",
        "postgresql+asyncpg://mia:a@hush@db/games",
        "postgresql+asyncpg://mia:a@b/hush@db/games",
    ],
)
def test_no_address_is_a_clear_error(
    command: str, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "one.db", "--database", address]) == 1
    assert "the address" in (said := capsys.readouterr().err)
    assert not any(part in said for part in ("Traceback", "hush", "notaport"))


@pytest.mark.long  # starts the program
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signal")
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_command_that_is_told_to_end_leaves_nothing(command: str, current: str) -> None:
    """A copy of every hand, which nobody would ever delete."""
    with closing(sqlite3.connect("old.db")) as connection, connection:
        # More than what is copied before the first flush.
        connection.execute("CREATE TABLE filler AS SELECT zeroblob(30000000)")
    file, database = ("new.db", current) if command == "backup" else ("old.db", url("new.db"))
    module = "tests.support.process.end_in_the_middle"
    program = run_command(command, file, "--database", database, module=module)
    assert (program.stdout, program.stderr) == ("", "Stopped.\n")
    assert program.returncode == STOPPED
    assert not [path.name for path in Path.cwd().iterdir() if "new" in path.name]


@pytest.mark.slow
def test_a_backup_of_an_earlier_version_is_restored_up_to_date(
    old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "one.db", "--database", old]) == 0
    capsys.readouterr()
    assert main(["restore", "one.db", "--database", url("new.db")]) == 0
    assert capsys.readouterr().out == (
        "one.db is intact; its tables have the shape 0006.\n"
        "1 finished games replayed to their scores; 0 deals as committed. 3 live tables go on. "
        "New tables count from 100,009.\n"
    )
    restored, before = rows_of(Path("new.db")), rows_of(Path("old.db"))
    assert len(restored["actions"]) == len(before["actions"])
    ids = sorted(row["id"] for row in restored["tables"])
    assert ids == [1, 5, 100_005, 100_006, 100_007, 100_008]
    assert sorted(path.name for path in Path.cwd().iterdir() if "new" in path.name) == ["new.db"]


@pytest.mark.parametrize("there", ["new.db", "new.db-wal", "new.db-journal"])
def test_a_database_that_is_there_is_not_replaced(
    there: str, old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(there).write_text("dear to somebody")
    assert main(["restore", "old.db", "--database", url("new.db")]) == 1
    assert f"Nothing was restored: {there} is there. Move it away" in capsys.readouterr().err
    assert Path(there).read_text() == "dear to somebody"


def test_a_damaged_backup_is_not_restored(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    content = bytearray(Path("old.db").read_bytes())
    content[3 * 4096 : 5 * 4096] = b"x" * 8192
    Path("one.db").write_bytes(content)
    assert main(["restore", "one.db", "--database", url("new.db")]) == 1
    assert "Nothing was restored: " in capsys.readouterr().err
    assert not Path("new.db").exists()


@pytest.mark.slow
def test_a_game_that_does_not_replay_is_listed(
    old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect("old.db")) as connection, connection:
        connection.execute(
            "UPDATE actions SET notation = 'S1-12' WHERE table_id = 1 AND number = 6"
        )
    assert main(["restore", "old.db", "--database", url("new.db")]) == 3
    said = capsys.readouterr().out
    assert "1 games do not replay:\n- table 1: round 1, action" in said
    assert Path("new.db").exists()


def test_a_file_is_no_backup_of_postgresql(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restore", "old.db", "--database", ON_SERVER]) == 1
    said = capsys.readouterr().err
    assert "--in-place" in said
    assert "very-secret" not in said


@pytest.mark.slow
def test_what_another_program_has_restored_is_made_ready_in_place(
    current: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["restore", "--in-place", "--database", current]) == 0
    assert "3 live tables go on" in capsys.readouterr().out


@pytest.mark.parametrize("content", [None, b""])
def test_in_place_makes_no_database(
    content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        Path("new.db").write_bytes(content)
    assert main(["restore", "--in-place", "--database", url("new.db")]) == 1
    said = capsys.readouterr().err
    assert "there is no file" in said or "there are no tables of this program" in said
    with closing(sqlite3.connect("new.db")) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)


@pytest.mark.slow
async def test_in_place_does_not_disturb_a_bot_that_runs(
    current: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Database(current)
    await database.claim()
    before = rows_of(Path("old.db"))
    assert await asyncio.to_thread(main, ["restore", "--in-place", "--database", current]) == 1
    assert "Stop that one first" in capsys.readouterr().err
    assert rows_of(Path("old.db")) == before
    await database.close()


@pytest.mark.parametrize("given", [[], ["one.db", "--in-place"]])
def test_a_restore_is_of_a_file_or_in_place(given: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["restore", *given])
    assert end.value.code == 2


@pytest.mark.long
def test_a_database_is_copied_and_compared(
    current: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["copy-database", current, url("copy.db")]) == 0
    said = capsys.readouterr().out
    assert "\nactions: 77 rows, hash " in said
    assert "tables copied, and found the same in both." in said
    assert rows_of(Path("copy.db")) == rows_of(Path("old.db"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("none.db", "copy.db", "there is no file none.db"),
        ("old.db", "copy.db", "its tables have the shape 0006"),
        ("old.db", "no/folder/copy.db", "unable to open database file"),
    ],
)
def test_a_copy_that_fails_leaves_no_file(
    source: str, target: str, words: str, old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "folder" in target:
        assert main(["restore", "old.db", "--database", url("current.db")]) == 0
        source = "current.db"
    before = sorted(Path.cwd().iterdir())
    assert main(["copy-database", url(source), url(target)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("Nothing was copied: ")
    assert words in said
    assert [path for path in sorted(Path.cwd().iterdir()) if "lock" not in path.name] == before


def test_a_copy_deletes_no_log_of_another_database(
    current: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may have the newest moves of a database that somebody has moved."""
    Path("new.db-wal").write_text("dear to somebody")
    for source in (current, url("missing.db")):
        assert main(["copy-database", source, url("new.db")]) == 1
        assert "Nothing was copied: new.db-wal is there. Move it" in capsys.readouterr().err
    assert Path("new.db-wal").read_text() == "dear to somebody"
    assert not Path("new.db").exists()


@pytest.mark.parametrize("command", ["restore", "copy-database"])
def test_a_path_that_the_system_refuses_is_a_clear_error(
    command: str, current: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Too long; or in a folder of another user, but tests may run as root."""
    target = url("x" * 300)
    words = ["old.db", "--database", target] if command == "restore" else [current, target]
    assert main([command, *words]) == 1
    said = capsys.readouterr().err
    assert said.startswith("Nothing was ")
    assert "Traceback" not in said


@pytest.mark.slow
def test_an_export_from_a_backup_does_not_change_it(current: str) -> None:
    """Its disk may take no changes."""
    assert main(["backup", "one.db", "--database", current]) == 0
    before = Path("one.db").read_bytes()
    assert main(["export", "1", "--database", url("one.db")]) == 0
    assert Path("one.db").read_bytes() == before
    assert [path.name for path in Path.cwd().glob("one.db*")] == ["one.db"]


@pytest.mark.slow
def test_an_address_of_a_uri_names_the_same_file_for_each_command(current: str) -> None:
    old, new = (f"{url(f'file:{name}')}?uri=true" for name in ("old.db", "new.db"))
    assert main(["backup", "one.db", "--database", old]) == 0
    assert main(["restore", "one.db", "--database", new]) == 0
    assert main(["restore", "--in-place", "--database", new]) == 0
    assert main(["export", "1", "--database", new]) == 0
    assert main(["ratings", "rebuild", "--database", new]) == 0
    assert main(["copy-database", new, url("copy.db")]) == 0
    assert rows_of(Path("copy.db")) == rows_of(Path("new.db"))
    assert not [*Path.cwd().glob("file:*")]


def test_nothing_is_copied_to_where_it_would_be_lost(
    current: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["copy-database", current, "sqlite+aiosqlite://"]) == 1
    said = capsys.readouterr()
    words = "Nothing was copied: TO names no file, so nothing of the copy would be left.\n"
    assert (said.out, said.err) == ("", words)


def test_a_database_is_not_copied_onto_itself(
    current: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows_of(Path("old.db"))
    Path("link.db").symlink_to("old.db")
    server = "postgresql+asyncpg://scout:very-secret@db.example/games"
    for source, target in ((current, current), (current, url("link.db")), (server, server)):
        assert main(["copy-database", source, target]) == 1
        said = capsys.readouterr().err
        assert said == "Nothing was copied: FROM and TO are the same database.\n"
    assert rows_of(Path("old.db")) == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["backup", "one.db", "--database", url("folder")], "No backup was made: folder is a"),
        (["restore", "folder", "--database", url("new.db")], "Nothing was restored: folder is a"),
    ],
)
def test_a_folder_is_no_database(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("folder").mkdir()
    assert main(arguments) == 1
    assert capsys.readouterr().err == f"{sentence} folder.\n"


@pytest.mark.long
@pytest.mark.slow  # starts the program
def test_an_outage_is_said_once(current: str, closed_port: int) -> None:
    server = f"postgresql+asyncpg://scout:very-secret@127.0.0.1:{closed_port}/games"
    program = run_command("copy-database", current, server)
    assert program.returncode == 1
    (line,) = program.stderr.splitlines()
    assert line.startswith("Nothing was copied: ")


@pytest.mark.parametrize(("number", "last"), [(1, "- 0"), (20, "- 19"), (28, "- and 8 more")])
def test_of_many_problems_the_first_are_listed(
    number: int, last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    problems = tuple(map(str, range(number)))
    assert report(Restored(5, 5, 1, problems, 7)) == WITH_PROBLEMS
    assert capsys.readouterr().out.splitlines()[-1] == last
