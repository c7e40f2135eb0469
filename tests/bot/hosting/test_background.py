"""What the host runs beside the bot."""

import asyncio

import pytest

from bot.hosting.host import start


async def test_a_failure_is_logged_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise OSError("no clock")

    task = start(fail())
    await asyncio.wait({task})
    assert caplog.messages == ["A part of the bot has failed. Restart it."]
    assert "no clock" in caplog.text


async def test_a_stop_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    task = start(asyncio.sleep(60))
    task.cancel()
    await asyncio.wait({task})
    assert caplog.messages == []
