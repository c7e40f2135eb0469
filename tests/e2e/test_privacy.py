"""The commands of `/scout privacy`, as a member uses them."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from simcord.results import ResponseMessage
from sqlalchemy import select

from bot.storage import queries
from bot.storage.models.servers import Server
from bot.storage.models.tables import Status
from bot.text.language import ENGLISH
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member, ask_before_moves
from tests.support.discord.messages import labels, words
from tests.support.discord.scores import final_points
from tests.support.storage.database import FILE
from tests.support.storage.earlier_databases import rows_of
from tests.support.storage.traces import traces


@pytest.fixture
def file(folder: Path) -> Path:
    return folder / FILE


@pytest.fixture
def remaining(file: Path) -> Callable[[Member], list[str]]:
    """What the database still has of a member."""

    def find(member: Member) -> list[str]:
        return traces(file, member.name, member.id)

    return find


async def forget(member: Member) -> ResponseMessage:
    """Send `/scout privacy forget-me` and confirm it; returns the answer."""
    return await member.press("Forget me", await member.slash("privacy forget-me"))


async def play_out(here: Channel, *members: Member) -> None:
    """Press the first that is offered until the game is over."""
    while awake := [member for member in members if labels(member.hand)]:
        await awake[0].use_first(awake[0].hand)


async def test_what_is_kept_is_said_in_a_few_words(here: Channel) -> None:
    mia = here.members[0]
    shown = await mia.slash("privacy show")
    assert shown.ephemeral
    assert labels(shown) == ["My data", "Forget me"]
    assert "I delete its games after 30 days" in words(shown)
    kept = (
        "Discord id",
        "every move",
        "result",
        "daily deals and puzzles",
        "settings",
        "half an hour",
    )
    for what in kept:
        assert what in words(shown)
    # A phone shows so much at once.
    assert len(words(shown)) < 900


async def test_the_data_come_as_a_file(here: Channel) -> None:
    mia, noa = await here.begin_turns(2)
    pressed = await mia.press("My data", await mia.slash("privacy show"))
    for answer in (await mia.slash("privacy data"), pressed):
        assert answer.ephemeral
        assert "every row of my database with your id" in words(answer)
        (file,) = answer.attachments
        assert file.filename == "scout-data.json"
        document = json.loads(await file.read())
        assert document["member"] == str(mia.id)
        assert [row["name"] for row in document["seats"]] == ["Mia"]
        assert [row["notation"] for row in document["actions"]] == ["K"]
        assert noa.name not in json.dumps(document)


async def test_nothing_is_deleted_unless_it_is_confirmed(here: Channel) -> None:
    mia, _ = await here.begin_turns(2)
    before = await here.state()
    for asked in (
        await mia.slash("privacy forget-me"),
        await mia.press("Forget me", await mia.slash("privacy show")),
    ):
        assert asked.ephemeral
        assert labels(asked) == ["Forget me", "Keep my data"]
        assert "You cannot take this back" in words(asked)
        assert "your hours for calls and your list of members to avoid" in words(asked)
        kept = await mia.press("Keep my data", asked)
        assert words(kept).strip() == "Nothing was deleted."
    assert await here.state() == before


Remaining = Callable[[Member], list[str]]


async def test_forgotten_in_a_lobby(here: Channel, remaining: Remaining) -> None:
    mia, _ = await here.open(2)
    answer = await forget(mia)
    assert "You are forgotten" in words(answer)
    assert labels(answer) == []
    assert "Mia" not in words(here.lobby)
    assert "Noa (host)" in words(here.lobby)
    assert remaining(mia) == []
    # She can come back, as anybody can.
    await mia.press("Join", here.lobby)
    assert "2. Mia" in words(here.lobby)


async def test_forgotten_alone_in_a_lobby(here: Channel, remaining: Remaining) -> None:
    (mia,) = await here.open(1)
    await forget(mia)
    assert (await here.state()).status is Status.CLOSED
    assert remaining(mia) == []


async def test_forgotten_on_turn(here: Channel, remaining: Remaining) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    await ask_before_moves(player)
    assert remaining(player) != []
    others = [member for member in members if member is not player]
    await forget(player)
    assert remaining(player) == []
    # The hand is gone from the screen.
    assert [hand for hand in player.private() if "Your hand ·" in words(hand)] == []
    assert player.name not in words(here.table)
    assert "for a former player" in words(here.table)
    # The computer has moved, and the game goes on to its end.
    await play_out(here, *others)
    assert (await here.state()).status is Status.OVER
    assert remaining(player) == []
    board = words(await others[0].slash("leaderboard"))
    assert player.name not in board
    assert all(other.name in board for other in others)


async def test_the_buttons_of_a_forgotten_member_answer_politely(here: Channel) -> None:
    mia, noa, kim = await here.begin_turns(3)
    table = here.table
    await forget(mia)
    answer = await mia.press("My hand", table)
    assert words(answer).strip() == (
        "You have no seat at this table. Press **Watch** to follow this game."
    )
    assert "has no seat" not in words(await noa.press("My hand", table))
    refused = await mia.slash("leave")
    assert "You have no seat at this table." in words(refused)
    assert "You are forgotten" in words(
        await mia.press("Forget me", await mia.slash("privacy forget-me"))
    )
    assert kim.name in words(here.table)


async def test_forgotten_after_a_game(here: Channel, remaining: Remaining) -> None:
    mia, noa = await here.start(2, rounds=1)
    await play_out(here, mia, noa)
    (final,) = here.titled("🏆")
    points = final_points(final)
    await forget(mia)
    assert remaining(mia) == []
    board = words(await noa.slash("leaderboard", measure="average"))
    assert "former" not in board
    assert "Noa" in board
    assert ENGLISH.number(points["Noa"], decimals=1, signed=True) in board
    refused = await mia.press("Rematch", final)
    assert "You have no seat at this table." in words(refused)
    await noa.press("Rematch", final)
    assert "1. Noa (host)" in words(here.lobby)
    assert "former" not in words(here.lobby)


async def test_what_the_channel_shows_of_a_finished_game_is_left_alone(here: Channel) -> None:
    """It could be deleted, or older than what Discord lets the bot edit: nothing is sent again."""
    mia, noa = await here.start(2, rounds=1)
    await play_out(here, mia, noa)
    (final,) = here.titled("🏆")
    here.env.backend.delete_message(here.channel.id, final.id)
    before = [(message.id, words(message)) for message in here.public()]
    await forget(mia)
    await here.restart()
    assert [(message.id, words(message)) for message in here.public()] == before


async def test_a_forgotten_spectator(here: Channel, remaining: Remaining) -> None:
    members = await here.begin_turns(2)
    leo = here.members[3]
    await leo.press("Watch", here.table)
    assert len(leo.notes()) == 1
    await here.client.tables.repository.messages.save()
    assert remaining(leo) != []
    await forget(leo)
    assert leo.notes() == []
    assert remaining(leo) == []
    await (await here.on_turn(members)).show_something()
    assert leo.notes() == []
    assert remaining(leo) == []


async def test_forgotten_in_every_server(here: Channel, remaining: Remaining) -> None:
    mia, noa = await here.start(2, rounds=1)
    await play_out(here, mia, noa)
    another = here.env.create_guild("another")
    elsewhere = another.create_text_channel("scout")
    await another.add_member(mia.actor.user).slash(elsewhere, "scout new")
    assert (await here.newest_state()).status is Status.LOBBY
    await forget(mia)
    assert remaining(mia) == []
    assert (await here.newest_state()).status is Status.CLOSED
    ids = {(await here.state()).host_id, (await here.newest_state()).host_id}
    assert len(ids) == 2
    assert max(ids) < 0


async def test_forgotten_twice_and_after_a_restart(here: Channel, remaining: Remaining) -> None:
    mia, noa = await here.start(2, rounds=1)
    await play_out(here, mia, noa)
    asked = await mia.slash("privacy forget-me")
    await here.restart()
    await mia.press("Forget me", asked)
    first = await here.state()
    assert "You are forgotten" in words(await forget(mia))
    assert await here.state() == first
    assert remaining(mia) == []


async def test_a_crafted_press_on_a_message_that_goes_is_answered(here: Channel) -> None:
    """Discord's app offers the button only where it is asked."""
    mia, _ = await here.start(2)
    answered = await crafted.press(mia.actor, "scout:forget:0:0:", mia.hand)
    assert any("You are forgotten" in words(message) for message in answered.followups)
    assert mia.hands() == []


@pytest.mark.parametrize("minutes", [0, 12.75, 14.75])
async def test_half_an_hour_after_a_press_its_token_is_gone(
    here: Channel, file: Path, minutes: float
) -> None:
    """Also if the press comes shortly before the chores, which then do not erase its token yet."""
    await here.env.advance_time(minutes * 60)
    _, noa = await here.open(2)
    await here.client.tables.repository.messages.save()
    tokens = list(here.env.backend.interaction_tokens)
    assert traces(file, *tokens) != []
    await here.env.advance_time(30 * 60)
    assert traces(file, *tokens) == []
    await noa.press("Leave", here.lobby)
    assert "Noa" not in words(here.lobby)


def left_servers(file: Path) -> list[int]:
    return [row["guild_id"] for row in rows_of(file)["servers"] if row["left_at"] is not None]


async def leave_long_ago(here: Channel) -> None:
    """As if the bot had been removed a month earlier from the servers that it has left."""
    async with here.client.database.write() as session:
        for server in await session.scalars(select(Server).where(Server.left_at.is_not(None))):
            assert server.left_at is not None
            server.left_at -= timedelta(days=30)


async def test_a_server_that_removes_the_bot_is_deleted_after_a_month(
    here: Channel, file: Path
) -> None:
    another = here.env.create_guild("another")
    elsewhere = another.create_text_channel("scout")
    mia = another.add_member(here.members[0].actor.user)
    await mia.slash(elsewhere, "scout new")
    await here.open(2)
    # One that is out of reach for the time being is not left.
    await here.env.advance_time(901)
    await leave_long_ago(here)
    assert traces(file, another.id) != []
    here.env.backend.remove_guild(another.id)
    await here.env.advance_time(901)
    assert traces(file, another.id) != []
    await leave_long_ago(here)
    await here.env.advance_time(901)
    assert traces(file, another.id) == []
    assert traces(file, here.guild.id) != []


async def test_what_changed_while_it_was_offline_is_noticed_at_the_start(
    here: Channel, file: Path
) -> None:
    await here.open(1)
    # It has been removed from one server, and has come back to the other.
    await here.client.tables.server_settings.update(1, threads=True)
    await here.client.tables.left_servers.left(here.guild.id)
    assert left_servers(file) == [here.guild.id]
    await here.restart()
    assert left_servers(file) == [1]


async def test_a_return_is_noticed_at_once(here: Channel, file: Path) -> None:
    await here.client.tables.left_servers.left(here.guild.id)
    assert left_servers(file) == [here.guild.id]
    server = here.client.get_guild(here.guild.id)
    assert server is not None
    await here.client.on_guild_join(server)
    assert left_servers(file) == []


async def test_two_shards_that_are_ready_at_once_are_both_compared(here: Channel) -> None:
    await here.client.tables.left_servers.left(here.guild.id)
    await asyncio.gather(here.client.on_shard_ready(0), here.client.on_shard_ready(1))
    async with here.client.database.read() as session:
        assert await queries.servers.left_servers(session) == set()
