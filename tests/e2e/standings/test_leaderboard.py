"""`/scout leaderboard` through Discord: what is on it, its choices, and presses on old messages."""

import re
from datetime import timedelta
from typing import Any

import pytest
from simcord.results import ResponseMessage

from engine.players import Level
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.messages import Control, answer, controls, labels, words
from tests.support.discord.quick_game import play_out
from tests.support.discord.stored_results import finish_game

PAGES = {"Previous page", "Next page"}


async def play(here: Channel, *user_ids: int, **options: Any) -> None:
    """A finished game in which the members have as many points as they stand from the end."""
    points = {user_id: len(user_ids) - at for at, user_id in enumerate(user_ids)}
    await finish_game(here, points, **options)


def pages(message: ResponseMessage) -> list[str]:
    return [label for label in labels(message) if label in PAGES]


def ranks(message: ResponseMessage) -> list[int]:
    found = re.findall(r"^(\d+)(?:st|nd|rd|th) ", words(message), re.MULTILINE)
    return [int(rank) for rank in found]


def option(message: ResponseMessage, label: str) -> Control:
    return next(control for control in controls(message) if control.label == label)


async def test_an_empty_leaderboard_says_so(here: Channel) -> None:
    shown = await here.members[0].slash("leaderboard")
    assert "Nobody is ranked here yet" in words(shown)
    assert pages(shown) == []
    assert not shown.ephemeral


@pytest.mark.long
async def test_a_finished_game_counts_for_its_players(here: Channel) -> None:
    mia, noa = await here.start(2, rounds=1)
    await play_out(here)
    shown = words(await mia.slash("leaderboard"))
    assert re.search(r"1st \*\*\w+\*\*: rating \d+ ± \d+ \(provisional\), 1 game", shown)
    assert all(f"**{member.name}**" in shown for member in (mia, noa))


async def test_it_is_of_this_server(here: Channel) -> None:
    await play(here, 1, 2, guild_id=here.guild.id + 1)
    assert "Nobody is ranked here yet" in words(await here.members[0].slash("leaderboard"))


async def test_it_has_pages_that_survive_a_restart(here: Channel) -> None:
    await play(here, *range(1, 24))
    mia = here.members[0]
    shown = await mia.slash("leaderboard", measure="games")
    assert ranks(shown) == [1] * 10
    await here.restart()
    second = await mia.press("Next page", shown)
    assert second.id == shown.id
    assert pages(second) == ["Previous page", "Next page"]
    last = await mia.press("Next page", second)
    assert len(ranks(last)) == 3
    assert pages(last) == ["Previous page"]
    assert "Ranked by games" in placeholders(last)


def placeholders(message: ResponseMessage) -> list[str]:
    items = [item for row in message.components for item in row["components"]]
    return [item["placeholder"] for item in items if item.get("placeholder")]


async def test_a_choice_below_it_changes_what_it_shows(here: Channel) -> None:
    mia = here.members[0]
    await play(here, mia.id, 2, 3, at=here.env.now() - timedelta(days=40))
    await play(here, 2, 3)
    shown = await mia.slash("leaderboard")
    assert len(ranks(shown)) == 3
    shown = await mia.use(shown, option(shown, "This week"))
    assert "Leaderboard: rating, this week" in words(shown)
    assert len(ranks(shown)) == 2
    assert f"{mia.name} is not ranked here yet." in words(shown)
    await here.restart()
    shown = await mia.use(shown, option(shown, "Rank by wins"))
    assert "Leaderboard: wins, this week" in words(shown)
    shown = await mia.use(shown, option(shown, "3 players"))
    assert "Counted here: this week, games among people, 3 players." in words(shown)
    shown = await mia.use(shown, option(shown, "All time"))
    assert f"1st **member {mia.id}**: 1 win, 1 game" in words(shown)


async def test_every_option_of_the_command_counts(here: Channel) -> None:
    mia = here.members[0]
    for _ in range(2):
        await play(here, mia.id, 2)
    await play(here, 3, mia.id, 4)
    shown = words(
        await mia.slash("leaderboard", measure="wins", period="month", players=2, min_games=2)
    )
    assert "🏆 Leaderboard: wins, this month" in shown
    assert f"1st **member {mia.id}**: 2 wins, 2 games" in shown
    assert "2nd **member 2**: 0 wins, 2 games" in shown
    assert "2 members · games among people · 2 players · at least 2 games" in shown


async def test_games_against_computers_have_a_table_of_their_own(here: Channel) -> None:
    mia = here.members[0]
    await play(here, mia.id, level=Level.HARD, rank=1, players=3)
    shown = await mia.slash("leaderboard", against="hard")
    assert f"1st **member {mia.id}**: +0.3 points a round, 1 game, 1 win" in words(shown)
    assert "Rank by rating" not in labels(shown)
    assert "Nobody is ranked here yet" in words(await mia.slash("leaderboard"))
    refused = await mia.slash("leaderboard", against="hard", measure="rating")
    assert "have no rating" in words(refused)


async def test_ones_own_place_stands_below_a_page_that_it_is_not_on(here: Channel) -> None:
    mia = here.members[0]
    await play(here, *range(1, 15), mia.id)
    shown = await mia.slash("leaderboard")
    assert ranks(shown) == [*range(1, 11), 15]
    assert f"…\n15th **member {mia.id}**" in words(shown)


async def test_another_members_press_gets_a_leaderboard_of_their_own(here: Channel) -> None:
    """The message of who asked stays as it is."""
    mia, noa, *_ = here.members
    await play(here, *range(1, 15), noa.id)
    shown = await mia.slash("leaderboard")
    before = words(shown)
    own = await noa.press("Next page", shown)
    assert own.ephemeral
    assert own.id != shown.id
    assert ranks(own) == [11, 12, 13, 14, 15]
    assert f"**member {noa.id}**" in words(own)
    assert words(next(one for one in here.public() if one.id == shown.id)) == before
    again = await noa.press("Previous page", own)
    assert again.id == own.id


async def test_a_button_of_an_earlier_version_still_answers(here: Channel) -> None:
    """`scout:board:0:1:` has a page and no choice."""
    await play(here, *range(1, 15))
    mia = here.members[0]
    shown = await mia.slash("leaderboard")
    result = await crafted.press(mia.actor, "scout:board:0:1:", shown)
    assert ranks(answer(result)) == [11, 12, 13, 14]


@pytest.mark.long
@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("scout:board:0:0:x", None),
        ("scout:board:0:0:qa-0-1-p", None),
        ("scout:board:0:0:ra-9-1-p", None),
        ("scout:boardset:0:0:", ["ra-0-1-p-nonsense"]),
        ("scout:boardset:0:0:", ["wins"]),
        ("scout:boardset:0:0:", []),
        ("scout:boardset:0:0:", None),
        ("scout:boardset:0:7:ra-0-1-p", None),
    ],
)
async def test_an_unknown_choice_changes_nothing(
    here: Channel, custom_id: str, values: list[str] | None
) -> None:
    await play(here, 1, 2)
    mia = here.members[0]
    shown = await mia.slash("leaderboard")
    before = words(shown)
    reply = answer(await crafted.press(mia.actor, custom_id, shown, values))
    assert reply.ephemeral
    assert "That choice is no longer there" in words(reply)
    assert words(next(one for one in here.public() if one.id == shown.id)) == before


async def test_a_page_that_is_out_of_range_is_the_last_one(here: Channel) -> None:
    await play(here, *range(1, 15))
    mia = here.members[0]
    shown = await mia.slash("leaderboard")
    result = await crafted.press(mia.actor, "scout:board:0:999999:ra-0-1-p", shown)
    assert ranks(answer(result)) == [11, 12, 13, 14]


@pytest.mark.parametrize(
    "options",
    [
        {"measure": "luck"},
        {"period": "yesterday"},
        {"against": "the house"},
        {"players": 9},
        {"min_games": 0},
    ],
)
async def test_options_that_discord_does_not_offer_are_refused(
    here: Channel, options: dict[str, object]
) -> None:
    result = await crafted.command(here.members[0].actor, here.channel.id, "leaderboard", **options)
    reply = answer(result)
    assert reply.ephemeral
    assert "Choose the options of" in words(reply) or "has changed" in words(reply)


@pytest.mark.long
async def test_a_picture_stands_in_place_of_the_list(here: Channel) -> None:
    await here.show_pictures()
    mia, _ = await here.start(2, rounds=1)
    await play_out(here)
    shown = await mia.slash("leaderboard")
    (picture,) = shown.attachments
    for name in ("Mia", "Noa"):
        assert f" {name}" in (picture.description or "")
    assert "(who asked)" in (picture.description or "")
    assert shown.embeds[0].description is None
    assert "2 members" in (shown.embeds[0].footer.text or "")


async def test_a_leaderboard_of_ones_own_has_a_picture_as_its_member_chose(here: Channel) -> None:
    mia, noa = here.members[:2]
    await here.show_pictures()
    await here.client.tables.preferences.update(noa.id, pictures=False)
    await play(here, mia.id, noa.id)
    shown = await mia.slash("leaderboard")
    assert len(shown.attachments) == 1
    own = await noa.use(shown, option(shown, "Rank by wins"))
    assert own.attachments == []
    assert len(ranks(own)) == 2


async def test_nobody_is_pinged_by_a_leaderboard(here: Channel) -> None:
    mia = here.members[0]
    await play(here, mia.id, 2)
    await mia.slash("leaderboard")
    *_, sent = [request for request in here.env.http_requests if "callback" in request.path]
    assert isinstance(sent.json, dict)
    mentions = sent.json["data"]["allowed_mentions"]
    assert mentions.get("users", []) == []
    assert mentions.get("parse", []) == []
