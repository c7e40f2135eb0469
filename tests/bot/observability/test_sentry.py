"""Error reports as they arrive at a Sentry on this machine: with the error, without secrets."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
import sentry_sdk

from bot.observability.logs import log_context
from bot.observability.scrubbing import Scrubber
from bot.observability.sentry import SentryUnavailable, require_dsn, scrubbed
from tests.support.observability.sentry_server import LoopbackSentry

BOT_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"  # noqa: S105
INTERACTION_TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTo0NTZhYmM"  # noqa: S105 - nobody's
NAME = "Mia Mustermann"
HAND = "3/7 10/2 4/9"
SALT = "5a" * 32

log = logging.getLogger("bot.somewhere")


@pytest.fixture
async def sentry() -> AsyncIterator[LoopbackSentry]:
    async with LoopbackSentry() as sentry:
        with sentry.reporting(Scrubber(BOT_TOKEN)):
            yield sentry


def fail(name: str, hand: str, token: str) -> None:
    """With secrets in its variables, and in what it raises."""
    raise ConnectionError(
        f"https://discord.com/api/v10/webhooks/4711/{token}/messages with {BOT_TOKEN}: {hand}"
    )


def report(message: str = "reference %s") -> None:
    try:
        fail(NAME, HAND, INTERACTION_TOKEN)
    except ConnectionError:
        log.exception(message, "A1B2C3")


async def test_what_the_log_says_at_error_is_reported(sentry: LoopbackSentry) -> None:
    with log_context(table=7, guild=5, interaction=9):
        report()
    event = await sentry.event()
    assert event["logentry"]["message"] == "reference %s"
    assert event["exception"]["values"][0]["type"] == "ConnectionError"
    assert event["exception"]["values"][0]["stacktrace"]["frames"][-1]["function"] == "fail"
    assert event["tags"] == {"table": "7", "guild": "5", "interaction": "9"}
    assert event["release"] == "scout-for-discord@0.1.0"


async def test_warnings_are_not_reported_but_shown_before_an_error(sentry: LoopbackSentry) -> None:
    log.warning("table 7 waits for Discord")
    report()
    event = await sentry.event()
    said = [crumb["message"] for crumb in event["breadcrumbs"]["values"]]
    assert "table 7 waits for Discord" in said
    assert len(sentry.events) == 1


async def test_no_secret_is_in_a_report(sentry: LoopbackSentry) -> None:
    log.info("logging in with %s as %s", BOT_TOKEN, INTERACTION_TOKEN)
    log.info("dealt %s, salt %s", HAND, SALT, extra={"event": {"token": INTERACTION_TOKEN}})
    sentry_sdk.set_user({"username": NAME})
    sentry_sdk.set_extra("member", NAME)
    sentry_sdk.set_context("member", {"name": NAME})
    sentry_sdk.set_tag("member", NAME)
    report()
    await sentry.event()
    for secret in (BOT_TOKEN, INTERACTION_TOKEN, NAME, "3/7", "10/2", SALT):
        assert secret not in sentry.received, secret
    assert "[token]" in sentry.received


async def test_no_variable_no_request_and_no_host_is_in_a_report(sentry: LoopbackSentry) -> None:
    report()
    event = await sentry.event()
    frames = event["exception"]["values"][0]["stacktrace"]["frames"]
    assert frames
    assert all("vars" not in frame for frame in frames)
    assert not {"request", "user", "server_name", "extra", "modules"} & set(event)
    assert not sentry_sdk.get_client().should_send_default_pii()
    assert set(event["contexts"]) <= {"runtime", "trace"}


def test_variables_and_requests_would_be_taken_out_if_there_were_any() -> None:
    """The second line of defence alone."""
    frame = {"function": "play", "vars": {"name": NAME, "hand": [HAND]}}
    event: Any = {
        "event_id": "1",
        "request": {"url": INTERACTION_TOKEN},
        "user": {"username": NAME},
        "exception": {"values": [{"value": HAND, "stacktrace": {"frames": [frame]}}]},
    }
    exception = {"value": "[card] [card] [card]", "stacktrace": {"frames": [{"function": "play"}]}}
    assert scrubbed(Scrubber(), event, {}) == {
        "event_id": "1",
        "exception": {"values": [exception]},
        "contexts": {},
        "tags": {},
    }


async def test_nothing_else_is_sent(sentry: LoopbackSentry) -> None:
    """No sessions, no traces, no statements: one report is all that there is."""
    report()
    await sentry.event()
    await asyncio.to_thread(sentry_sdk.flush, 5)
    headers = [line for line in sentry.received.splitlines() if line.startswith('{"type"')]
    assert [json.loads(line)["type"] for line in headers] == ["event"]


def test_a_dsn_that_is_none_is_refused() -> None:
    with pytest.raises(SentryUnavailable, match="Client Keys"):
        require_dsn("hello")
