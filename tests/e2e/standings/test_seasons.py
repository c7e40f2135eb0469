"""`/scout season` through Discord: asked first, started by managers, its podium posted once."""

import asyncio
import re

import discord
import pytest
from simcord.results import ResponseMessage

from bot.tables.standings.seasons import Podium
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.server_posts import SeasonPodiums, ServerLanguages
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, controls, words
from tests.support.discord.network_faults import failing
from tests.support.discord.stored_results import finish_game

OVER = "🏁 The season"


@pytest.fixture
def manager(here: Channel) -> Member:
    role = here.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    return here.add_member("Max", role)


async def seasons(here: Channel) -> list[str]:
    found = await here.client.tables.seasons.all(here.guild.id)
    return [season.name for season in found]


async def start(manager: Member, name: str) -> ResponseMessage:
    asked = await manager.slash("season start", name=name)
    return await manager.press(f"Start {name}", asked)


async def play(here: Channel) -> None:
    points = {member.id: at for at, member in enumerate(here.members[:4])}
    await finish_game(here, points)


async def test_a_season_starts_after_a_question(here: Channel, manager: Member) -> None:
    asked = await manager.slash("season start", name="Spring")
    assert asked.ephemeral
    assert await seasons(here) == []
    reply = await manager.press("Not now", asked)
    assert "No season was started" in words(reply)
    assert await seasons(here) == []
    assert "The season **Spring** has begun." in words(await start(manager, "Spring"))
    assert await seasons(here) == ["Spring"]
    assert here.public() == []


async def test_only_managers_start_one(here: Channel, manager: Member) -> None:
    mia = here.members[0]
    refused = await mia.slash("season start", name="Spring")
    assert "Only members with Manage Server" in words(refused)
    asked = await manager.slash("season start", name="Spring")
    reply = answer(await crafted.press(mia.actor, "scout:newseason:0:0:", asked))
    assert "Only members with Manage Server" in words(reply)
    assert await seasons(here) == []


async def test_the_podium_of_the_last_season_is_posted_once(here: Channel, manager: Member) -> None:
    await start(manager, "Spring")
    await play(here)
    asked = await manager.slash("season start", name="Summer")
    assert "That ends **Spring**" in words(asked)
    await here.restart()
    await manager.press("Start Summer", asked)
    (podium,) = here.titled(OVER)
    said = words(podium)
    assert "The season Spring is over" in said
    assert len(re.findall(r"^\d(?:st|nd|rd) ", said, re.MULTILINE)) == 3
    assert f"1st **member {here.members[3].id}**" in said
    await here.restart()
    await manager.slash("season show")
    await here.members[0].slash("season show")
    assert len(here.titled(OVER)) == 1


async def test_a_podium_counts_equals_for_whom_it_has_no_room(
    here: Channel, manager: Member
) -> None:
    await start(manager, "Spring")
    for winner in range(100, 112):
        await finish_game(here, {winner: 9, winner + 100: 5})
    await start(manager, "Summer")
    (podium,) = here.titled(OVER)
    said = words(podium)
    assert said.count("1st **member") == 10
    assert "2 more have the same rating." in said


async def test_a_podium_that_was_sent_before_a_crash_is_not_sent_again(
    here: Channel, manager: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends between Discord's answer and the note that it is posted."""
    await start(manager, "Spring")
    await play(here)

    async def crash(guild_id: int, podium: Podium) -> None:
        raise asyncio.CancelledError

    asked = await manager.slash("season start", name="Summer")
    with failing("POST", "*", times=0):
        with monkeypatch.context() as until_restart:
            until_restart.setattr(here.client.tables.seasons, "mark_posted", crash)
            await manager.press("Start Summer", asked)
        assert len(here.titled(OVER)) == 1
        await here.restart()
        await manager.slash("season show")
    assert len(here.titled(OVER)) == 1
    assert await here.client.tables.seasons.due_podium(here.guild.id) is None


async def end_spring_without_podium(here: Channel, manager: Member) -> None:
    """A season with a game ends, and Discord refuses its podium."""
    await start(manager, "Spring")
    await play(here)
    with failing("POST", "*/messages", status=403):
        await start(manager, "Summer")


async def test_a_podium_that_could_not_be_posted_is_posted_later(
    here: Channel, manager: Member, caplog: pytest.LogCaptureFixture
) -> None:
    await end_spring_without_podium(here, manager)
    assert "a season's podium could not be posted" in caplog.text
    assert here.titled(OVER) == []
    assert await seasons(here) == ["Summer", "Spring"]
    await here.restart()
    await manager.slash("season show")
    assert len(here.titled(OVER)) == 1


async def test_only_managers_choose_where_a_late_podium_is_posted(
    here: Channel, manager: Member
) -> None:
    await end_spring_without_podium(here, manager)
    thread = here.add_thread()
    assert "Spring" in words(await here.members[0].slash("season show", thread))
    assert here.messages(None, thread) == []
    await manager.slash("season show")
    assert len(here.titled(OVER)) == 1


async def test_the_same_press_again_starts_nothing_else(here: Channel, manager: Member) -> None:
    asked = await manager.slash("season start", name="Spring")
    pressed = "scout:newseason:0:0:"
    await crafted.press(manager.actor, pressed, asked)
    await crafted.press(manager.actor, pressed, asked)
    assert await seasons(here) == ["Spring"]


async def test_an_old_question_ends_no_season_that_it_did_not_name(
    here: Channel, manager: Member
) -> None:
    old = await manager.slash("season start", name="Spring")
    await start(manager, "Summer")
    reply = await manager.press("Start Spring", old)
    assert "Another season has started meanwhile" in words(reply)
    assert await seasons(here) == ["Summer"]


@pytest.mark.parametrize("name", ["\u200b", "   "])
async def test_a_name_has_to_be_readable(here: Channel, manager: Member, name: str) -> None:
    assert "Choose a name" in words(await manager.slash("season start", name=name))


async def test_names_are_used_once(here: Channel, manager: Member) -> None:
    await start(manager, "Spring")
    assert "running already" in words(await manager.slash("season start", name="Spring"))
    await start(manager, "Summer")
    again = await manager.slash("season start", name="spring")
    assert "This server has had a season of that name" in words(again)
    # Refused before the question, which says that the running one ends.
    assert not controls(again)


async def test_a_press_on_a_message_without_the_question_starts_nothing(
    here: Channel, manager: Member
) -> None:
    board = await manager.slash("leaderboard")
    reply = answer(await crafted.press(manager.actor, "scout:newseason:0:0:", board))
    assert "no longer works" in words(reply)
    assert await seasons(here) == []


async def test_seasons_are_listed_and_chosen_on_the_leaderboard(
    here: Channel, manager: Member
) -> None:
    mia = here.members[0]
    assert "no seasons yet" in words(await mia.slash("season show"))
    none = words(await mia.slash("leaderboard", period="season"))
    assert "There is no season in this server yet" in none
    await start(manager, "Spring")
    await play(here)
    await start(manager, "Summer")
    listed = await mia.slash("season show")
    assert listed.ephemeral
    assert words(listed).index("Summer") < words(listed).index("Spring")
    board = await mia.slash("leaderboard", period="season")
    assert "Counted here: Summer, games among people." in words(board)
    spring = next(one for one in controls(board) if one.label == "Season: Spring")
    board = await mia.use(board, spring)
    assert "🏆 Leaderboard: rating, Spring" in words(board)
    assert f"**member {mia.id}**" in words(board)


async def test_no_server_waits_for_the_podium_of_another(
    here: Channel, manager: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(manager, "Spring")
    await play(here)
    await here.client.tables.seasons.start(here.guild.id, "Summer")
    tables = here.client.tables
    languages = ServerLanguages(here.client, tables.server_settings)
    podiums = SeasonPodiums(here.client, tables, AvatarStore(here.client), languages)
    ends = asyncio.Event()

    async def post(*_: object) -> None:
        await ends.wait()

    monkeypatch.setattr(podiums, "_post", post)
    posting = asyncio.create_task(podiums.post_due(here.guild.id, here.channel.id))
    await asyncio.wait({posting}, timeout=0.1)
    async with asyncio.timeout(60):
        await podiums.post_due(here.guild.id + 1, here.channel.id)
    assert not posting.done()
    ends.set()
    await posting


async def test_a_podium_that_could_not_be_posted_is_posted_after_the_next_season_too(
    here: Channel, manager: Member
) -> None:
    await start(manager, "Spring")
    await play(here)
    with failing("POST", "*/messages", status=403):
        await start(manager, "Summer")
        await play(here)
    await start(manager, "Autumn")
    spring, summer = map(words, here.titled(OVER))
    assert "Spring" in spring
    assert "Summer" in summer
