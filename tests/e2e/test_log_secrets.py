"""Every way to fail, with secrets in what fails: none is in the log or in a report to Sentry."""

import asyncio
import io
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import aiohttp
import discord
import pytest
import sentry_sdk
from simcord.http import router
from sqlalchemy import text

from bot.observability.logs import set_up_logs
from bot.observability.scrubbing import Scrubber
from tests.support.discord.channel import Channel
from tests.support.discord.network_faults import Fault, FaultyNetwork
from tests.support.observability.sentry_server import LoopbackSentry
from tests.support.storage.database import ON_POSTGRES
from tests.support.ui.table_states import NAMES

BOT_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"  # noqa: S105
_CARD = re.compile(r"\b\d{1,2}/\d{1,2}\b")
"""A card, as a hand is written down: 3/7."""
_SALT = re.compile(r"[0-9a-f]{64}")
"""What could be a salt: no commitment or digest needs to be in a log either."""


@pytest.fixture(params=["text", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """All that the program logs at its most talkative, in each form."""
    stream = io.StringIO()
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict]
    levels = [logger.level for logger in loggers]
    with (
        patch("sys.stderr", stream),
        patch("sys.excepthook"),
        patch("sys.unraisablehook"),
        patch("threading.excepthook"),
    ):
        set_up_logs("DEBUG", Scrubber(BOT_TOKEN), request.param)
        yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    for logger, former in zip(loggers, levels, strict=True):
        logger.setLevel(former)


@pytest.fixture
async def sentry() -> AsyncIterator[LoopbackSentry]:
    """Where errors are reported meanwhile."""
    async with LoopbackSentry() as sentry:
        with sentry.reporting(Scrubber(BOT_TOKEN)):
            yield sentry


async def assert_no_secret(here: Channel, log: io.StringIO, sentry: LoopbackSentry) -> None:
    tokens = [*here.env.backend.interaction_tokens, BOT_TOKEN]
    assert len(tokens) > 3
    await sentry.event()
    await asyncio.to_thread(sentry_sdk.flush, 5)
    for written in (log.getvalue(), sentry.received):
        assert [token for token in tokens if token in written] == []
        assert _CARD.findall(written) == []
        assert _SALT.findall(written) == []
        assert [name for name in NAMES if re.search(rf"\b{name}\b", written)] == []


def refused_by_discord(line: str) -> Exception:
    # discord.py reads no more than these of the response.
    response = cast("Any", SimpleNamespace(status=400, reason="Bad Request"))
    return discord.HTTPException(response, line)


def in_trouble(line: str) -> Exception:
    response = cast("Any", SimpleNamespace(status=503, reason=line))
    return discord.DiscordServerError(response, line)


FAILURES: dict[str, Callable[[str], Exception]] = {
    "refused": refused_by_discord,
    "cut off": aiohttp.ClientConnectionError,
    "in trouble": in_trouble,
}


def chained(error: Exception, line: str) -> Exception:
    """The error with a cause that says the same."""
    try:
        try:
            raise OSError(line)
        except OSError as cause:
            raise error from cause
    except Exception as raised:  # noqa: BLE001 - every kind that is planted
        return raised


@pytest.mark.parametrize(
    ("log", "kind"),
    # Of the two that are tried again for long, each in one form.
    [("text", "refused"), ("json", "refused"), ("text", "cut off"), ("json", "in trouble")],
    indirect=["log"],
)
async def test_requests_that_fail_reveal_no_secret(
    here: Channel,
    log: io.StringIO,
    sentry: LoopbackSentry,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each request fails with its whole address, which may hold a token, and the bot's token."""
    monkeypatch.setattr("bot.ui.kit.sending._EDIT_PAUSES", (0, 0, 0))
    members = await here.begin_turns(3)
    mover = await here.on_turn(members)
    here.expects_errors = True
    planted: list[str] = []

    def plan(method: str, path: str) -> Fault:
        line = f"{method} https://discord.com/api/v10{path} with {BOT_TOKEN}"
        planted.append(line)
        return Fault(chained(FAILURES[kind](line), line), late=False)

    with patch.object(router, "dispatch", FaultyNetwork(plan)):
        await try_each(
            lambda: mover.show_something(mover.hand),
            lambda: members[0].click("My hand", here.table),
            lambda: here.members[4].click("Watch", here.table),
            lambda: here.members[4].send("table"),
        )
    assert any("/webhooks/" in line or "/interactions/" in line for line in planted)
    # What is tried again until its time is over is not logged with its words.
    assert ("[token]" if kind == "refused" else "Unanswered") in log.getvalue()
    await assert_no_secret(here, log, sentry)


@pytest.mark.parametrize("lost", ["rounds", "actions", "private_messages", "public_messages"])
async def test_statements_that_fail_reveal_no_secret(
    here: Channel, log: io.StringIO, sentry: LoopbackSentry, lost: str
) -> None:
    """A table of the database is gone, so statements with hands and tokens fail."""
    mia, *_ = await here.open(3)
    here.expects_errors = True
    async with here.client.database.write() as session:
        await session.execute(text(f"DROP TABLE {lost}"))
    await try_each(
        lambda: mia.click("Start", here.lobby),
        lambda: mia.click("Keep", mia.hand),
        here.client.tables.repository.messages.save,
    )
    assert ("does not exist" if ON_POSTGRES else "no such table") in log.getvalue()
    await assert_no_secret(here, log, sentry)


async def try_each(*attempts: Callable[[], Awaitable[object]]) -> None:
    """The member's answer does not matter here; what is raised is logged as any failure."""
    for attempt in attempts:
        try:
            await attempt()
        except Exception:
            logging.getLogger("tests").exception("an attempt failed")
