"""The message a day in a server's channel: due once, claimed before it is sent, quiet at times."""

from datetime import timedelta

import pytest

from bot.tables.daily.posts import Post, decisive_turn
from bot.tables.service import Tables
from bot.tables.upkeep.restoring import make_ready
from engine.round import Ending
from tests.support.tables.daily_play import OTHER_SERVER, SERVER, played_today
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import AVA
from tests.support.tables.open_tables import OpenTables

pytestmark = pytest.mark.slow  # whole rounds are played

CHANNEL = 7
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
async def tables(open_tables: OpenTables, clock: FakeClock) -> Tables:
    """Tables of a server with a channel for the daily deal, at its hour."""
    tables = open_tables()
    await tables.server_settings.update(SERVER, daily_channel=CHANNEL)
    clock.time = clock.time.replace(hour=17, minute=0)
    return tables


async def send(tables: Tables, message_id: int = 1, guild_id: int = SERVER) -> Post | None:
    """Claim the message and record that it is there."""
    assert guild_id in await tables.daily.posts.due()
    post = await tables.daily.posts.claim(guild_id)
    if post is not None:
        await tables.daily.posts.mark_sent(post, message_id, "digest")
    return post


async def sent_days(tables: Tables, clock: FakeClock, days: int) -> list[int]:
    """On which of the next days, from 0, a message is sent."""
    found = []
    for day in range(days):
        if SERVER in await tables.daily.posts.due():
            assert await send(tables, day + 1)
            found.append(day)
        clock.advance(DAY)
    return found


async def test_a_message_is_due_once_a_day_from_its_hour_on(
    tables: Tables, clock: FakeClock
) -> None:
    clock.advance(-HOUR)
    assert await tables.daily.posts.due() == []
    assert await tables.daily.posts.claim(SERVER) is None
    clock.advance(6 * HOUR)
    assert await send(tables)
    assert await tables.daily.posts.due() == []
    assert await tables.daily.posts.claim(SERVER) is None
    clock.advance(DAY - 7 * HOUR)
    assert await tables.daily.posts.due() == []
    clock.advance(2 * HOUR)
    assert await tables.daily.posts.due() == [SERVER]


async def test_a_late_start_sends_todays_message_and_none_of_the_days_before(
    tables: Tables, clock: FakeClock
) -> None:
    await send(tables)
    clock.advance(5 * DAY)
    post = await send(tables, 2)
    assert post is not None
    assert post.day == clock.time.date()
    assert await tables.daily.posts.due() == []


async def test_another_hour_or_channel_sends_no_second_message_on_the_same_day(
    tables: Tables, clock: FakeClock
) -> None:
    await send(tables)
    await tables.server_settings.update(SERVER, daily_hour=18)
    clock.advance(HOUR)
    assert await tables.daily.posts.due() == []
    await tables.server_settings.update(SERVER, daily_channel=None)
    await tables.server_settings.update(SERVER, daily_channel=8)
    assert await tables.daily.posts.due() == []
    assert await tables.daily.posts.claim(SERVER) is None
    clock.advance(DAY)
    post = await send(tables, 2)
    assert post is not None
    assert post.channel_id == 8


async def test_no_channel_and_a_server_that_was_left_get_nothing(
    tables: Tables, clock: FakeClock
) -> None:
    await tables.server_settings.update(OTHER_SERVER, daily_hour=3)
    assert await tables.daily.posts.due() == [SERVER]
    assert await tables.daily.posts.claim(OTHER_SERVER) is None
    await tables.left_servers.left(SERVER)
    assert await tables.daily.posts.due() == []
    assert await tables.daily.posts.claim(SERVER) is None
    await tables.left_servers.returned(SERVER)
    assert await tables.daily.posts.due() == [SERVER]


async def test_after_a_crash_a_message_is_sent_again_while_its_nonce_holds(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    first = await tables.daily.posts.claim(SERVER)
    assert first is not None
    assert not first.is_repeat
    again = open_tables()
    clock.advance(timedelta(seconds=90))
    assert await again.daily.posts.due() == [SERVER]
    second = await again.daily.posts.claim(SERVER)
    assert second is not None
    assert second.is_repeat
    assert (second.day, second.channel_id) == (first.day, first.channel_id)
    await again.daily.posts.mark_sent(second, 5, "digest")
    assert await again.daily.posts.due() == []
    # It may show what was so at the first attempt.
    assert await again.daily.posts.changed() == [SERVER]


async def test_a_crash_long_ago_repeats_nothing(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    assert await tables.daily.posts.claim(SERVER)
    clock.advance(HOUR)
    again = open_tables()
    assert await again.daily.posts.claim(SERVER) is None
    assert await again.daily.posts.due() == []
    clock.advance(DAY)
    assert await again.daily.posts.claim(SERVER)


async def test_what_was_not_sent_is_due_again_and_counts_once(
    tables: Tables, clock: FakeClock
) -> None:
    for _ in range(5):
        post = await tables.daily.posts.claim(SERVER)
        assert post is not None
        await tables.daily.posts.mark_failed(post)
    assert await sent_days(tables, clock, 5) == [0, 1, 2]


async def test_a_failure_keeps_the_former_message_in_view(tables: Tables, clock: FakeClock) -> None:
    await send(tables, 11)
    clock.advance(DAY)
    post = await tables.daily.posts.claim(SERVER)
    assert post is not None
    assert await tables.daily.posts.shown(SERVER) is None
    await tables.daily.posts.mark_failed(post)
    shown = await tables.daily.posts.shown(SERVER)
    assert shown is not None
    assert shown.message_id == 11


async def test_a_channel_that_refuses_is_tried_hourly_and_switched_off_after_a_day(
    tables: Tables, clock: FakeClock
) -> None:
    await send(tables)
    clock.advance(DAY)
    ends = []
    for _ in range(50):
        if SERVER in await tables.daily.posts.due():
            post = await tables.daily.posts.claim(SERVER)
            assert post is not None
            ends.append((clock.time, await tables.daily.posts.mark_refused(post)))
            assert await tables.daily.posts.due() == []
        clock.advance(HOUR / 2)
    first, last = ends[0][0], ends[-1][0]
    assert [is_off for _, is_off in ends] == [False] * (len(ends) - 1) + [True]
    assert len(ends) == 8
    assert last - first == DAY
    assert (await tables.server_settings.of(SERVER)).daily_channel is None
    await tables.server_settings.update(SERVER, daily_channel=CHANNEL)
    await tables.daily.posts.wake(SERVER)
    assert await tables.daily.posts.due() == [SERVER]


async def test_a_channel_that_refuses_for_hours_stays(tables: Tables, clock: FakeClock) -> None:
    post = await tables.daily.posts.claim(SERVER)
    assert post is not None
    assert not await tables.daily.posts.mark_refused(post)
    clock.advance(2 * HOUR)
    await send(tables)
    clock.advance(DAY)
    post = await tables.daily.posts.claim(SERVER)
    assert post is not None
    assert not await tables.daily.posts.mark_refused(post)


async def test_a_refusal_while_the_clock_was_ahead_is_tried_again_and_counted(
    tables: Tables, clock: FakeClock
) -> None:
    clock.advance(365 * DAY)
    post = await tables.daily.posts.claim(SERVER)
    assert post is not None
    assert not await tables.daily.posts.mark_refused(post)
    clock.advance(-365 * DAY)
    ends = []
    for _ in range(2):
        assert await tables.daily.posts.due() == [SERVER]
        post = await tables.daily.posts.claim(SERVER)
        assert post is not None
        ends.append(await tables.daily.posts.mark_refused(post))
        clock.advance(DAY)
    assert ends == [False, True]


async def test_a_refusal_by_the_former_channel_does_not_delay_the_new_one(
    tables: Tables, clock: FakeClock
) -> None:
    post = await tables.daily.posts.claim(SERVER)
    assert post is not None
    # While the request is on its way.
    await tables.server_settings.update(SERVER, daily_channel=CHANNEL + 1)
    await tables.daily.posts.wake(SERVER)
    assert not await tables.daily.posts.mark_refused(post)
    assert await tables.daily.posts.due() == [SERVER]
    post = await tables.daily.posts.claim(SERVER)
    assert post is not None
    assert post.channel_id == CHANNEL + 1


async def test_a_failure_after_a_refusal_does_not_end_the_messages(
    tables: Tables, clock: FakeClock
) -> None:
    post = await tables.daily.posts.claim(SERVER)
    assert post is not None
    assert not await tables.daily.posts.mark_refused(post)
    clock.advance(2 * HOUR)
    post = await tables.daily.posts.claim(SERVER)
    assert post is not None
    await tables.daily.posts.mark_failed(post)
    assert await tables.daily.posts.due() == [SERVER]
    assert await send(tables)


async def test_after_three_days_without_a_player_it_is_quiet_until_a_member_plays(
    tables: Tables, clock: FakeClock
) -> None:
    assert await sent_days(tables, clock, 6) == [0, 1, 2]
    assert await tables.daily.posts.claim(SERVER) is None
    # Today's player is in tomorrow's message.
    await tables.daily.attempts.begin(AVA.user_id, SERVER, "Ava")
    assert await tables.daily.posts.due() == []
    clock.advance(DAY)
    assert await sent_days(tables, clock, 6) == [0, 1, 2]


async def test_players_of_other_servers_wake_no_channel(tables: Tables, clock: FakeClock) -> None:
    await sent_days(tables, clock, 3)
    await tables.daily.attempts.begin(AVA.user_id, OTHER_SERVER, "Ava")
    clock.advance(DAY)
    assert await tables.daily.posts.due() == []
    await tables.daily.posts.wake(SERVER)
    assert await tables.daily.posts.due() == [SERVER]


async def test_a_day_with_a_player_is_no_silence(tables: Tables, clock: FakeClock) -> None:
    assert await sent_days(tables, clock, 2) == [0, 1]
    await tables.daily.attempts.begin(AVA.user_id, SERVER, "Ava")
    assert await sent_days(tables, clock, 6) == [0, 1, 2, 3]


async def test_a_message_is_edited_when_its_day_is_over(tables: Tables, clock: FakeClock) -> None:
    await send(tables, 11)
    assert await tables.daily.posts.changed() == []
    clock.advance(7 * HOUR)
    assert await tables.daily.posts.changed() == [SERVER]
    shown = await tables.daily.posts.shown(SERVER)
    assert shown is not None
    await tables.daily.posts.mark_shown(shown, clock.time, "over", is_over=True)
    assert await tables.daily.posts.changed() == []


async def test_a_forgotten_member_is_taken_out_of_the_message(
    tables: Tables, clock: FakeClock, open_tables: OpenTables
) -> None:
    await played_today(tables, AVA.user_id)
    clock.advance(DAY)
    post = await send(tables, 11)
    assert post is not None
    before = await tables.daily.posts.yesterday(SERVER, post.day)
    assert [row.user_id for row in before.podium] == [AVA.user_id]
    assert before.best is not None
    assert await tables.daily.posts.changed() == []
    await open_tables().forgetting.forget(OTHER_SERVER, AVA)
    assert await tables.daily.posts.changed() == [SERVER]
    after = await tables.daily.posts.yesterday(SERVER, post.day)
    assert (after.podium, after.best) == ([], None)


async def test_a_member_forgotten_while_the_message_is_on_its_way_is_taken_out_too(
    tables: Tables, clock: FakeClock
) -> None:
    await played_today(tables, AVA.user_id)
    clock.advance(DAY)
    post = await tables.daily.posts.claim(SERVER)
    assert post is not None
    await tables.forgetting.forget(SERVER, AVA)
    await tables.daily.posts.mark_sent(post, 11, "with Ava")
    assert await tables.daily.posts.changed() == [SERVER]
    shown = await tables.daily.posts.shown(SERVER)
    assert shown is not None
    await tables.daily.posts.mark_shown(shown, post.at, "with Ava", is_over=False)
    assert await tables.daily.posts.changed() == [SERVER]
    clock.advance(HOUR)
    await tables.daily.posts.mark_shown(shown, clock.time, "without", is_over=False)
    assert await tables.daily.posts.changed() == []


async def test_a_clock_that_was_wrong_for_a_moment_does_not_silence_a_channel(
    tables: Tables, clock: FakeClock
) -> None:
    right = clock.time
    clock.time = right + 300 * DAY
    await send(tables)
    clock.time = right
    assert await send(tables, 2)
    # Over midnight and back: tomorrow's is there already.
    clock.time = right + DAY
    await send(tables, 3)
    clock.time = right
    assert await tables.daily.posts.due() == []
    assert await tables.daily.posts.claim(SERVER) is None


async def test_two_processes_send_one_message(tables: Tables, open_tables: OpenTables) -> None:
    other = open_tables()
    assert await other.daily.posts.due() == [SERVER]
    first = await tables.daily.posts.claim(SERVER)
    second = await other.daily.posts.claim(SERVER)
    assert first is not None
    assert second is not None
    # By the same nonce both get the same message.
    assert second.is_repeat
    assert (second.guild_id, second.day) == (first.guild_id, first.day)
    await tables.daily.posts.mark_sent(first, 11, "digest")
    await other.daily.posts.mark_sent(second, 11, "digest")
    assert await tables.daily.posts.due() == await other.daily.posts.due() == []


async def test_a_process_without_the_server_sends_nothing(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables.assignment, "includes", lambda guild_id: guild_id != SERVER)
    assert await tables.daily.posts.due() == []
    assert await tables.daily.posts.claim(SERVER) is None


async def test_yesterday_shows_ties_and_never_a_day_that_is_open(
    tables: Tables, clock: FakeClock
) -> None:
    for user_id in (101, 102):
        await played_today(tables, user_id)
    today = clock.time.date()
    with pytest.raises(ValueError, match="secret"):
        await tables.daily.posts.yesterday(SERVER, today + DAY)
    clock.advance(DAY)
    found = await tables.daily.posts.yesterday(SERVER, today + DAY)
    assert (found.day, found.players) == (today, 2)
    assert {(row.rank, row.user_id) for row in found.podium} == {(1, 101), (1, 102)}
    assert found.best is not None
    assert found.best.user_id == found.podium[0].user_id


@pytest.mark.long
async def test_the_decisive_move_is_a_show_of_the_seat(tables: Tables) -> None:
    kinds = set()
    for user_id in range(101, 107):
        attempt = await played_today(tables, user_id, chance=user_id)
        played = attempt.game.rounds[0]
        for seat in range(4):
            turn = decisive_turn(played, seat)
            shows = [at for at, one in enumerate(played.log) if one.seat == seat and one.shown]
            assert (turn in shows) if shows else turn is None
            ended = played.log[-1].seat if played.ended is Ending.EMPTY else played.owner
            if seat == ended:
                assert turn == shows[-1]
            kinds.add(seat == ended)
    assert kinds == {True, False}


async def restored(tables: Tables) -> None:
    """Make the database ready as after a backup was restored."""
    database = tables.repository.database
    await tables.close()
    await make_ready(database, tables.repository.now(), lambda _line: None)


@pytest.mark.parametrize("had_one", [True, False])
async def test_after_a_restore_a_message_that_may_be_there_is_not_sent_again(
    tables: Tables, open_tables: OpenTables, clock: FakeClock, had_one: bool
) -> None:
    if had_one:
        assert await send(tables)
        clock.advance(DAY)
    assert await tables.daily.posts.due() == [SERVER]
    await restored(tables)
    again = open_tables()
    assert await again.daily.posts.due() == []
    assert await again.daily.posts.claim(SERVER) is None
    clock.advance(DAY)
    assert await send(again)


async def test_after_a_restore_before_its_hour_the_message_is_sent(
    tables: Tables, open_tables: OpenTables, clock: FakeClock
) -> None:
    assert await send(tables)
    clock.advance(DAY - 6 * HOUR)
    await restored(tables)
    again = open_tables()
    assert await again.daily.posts.due() == []
    clock.advance(6 * HOUR)
    assert await send(again)


async def test_after_a_restore_todays_message_is_still_known(
    tables: Tables, open_tables: OpenTables
) -> None:
    assert await send(tables, message_id=5)
    await restored(tables)
    shown = await open_tables().daily.posts.shown(SERVER)
    assert shown is not None
    assert shown.message_id == 5
