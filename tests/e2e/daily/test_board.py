"""`/scout daily board` through Discord: when it opens, whose points it has, its pages."""

import re
from datetime import timedelta

import pytest
from simcord.results import ResponseMessage

from bot.tables.standings.leaderboard import PAGE_LENGTH
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.daily import play_today
from tests.support.discord.messages import answer, controls, labels, words
from tests.support.tables.daily_play import finish

DAY = timedelta(days=1)
THURSDAY = 3
OPENS = "Today's board opens for you once you have finished today's deal"
ADDED = "Today's points are counted here once you have finished today's deal."
BOARDS = ["This week", "This month"]


async def finished(here: Channel, days_ago: int, *points: int, server: int | None = None) -> None:
    """Members with the ids 1000, 1001, … finished the day with these points."""
    day = here.env.now().date() - days_ago * DAY
    for user_id, of_member in enumerate(points, 1000):
        server_id = server or here.guild.id
        await finish(here.client.tables, user_id, day, of_member, server=server_id)


def lines(message: ResponseMessage) -> list[tuple[str, str, str]]:
    """Rank, name and the rest of each line."""
    return re.findall(r"^(\d+)\w\w \*\*(.+)\*\*: (.+)$", words(message), re.MULTILINE)


@pytest.mark.long
async def test_todays_board_opens_once_the_member_has_finished(here: Channel) -> None:
    mia = here.members[0]
    await finished(here, 0, 99)
    await finished(here, 1, 3, 4)
    early = await mia.slash("daily board")
    assert early.ephemeral
    assert OPENS in words(early)
    assert "yesterday" in words(early)
    assert lines(early) == [("1", "Member 1001", "4 points"), ("2", "Member 1000", "3 points")]
    assert "You are not on this board." in words(early)
    assert labels(early) == ["Today", *BOARDS, "Play today's deal"]
    assert "99 points" not in words(await mia.press("Today", early))

    result = await play_today(mia)
    board = await mia.press("Board", result)
    assert board.id == result.id
    assert OPENS not in words(board)
    assert [name for _, name, _ in lines(board)] == ["Member 1000", mia.name]
    assert "You are not on this board." not in words(board)
    assert labels(board) == ["Yesterday", *BOARDS, "Result"]
    assert words(await mia.press("Result", board)) == words(result)
    assert here.public() == []


async def test_equals_share_a_rank_and_another_server_has_its_own_board(here: Channel) -> None:
    await finished(here, 1, 4, 7, 4, -2)
    await finished(here, 2, 50, server=here.guild.id + 1)
    board = await here.members[0].slash("daily board", period="yesterday")
    assert [(rank, rest) for rank, _, rest in lines(board)] == [
        ("1", "7 points"),
        ("2", "4 points"),
        ("2", "4 points"),
        ("4", "−2 points"),
    ]
    month = await here.members[0].slash("daily board", period="month")
    assert "50 points" not in words(month)


async def test_a_week_has_the_best_five_days_and_a_month_all(here: Channel) -> None:
    assert here.env.now().weekday() == THURSDAY
    assert here.env.now().day == 1
    mia, today = here.members[0], here.env.now().date()
    await finish(here.client.tables, mia.id, today, 1, server=here.guild.id)
    for ago in (3, 2, 1, 0, -1, -2, -3):
        await finished(here, ago, 4 + ago)
    week = await mia.slash("daily board", period="week")
    own = "1 point, 1 day"
    assert [rest for *_, rest in lines(week)] == [f"{3 + 4 + 5 + 6 + 7} points, 7 days", own]
    assert "each member's best 5 days" in words(week)
    assert ADDED not in words(week)
    month = await mia.press("This month", week)
    assert [rest for *_, rest in lines(month)] == ["10 points, 4 days", own]


async def test_the_points_of_today_are_in_no_sum_before_the_member_has_finished(
    here: Channel,
) -> None:
    await finished(here, 1, 4, 7)
    await finished(here, 0, 90, 90)
    week = await here.members[0].slash("daily board", period="week")
    assert [rest for *_, rest in lines(week)] == ["7 points, 1 day", "4 points, 1 day"]
    assert ADDED in words(week)
    month = await here.members[0].press("This month", week)
    assert lines(month) == []
    assert ADDED in words(month)


@pytest.mark.long
async def test_the_own_line_is_on_every_page_and_pages_survive_a_restart(here: Channel) -> None:
    mia = here.members[0]
    day = here.env.now().date() - DAY
    await finished(here, 1, *range(100, 100 + PAGE_LENGTH + 2))
    await finish(here.client.tables, mia.actor.id, day, 1, server=here.guild.id)
    first = await mia.slash("daily board", period="yesterday")
    assert [rank for rank, *_ in lines(first)] == [str(at) for at in (*range(1, 11), 13)]
    await here.restart()
    last = await mia.press("Next page", first)
    assert last.id == first.id
    assert [rank for rank, *_ in lines(last)] == ["11", "12", "13"]
    ids = [control.custom_id for control in controls(last)]
    assert len(ids) == len(set(ids))


async def test_the_picture_says_the_board_in_its_alt_text(here: Channel) -> None:
    await here.show_pictures()
    await finished(here, 1, 4, 7)
    board = await here.members[0].slash("daily board", period="yesterday")
    (alt,) = [attachment.description or "" for attachment in board.attachments]
    assert alt.startswith("Daily deal: points, yesterday, ")
    assert "1. Member 1001: 7 points." in alt
    await finished(here, 2, 5)
    week = await here.members[0].press("This week", board)
    (alt,) = [attachment.description or "" for attachment in week.attachments]
    assert "1. Member 1000: 9 points, 2 days." in alt


async def test_crafted_presses_show_no_more_than_a_board(here: Channel) -> None:
    mia = here.members[0]
    await finished(here, 0, 99)
    shown = await mia.slash("daily board")
    for custom_id in ("scout:dboard:0:0:", "scout:dboard:0:0:year"):
        refused = answer(await crafted.press(mia.actor, custom_id, shown))
        assert "Choose one of the boards" in words(refused)
    for custom_id in ("scout:dboard:0:99999:today", "scout:dboard:99999999:0:today"):
        early = answer(await crafted.press(mia.actor, custom_id, shown))
        assert OPENS in words(early)
        assert "99 points" not in words(early)
