"""What happens at a table while a message about it is on its way."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock, patch

import discord
import pytest

from bot.storage import queries
from bot.tables.preferences import Preferences
from bot.ui.kit.component_id import Verb
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.messages import a_show, answer, labels, title, words
from tests.support.discord.network_faults import notified
from tests.support.discord.threads import start_in_thread

Happen = Callable[[], Awaitable[object]]


def rounds_in(here: Channel) -> list[str]:
    return [title(message) for message in here.public() if title(message).startswith("🎪 SCOUT")]


def after_the_next(what: str, monkeypatch: pytest.MonkeyPatch, happen: Happen) -> None:
    """Discord has done it, and this happens before its answer is here."""
    owner: Any = {"send": discord.abc.Messageable, "edit": discord.PartialMessage}[what]
    real = getattr(owner, what)
    left = [happen]

    async def slow(*args: Any, **kwargs: Any) -> Any:
        answer = await real(*args, **kwargs)
        if left:
            await left.pop()()
        return answer

    monkeypatch.setattr(owner, what, slow)


@asynccontextmanager
async def held_edits(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[asyncio.Event]:
    """Edits of public messages are answered only afterwards; the event says that one waits."""
    real = discord.PartialMessage.edit
    held, go = asyncio.Event(), asyncio.Event()

    async def edit(*args: Any, **kwargs: Any) -> Any:
        answer = await real(*args, **kwargs)
        held.set()
        await go.wait()
        return answer

    monkeypatch.setattr(discord.PartialMessage, "edit", edit)
    with patch.object(here.env, "_settle_internal", AsyncMock()):
        yield held
        go.set()
    await here.env.settle()


async def ping(here: Channel) -> None:
    """Remind the members to move: a minute has passed."""
    # In the bot's context, which has another clock.
    with here.env._bot_scope():
        async with here.client.tables.repository.unit_of_work(1) as uow:
            uow.table.decision_since -= timedelta(minutes=1)
        await here.client.tables.reminders.remind(uow.state)


async def test_a_table_asked_for_during_an_edit_stands(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    before = here.table.id
    async with held_edits(here, monkeypatch) as held:
        await player.click(a_show(player.hand), player.hand)
        await held.wait()
        await here.client.tables.lifecycle.repost(1, here.channel.id)
    assert len(rounds_in(here)) == 1
    assert here.table.id != before


async def test_a_ping_during_an_edit_notifies(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, noa = await here.start(2)
    async with held_edits(here, monkeypatch) as held:
        await mia.click("Keep", mia.hand)
        await held.wait()
        await ping(here)
    assert len(rounds_in(here)) == 1
    assert notified(here, here.table) == [noa.id]


async def test_a_ping_while_the_table_is_sent_notifies(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = await here.open(2)
    after_the_next("send", monkeypatch, lambda: ping(here))
    await members[0].press("Start", here.lobby)
    assert len(rounds_in(here)) == 1
    assert notified(here, here.table) == sorted(member.id for member in members)


async def test_a_table_asked_for_elsewhere_while_it_is_sent_comes_there(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, _ = await here.open(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    lifecycle = here.client.tables.lifecycle
    after_the_next("send", monkeypatch, lambda: lifecycle.repost(1, elsewhere.id))
    await mia.press("Start", here.lobby)
    assert rounds_in(here) == []
    deal, table = here.messages(None, elsewhere)
    assert "Round 1 of 2 is dealt." in words(deal)
    # The commitment stays where it was posted first.
    assert words(here.public()[-1]) == words(deal)
    assert title(table).startswith("🎪 SCOUT · round 1")


async def test_a_ping_after_a_cancel_posts_nothing(here: Channel) -> None:
    mia, noa = await here.begin_turns(2)
    state, before = await here.state(), here.table.id
    await mia.close_table()
    await noa.press("Agree to close")
    await here.client.tables.reminders.remind(state)
    await here.env.settle()
    assert here.table.id == before


async def test_a_thread_archived_in_mid_game_keeps_one_live_table(here: Channel) -> None:
    members, _ = await start_in_thread(here, 2)
    for member in members:
        await member.press("Keep", await member.press("My hand", here.table))
    player = await here.on_turn(members)
    where = f"/channels/{here.channel.id}/messages/{here.table.id}"
    here.env.inject_error("PATCH", where, status=400, code=50083)
    await player.show_something(player.hand)
    assert len([message for message in here.public() if labels(message)]) == 1


async def test_a_refused_note_holds_nothing_up(here: Channel) -> None:
    mia, _ = await here.begin_turns(2)
    await here.members[2].press("Watch", here.table)
    here.env.inject_error("PATCH", "/webhooks/*", status=400, code=50083)
    await mia.close_table()
    async with here.client.database.read() as session:
        assert await queries.tables.unpublished_tables(session) == []


async def test_two_settings_changed_at_once_are_both_kept(here: Channel) -> None:
    preferences, mia = here.client.tables.preferences, here.members[0]
    await asyncio.gather(
        preferences.update(mia.id, pictures=False), preferences.update(mia.id, confirm=True)
    )
    assert await preferences.of(mia.id) == Preferences(pictures=False, confirm=True)


async def test_threads_by_default_need_no_permission(here: Channel) -> None:
    await here.client.tables.server_settings.update(here.guild.id, threads=True)
    none = discord.PermissionOverwrite(create_public_threads=False)
    here.channel = here.guild.create_text_channel(
        "no threads", overwrites={here.guild.default_role: none}
    )
    assert not (await here.members[0].slash("new")).ephemeral
    assert not (await here.state()).options.thread


async def test_two_presses_that_undo_each_other_keep_the_picture(here: Channel) -> None:
    await here.show_pictures()
    mia, noa = await here.open(3, computers=1)
    # Both see the same picture, and the second makes it again.
    presses = [
        crafted.start_press(who.actor, f"scout:{verb}:1:0:", here.lobby)
        for who, verb in ((mia, Verb.ADD_COMPUTER), (noa, Verb.REMOVE_COMPUTER))
    ]
    await here.env.settle()
    for press in presses:
        assert "Seat 3: Juggler" in words(answer(press))
    assert len(here.lobby.attachments) == 1
    assert len((await here.state()).seats) == 3
