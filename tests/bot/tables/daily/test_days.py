"""A database's own secret, what is public of it once a day is over, and its days' ends."""

import asyncio
from datetime import date, datetime, timedelta
from hashlib import sha256

import pytest
from sqlalchemy import func, select, update

from bot.storage.models.daily import (
    BoardPeriod,
    DailyAction,
    DailyAttempt,
    DailyBar,
    DailyDay,
    DailySecret,
    DailyStanding,
    DailyStreak,
)
from bot.tables.core.errors import StalePress, TableError
from bot.tables.daily.deal import fingerprint
from bot.tables.service import Tables
from bot.tables.upkeep.housekeeping import LeftServers
from bot.tables.upkeep.restoring import make_ready
from engine.actions import Orient
from tests.support.tables.daily_play import (
    OTHER_SERVER,
    SERVER,
    count,
    finish,
    play_move,
    play_out,
    played_today,
)
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import AVA as AVA_ACTOR
from tests.support.tables.open_tables import OpenTables

pytestmark = pytest.mark.slow  # whole rounds are played

AVA, LEO = AVA_ACTOR.user_id, 101
DAY = timedelta(days=1)


async def test_a_database_keeps_its_secret(open_tables: OpenTables, clock: FakeClock) -> None:
    day = clock.time.date()
    deal = await open_tables().daily.days.deal(day)
    assert await open_tables().daily.days.deal(day) == deal
    assert await count(open_tables(), DailySecret) == 1


async def test_todays_deal_is_secret_and_yesterdays_is_as_committed(
    tables: Tables, clock: FakeClock
) -> None:
    day = clock.time.date()
    attempt = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    commitment = await tables.daily.days.commitment(day)
    for secret in (day, day + DAY):
        with pytest.raises(TableError, match="secret until"):
            await tables.daily.days.verify(secret)
    clock.advance(DAY)
    shown = await tables.daily.days.verify(day)
    assert shown.holds
    assert shown.commitment == commitment
    assert sha256(shown.daily.committed_text.encode()).hexdigest() == commitment
    assert shown.daily.deal == attempt.game.rounds[0].deal
    assert shown.daily.seat == attempt.seat


@pytest.mark.parametrize("day", [date.min, date.max])
async def test_days_of_forged_buttons_are_refused(tables: Tables, day: date) -> None:
    attempts = tables.daily.attempts
    for press in (
        attempts.play(AVA, day, 1, Orient(flip=True)),
        attempts.practise(AVA, SERVER, "Ava", day),
    ):
        with pytest.raises(TableError):
            await press
    assert await attempts.current(AVA, day) is None
    assert await attempts.played(AVA, day) is None
    for period in BoardPeriod:
        assert (await tables.daily.boards.of(SERVER, day, AVA, period=period)).rows == []


async def test_a_day_without_a_commitment_proves_nothing(tables: Tables, clock: FakeClock) -> None:
    verified = await tables.daily.days.verify(clock.time.date() - DAY)
    assert (verified.commitment, verified.holds) == (None, False)


async def test_practice_of_a_day_that_nobody_was_shown_proves_nothing_about_it(
    tables: Tables, clock: FakeClock
) -> None:
    clock.advance(3 * DAY)
    day = clock.time.date() - 2 * DAY
    practice = await tables.daily.attempts.practise(AVA, SERVER, "Ava", day)
    await tables.daily.boards.result(await play_out(tables, practice))
    for earlier in (day, day + DAY):
        verified = await tables.daily.days.verify(earlier)
        assert (verified.commitment, verified.holds) == (None, False)


async def test_a_deal_that_was_changed_does_not_hold(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    tables, day = open_tables(), clock.time.date()
    await tables.daily.days.commitment(day)
    async with tables.repository.database.write() as session:
        await session.execute(update(DailySecret).values(key="ab" * 32))
    clock.advance(DAY)
    assert not (await open_tables().daily.days.verify(day)).holds


async def test_a_restore_redraws_the_days_that_nobody_was_shown(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    before = open_tables()
    day = clock.time.date()
    await before.daily.days.commitment(day)
    tomorrow = await before.daily.days.commitment(day + DAY)
    later = await before.daily.days.deal(day + 2 * DAY)
    await before.close()
    for restores in (1, 2):
        await make_ready(before.repository.database, clock(), lambda _line: None)
        days = open_tables().daily.days
        assert (await days.deal(day + DAY)).commitment == tomorrow
        again = await days.deal(day + 2 * DAY)
        assert again.deal != later.deal
        later = again
        assert await count(before, DailySecret) == 2, restores
    clock.advance(2 * DAY)
    assert (await open_tables().daily.days.verify(day)).holds


async def test_a_restore_before_the_first_day_redraws_all(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    before = open_tables()
    deal = await before.daily.days.deal(clock.time.date())
    await make_ready(before.repository.database, clock(), lambda _line: None)
    assert await open_tables().daily.days.deal(clock.time.date()) != deal


async def test_midnight_between_two_moves_makes_it_practice(
    tables: Tables, clock: FakeClock
) -> None:
    attempt = await play_move(tables, await tables.daily.attempts.begin(AVA, SERVER, "Ava"))
    clock.advance(DAY)
    practice = await play_move(tables, attempt)
    assert practice.practice
    assert not practice.counts
    assert (await play_out(tables, practice)).finished
    assert await count(tables, DailyStanding) == await count(tables, DailyStreak) == 0
    assert await tables.daily.attempts.played(AVA, attempt.day) is None
    today = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    assert (today.day, today.practice) == (attempt.day + DAY, False)


async def test_midnight_while_the_computers_think_makes_it_practice(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    """The day is open when the press arrives, and closed when its move is stored."""
    first = open_tables()
    attempt = await first.daily.attempts.begin(AVA, SERVER, "Ava")
    late = open_tables(now=NowTurnsLate(clock, after=1))
    practice = await play_move(late, attempt)
    assert practice.practice
    assert practice.decision_number > attempt.decision_number


class NowTurnsLate:
    """A clock that passes midnight after it has been read so often."""

    def __init__(self, clock: FakeClock, after: int) -> None:
        self._clock = clock
        self._after = after

    def __call__(self) -> datetime:
        self._after -= 1
        return self._clock.time + (DAY if self._after < 0 else timedelta())


@pytest.mark.parametrize("begun", [True, False])
async def test_a_clock_that_is_set_back_over_midnight_allows_no_second_try(
    tables: Tables, clock: FakeClock, begun: bool
) -> None:
    day = clock.time.date()
    if begun:
        await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    clock.advance(DAY)
    practice = await tables.daily.attempts.practise(AVA, SERVER, "Ava", day)
    await play_out(tables, practice)
    clock.advance(-DAY)
    with pytest.raises(TableError, match="have played today's deal"):
        await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    assert (await tables.daily.attempts.begin(LEO, SERVER, "Leo")).decision_number == 1


async def test_an_attempt_that_is_printed_has_no_card(tables: Tables) -> None:
    attempt = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    assert "Card" in repr(attempt.game)
    assert "Card" not in repr(attempt)


def test_the_players_files_are_read_as_the_program_starts(open_tables: OpenTables) -> None:
    fingerprint.cache_clear()
    open_tables()
    assert fingerprint.cache_info().currsize == 1


async def test_housekeeping_ends_practice_that_nobody_touches(
    tables: Tables, clock: FakeClock
) -> None:
    for user_id in range(AVA, AVA + 4):
        await tables.daily.attempts.begin(user_id, SERVER, "Member")
    done = await played_today(tables, LEO)
    await tables.daily.days.end_days()
    assert await practices(tables) == 0
    clock.advance(DAY)
    await tables.daily.days.end_days()
    assert await practices(tables) == 4
    assert await tables.daily.attempts.played(LEO, done.day) == done


async def practices(tables: Tables) -> int:
    async with tables.repository.database.read() as session:
        query = select(func.count()).select_from(DailyAttempt).where(DailyAttempt.practice)
        return await session.scalar(query) or 0


async def test_the_last_thirty_days_can_be_practised_again_and_again(
    tables: Tables, clock: FakeClock
) -> None:
    attempts = tables.daily.attempts
    mine = await played_today(tables, AVA)
    day = mine.day
    with pytest.raises(TableError, match="last thirty days"):
        await attempts.practise(AVA, SERVER, "Ava", day)
    clock.advance(30 * DAY)
    assert attempts.practice_days[-1] == day
    practice = await attempts.practise(AVA, SERVER, "Ava", day)
    assert practice.practice
    practice = await play_move(tables, practice)
    assert await attempts.practise(AVA, OTHER_SERVER, "Ava", day) == practice
    done = await play_out(tables, practice)
    assert (done.game, done.counts) == (mine.game, False)
    assert await attempts.current(AVA, day) == done
    again = await attempts.practise(AVA, SERVER, "Ava", day)
    assert (again.decision_number, again.finished) == (1, False)
    assert await attempts.played(AVA, day) == mine
    assert (await tables.daily.boards.of(SERVER, day, AVA)).members == 1
    clock.advance(DAY)
    with pytest.raises(TableError, match="last thirty days"):
        await attempts.practise(AVA, SERVER, "Ava", day)


async def test_moves_are_deleted_after_a_month_and_points_stay(
    tables: Tables, clock: FakeClock
) -> None:
    mine = await played_today(tables, AVA)
    clock.advance(DAY)
    await tables.daily.attempts.practise(AVA, SERVER, "Ava", mine.day)
    clock.advance(30 * DAY)
    await tables.daily.days.delete_old()
    assert await tables.daily.attempts.played(AVA, mine.day) == mine
    clock.advance(DAY)
    await tables.daily.days.delete_old()
    assert await count(tables, DailyAction) == 0
    assert await count(tables, DailyAttempt) == 1
    assert await tables.daily.attempts.current(AVA, mine.day) is None
    assert await tables.daily.attempts.played(AVA, mine.day) is None
    assert (await tables.daily.boards.of(SERVER, mine.day, AVA)).members == 1


async def test_a_forgotten_member_has_no_second_try_until_midnight(
    tables: Tables, clock: FakeClock
) -> None:
    await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    await tables.forgetting.forget(SERVER, AVA_ACTOR)
    assert await count(tables, DailyAttempt) == await count(tables, DailyAction) == 0
    for server in (SERVER, OTHER_SERVER):
        with pytest.raises(TableError, match="have played today's deal"):
            await tables.daily.attempts.begin(AVA, server, "Ava")
    await tables.daily.days.end_days()
    assert await count(tables, DailyBar) == 1
    assert (await tables.daily.attempts.begin(LEO, SERVER, "Leo")).decision_number == 1
    clock.advance(DAY)
    await tables.daily.days.end_days()
    assert await count(tables, DailyBar) == 0
    assert (await tables.daily.attempts.begin(AVA, SERVER, "Ava")).decision_number == 1


async def test_a_press_from_before_a_forgetting_begins_nothing(
    tables: Tables, clock: FakeClock
) -> None:
    pressed_at, attempts = clock.time, tables.daily.attempts
    clock.advance(timedelta(seconds=1))
    await tables.forgetting.forget(SERVER, AVA_ACTOR)
    for begun in (
        attempts.begin(AVA, SERVER, "Ava", pressed_at=pressed_at),
        attempts.practise(AVA, SERVER, "Ava", clock.time.date() - DAY, pressed_at=pressed_at),
    ):
        with pytest.raises(TableError, match="Press again"):
            await begun
    assert await count(tables, DailyAttempt) == 0
    clock.advance(timedelta(seconds=1))
    attempt = await attempts.begin(AVA, SERVER, "Ava", pressed_at=clock.time)
    assert attempt.decision_number == 1


async def test_a_member_forgotten_at_midnight_has_no_second_try_at_the_new_day(
    tables: Tables, clock: FakeClock
) -> None:
    clock.advance(DAY)
    await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    # To the program that forgets, it is still the day before.
    clock.advance(-DAY)
    await tables.forgetting.forget(SERVER, AVA_ACTOR)
    clock.advance(DAY)
    await tables.daily.days.end_days()
    with pytest.raises(TableError, match="have played today's deal"):
        await tables.daily.attempts.begin(AVA, SERVER, "Ava")


async def test_a_forgotten_member_leaves_the_boards_and_bars_nothing_they_have_not_begun(
    tables: Tables, clock: FakeClock
) -> None:
    mine = await played_today(tables, AVA)
    clock.advance(DAY)
    await tables.forgetting.forget(SERVER, AVA_ACTOR)
    assert await count(tables, DailyBar) == 0
    for model in (DailyAttempt, DailyAction, DailyStanding, DailyStreak):
        assert await count(tables, model) == 0
    assert (await tables.daily.boards.of(SERVER, mine.day, AVA)).rows == []
    assert (await tables.daily.attempts.begin(AVA, SERVER, "Ava")).decision_number == 1


async def test_a_deploy_in_between_takes_the_attempt_off_the_boards_only(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    monkeypatch.setattr("bot.tables.daily.attempts.fingerprint", lambda: "newer")
    assert begun.counts
    found = await tables.daily.attempts.current(AVA, begun.day)
    assert found is not None
    assert not found.counts
    done = await played_today(tables, AVA)
    late = await tables.daily.attempts.begin(LEO, SERVER, "Leo")
    assert (done.counts, late.counts) == (False, False)
    monkeypatch.setattr("bot.tables.daily.attempts.fingerprint", fingerprint)
    assert not (await play_move(tables, late)).counts, "the computers changed twice"
    again = await tables.daily.attempts.played(AVA, begun.day)
    assert again == done
    assert await count(tables, DailyStanding) == 0
    assert await count(tables, DailyStreak) == 1


async def test_the_day_after_a_deploy_counts(
    tables: Tables, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    monkeypatch.setattr("bot.tables.daily.attempts.fingerprint", lambda: "newer")
    clock.advance(DAY)
    assert (await played_today(tables, AVA)).counts
    assert await count(tables, DailyDay) == 2


async def test_a_button_of_yesterdays_finished_attempt_is_stale(
    tables: Tables, clock: FakeClock
) -> None:
    begun = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    done = await play_out(tables, begun)
    clock.advance(DAY)
    assert await play_move(tables, begun) == done
    with pytest.raises(StalePress):
        await tables.daily.attempts.play(AVA, begun.day, 99, Orient(flip=True))


async def test_with_a_server_that_was_left_its_attempts_and_boards_go(
    tables: Tables, clock: FakeClock
) -> None:
    """Its members' streaks are theirs in every server."""
    day = clock.time.date()
    for user_id in range(AVA, AVA + 23):
        await finish(tables, user_id, day, 5)
    await tables.daily.attempts.begin(200, SERVER, "Ava")
    await finish(tables, LEO + 100, day, 5, server=OTHER_SERVER)
    left = LeftServers(tables.repository, DAY, lambda _: False, no_pause)
    await left.left(SERVER)
    clock.advance(DAY)
    await left.delete_due()
    assert await count(tables, DailyAttempt) == 1
    assert await count(tables, DailyAction) == 0
    assert await count(tables, DailyStanding) == 2
    assert await count(tables, DailyStreak) == 24


async def no_pause(_seconds: float) -> None:
    await asyncio.sleep(0)


async def test_housekeeping_does_the_chores_of_days_in_one_process_only(
    tables: Tables, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    clock.advance(DAY)
    monkeypatch.setattr(tables.repository.assignment, "includes", lambda _server: False)
    await do_chores(tables)
    assert await practices(tables) == 0
    monkeypatch.undo()
    await do_chores(tables)
    assert await practices(tables) == 1


async def do_chores(tables: Tables) -> None:
    for chore in tables.housekeeping._chores:
        await chore()
