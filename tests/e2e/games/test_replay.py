"""Finished games on Discord: the list, the replay, posts of it, and the record as a file."""

import random
import re
from pathlib import Path

import discord
import pytest
from simcord.results import ResponseMessage

from bot.storage.models.sharding import ALL_SHARDS
from bot.tables.core.replay import first_decision, last_decision
from bot.tables.sharding.leases import ShardLeases
from bot.ui.controllers import limiter
from bot.ui.kit.component_id import ComponentId, Verb
from engine.game import Game
from engine.record import parse
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.daily import moves
from tests.support.discord.member import Member
from tests.support.discord.messages import Control, answer, controls, labels, title, words
from tests.support.discord.quick_game import play_out
from tests.support.discord.random_presses import press_at_random
from tests.support.discord.scout_channel import scout_channel
from tests.support.discord.stored_results import finish_game
from tests.support.tables.evaluators import rough

UNKNOWN = "There is no finished game"


async def play(here: Channel, seats: int = 2, computers: int = 0, rounds: int = 2) -> list[Member]:
    members = await here.start(seats, computers, rounds=rounds)
    if computers:
        await press_at_random(members, random.Random(1))
    else:
        await play_out(here)
    return members


async def game_of(here: Channel, table_id: int = 1) -> Game:
    game = (await here.state(table_id)).game
    assert game is not None
    return game


async def open_replay(member: Member, game: str = "#1 ") -> ResponseMessage:
    """The replay of a game, picked from the member's list."""
    listed = await member.slash("record history")
    return await member.use(listed, option(listed, game))


def option(message: ResponseMessage, label: str) -> Control:
    return next(control for control in controls(message) if control.label.startswith(label))


@pytest.mark.long
async def test_the_list_says_who_played_and_how_it_went(here: Channel) -> None:
    mia, noa = await play(here)
    ranks = {seat: (rank, total) for rank, seat, total in (await game_of(here)).ranking()}
    for seat, member in enumerate((mia, noa)):
        rank, total = ranks[seat]
        listed = await member.slash("record history")
        assert listed.ephemeral
        place = f"**{'1st' if rank == 1 else '2nd'}** · {total} point".replace("-", "−")
        assert re.search(r"\*\*#1\*\* · <t:\d+:d> · Mia and Noa · ", words(listed))
        assert place in words(listed)
    kim = here.members[2]
    assert "You have no finished game with a result" in words(await kim.slash("record history"))
    of_channel = await kim.slash("record history", channel=True)
    assert "**#1**" in words(of_channel)
    assert "1st" not in words(of_channel)
    other = here.guild.create_text_channel("other")
    empty = await mia.slash("record history", other, channel=True)
    assert "No game has been finished in this channel" in words(empty)
    assert "**#1**" in words(await mia.press("Your games", empty))


@pytest.mark.long
async def test_a_replay_goes_through_the_whole_game_and_back(here: Channel) -> None:
    mia, _ = await play(here)
    shown = await open_replay(mia)
    assert shown.ephemeral
    seen = [title(shown)]
    for _ in range(1, last_decision(await game_of(here))):
        after = await mia.press("Next", shown)
        assert after.id == shown.id
        assert len(controls_of(after)) <= 10
        seen.append(title(after))
    assert seen[0] == "⏪ Round 1 of 2 · the deal"
    assert seen[-1].endswith(", the last")
    assert len(set(seen)) == len(seen)
    assert title(await mia.press("Back", shown)) == seen[-2]
    assert title(await mia.press("First", shown)) == seen[0]
    assert title(await mia.press("Last", shown)) == seen[-1]


def controls_of(message: ResponseMessage) -> list[str]:
    """The custom_ids of its buttons and selects."""
    return [item["custom_id"] for row in message.components for item in row["components"]]


@pytest.mark.long
async def test_a_replay_survives_a_restart(here: Channel) -> None:
    mia, _ = await play(here)
    shown = await mia.press("Next", await open_replay(mia))
    await here.restart()
    assert title(await mia.press("Next", shown)) == "⏪ Round 1 of 2 · turn 1"


@pytest.mark.long
async def test_rounds_and_views_are_picked_and_kept(here: Channel) -> None:
    mia, _ = await play(here)
    shown = await open_replay(mia)
    await mia.use(shown, option(shown, "Round 2"))
    assert title(shown) == "⏪ Round 2 of 2 · the deal"
    assert {"Hand of Mia", "Hand of Noa"} <= set(words(shown).splitlines())
    await mia.use(shown, option(shown, "2. What Noa knew"))
    assert "What Noa knew" in (shown.embeds[0].footer.text or "")
    await mia.press("Next", shown)
    assert title(shown) == "⏪ Round 2 of 2 · hands chosen"
    lines = words(shown).splitlines()
    assert "Hand of Noa" in lines
    assert "Hand of Mia" not in lines
    chosen = re.compile(r"(Kept as dealt|Flipped): (.*)")
    assert [match[2] for match in map(chosen.match, lines) if match] == ["Noa"]
    await mia.use(shown, option(shown, "All hands"))
    lines = words(shown).splitlines()
    names = " and ".join(match[2] for match in map(chosen.match, lines) if match)
    assert sorted(names.split(" and ")) == ["Mia", "Noa"]


@pytest.mark.long
async def test_pictures_are_shown_to_those_who_like_them(folder: Path) -> None:
    async with scout_channel(folder, pictures=True) as here:
        mia, noa = await play(here, rounds=1)
        await here.client.tables.preferences.update(noa.id, pictures=False)
        (picture,) = (await open_replay(mia)).attachments
        hand = (await game_of(here)).rounds[0].deal.hands[0]
        first = f"{hand[0].up} over {hand[0].down}, {hand[1].up} over {hand[1].down}"
        described = (picture.description or "").replace("/", " over ")
        assert re.search(f"Mia[^:;]*: [^;]*; {first}", described)
        in_text = await open_replay(noa)
        assert in_text.attachments == []
        assert "Hand of Mia" in words(in_text)


def footer(message: ResponseMessage) -> str | None:
    """Beside a picture it says which step this is."""
    return message.embeds[0].footer.text


@pytest.mark.long
async def test_a_player_posts_a_step_and_others_open_the_replay_there(folder: Path) -> None:
    async with scout_channel(folder, pictures=True) as here:
        mia, _ = await play(here)
        shown = await mia.press("Next", await open_replay(mia))
        posted = await mia.press("Post here", shown)
        assert not posted.ephemeral
        assert len(posted.attachments) == 1
        below = footer(posted)
        assert below == footer(shown) == "⏪ Round 1 of 2 · hands chosen · Game #1 · All hands"
        assert labels(posted) == ["Replay"]
        kim = here.members[2]
        hers = await kim.press("Replay", posted)
        assert hers.ephemeral
        assert footer(hers) == below
        assert not {"Post here", "Review"} & set(labels(hers))
        forged = str(ComponentId(Verb.POST_REPLAY, 1, 2, "all"))
        before = len(here.public())
        refused = answer(await crafted.press(kim.actor, forged, hers))
        assert "no seat" in words(refused)
        assert len(here.public()) == before


@pytest.mark.long
async def test_the_final_scores_lead_to_the_replay(here: Channel) -> None:
    await play(here)
    kim = here.members[2]
    shown = await kim.press("Replay", here.titled("🏆")[0])
    assert shown.ephemeral
    assert title(shown) == "⏪ Round 1 of 2 · the deal"


@pytest.mark.long
async def test_review_and_replay_lead_to_each_other(folder: Path) -> None:
    async with scout_channel(folder, evaluate=rough) as here:
        mia, noa = await play(here)
        for member, seat in ((mia, 0), (noa, 1)):
            played = (await game_of(here)).rounds[1]
            turn = next(at for at, event in enumerate(played.log, 1) if event.seat == seat)
            decision = first_decision(await game_of(here), 2) + turn + 1
            shown = await open_replay(member)
            shown = answer(
                await crafted.press(member.actor, f"scout:replay:1:{decision}:all-next", shown)
            )
            assert title(shown).startswith(f"⏪ Round 2 of 2 · turn {turn}")
            reviewed = await member.press("Review", shown)
            assert title(reviewed) == f"Your move: round 2, turn {turn}"
            back = await member.press("Replay", reviewed)
            before = f"turn {turn - 1}" if turn > 1 else "hands chosen"
            assert title(back) == f"⏪ Round 2 of 2 · {before}"
            assert f"What {member.name} knew" in (back.embeds[0].footer.text or "")
            reviewed = await member.press("Review", await member.press("First", back))
            assert title(reviewed) == "Your move: round 1, keep or flip"
            whole = await member.press("All your moves", reviewed)
            assert "Your moves in game #1" in title(whole)


NO_STEPS = [
    "scout:replay:1:0:all-next",
    "scout:replay:1:999999:all-next",
    "scout:replay:1:2:3-next",
    "scout:replay:1:2:0-next",
    "scout:replay:1:2:",
    "scout:post:1:999999:all",
    "scout:post:1:2:nobody",
]


@pytest.mark.long
async def test_steps_that_there_are_not_are_refused(here: Channel) -> None:
    mia, _ = await play(here, rounds=1)
    shown = await open_replay(mia)
    for custom_id in NO_STEPS:
        refused = answer(await crafted.press(mia.actor, custom_id, shown))
        assert refused.ephemeral
        assert "belongs to no move of this game" in words(refused), custom_id


@pytest.mark.long
async def test_a_select_without_one_of_its_options_changes_nothing(here: Channel) -> None:
    mia, _ = await play(here)
    for values in ([], ["9"], ["1 all", "2 all"], ["7 all"], ["x"]):
        shown = await open_replay(mia)
        select = option(shown, "Round 2").custom_id
        assert title(answer(await crafted.press(mia.actor, select, shown, values))) == title(shown)
        listed = await mia.slash("record history")
        select = option(listed, "#1").custom_id
        after = answer(await crafted.press(mia.actor, select, listed, values))
        assert "last games" in words(after)


async def test_a_running_game_has_neither_replay_nor_record(here: Channel) -> None:
    """Its hands are secret (R15), also to those who play it."""
    mia, _ = await here.begin_turns(2)
    for detail in ("all-open", "1-open", "2-open"):
        pressed = await crafted.press(mia.actor, f"scout:replay:1:1:{detail}", mia.hand)
        assert f"{UNKNOWN} #1" in words(answer(pressed))
    posted = answer(await crafted.press(mia.actor, "scout:post:1:1:all", mia.hand))
    assert f"{UNKNOWN} #1" in words(posted)
    for command in ("record export", "record review"):
        assert f"{UNKNOWN} #1" in words(await mia.slash(command, game=1))
    for number in (0, -1, 7, 2**31, 10**30):
        refused = await crafted.command(mia.actor, here.channel.id, "record export", game=number)
        assert f"{UNKNOWN} #{number} " in words(answer(refused))
    await mia.close_table()
    assert f"{UNKNOWN} #1" in words(await mia.slash("record export", game=1))


@pytest.mark.long
async def test_a_games_channel_decides_who_sees_it(here: Channel) -> None:
    """All hands were public there (R15); without the channel nobody learns of the game."""
    role, bot = here.guild.create_role("friends"), here.guild.me
    assert bot is not None
    secret = here.guild.create_text_channel(
        "secret",
        overwrites={
            here.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            role: discord.PermissionOverwrite(view_channel=True),
            bot: discord.PermissionOverwrite(view_channel=True),
        },
    )
    ada, ben = here.members[:2] = [here.add_member(name, role) for name in ("Ada", "Ben")]
    kim, friend = here.members[2], here.add_member("Cy", role)
    public, here.channel = here.channel, secret
    await play(here)
    here.channel = public
    lobby = await kim.slash("new")
    for member, sees in ((kim, False), (friend, True), (ada, True), (ben, True)):
        pressed = answer(await crafted.press(member.actor, "scout:replay:1:1:all-open", lobby))
        exported = await member.slash("record export", game=1)
        for said in (pressed, exported):
            assert (f"{UNKNOWN} #1" not in words(said)) == sees
    there_is_none = words(await kim.slash("record export", game=99))
    assert words(await kim.slash("record export", game=1)) == there_is_none.replace("#99", "#1")


async def test_a_game_in_a_thread_is_seen_by_those_who_see_its_channel(here: Channel) -> None:
    """Also from another channel, and also if it began there: only its own thread has a parent."""
    kim, elsewhere = here.members[2], here.guild.create_text_channel("elsewhere")
    here.channel = here.add_thread()
    await play(here)
    here.channel = elsewhere
    assert f"{UNKNOWN} #1" not in words(await kim.slash("record export", game=1))


@pytest.mark.long
async def test_another_servers_games_are_unknown_here(here: Channel) -> None:
    mia, _ = await play(here)
    guild = here.env.create_guild("another")
    channel = guild.create_text_channel("scout")
    also_mia = guild.add_member(mia.actor.user)
    refused = answer(await also_mia.slash(channel, "scout record export", game=1))
    assert f"{UNKNOWN} #1" in words(refused)
    listed = answer(await also_mia.slash(channel, "scout record history"))
    assert "You have no finished game with a result" in words(listed)
    assert await also_mia.autocomplete(channel, "scout record export", "game", "") == []


@pytest.mark.long
async def test_choices_are_offered_by_the_process_that_acts_for_the_server_alone(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, _ = await play(here)
    assert await mia.actor.autocomplete(here.channel, "scout record export", "game", "") != []
    leases = ShardLeases(here.client.database, ALL_SHARDS)
    leases.stop_admitting()
    monkeypatch.setattr(here.client.tree, "_assignment", leases)
    assert not await mia.actor.autocomplete(here.channel, "scout record export", "game", "")


@pytest.mark.long
async def test_choices_are_the_members_own_games_with_what_is_typed(here: Channel) -> None:
    mia, _ = await play(here)
    here.members[1] = here.members[2]
    await play(here, seats=3, computers=1, rounds=1)

    async def offered(member: Member, typed: str, command: str = "record export") -> list[int]:
        choices = await member.actor.autocomplete(here.channel, f"scout {command}", "game", typed)
        for choice in choices:
            assert re.fullmatch(r"#\d · \d+ \w{3} \(UTC\) · with [^·]+ · \d\w\w", choice["name"])
        return [choice["value"] for choice in choices]

    noa, kim = here.members[3], here.members[2]
    assert await offered(mia, "") == [2, 1]
    assert await offered(mia, "", "record review") == [2, 1]
    assert await offered(mia, "noa") == [1]
    assert await offered(mia, " #2") == [2]
    assert await offered(mia, "nobody") == []
    assert await offered(kim, "") == [2]
    assert await offered(noa, "") == []


async def test_choices_have_the_day_in_the_members_time_zone(here: Channel) -> None:
    """As the time beside them, which Discord shows in the zone of the member's device."""
    mia, noa, *_ = here.members
    await finish_game(here, {mia.id: 3, noa.id: 1})
    await mia.slash("call", zone="Pacific/Auckland")
    for member, day in ((mia, "2 May"), (noa, "1 May (UTC)")):
        (offered,) = await member.actor.autocomplete(
            here.channel, "scout record export", "game", ""
        )
        listed = await member.slash("record history")
        assert all(f"· {day} ·" in label for label in (offered["name"], labels(listed)[0]))


@pytest.mark.long
async def test_the_record_of_a_game_is_a_file(here: Channel) -> None:
    mia, _ = await play(here)
    exported = await mia.slash("record export", game=1)
    assert exported.ephemeral
    (file,) = exported.attachments
    assert file.filename == "scout-game-1.json"
    (newest,) = (await mia.slash("record export")).attachments
    assert newest.filename == file.filename
    refused = await here.members[2].slash("record export")
    assert "You have no finished game with a result" in words(refused)
    content = here.env.backend.cdn.get(file.url)
    assert content is not None
    record = parse(content.decode())
    assert record.game == await game_of(here)
    assert all(record.commitments)
    assert record.names == ()


async def test_the_newest_record_is_of_a_game_that_the_member_can_open(here: Channel) -> None:
    (mia, noa), kim = await play(here), here.members[2]
    # A later game in a channel that they do not see, which they all left.
    await finish_game(here, {member.id: 1 for member in (mia, noa, kim)})
    (file,) = (await mia.slash("record export")).attachments
    assert file.filename == "scout-game-1.json"
    assert f"{UNKNOWN} #2" in words(await kim.slash("record export"))


@pytest.mark.long
async def test_a_record_names_who_allows_it(here: Channel) -> None:
    mia, noa = await play(here)
    shown = await mia.slash("settings")
    await mia.press("Name in game files", shown)
    (file,) = (await noa.slash("record export", game=1)).attachments
    content = here.env.backend.cdn.get(file.url)
    assert content is not None
    assert parse(content.decode()).names == (mia.name, None)


async def test_running_games_are_listed_with_ones_own_turns_first(here: Channel) -> None:
    mia, noa = here.members[:2]
    assert "You have no running games" in words(await mia.slash("games"))
    await here.begin_turns(2)
    player = await here.on_turn([mia, noa])
    waiting = noa if player is mia else mia
    elsewhere = here.guild.create_text_channel("elsewhere")
    await player.slash("new", elsewhere)
    listed = await player.slash("games")
    assert listed.ephemeral
    own, lobby = words(listed).splitlines()[2:4]
    assert own.startswith("**Your turn** · [round 1 of 2](")
    assert f"/{here.channel.id}/{here.table.id})" in own
    assert lobby.startswith("Not started yet · [the lobby](")
    assert f"<#{elsewhere.id}>" in lobby
    (line,) = words(await waiting.slash("games")).splitlines()[2:3]
    assert line.startswith(f"Waiting for {player.name} · [round 1 of 2](")


@pytest.mark.long
async def test_steps_that_come_too_fast_are_not_drawn(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, noa = await play(here)
    monkeypatch.setattr(limiter, "PICTURES", 2)
    shown = await open_replay(mia)
    shown = await mia.press("Next", shown)
    assert "faster than I can draw" in words(await mia.press("Next", shown))
    assert title(await open_replay(noa))


@pytest.mark.long
async def test_steps_of_games_and_of_daily_deals_count_together(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, _ = await play(here)
    *_, result = await moves(mia, await mia.slash("daily practice"))
    monkeypatch.setattr(limiter, "PICTURES", 2)
    await open_replay(mia)
    replay = await mia.press("Replay", result)
    assert "faster than I can draw" in words(await mia.press("Next", replay))
