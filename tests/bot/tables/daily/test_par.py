"""Par is the mean of the hard computer's points, found in the background, the same everywhere."""

import asyncio
from datetime import date
from itertools import count

import pytest
from sqlalchemy import select

from bot.storage.models.daily import DailyDay
from bot.tables.computers.service import ComputerService
from bot.tables.daily.boards import DailyPar
from bot.tables.service import Tables
from engine.game import Game
from tests.support.tables.daily_play import SERVER, play_out
from tests.support.tables.open_tables import OpenTables

AVA = 100
RUNS = 2


def par_of(tables: Tables, runs: int = RUNS) -> DailyPar:
    return DailyPar(tables.repository.database, tables.daily.days, ComputerService(0), runs)


async def stored(tables: Tables, day: date) -> float | None:
    async with tables.repository.database.read() as session:
        return await session.scalar(select(DailyDay.par).where(DailyDay.day == day))


async def points(tables: Tables, day: date, run: int) -> int:
    """The points of the member's seat in the computers' own round."""
    daily = await tables.daily.days.deal(day)
    game: Game = daily.begin()
    while game.rounds[-1].to_move:
        seat = game.rounds[-1].to_move[0]
        game = game.play(seat, daily.action_for_par(game, run))
    return game.totals()[daily.seat]


@pytest.mark.long
@pytest.mark.slow  # plays whole rounds of computers
async def test_par_is_the_mean_of_different_rounds(open_tables: OpenTables) -> None:
    tables = open_tables()
    attempt = await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    day = attempt.day
    assert await stored(tables, day) is None
    await par_of(tables).find(day)
    every = [await points(open_tables(), day, run) for run in range(RUNS)]
    assert await stored(tables, day) == sum(every) / RUNS
    await par_of(tables, runs=1).find(day)
    assert await stored(tables, day) == sum(every) / RUNS, "it is found once"
    done = await play_out(tables, attempt)
    assert (await tables.daily.boards.result(done)).par == sum(every) / RUNS


async def test_other_computers_than_the_days_find_no_par(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an update it would stand beside points against the computers of before."""
    monkeypatch.setattr("bot.tables.daily.attempts.fingerprint", lambda: "older")
    day = (await tables.daily.attempts.begin(AVA, SERVER, "Ava")).day
    await par_of(tables, runs=1).find(day)
    assert await stored(tables, day) is None


@pytest.mark.long
async def test_what_is_asked_for_is_found_in_the_background(tables: Tables) -> None:
    day = (await tables.daily.attempts.begin(AVA, SERVER, "Ava")).day
    par = par_of(tables, runs=1)
    for _ in range(3):
        par.ask(day)
    assert len(par.asked) == 1
    running = asyncio.create_task(par.run())
    async with asyncio.timeout(60):
        for _ in count():
            if await stored(tables, day) is not None:
                break
            await asyncio.sleep(0.02)
    running.cancel()


async def test_the_first_attempt_asks_for_the_days_par(tables: Tables) -> None:
    assert len(tables.daily.par.asked) == 0
    await tables.daily.attempts.begin(AVA, SERVER, "Ava")
    await tables.daily.attempts.begin(AVA + 1, SERVER, "Leo")
    assert len(tables.daily.par.asked) == 1


async def test_a_day_whose_par_failed_is_tried_again_and_not_for_ever(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    par, tries, tried = par_of(tables), 0, asyncio.Event()
    day = (await tables.daily.attempts.begin(AVA, SERVER, "Ava")).day

    async def fails(_: date) -> None:
        nonlocal tries
        tries += 1
        tried.set()
        raise RuntimeError

    monkeypatch.setattr(par, "find", fails)
    working = asyncio.create_task(par.run())
    for number in (1, 2, 3):
        par.ask(day)
        await tried.wait()
        tried.clear()
        # The failure is counted before the next task runs.
        await asyncio.sleep(0)
        assert tries == number
    par.ask(day)
    assert len(par.asked) == 0
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
