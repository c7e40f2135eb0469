"""Tables with limits of days cost nothing while no member moves."""

import asyncio
from datetime import timedelta

import pytest

from bot.storage.models.options import TableOptions
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from tests.support.storage.statements import statements
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import SERVER, member

TABLES = 40
"""A statement for each would be ten times as many as are allowed."""


async def begin_games(tables: Tables) -> list[int]:
    """Games with two members of their own each, who are reminded of their first choice."""
    table_ids = []
    for number in range(TABLES):
        host, guest = (member(1000 + 2 * number + seat, f"Member {seat}") for seat in (0, 1))
        options = TableOptions(turn_limit=7 * 86400)
        state = await tables.lifecycle.open(ENGLISH, SERVER, 5000 + number, host, options)
        await tables.lobby.join(state.id, guest)
        await tables.lobby.start(state.id, host)
        table_ids.append(state.id)
    return table_ids


@pytest.mark.long  # an hour of chores
async def test_an_hour_without_a_move_runs_no_statement_for_a_table(
    tables: Tables, clock: FakeClock
) -> None:
    table_ids = await begin_games(tables)
    clock.advance(timedelta(minutes=2))
    for table_id in table_ids:
        await tables.scheduler.run_due(table_id)
    state = await tables.repository.get(table_ids[-1])
    assert [seat.reminded for seat in state.seats] == [1, 1]
    await tables.repository.messages.save()
    scheduler = asyncio.create_task(tables.scheduler.run())
    with statements() as seen:
        for _ in range(60):
            clock.advance(timedelta(minutes=1))
            tables.scheduler.wake()
            for _ in range(5):
                await asyncio.sleep(0)
        loaded = [one for one in seen if "FROM tables" in one]
        assert len(loaded) <= 1, "the due times are read at the start"
        assert len(seen) <= 3
        seen.clear()
        await tables.housekeeping.erase_expired_tokens()
        seen.clear()
        await tables.housekeeping.erase_expired_tokens()
        assert len(seen) < 10, "after the first round no table has a token left"
    scheduler.cancel()
    await asyncio.wait({scheduler})
