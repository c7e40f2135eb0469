"""A game in a thread of its own: how it gets there, what the channel sees of it, how it ends."""

import discord
import pytest
import simcord
from simcord.results import ResponseMessage
from sqlalchemy import update

from bot.storage import models
from bot.storage.models.tables import Status
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import call_in, is_question, labels, title, words
from tests.support.discord.network_faults import failing, lost_replies, notified
from tests.support.discord.threads import archive, enter, start_in_thread

CREATION = ("POST", "/channels/*/messages/*/threads")


async def finish(here: Channel, members: list[Member]) -> None:
    """Play to the end by pressing the first that is offered."""
    for member in members:
        await member.press("My hand", here.table)
    while awake := [member for member in members if labels(member.hand)]:
        await awake[0].press(labels(awake[0].hand)[0], awake[0].hand)


def posted_in(here: Channel, channel: simcord.ChannelHandle) -> list[str]:
    """The titles of what everybody sees in the channel."""
    return [title(message) for message in here.messages(None, channel) if title(message)]


def lobby_in(here: Channel, channel: simcord.ChannelHandle) -> ResponseMessage:
    lobbies = [m for m in here.messages(None, channel) if title(m).startswith("🎪 A table")]
    return lobbies[-1]


def is_archived(here: Channel) -> bool:
    metadata = here.env.backend.get_channel(here.channel.id).thread_metadata
    assert metadata is not None
    return metadata.archived


def changes(here: Channel) -> list[str]:
    return [f"{r.method} {r.path}" for r in here.env.http_requests if r.method != "GET"]


async def after_trouble(here: Channel) -> None:
    await here.env.advance_time(130)


# Getting there


@pytest.mark.long
async def test_the_thread_is_below_the_lobby_and_named_after_the_players(here: Channel) -> None:
    _, parent = await start_in_thread(here, 3, computers=1)
    (thread,) = parent.threads
    assert thread.id == lobby_in(here, parent).id
    stored = here.env.backend.get_channel(thread.id)
    assert stored.name == "SCOUT: Mia, Noa, Juggler (medium)"
    assert stored.thread_metadata is not None
    assert stored.thread_metadata.auto_archive_duration == 7 * 24 * 60


async def test_the_channel_keeps_the_lobby_alone(here: Channel) -> None:
    _, parent = await start_in_thread(here, 2)
    assert posted_in(here, parent) == ["🎪 A table for SCOUT"]
    assert f"The game is on in <#{here.channel.id}>." in words(lobby_in(here, parent))
    assert labels(lobby_in(here, parent)) == []
    await here.members[4].slash("new", parent)
    assert len(posted_in(here, parent)) == 2


async def test_the_lobby_says_where_the_game_will_be(here: Channel) -> None:
    await here.open(2, thread=True)
    assert "In its own thread" in words(here.lobby)


async def test_the_table_calls_the_members_into_the_thread(here: Channel) -> None:
    (mia, noa), parent = await start_in_thread(here, 3, computers=1)
    called = f"<@{mia.id}> and <@{noa.id}>, press **My hand** to see your cards."
    assert call_in(here.table.content) == called
    assert notified(here, here.table) == sorted([mia.id, noa.id])
    assert [m for m in here.messages(mia.id, parent) if m.ephemeral and not is_question(m)] == []
    await mia.press("My hand", here.table)
    await mia.press("Keep", mia.hand)
    assert call_in(here.table.content) == called
    await noa.press("Keep", await noa.press("My hand", here.table))
    assert call_in(here.table.content) == ""
    assert len(here.titled("🎪 SCOUT")) == 1


async def test_the_ping_comes_in_place_of_the_first_call(here: Channel) -> None:
    (mia, noa), _ = await start_in_thread(here, 2)
    await mia.press("Keep", await mia.press("My hand", here.table))
    await here.env.advance_time(61)
    assert call_in(here.table.content) == f"<@{noa.id}>, it is your move."
    assert notified(here, here.table) == [noa.id]
    assert len(here.titled("🎪 SCOUT")) == 1


async def test_the_thread_is_opened_when_trouble_is_over_and_nothing_is_posted_before(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publication_queue._RETRY_DELAYS", (60,))
    here.expects_errors = True
    with failing(*CREATION, times=2):
        await here.start(2, thread=True)
        assert posted_in(here, here.channel) == ["🎪 A table for SCOUT"]
        await after_trouble(here)
    parent = enter(here)
    assert posted_in(here, parent) == ["🎪 A table for SCOUT"]
    assert len(here.titled("🎪 SCOUT")) == 1


@pytest.mark.long
@pytest.mark.parametrize("crash", [False, True])
async def test_a_thread_whose_reply_was_lost_is_the_thread(
    here: Channel, crash: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publication_queue._RETRY_DELAYS", (60,))
    here.expects_errors = True
    await here.open(2, thread=True)
    with lost_replies(*CREATION):
        await here.members[0].press("Start", here.lobby)
    here.env.inject_error(*CREATION, status=400, code=160004)
    await (here.restart() if crash else after_trouble(here))
    creation = f"POST /channels/{here.channel.id}/messages/{here.lobby.id}/threads"
    assert changes(here).count(creation) == 2
    enter(here)
    assert len(here.titled("🎪 SCOUT")) == 1
    assert (await here.state()).channel_id == here.channel.id


async def test_a_deleted_lobby_is_posted_again_for_its_thread(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publication_queue._RETRY_DELAYS", (60,))
    here.expects_errors = True
    with failing(*CREATION, times=1):
        await here.start(2, thread=True)
        here.env.backend.delete_message(here.channel.id, here.lobby.id)
        await after_trouble(here)
    parent = enter(here)
    assert here.channel.id == lobby_in(here, parent).id
    assert posted_in(here, parent) == ["🎪 A table for SCOUT"]
    assert len(here.titled("🎪 SCOUT")) == 1


async def test_without_the_permission_any_more_the_game_is_in_the_channel(here: Channel) -> None:
    here.env.inject_error(*CREATION, status=403, code=50013)
    mia, noa = await here.start(2, thread=True)
    assert "The game has started." in words(here.lobby)
    assert call_in(here.table.content) == ""
    for member in (mia, noa):
        await member.press("Keep", member.hand)
    assert "**Turn:**" in words(here.table)
    await here.restart()
    assert here.channel.threads == []


async def test_a_thread_that_has_a_table_already_is_left_to_it(here: Channel) -> None:
    """Somebody opened the lobby's thread by hand, and a table in it."""
    await here.open(2, thread=True)
    here.env.backend.create_thread(
        here.channel.id, "ours", here.members[3].id, message_id=here.lobby.id
    )
    await here.members[3].slash("new", here.channel.threads[-1])
    here.env.inject_error(*CREATION, status=400, code=160004)
    await here.members[0].press("Start", here.lobby)
    assert len(here.titled("🎪 SCOUT")) == 1
    assert (await here.state()).channel_id == here.channel.id


async def test_cancelled_before_the_thread_stands_nothing_more_is_posted(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publication_queue._RETRY_DELAYS", (60,))
    here.expects_errors = True
    with failing(*CREATION):
        mia, _ = await here.start(2, thread=True)
        await mia.close_table()
        await after_trouble(here)
    assert posted_in(here, here.channel) == ["🎪 A table for SCOUT"]
    assert "Mia closed the table" in words(here.lobby)
    assert here.channel.threads == []


# Where none can be had


async def test_a_missing_permission_is_named_where_a_thread_is_wanted(here: Channel) -> None:
    here.channel = here.guild.create_text_channel(
        "no threads",
        overwrites={
            here.guild.default_role: discord.PermissionOverwrite(create_public_threads=False)
        },
    )
    mia = here.members[0]
    refused = await mia.slash("new", thread=True)
    assert refused.ephemeral
    assert "I need the permission **Create Public Threads** in this channel." in words(refused)
    assert not (await mia.slash("new", thread=False)).ephemeral


async def test_in_a_thread_there_is_no_other(here: Channel) -> None:
    mia, thread = here.members[0], here.add_thread()
    refused = await mia.slash("new", thread, thread=True)
    assert refused.ephemeral
    assert "choose no thread" in words(refused)
    assert not (await mia.slash("new", thread)).ephemeral


# From outside


async def test_in_the_channel_the_table_command_links_to_the_thread(here: Channel) -> None:
    (mia, _), parent = await start_in_thread(here, 2)
    answered = await mia.slash("table", parent)
    assert f"/channels/{here.guild.id}/{here.channel.id}/{here.table.id}" in words(answered)
    assert posted_in(here, parent) == ["🎪 A table for SCOUT"]


async def test_in_the_channel_the_hand_command_shows_the_hand(here: Channel) -> None:
    (mia, _), parent = await start_in_thread(here, 2)
    assert "Your hand" in title(await mia.slash("hand", parent))


async def test_in_the_thread_the_table_command_posts_it_again(here: Channel) -> None:
    (mia, _), _ = await start_in_thread(here, 2)
    before = here.table
    await mia.slash("table")
    (table,) = here.titled("🎪 SCOUT")
    assert table.id > before.id
    assert notified(here, table) == []


# A deleted thread


@pytest.mark.parametrize("allowed", [True, False])
async def test_a_table_stays_in_its_archived_thread(here: Channel, *, allowed: bool) -> None:
    (mia, _), parent = await start_in_thread(here, 2)
    await archive(here)
    if not allowed:
        here.env.inject_error("PATCH", f"/channels/{here.channel.id}", status=403, code=50001)
    answered = await mia.slash("table", parent)
    assert "Your table is in another channel" in words(answered)
    state = await here.state()
    assert (state.channel_id, state.parent_id) == (here.channel.id, parent.id)
    assert is_archived(here) is not allowed


async def test_a_table_stays_in_a_thread_of_which_discord_tells_nothing(here: Channel) -> None:
    (mia, _), parent = await start_in_thread(here, 2)
    await archive(here)
    with failing("GET", f"*/channels/{here.channel.id}"):
        answered = await mia.slash("table", parent)
    assert "Your table is in another channel" in words(answered)
    assert (await here.state()).channel_id == here.channel.id


async def test_a_table_whose_thread_is_gone_comes_to_the_channel(here: Channel) -> None:
    (mia, noa), parent = await start_in_thread(here, 2)
    here.env.backend.delete_channel(here.channel.id)
    await here.env.settle()
    assert (await here.state()).lost_at is not None
    here.channel = parent
    await noa.slash("table")
    assert (await here.state()).channel_id == parent.id
    assert "The game has started." in words(here.lobby)
    for member in (mia, noa):
        await member.press("Keep", await member.press("My hand", here.table))
    assert "**Turn:**" in words(here.table)
    assert call_in(here.table.content) == ""
    assert parent.threads == []


@pytest.mark.long
async def test_the_result_is_posted_though_the_thread_is_gone(here: Channel) -> None:
    (mia,), parent = await start_in_thread(here, 2, computers=1, rounds=1, turn_limit=60)
    here.env.backend.delete_channel(here.channel.id)
    while (await here.state()).status is Status.PLAYING:
        hand = await mia.slash("hand", parent)
        while labels(hand):
            hand = await mia.use_first(hand)
    (result,) = [m for m in here.messages(None, parent) if title(m).startswith("🏆")]
    assert labels(await mia.press("Rematch", result))


# The end


@pytest.mark.long
async def test_the_scores_are_in_both_places_and_the_thread_is_archived(here: Channel) -> None:
    (mia, noa), parent = await start_in_thread(here, 2, rounds=1)
    await finish(here, [mia, noa])
    (final,) = here.titled("🏆")
    assert labels(final) == []
    lobby, result = [m for m in here.messages(None, parent) if title(m)]
    assert title(result) == title(final)
    assert labels(result) == ["Rematch", "Replay", "Review"]
    assert f"The game was played in <#{here.channel.id}>." in words(lobby)
    assert is_archived(here)
    assert mia.hands()


@pytest.mark.long
async def test_publishing_a_finished_game_again_leaves_the_thread_archived(here: Channel) -> None:
    members, _ = await start_in_thread(here, 2, rounds=1)
    await finish(here, members)
    before = changes(here)
    async with here.client.database.write() as session:
        await session.execute(update(models.Table).values(published_revision=-1))
    await here.restart()
    assert is_archived(here)
    added = changes(here)[len(before) :]
    assert [change for change in added if "commands" not in change] == []


async def test_the_thread_of_a_cancelled_game_is_archived(here: Channel) -> None:
    (mia, _), parent = await start_in_thread(here, 2)
    await mia.close_table()
    assert "Mia closed the table" in words(here.table)
    assert labels(here.table) == []
    assert "This table is closed" in words(lobby_in(here, parent))
    assert is_archived(here)


async def test_an_archive_that_fails_is_made_later(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.publication_queue._RETRY_DELAYS", (60,))
    here.expects_errors = True
    (mia, _), _ = await start_in_thread(here, 2)
    with failing("PATCH", f"/channels/{here.channel.id}", times=1):
        await mia.close_table()
        assert not is_archived(here)
        await after_trouble(here)
    assert is_archived(here)


async def test_a_bot_that_cannot_archive_the_thread_leaves_it(here: Channel) -> None:
    (mia, _), _ = await start_in_thread(here, 2)
    here.env.inject_error("PATCH", f"/channels/{here.channel.id}", status=403, code=50013)
    await mia.close_table()
    assert "Mia closed the table" in words(here.table)


@pytest.mark.long
async def test_a_rematch_begins_in_the_channel_and_has_a_thread_of_its_own(here: Channel) -> None:
    (mia, noa), parent = await start_in_thread(here, 2, rounds=1)
    await finish(here, [mia, noa])
    first, here.channel = here.channel, parent
    await noa.press("Rematch", here.titled("🏆")[0])
    await mia.press("Join", here.lobby)
    await noa.press("Start", here.lobby)
    assert enter(here).id == parent.id
    assert here.channel.id != first.id
    assert "round 1 of 1" in title(here.table)
    await noa.press("Keep", await noa.press("My hand", here.table))


# Its name
