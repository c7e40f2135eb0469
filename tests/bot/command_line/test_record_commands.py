"""`python -m bot export` and `python -m bot verify`, on real databases and files."""

import json
import random
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.command_line.records import MAX_BYTES
from bot.storage.engine.database import Database
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.service import Tables
from engine.record import dumps, loads
from tests.support.engine.random_games import finished
from tests.support.process.command import run_command
from tests.support.storage.database import only_sqlite, url_of
from tests.support.tables.members import MIA, NOAH, game, game_on_turn, lobby, play_to_the_end

FINISHED, PLAYING, LOBBY, CLOSED = 1, 2, 3, 4
pytestmark = [
    pytest.mark.usefixtures("bare_environment"),
    pytest.mark.slow,  # plays a game in a database each time
]

Outcome = tuple[int, str, str]
"""Exit status, standard output, standard error."""
Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process."""

    def run_it(*arguments: object) -> Outcome:
        status = main([str(argument) for argument in arguments])
        return (status, *capsys.readouterr())

    return run_it


@pytest.fixture
async def four_tables(tables: Tables, url: str) -> str:
    """The address of a database with a table in each stage of its life, numbered as above."""
    over = await game_on_turn(tables, NOAH, computers=1, options=TableOptions(length=2))
    over = await play_to_the_end(tables, over, random.Random(4))
    playing = await game(tables, NOAH, channel=11)
    waiting = await lobby(tables, channel=12)
    closed = await game(tables, NOAH, channel=13)
    closed = await tables.closing.cancel(closed.id, MIA)
    states = (over, playing, waiting, closed)
    assert [state.id for state in states] == [FINISHED, PLAYING, LOBBY, CLOSED]
    assert [state.status for state in states] == [
        Status.OVER,
        Status.PLAYING,
        Status.LOBBY,
        Status.CLOSED,
    ]
    await tables.close()
    return url


@pytest.fixture
async def record(four_tables: str, tables: Tables) -> str:
    """The record of the finished game, by what the program holds in memory of it."""
    state = await tables.repository.get(FINISHED)
    assert state.game is not None
    return dumps(state.game, state.commitments)


def test_a_finished_game_is_exported_and_verified(four_tables: str, record: str, run: Run) -> None:
    status, out, err = run("export", FINISHED, "--database", four_tables)
    assert (status, out, err) == (0, f"{record}\n", "")
    Path("game.json").write_text(out)
    totals = ", ".join(map(str, loads(record).totals()))
    first, second = (played["commitment"] for played in json.loads(record)["rounds"])
    words = f"valid: 3 players, 2 rounds, totals {totals}; 2 of 2 deals as committed"
    assert run("verify", "game.json") == (0, f"{words}\nround 1: {first}\nround 2: {second}\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_an_export_that_cannot_be_printed_is_a_clear_error(
    four_tables: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["export", str(FINISHED), "--database", four_tables]) == 1
    assert capsys.readouterr().err == "The output cannot be written: No space left on device.\n"


def test_a_record_is_written_to_a_file(four_tables: str, record: str, run: Run) -> None:
    Path("game.json").write_text("what was there before, and longer than a record" * 1000)
    wanted = ("export", FINISHED, "--database", four_tables, "--output", "game.json")
    assert run(*wanted) == (0, "", "")
    assert Path("game.json").read_text() == f"{record}\n"


def test_the_settings_say_which_database(
    four_tables: str, record: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", four_tables)
    assert run("export", FINISHED) == (0, f"{record}\n", "")
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    assert run("export", FINISHED, "--database", four_tables) == (0, f"{record}\n", "")


@pytest.mark.long
@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (PLAYING, "Table 2 is still playing. Until the game is over its cards are secret."),
        (LOBBY, "Table 3 has no game yet. Export it when its game is over."),
        (CLOSED, "Table 4 was closed before a game was over, so there is nothing to export."),
        (5, "There is no table 5 in this database."),
    ],
)
def test_a_table_without_a_finished_game_is_not_exported(
    four_tables: str, table: int, sentence: str, run: Run
) -> None:
    Path("kept.json").write_text("kept")
    wanted = ("export", table, "--database", four_tables)
    assert run(*wanted) == (1, "", f"{sentence}\n")
    assert run(*wanted, "--output", "kept.json") == (1, "", f"{sentence}\n")
    assert Path("kept.json").read_text() == "kept"


@pytest.mark.parametrize("table", ["0", "-1", "x", "1.5", "²", "9" * 5000, str(2**31)])
def test_what_is_no_number_of_a_table_is_refused(
    table: str, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        run("export", table)
    assert end.value.code == 2
    assert "usage: python -m bot export" in capsys.readouterr().err


def test_a_missing_database_is_not_created(run: Run) -> None:
    sentence = "The database cannot be used: there is no file missing.db.\n"
    assert run("export", 1, "--database", "sqlite+aiosqlite:///missing.db") == (1, "", sentence)
    assert run("export", 1)[2] == sentence.replace("missing", "scout")
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "the address should begin with"),
        ("sqlite:///missing.db", "should begin with sqlite+aiosqlite:///"),
        ("sqlite+aiosqlite://", "there is no file"),
        ("sqlite+aiosqlite:///text.db", "not a database"),
        ("sqlite+aiosqlite:///empty.db", "no tables of this program in it; check"),
    ],
)
def test_what_is_no_database_is_refused(url: str, words: str, run: Run) -> None:
    Path("text.db").write_text("Not a database, but long enough to be one." * 100)
    Path("empty.db").touch()
    status, out, err = run("export", 1, "--database", url)
    assert (status, out) == (1, "")
    assert err.startswith("The database cannot be used: ")
    assert words in err
    assert err.count("\n") == 1


def test_a_folder_for_the_output_is_refused(four_tables: str, run: Run) -> None:
    wanted = ("export", FINISHED, "--database", four_tables, "--output", Path.cwd())
    status, out, err = run(*wanted)
    assert (status, out) == (1, "")
    assert err.startswith(f"The record could not be written to {Path.cwd()}: ")


@only_sqlite("its file is compared")
@pytest.mark.parametrize("end", ["", "-wal", ".lock"])
def test_a_database_is_not_replaced_by_a_record(
    end: str, four_tables: str, tmp_path: Path, run: Run
) -> None:
    (tmp_path / "games.sqlite3.lock").touch()
    output = tmp_path / f"games.sqlite3{end}"
    before = output.read_bytes()
    status, out, err = run("export", FINISHED, "--database", four_tables, "--output", output)
    assert (status, out) == (1, "")
    assert err == f"{output} belongs to the database itself. Give another name.\n"
    assert output.read_bytes() == before


@only_sqlite("its file is compared")
async def test_a_database_is_only_read(four_tables: str, tmp_path: Path) -> None:
    before = (tmp_path / "games.sqlite3").read_bytes()
    database = Database(url_of(tmp_path / "games.sqlite3"))
    await database.check()
    await database.close()
    assert (tmp_path / "games.sqlite3").read_bytes() == before


def test_an_invalid_record_is_named_where_it_is_wrong(run: Run) -> None:
    record = json.loads(dumps(finished(3, seed=6)))
    record["rounds"][1]["actions"].insert(2, "S1-12")
    Path("game.json").write_text(json.dumps(record))
    status, out, err = run("verify", "game.json")
    assert (status, out) == (1, "")
    assert err.startswith("invalid: round 2, action 3: ")
    assert err.count("\n") == 1


def test_a_deal_that_was_not_committed_to_is_named(record: str, run: Run) -> None:
    """Both are cards of the table (R2), and the moves of the first round are still legal."""
    document = json.loads(record)
    hand = document["rounds"][1]["hands"][0]
    hand[0], hand[1] = hand[1], hand[0]
    Path("game.json").write_text(json.dumps(document))
    sentence = "another deal was committed to, or the salt is another."
    refused = (1, "", f"invalid: round 2, commitment: {sentence}\n")
    assert run("verify", "game.json") == refused


@pytest.mark.parametrize(
    ("content", "status", "sentence"),
    [
        (b"", 1, "invalid: This text is not JSON."),
        (b"{}", 1, "invalid: record: this should have exactly the keys "),
        (b"[" * 100_000, 1, "invalid: This text is not JSON."),
        (b"\xff\xfe{\x00", 2, "game.json is not UTF-8 text."),
        (b" " * (MAX_BYTES + 1), 2, "game.json is too large: a record has at most 10,000,000"),
    ],
)
def test_a_file_that_is_no_record_is_refused(
    content: bytes, status: int, sentence: str, run: Run
) -> None:
    Path("game.json").write_bytes(content)
    found, out, err = run("verify", "game.json")
    assert (found, out) == (status, "")
    assert err.startswith(sentence)


def test_a_refusal_does_not_repeat_a_whole_file(run: Run) -> None:
    record = json.loads(dumps(finished(2, seed=6)))
    record["rounds"][0]["actions"][0] = "x" * 1_000_000
    Path("game.json").write_text(json.dumps(record))
    status, _, err = run("verify", "game.json")
    assert status == 1
    assert err.startswith("invalid: round 1, action 1: 'xxx")
    assert len(err) < 1000


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_refused(name: str, run: Run) -> None:
    status, out, err = run("verify", name)
    assert (status, out) == (2, "")
    assert err.startswith(f"{name} cannot be read: ")


def test_no_setting_is_needed_to_verify(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPUTER_PACE", "fast")
    monkeypatch.setattr(
        sys, "stdin", TextIOWrapper(BytesIO(dumps(finished(2, seed=6, length=1)).encode()))
    )
    status, out, err = run("verify", "-")
    # A record of an earlier version.
    assert (status, err) == (3, "")
    sentence, round_1 = out.splitlines()
    beginning = "valid, but not every deal can be checked: 2 players, 1 round, totals "
    assert sentence.startswith(beginning)
    assert sentence.endswith("; no deal was committed to")
    assert round_1.startswith("round 1: cannot be checked")


def test_an_erased_commitment_is_named_and_has_a_status_of_its_own(record: str, run: Run) -> None:
    document = json.loads(record)
    document["rounds"][1]["commitment"] = document["rounds"][1]["salt"] = None
    Path("game.json").write_text(json.dumps(document))
    status, out, err = run("verify", "game.json")
    assert (status, err) == (3, "")
    sentence, round_1, round_2 = out.splitlines()
    assert sentence.startswith("valid, but not every deal can be checked: 3 players, 2 rounds, ")
    assert sentence.endswith("; 1 of 2 deals as committed")
    assert round_1 == f"round 1: {document['rounds'][0]['commitment']}"
    assert round_2 == (
        "round 2: cannot be checked: it was not committed to, or its commitment was erased"
    )


@pytest.mark.long
def test_what_one_program_exports_another_verifies(four_tables: str) -> None:
    exported = run_command("export", str(FINISHED), "--database", four_tables)
    assert (exported.returncode, exported.stderr) == (0, "")
    verified = run_command("verify", "-", content=exported.stdout)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert verified.stdout.startswith("valid: 3 players, 2 rounds, totals ")


@pytest.mark.long
def test_the_program_ends_with_the_status_of_its_command() -> None:
    refused = run_command("export", "1")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "The database cannot be used: there is no file scout.db.\n"
    assert list(Path.cwd().iterdir()) == []
