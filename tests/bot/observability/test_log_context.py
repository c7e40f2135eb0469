import asyncio

import pytest

from bot.observability.log_context import add_log_ids, log_context, log_ids


def test_ids_hold_until_the_end_of_the_block() -> None:
    with log_context(table=7):
        add_log_ids(guild=5)
        assert log_ids() == {"table": 7, "guild": 5}
    assert log_ids() == {}


def test_an_inner_block_has_its_own_ids_alone() -> None:
    with log_context(table=7, interaction=9):
        with log_context(table=8):
            assert log_ids() == {"table": 8}
        assert log_ids() == {"table": 7, "interaction": 9}


def test_ids_end_with_a_block_that_fails() -> None:
    with pytest.raises(ZeroDivisionError), log_context(table=7):
        raise ZeroDivisionError
    assert log_ids() == {}


async def test_what_runs_at_the_same_time_has_other_ids() -> None:
    seen = {}

    async def work(table: int) -> None:
        with log_context(table=table):
            await asyncio.sleep(0)
            seen[table] = await asyncio.to_thread(log_ids)

    await asyncio.gather(work(1), work(2))
    assert seen == {1: {"table": 1}, 2: {"table": 2}}
