"""A server's rules for opening tables, as the database enforces them."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text

from bot.storage.models.options import TableOptions
from bot.tables.core.errors import ChannelNotAllowed, TableError
from bot.tables.core.state import TableState
from bot.tables.servers.settings import Server, ServerSettingsStore
from bot.tables.service import Tables
from bot.text.language import ENGLISH, PSEUDO, language_of
from tests.support.storage.database import only_sqlite
from tests.support.storage.rows import row_values
from tests.support.tables.members import AVA, CHANNEL, MIA, MODERATOR, NOAH, SERVER, lobby
from tests.support.tables.open_tables import OpenTables

PARENT, ROLE = 5, 77


async def test_a_server_without_rules_allows_everything(tables: Tables) -> None:
    found = await tables.server_settings.of(SERVER)
    assert (found.channels, found.max_tables, found.host_role) == ([], None, None)
    await lobby(tables)


async def test_rules_are_kept_one_by_one(tables: Tables, open_tables: OpenTables) -> None:
    await tables.server_settings.update(SERVER, turn_limit=60)
    await tables.server_settings.update(SERVER, channels=(1, 2), max_tables=3)
    await tables.server_settings.update(SERVER, host_role=ROLE)
    await tables.server_settings.update(SERVER, threads=True)
    again = open_tables()
    rules = {"channels": [1, 2], "max_tables": 3, "host_role": ROLE}
    kept = Server(guild_id=SERVER, **rules, turn_limit=60, threads=True)
    assert row_values(await again.server_settings.of(SERVER)) == row_values(kept)
    other = await again.server_settings.of(SERVER + 1)
    assert row_values(other) == row_values(Server(guild_id=SERVER + 1))


async def test_two_programs_that_set_the_first_rule_at_once_both_succeed(
    tables: Tables, open_tables: OpenTables
) -> None:
    await asyncio.gather(
        tables.server_settings.update(SERVER, max_tables=3),
        open_tables().server_settings.update(SERVER, host_role=ROLE),
    )
    found = await tables.server_settings.of(SERVER)
    assert (found.max_tables, found.host_role) == (3, ROLE)


async def test_of_two_openings_at_once_in_two_programs_one_is_too_many(
    tables: Tables, open_tables: OpenTables
) -> None:
    await tables.server_settings.update(SERVER, max_tables=1)
    programs = [tables, open_tables()]
    outcomes = await asyncio.gather(
        *(
            program.lifecycle.open(ENGLISH, SERVER, CHANNEL + number, host, TableOptions())
            for number, (program, host) in enumerate(zip(programs, (MIA, NOAH), strict=True))
        ),
        return_exceptions=True,
    )
    (opened,) = (outcome for outcome in outcomes if isinstance(outcome, TableState))
    (refused,) = (outcome for outcome in outcomes if isinstance(outcome, TableError))
    assert "one table at a time" in str(refused)
    assert await tables.server_settings.live_tables(SERVER) == 1
    await tables.closing.cancel(opened.id, MODERATOR)
    await lobby(tables, channel=CHANNEL + 2)


async def test_tables_of_other_servers_do_not_count(tables: Tables) -> None:
    await tables.server_settings.update(SERVER, max_tables=1)
    await tables.lifecycle.open(ENGLISH, SERVER + 1, CHANNEL + 1, MIA, TableOptions())
    await lobby(tables)


async def test_tables_in_deleted_channels_do_not_count(tables: Tables) -> None:
    await tables.server_settings.update(SERVER, max_tables=1)
    await lobby(tables)
    await tables.lifecycle.mark_all_lost(SERVER, CHANNEL)
    assert await tables.server_settings.live_tables(SERVER) == 0
    found = await lobby(tables, channel=CHANNEL + 1)
    assert (await tables.repository.get(found.id)).status.is_open


async def test_a_refused_table_leaves_nothing(tables: Tables) -> None:
    await tables.server_settings.update(SERVER, channels=(PARENT,))
    with pytest.raises(ChannelNotAllowed) as refused:
        await lobby(tables)
    assert list(refused.value.channels) == [PARENT]
    assert await tables.repository.find_live_in(CHANNEL) is None
    state = await tables.lifecycle.open(
        ENGLISH, SERVER, CHANNEL, MIA, TableOptions(), parent_id=PARENT
    )
    assert state.channel_id == CHANNEL


async def test_the_role_of_hosts_is_asked_for(tables: Tables) -> None:
    await tables.server_settings.update(SERVER, host_role=ROLE)
    with pytest.raises(TableError, match="Only members with the role <@&77>"):
        await lobby(tables)
    manager = replace(NOAH, manages_server=True)
    await tables.lifecycle.open(ENGLISH, SERVER, CHANNEL, manager, TableOptions())
    host = replace(AVA, roles=frozenset({ROLE}))
    await tables.lifecycle.open(ENGLISH, SERVER, CHANNEL + 1, host, TableOptions())


async def test_what_is_deleted_locks_nobody_out(tables: Tables) -> None:
    gone = {PARENT, ROLE}
    database = tables.repository.database
    rules = ServerSettingsStore(database, lambda _, one: one not in gone, lambda _, one: one)
    await rules.update(SERVER, channels=(PARENT,), host_role=ROLE)
    assert rules.allowed_channels(await rules.of(SERVER)) == []
    tables.lifecycle._server_settings = rules
    await lobby(tables)


async def test_many_channels_are_named_in_few_words() -> None:
    few, many = ChannelNotAllowed([1, 2]), ChannelNotAllowed([*range(1, 26)])
    assert "Use <#1> or <#2>." in str(few)
    assert str(many).endswith("<#8> or other channels.")
    assert "Ask a moderator" in str(ChannelNotAllowed([]))


def test_a_refusal_lists_its_channels_as_the_reader_s_language_does() -> None:
    refused = ChannelNotAllowed([1, 2, 3])
    assert "Use <#1>, <#2> or <#3>." in str(refused)
    assert "<#1>, <#2> oder <#3>." in language_of("de").say(refused.sentence)
    assert "<#1>, <#2> or <#3>" in PSEUDO.say(refused.sentence)
    assert "This server" not in PSEUDO.say(refused.sentence)


@only_sqlite("SQLite says which index it reads; PostgreSQL chooses by its statistics")
async def test_live_tables_are_counted_by_an_index(tables: Tables) -> None:
    query = (
        "EXPLAIN QUERY PLAN SELECT count(*) FROM tables "
        "WHERE guild_id = 1 AND status IN ('lobby', 'playing')"
    )
    async with tables.repository.database.read() as session:
        (row,) = (await session.execute(text(query))).all()
    assert "ix_tables_live_guild" in row[-1]
