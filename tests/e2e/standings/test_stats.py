"""`/scout stats` through Discord: one's own card, others', the server's, and posting them."""

import pytest

from bot.puzzles import puzzles
from bot.tables.puzzles import rating_of
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.messages import answer, labels, words
from tests.support.discord.quick_game import play_out
from tests.support.discord.stored_results import finish_game


@pytest.mark.long
async def test_ones_own_card_is_private_and_can_be_posted(here: Channel) -> None:
    mia, _ = await here.start(2, rounds=1)
    await play_out(here)
    card = await mia.slash("stats")
    assert card.ephemeral
    assert "📊 Mia" in words(card)
    assert "(provisional)" in words(card) or ", provisional" in words(card)
    assert "Games: **1**" in words(card)
    await here.restart()
    posted = await mia.press("Post here", card)
    assert not posted.ephemeral
    assert "📊 Mia" in words(posted)
    assert labels(posted) == []


async def test_anybody_can_see_anybodys_card_of_this_server_alone(here: Channel) -> None:
    mia, noa, kim, *_ = here.members
    for points in ({mia.id: 3, noa.id: 1}, {mia.id: 2, noa.id: 5}, {mia.id: 4, noa.id: 2}):
        await finish_game(here, points)
    elsewhere = {kim.id: 3, noa.id: 1}
    await finish_game(here, elsewhere, guild_id=here.guild.id + 1)
    card = words(await noa.slash("stats", member=mia.actor))
    assert f"Against {noa.name}: **2 : 1** (3 games)" in card
    assert "Against" not in words(await mia.slash("stats"))
    assert "Games: **3**" in words(await noa.slash("stats"))
    assert "has no game with a result here yet" in words(await mia.slash("stats", member=kim.actor))
    assert "You have no game with a result here yet" in words(await kim.slash("stats"))


async def solve(here: Channel, user_id: int, *solved: bool) -> None:
    """The member answers the first puzzles, rightly or with the second best move."""
    found = here.client.tables.puzzles
    now = here.client.tables.repository.now()
    for puzzle, is_solved in zip(puzzles(), solved, strict=False):
        await found.answer(user_id, puzzle, puzzle.values[not is_solved].action, now)


async def test_puzzles_are_on_the_own_card_alone(here: Channel) -> None:
    mia, noa, *_ = here.members
    await finish_game(here, {mia.id: 3, noa.id: 1})
    assert "Puzzles" not in words(await mia.slash("stats"))
    await solve(here, mia.id, True, True, False, True)
    own = words(await mia.slash("stats"))
    assert "Solved: **3** (of 4)" in own
    assert "In a row: **1** (longest 2)" in own
    numbers = await here.client.tables.puzzles.numbers(mia.id)
    assert numbers is not None
    assert f"Puzzle rating: **{rating_of(numbers).number}**" in own
    other = await noa.slash("stats", member=mia.actor)
    assert "Puzzles" not in words(other)
    assert "Puzzles" not in words(await noa.press("Post here", other))


@pytest.mark.parametrize("pictures", [False, True])
async def test_puzzles_alone_make_a_card(here: Channel, pictures: bool) -> None:
    mia, noa, *_ = here.members
    await here.client.tables.preferences.update(mia.id, pictures=pictures)
    await solve(here, mia.id, False, True)
    card = await mia.slash("stats")
    assert "Mia" in words(card)
    assert "of 2" in words(card)
    assert len(card.attachments) == pictures
    posted = await mia.press("Post here", card)
    assert not posted.ephemeral
    assert "of 2" in words(posted)
    refused = words(await noa.slash("stats", member=mia.actor))
    assert "has no game with a result here yet" in refused


async def test_the_servers_card(here: Channel) -> None:
    mia = here.members[0]
    assert "No game in this server has a result" in words(await mia.slash("stats", server=True))
    await finish_game(here, {mia.id: 3, 2: 1}, name="Mia")
    card = await mia.slash("stats", server=True)
    assert card.ephemeral
    assert "Games: **1**" in words(card)
    posted = await mia.press("Post here", card)
    assert not posted.ephemeral
    assert "📊 This server" in words(posted)


async def test_a_member_or_the_server_not_both(here: Channel) -> None:
    mia = here.members[0]
    assert "not both" in words(await mia.slash("stats", member=mia.actor, server=True))


@pytest.mark.parametrize("detail", ["", "x", "me", "server1", "-1", "9" * 32])
async def test_a_crafted_press_posts_nothing(here: Channel, detail: str) -> None:
    mia, noa = here.members[:2]
    await finish_game(here, {mia.id: 3, noa.id: 1})
    card = await mia.slash("stats")
    before = len(here.public())
    reply = answer(await crafted.press(mia.actor, f"scout:poststats:0:0:{detail}", card))
    assert reply.ephemeral
    assert "no longer works" in words(reply)
    assert len(here.public()) == before


@pytest.mark.long
async def test_a_card_has_a_picture_for_members_who_have_pictures(here: Channel) -> None:
    await here.show_pictures()
    mia, noa = await here.start(2, rounds=1)
    await play_out(here)
    (picture,) = (await mia.slash("stats", member=noa.actor)).attachments
    assert (picture.description or "").startswith("Noa, this server. Rating ")
    await mia.press("Text-only hand", await mia.slash("settings"))
    assert (await mia.slash("stats")).attachments == []


@pytest.mark.parametrize("servers", [False, True])
async def test_a_posted_card_has_a_picture_as_its_server_chose(
    here: Channel, servers: bool
) -> None:
    mia = here.members[0]
    await finish_game(here, {mia.id: 3, 2: 1})
    await here.client.tables.server_settings.update(here.guild.id, pictures=servers)
    await here.client.tables.preferences.update(mia.id, pictures=not servers)
    card = await mia.slash("stats")
    assert bool(card.attachments) is not servers
    assert bool((await mia.press("Post here", card)).attachments) is servers
