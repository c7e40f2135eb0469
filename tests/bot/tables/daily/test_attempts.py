"""An attempt is played as a game at a table is, and goes on wherever the member presses."""

from datetime import timedelta

import pytest

from bot.storage.engine.session import Session
from bot.storage.models.daily import DailyAttempt
from bot.tables.core.errors import StalePress, TableError
from bot.tables.daily.deal import computers_answer
from bot.tables.service import Tables
from engine.actions import Orient, Show
from engine.errors import IllegalAction
from tests.support.tables.daily_play import SERVER, play_move, played_today
from tests.support.tables.open_tables import OpenTables

AVA, LEO = 100, 101


@pytest.mark.slow
async def test_an_attempt_begins_with_the_computers_hands_chosen(tables: Tables) -> None:
    attempt = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    assert attempt.game.rounds[-1].to_move == (attempt.seat,)
    assert attempt.decision_number == 1
    assert (attempt.name, attempt.practice, attempt.counts) == ("Ava", False, True)


@pytest.mark.slow
async def test_after_a_move_it_is_the_members_turn_again_or_the_round_is_over(
    tables: Tables,
) -> None:
    attempt = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    while not attempt.finished:
        assert attempt.game.rounds[-1].to_move == (attempt.seat,)
        attempt = await play_move(tables, attempt)
    ranks = {seat: rank for rank, seat, _ in attempt.game.ranking()}
    assert attempt.rank == ranks[attempt.seat]
    stored = await tables.repository.database.ask(
        Session.get, DailyAttempt, (AVA, attempt.day, False)
    )
    assert stored is not None
    assert (stored.points, stored.rank) == (attempt.points, attempt.rank)
    assert stored.finished_at is not None


@pytest.mark.slow
async def test_a_restart_goes_on_where_it_was(open_tables: OpenTables) -> None:
    attempt = await open_tables().daily.attempts.begin(AVA, SERVER, "Ava")
    for _ in range(3):
        assert await open_tables().daily.attempts.current(AVA, attempt.day) == attempt
        attempt = await play_move(open_tables(), attempt)


@pytest.mark.slow
async def test_beginning_again_finds_the_same_attempt_in_any_server(tables: Tables) -> None:
    attempt = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    attempt = await play_move(tables, attempt)
    assert await tables.daily.attempts.begin(AVA, SERVER + 1, "Eva") == attempt
    done = await played_today(tables, AVA)
    assert await tables.daily.attempts.begin(AVA, SERVER + 1, "Eva") == done


@pytest.mark.parametrize(("days", "command"), [(0, "play"), (1, "practice")])
async def test_a_member_who_has_not_begun_a_deal_reads_what_begins_it(
    tables: Tables, days: int, command: str
) -> None:
    day = tables.daily.days.today - timedelta(days=days)
    with pytest.raises(TableError, match=f"`/scout daily {command}` begins it"):
        await tables.daily.attempts.play(AVA, day, 1, Orient(False))


async def test_a_press_twice_plays_once(tables: Tables) -> None:
    before = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    after = await play_move(tables, before)
    assert await play_move(tables, before) == after
    other = Orient(not after.game.rounds[-1].orientation[after.seat])
    with pytest.raises(StalePress):
        await tables.daily.attempts.play(AVA, before.day, before.decision_number, other)


async def test_the_rules_refuse_and_nothing_changes(tables: Tables) -> None:
    attempt = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    with pytest.raises(IllegalAction):
        await tables.daily.attempts.play(AVA, attempt.day, 1, Show(1, 1))
    assert await tables.daily.attempts.current(AVA, attempt.day) == attempt


@pytest.mark.long
@pytest.mark.slow  # plays whole rounds of computers
async def test_the_same_moves_get_the_same_round(open_tables: OpenTables) -> None:
    ava = await played_today(open_tables(seed=1), AVA)
    computers_answer.cache_clear()
    leo = await played_today(open_tables(seed=2), LEO)
    assert (ava.game, ava.seat) == (leo.game, leo.seat)
    # Of a short game two players can choose the same moves by chance.
    others = [
        await played_today(open_tables(), 200 + chance, chance=chance) for chance in (2, 3, 4)
    ]
    assert any(other.game != ava.game for other in others)
