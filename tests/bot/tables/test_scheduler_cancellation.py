"""The scheduler can be cancelled at any time, also in the middle of a query."""

import asyncio

import pytest

from bot.tables.service import Tables


@pytest.mark.slow
async def test_ending_the_scheduler_breaks_no_connection(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    for moment in range(40):
        clock = asyncio.create_task(tables.scheduler.run())
        await asyncio.sleep(moment / 4000)
        clock.cancel()
        await asyncio.wait({clock})
        assert clock.cancelled()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
