"""Requests that an earlier process has stored, and requests that fail each time."""

import logging
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from sqlalchemy.exc import OperationalError

from bot.storage.engine.errors import DatabaseLocked
from bot.storage.engine.session import Session
from bot.storage.models.requests import RequestKind
from bot.storage.models.tables import Status
from bot.tables.core.actor import Actor
from bot.tables.lobby import Lobby
from bot.tables.upkeep.requests import MemberRequests
from bot.text.language import ENGLISH
from tests.support.discord.channel import Channel
from tests.support.discord.messages import words
from tests.support.discord.servers import a_manager, choose_log, choose_member
from tests.support.storage.database import FILE
from tests.support.storage.earlier_databases import rows_of


@pytest.mark.long
async def test_a_block_that_was_only_stored_is_finished_by_the_next_process(here: Channel) -> None:
    """The member loses the seat in the lobby, and the server's log says so once."""
    manager = a_manager(here)
    log = here.guild.create_text_channel("log")
    await choose_log(manager, log)
    mia, noa = await here.open(2)
    asked_by = Actor(manager.id, manager.name, True, "a lost token", discord.utils.utcnow())
    await here.client.tables.requests.store(
        ENGLISH, RequestKind.BLOCK, here.guild.id, asked_by, about=(noa.id, noa.name)
    )
    await here.restart()
    await here.restart()
    assert [seat.user_id for seat in (await here.state()).seats] == [mia.id]
    assert await here.client.tables.blocks.find(here.guild.id, noa.id) is not None
    lines = [words(message) for message in here.messages(None, log)]
    assert len([line for line in lines if f"<@{noa.id}>" in line]) == 1


async def test_a_request_that_fails_each_time_ends_with_a_sentence(
    here: Channel, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here.expects_errors = True
    fails: Any = AsyncMock(side_effect=RuntimeError("a bug"))
    monkeypatch.setattr(here.client.tables, "own_data", fails)
    with caplog.at_level(logging.ERROR):
        asked = await here.members[0].slash("privacy data")
        await here.env.advance_time(10)
    assert fails.await_count == 3
    assert "given up, reference" in caplog.text
    (answer,) = [one for one in here.members[0].private() if one.id == asked.id]
    assert "I could not do that" in words(answer)
    assert rows_of(folder / FILE)["member_requests"] == []


async def test_a_block_that_is_given_up_is_not_logged_as_done(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.expects_errors = True
    manager = a_manager(here)
    log = here.guild.create_text_channel("log")
    await choose_log(manager, log)
    asked_by = Actor(manager.id, manager.name, True, "a lost token", discord.utils.utcnow())
    about = (here.members[1].id, here.members[1].name)
    await here.client.tables.requests.store(
        ENGLISH, RequestKind.BLOCK, here.guild.id, asked_by, about=about
    )
    fails = AsyncMock(side_effect=RuntimeError("a bug"))
    monkeypatch.setattr(MemberRequests, "block", fails)
    await here.restart()
    await here.env.advance_time(10)
    assert fails.await_count == 3
    assert here.messages(None, log) == []


@pytest.mark.parametrize(("owner", "use_case"), [(MemberRequests, "block"), (Lobby, "leave_all")])
async def test_what_is_given_up_is_told_and_not_logged(
    here: Channel, monkeypatch: pytest.MonkeyPatch, owner: type, use_case: str
) -> None:
    here.expects_errors = True
    manager = a_manager(here)
    mia, _ = await here.begin_turns(2)
    log = here.guild.create_text_channel("log")
    page, button = await choose_member(manager, mia), "Block Mia"
    if owner is Lobby:
        page, button = await manager.press(button, page), "Let a computer play on"
    await choose_log(manager, log)
    fails = AsyncMock(side_effect=RuntimeError("a bug"))
    monkeypatch.setattr(owner, use_case, fails)
    await manager.click(button, page)
    await here.env.advance_time(10)
    assert fails.await_count == 3
    assert any("I could not do that" in words(message) for message in manager.private())
    assert here.messages(None, log) == []
    assert mia.hands()


async def test_a_request_that_could_not_be_deleted_at_once_is_deleted_later(
    here: Channel, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the next start would carry it out again, days later."""
    delete_where = Session.delete_where
    attempts = AsyncMock(side_effect=[DatabaseLocked, None])

    async def delete_later(session: Session, model: type[Any], **columns: Any) -> None:
        await attempts()
        await delete_where(session, model, **columns)

    monkeypatch.setattr(Session, "delete_where", delete_later)
    here.expects_errors = True
    await here.members[0].slash("privacy data")
    await here.env.advance_time(10)
    assert attempts.await_count == 2
    assert rows_of(folder / FILE)["member_requests"] == []


@pytest.mark.long
async def test_the_bot_acts_though_unfinished_requests_cannot_be_read(
    here: Channel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here.expects_errors = True
    await here.open(2)
    broken: Any = AsyncMock(side_effect=OperationalError("SELECT", None, Exception("malformed")))
    monkeypatch.setattr(MemberRequests, "unfinished", broken)
    with caplog.at_level(logging.ERROR):
        await here.restart()
        await here.env.advance_time(3_700)
    assert "unfinished requests could not be read" in caplog.text
    assert (await here.state()).status is Status.CLOSED
