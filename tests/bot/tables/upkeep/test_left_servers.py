"""Servers that the bot was removed from: deleted after a time, and kept if it returns."""

import asyncio
import random
from datetime import timedelta
from pathlib import Path

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.state import TableState
from bot.tables.servers.settings import Server
from bot.tables.service import Tables
from bot.tables.upkeep.housekeeping import LeftServers
from bot.text.language import ENGLISH
from tests.support.storage.earlier_databases import rows_of
from tests.support.storage.rows import row_values
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import MIA, NOAH, block, game, lobby, play_to_the_end
from tests.support.tables.results import store_game

pytestmark = pytest.mark.slow  # games are played first

GONE, STAYING = 1, 2
MONTH = timedelta(days=30)


@pytest.fixture
def file(url: str, tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


async def no_pause(_seconds: float) -> None:
    await asyncio.sleep(0)


def in_none(_guild_id: int) -> bool:
    return False


@pytest.fixture
def left_servers(tables: Tables) -> LeftServers:
    return LeftServers(tables.repository, MONTH, in_none, no_pause)


async def fill(tables: Tables) -> TableState:
    """A finished game, a running one and settings in one server, and a lobby in another."""
    over = await game(tables, NOAH, options=TableOptions(length=1))
    await play_to_the_end(tables, over, random.Random(1))
    await game(tables, NOAH)
    await tables.server_settings.update(GONE, turn_limit=60)
    await block(tables, NOAH, GONE, by=MIA)
    await tables.call_list.update(GONE, NOAH.user_id, zone="UTC")
    staying = await tables.lifecycle.open(ENGLISH, STAYING, 20, MIA, TableOptions())
    await tables.repository.messages.save()
    return staying


def of_server(file: Path, guild_id: int) -> dict[str, int]:
    """How many rows each table of the database has of the server."""
    rows = rows_of(file)
    tables = {row["id"] for row in rows["tables"] if row["guild_id"] == guild_id}
    mine = {
        name: sum(row.get("guild_id") == guild_id or row.get("table_id") in tables for row in found)
        for name, found in rows.items()
    }
    return {name: number for name, number in mine.items() if number}


async def test_everything_of_the_server_is_deleted_after_the_time(
    tables: Tables, left_servers: LeftServers, clock: FakeClock, file: Path
) -> None:
    other = await fill(tables)
    before, staying = of_server(file, GONE), of_server(file, STAYING)
    assert before.keys() == {
        *("tables", "seats", "rounds", "actions", "private_messages", "servers"),
        *("results", "ratings", "standings", "server_totals", "blocks", "call_hours"),
    }
    await left_servers.left(GONE)
    clock.advance(MONTH - timedelta(minutes=1))
    await left_servers.delete_due()
    assert of_server(file, GONE) == before
    clock.advance(timedelta(minutes=1))
    await left_servers.delete_due()
    assert of_server(file, GONE) == {}
    assert of_server(file, STAYING) == staying
    for table_id in (1, 2):
        with pytest.raises(NoSuchTable):
            await tables.repository.get(table_id)
    assert await tables.repository.get(other.id) == other


async def test_a_server_to_which_the_bot_returns_is_kept(
    tables: Tables, left_servers: LeftServers, clock: FakeClock, file: Path
) -> None:
    await fill(tables)
    before = of_server(file, GONE)
    await left_servers.left(GONE)
    clock.advance(MONTH - timedelta(days=1))
    await left_servers.returned(GONE)
    clock.advance(MONTH)
    await left_servers.delete_due()
    assert of_server(file, GONE) == before
    kept = await tables.server_settings.of(GONE)
    assert row_values(kept) == row_values(Server(guild_id=GONE, turn_limit=60))


async def test_settings_of_a_server_do_not_make_it_present(
    tables: Tables, left_servers: LeftServers, clock: FakeClock, file: Path
) -> None:
    await left_servers.left(GONE)
    await tables.server_settings.update(GONE, threads=True)
    clock.advance(MONTH)
    await left_servers.delete_due()
    assert of_server(file, GONE) == {}


async def test_what_changed_while_the_bot_was_offline_is_noticed(
    tables: Tables, left_servers: LeftServers, clock: FakeClock, file: Path
) -> None:
    await fill(tables)
    await left_servers.reconcile([STAYING])
    clock.advance(timedelta(days=20))
    # A later start does not begin the time anew.
    await left_servers.reconcile([STAYING])
    clock.advance(timedelta(days=9))
    await left_servers.reconcile([STAYING, GONE])
    clock.advance(MONTH)
    await left_servers.delete_due()
    assert "tables" in of_server(file, GONE)
    await left_servers.reconcile([STAYING])
    clock.advance(MONTH)
    await left_servers.delete_due()
    assert of_server(file, GONE) == {}
    assert "tables" in of_server(file, STAYING)


async def test_without_a_time_nothing_is_ever_deleted(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    left_servers = LeftServers(tables.repository, None, in_none, no_pause)
    await fill(tables)
    await left_servers.left(GONE)
    clock.advance(MONTH * 1000)
    await left_servers.delete_due()
    assert "tables" in of_server(file, GONE)


async def test_an_unannounced_return_is_noticed_before_anything_is_deleted(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    left_servers = LeftServers(
        tables.repository, MONTH, lambda guild_id: guild_id == GONE, no_pause
    )
    await fill(tables)
    before = of_server(file, GONE)
    await left_servers.left(GONE)
    clock.advance(MONTH)
    await left_servers.delete_due()
    assert of_server(file, GONE) == before
    assert [row["left_at"] for row in rows_of(file)["servers"]] == [None]


async def return_in_the_middle(tables: Tables, clock: FakeClock) -> None:
    """Delete what a server left behind, and let the bot return in the first pause of that."""

    async def return_(_seconds: float) -> None:
        await returning.returned(GONE)

    returning = LeftServers(tables.repository, MONTH, in_none, return_)
    await returning.left(GONE)
    clock.advance(MONTH)
    await returning.delete_due()


@pytest.mark.long
async def test_a_server_that_returns_in_the_middle_keeps_what_is_left(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    for _ in range(25):
        state = await lobby(tables)
        await tables.closing.cancel(state.id, MIA)
    await return_in_the_middle(tables, clock)
    kept = of_server(file, GONE)
    assert (kept["tables"], kept["seats"], kept["servers"]) == (5, 5, 1)


async def test_who_is_on_a_leaderboard_has_a_name_after_a_return_in_the_middle(
    tables: Tables, clock: FakeClock
) -> None:
    for number in range(25):
        members = (1, 2) if number < 20 else (3, 4)
        await store_game(tables.repository.database, dict.fromkeys(members, number), guild_id=GONE)
    await return_in_the_middle(tables, clock)
    page = await tables.leaderboard.page(GONE, 0, user_id=1)
    assert all(line.name for line in page.rows)


async def test_no_id_of_a_deleted_table_is_given_again(
    tables: Tables, left_servers: LeftServers, clock: FakeClock
) -> None:
    """Buttons that hang in channels name tables by their ids."""
    newest = await lobby(tables)
    await tables.closing.cancel(newest.id, MIA)
    for _ in range(2):
        await left_servers.left(GONE)
        clock.advance(MONTH)
        await left_servers.delete_due()
    await left_servers.reconcile([])
    state = await lobby(tables)
    assert state.id > newest.id
    assert state.status is Status.LOBBY
    assert await tables.repository.unpublished() == [state.id]


async def test_messages_of_a_deleted_table_are_not_saved(
    tables: Tables, left_servers: LeftServers, clock: FakeClock, file: Path
) -> None:
    state = await lobby(tables, NOAH)
    # In memory, and not saved when the table goes.
    known = await tables.repository.messages.of(state.id)
    assert known.changes
    await left_servers.left(GONE)
    clock.advance(MONTH)
    await left_servers.delete_due()
    await tables.repository.messages.save()
    assert of_server(file, GONE) == {}
