"""Interaction tokens are erased when they expire, whatever becomes of their tables."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.puzzles import puzzles
from bot.storage import queries
from bot.storage.models.tables import PrivateKind
from bot.tables.core.actor import private_message
from bot.tables.core.errors import TableError
from bot.tables.core.message_store import MessageStore
from bot.tables.service import Tables
from tests.support.storage.database import only_sqlite
from tests.support.storage.traces import bytes_of, traces
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import MIA, NOAH, REACHED_UNTIL, SERVER, game, lobby, tokens
from tests.support.tables.open_tables import OpenTables

EXPIRED = REACHED_UNTIL + timedelta(minutes=2)


@pytest.fixture
def file(url: str, tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


async def tidy(tables: Tables) -> None:
    await tables.housekeeping.erase_expired_tokens()


async def test_a_token_stays_until_its_time_is_over(tables: Tables, clock: FakeClock) -> None:
    state = await game(tables, NOAH)
    clock.time = REACHED_UNTIL
    await tidy(tables)
    assert {token for token, _ in (await tokens(tables, state)).values()} == {MIA.token, NOAH.token}
    clock.time = EXPIRED
    await tidy(tables)
    assert {token for token, _ in (await tokens(tables, state)).values()} == {""}


async def test_the_row_of_a_running_game_keeps_where_its_message_is(
    tables: Tables, clock: FakeClock
) -> None:
    """So a press on an old hand renews it in its place."""
    state = await game(tables, NOAH)
    known = await tables.repository.messages.of(state.id)
    known.follow(
        private_message(state.id, PrivateKind.HAND, MIA, message_id=7, round=1, digest="shown")
    )
    await tables.repository.messages.save()
    clock.time = EXPIRED
    await tidy(tables)
    stored = (await MessageStore(tables.repository.database).of(state.id)).private(
        PrivateKind.HAND, MIA.user_id
    )
    assert stored is not None
    assert (stored.token, stored.message_id, stored.round, stored.digest) == ("", 7, 1, "shown")


async def test_after_a_table_nothing_is_left_of_its_private_messages(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    state = await lobby(tables, NOAH)
    await tables.closing.cancel(state.id, MIA)
    await tables.repository.messages.save()
    assert traces(file, NOAH.token) != []
    clock.time = EXPIRED
    await tidy(tables)
    assert await tokens(tables, state) == {}
    assert traces(file, NOAH.token) == []


@only_sqlite("its files are read")
async def test_no_byte_of_the_files_has_a_token_after_the_chores(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    state = await game(tables, NOAH)
    await tables.repository.messages.save()
    token = MIA.token.encode()
    assert token in bytes_of(file)
    clock.time = EXPIRED
    for chore in tables.housekeeping._chores:
        await chore()
    assert token not in bytes_of(file)
    assert {token for token, _ in (await tokens(tables, state)).values()} == {""}


async def test_what_expired_while_the_program_was_off_goes_at_the_start(
    open_tables: OpenTables, clock: FakeClock, file: Path
) -> None:
    before = open_tables()
    states = [await lobby(before, NOAH, channel=channel) for channel in range(10, 13)]
    for state in states[:2]:
        await before.closing.cancel(state.id, MIA)
    await before.close()
    clock.time = EXPIRED
    await tidy(open_tables())
    assert traces(file, "token of") == []


async def test_a_press_after_that_is_kept_with_its_new_token(
    tables: Tables, clock: FakeClock
) -> None:
    state = await lobby(tables, NOAH)
    clock.time = EXPIRED
    await tidy(tables)
    later = replace(NOAH, token=f"another {NOAH.token}", until=EXPIRED)
    await tables.lobby.join(state.id, later)
    assert (await tokens(tables, state))[NOAH.user_id] == (later.token, EXPIRED)


async def chores(tables: Tables) -> None:
    for chore in tables.housekeeping._chores:
        await chore()


async def test_after_a_clock_that_was_ahead_at_a_forgetting_presses_are_not_refused_for_long(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    clock.advance(timedelta(days=300))
    await tables.forgetting.forget(SERVER, NOAH)
    clock.advance(timedelta(days=-300))
    tables, puzzle = open_tables(), puzzles()[0]
    before = clock.time
    await chores(tables)
    # It could be a press of the forgotten member.
    with pytest.raises(TableError, match="Nothing has changed"):
        await tables.puzzles.answer(MIA.user_id, puzzle, puzzle.best, before)
    clock.advance(timedelta(seconds=1))
    await tables.puzzles.answer(MIA.user_id, puzzle, puzzle.best, clock.time)


async def test_a_forgetting_by_a_clock_that_is_a_little_ahead_keeps_its_time(
    tables: Tables, clock: FakeClock
) -> None:
    """Another process's: its presses from before are compared with that time."""
    clock.advance(timedelta(seconds=30))
    await tables.forgetting.forget(SERVER, NOAH)
    at = clock.time
    clock.advance(timedelta(seconds=-30))
    await chores(tables)
    assert await tables.repository.database.ask(queries.requests.last_forgetting) == at
