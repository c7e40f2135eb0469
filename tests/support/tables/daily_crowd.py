"""Days of many members of the daily deal, played by the use cases.

Members of several strengths skip days, stop in the middle, are overtaken by midnight, practise and
are forgotten, and some of their presses are cut off. Then the second program counts again.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from types import MethodType
from typing import Any, TypeVar

import pytest

from bot.storage import queries
from bot.storage.queries.daily import AttemptKey
from bot.tables.computers.service import ComputerService
from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.tables.daily.attempts import Attempt
from bot.tables.daily.deal import closes
from bot.tables.service import Tables
from engine.actions import Action
from engine.game import Game
from engine.players import Level
from tests.support.tables.daily_play import OTHER_SERVER, SERVER, a_move
from tests.support.tables.daily_recount import (
    DAY,
    attempts,
    check_boards,
    check_results,
    check_sums,
)
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import REACHED_UNTIL

T = TypeVar("T")
FIRST_MEMBER = 100
STRENGTHS = [(Level.BEGINNER, 1), (Level.EASY, 1), (Level.EASY, 2), (Level.MEDIUM, 1)]
"""A level and its chance: members of the same strength play the same."""
Moves = list[tuple[int, str]]
"""Seats and what they did, in notation, as stored."""
_LATE = timedelta(seconds=30)


def moves_of(game: Game) -> tuple[object, ...]:
    played = game.rounds[-1]
    return (tuple(played.orientation), tuple(played.actions))


class RememberingComputers(ComputerService):
    """Thinks once about each position of a day: the same moves have the same answers."""

    def __init__(self) -> None:
        super().__init__(workers=0)
        self._known: dict[object, Any] = {}

    async def think(self, work: Callable[[], T]) -> T:
        assert isinstance(work, partial)
        assert isinstance(work.func, MethodType)
        game, seat = work.args
        key = (work.func.__self__, seat, moves_of(game))
        if key not in self._known:
            self._known[key] = await super().think(work)
        found: T = self._known[key]
        return found


class Crowd:
    """The members' days, and what the use cases answered them.

    `finished`: the points and ranks in time that were answered or read, by member and day.
    `forgotten`: the days and points of those members' attempts that were forgotten.
    """

    def __init__(self, tables: Tables, clock: FakeClock, rng: random.Random) -> None:
        self.tables = tables
        self.finished: dict[tuple[int, date], tuple[int, int]] = {}
        self.forgotten: Counter[tuple[date, int]] = Counter()
        self.happened: Counter[str] = Counter()
        self._clock = clock
        self._rng = rng
        self._moves: dict[object, Action] = {}
        self._rounds: dict[object, Moves] = {}
        """By strength and day: the moves but for the last press."""

    async def live_a_day(self, members: range) -> None:
        day = self._clock.time.date()
        late = []
        for user_id in members:
            fate = self._rng.random()
            if fate < 0.2:
                self.happened["skipped"] += 1
            elif fate < 0.28:
                await self._play_on(await self._begin(user_id), self._rng.randint(0, 6))
                self.happened["stopped"] += 1
            elif fate < 0.34:
                late.append(user_id)
            else:
                await self._play_to_the_end(await self._begin(user_id))
            if self._rng.random() < 0.03:
                await self._practise(user_id, day)
            if self._rng.random() < 0.02:
                await self._forget(user_id, day)
        await self._meet_midnight(late, day)
        self._clock.advance(closes(day) + DAY / 2 - self._clock.time)
        if self._rng.random() < 0.5:
            await self.tables.daily.days.end_days()

    async def _begin(self, user_id: int) -> Attempt:
        server = self._rng.choice([SERVER, SERVER, OTHER_SERVER])
        press = partial(self.tables.daily.attempts.begin, user_id, server, f"Member {user_id}")
        return await self._pressed(press)

    async def _play_to_the_end(self, attempt: Attempt) -> None:
        key = (self._strength(attempt), attempt.day)
        if key in self._rounds and attempt.decision_number == 1 and self._rng.random() < 0.8:
            await self._wind_on(attempt, self._rounds[key])
            attempt = await self._found(attempt)
        while not attempt.finished:
            attempt = await self._play_on(attempt, 1)
        self._note(attempt)
        if key not in self._rounds:
            self._rounds[key] = await self._stored(attempt)

    async def _stored(self, attempt: Attempt) -> Moves:
        """The attempt's moves but for the last press and its answers."""
        async with self.tables.repository.database.read() as session:
            found = await queries.daily.find_attempt(
                session, attempt.user_id, attempt.day, practice=attempt.practice
            )
        assert found is not None
        moves = [(action.seat, action.notation) for action in found.actions]
        while moves.pop()[0] != attempt.seat:
            pass
        return moves

    async def _wind_on(self, attempt: Attempt, moves: Moves) -> None:
        """Store the moves of a member of the same strength: the rest is pressed."""
        key = AttemptKey(attempt.user_id, attempt.day, attempt.practice)
        opening = attempt.game.players - 1
        async with self.tables.repository.database.write() as session:
            if await queries.daily.advance(session, key, opening, moves[opening:], {}):
                self.happened["wound on"] += 1

    async def _found(self, attempt: Attempt) -> Attempt:
        found = await self.tables.daily.attempts.current(attempt.user_id, attempt.day)
        assert found is not None
        return found

    async def _play_on(self, attempt: Attempt, presses: int) -> Attempt:
        for _ in range(presses):
            if attempt.finished:
                break
            press = partial(
                self.tables.daily.attempts.play,
                attempt.user_id,
                attempt.day,
                attempt.decision_number,
                self._move(attempt),
            )
            attempt = await self._pressed(press)
        self._note(attempt)
        return attempt

    async def _pressed(self, press: Callable[[], Any]) -> Attempt:
        """What the press is answered; a part of them is cut off before, and pressed again."""
        if self._rng.random() < 0.1:
            task = asyncio.ensure_future(press())
            await asyncio.wait({task}, timeout=self._rng.uniform(0, 0.02))
            if task.cancel():
                self.happened["cut off"] += 1
            with suppress(asyncio.CancelledError):
                await task
        answer = await press()
        assert isinstance(answer, Attempt)
        return answer

    async def _meet_midnight(self, user_ids: list[int], day: date) -> None:
        """Presses go on while the day closes."""
        self._clock.advance(closes(day) - _LATE - self._clock.time)
        begun = [await self._begin(user_id) for user_id in user_ids]
        presses = [asyncio.ensure_future(self._play_to_the_end(attempt)) for attempt in begun]
        if presses:
            await asyncio.wait(presses, timeout=self._rng.uniform(0, 0.1))
        self._clock.advance(_LATE)
        await asyncio.gather(*presses)
        self.happened["midnight"] += len(presses)

    async def _practise(self, user_id: int, day: date) -> None:
        past = day - self._rng.randint(1, 5) * DAY
        practise = self.tables.daily.attempts.practise
        attempt = await practise(user_id, SERVER, f"Member {user_id}", past)
        assert attempt.practice
        await self._play_to_the_end(attempt)
        self.happened["practised"] += 1

    async def _forget(self, user_id: int, day: date) -> None:
        has_played = await self.tables.daily.attempts.current(user_id, day) is not None
        actor = Actor(user_id, f"Member {user_id}", False, "token", REACHED_UNTIL)
        await self.tables.forgetting.forget(SERVER, actor)
        for key in [key for key in self.finished if key[0] == user_id]:
            self.forgotten[key[1], self.finished.pop(key)[0]] += 1
        if has_played:
            with pytest.raises(TableError, match="You have played today's deal"):
                await self.tables.daily.attempts.begin(user_id, SERVER, "Again")
        self.happened["forgotten"] += 1

    def _note(self, attempt: Attempt) -> None:
        if attempt.finished and not attempt.practice:
            key = (attempt.user_id, attempt.day)
            end = attempt.points, attempt.rank
            assert self.finished.setdefault(key, end) == end

    def _move(self, attempt: Attempt) -> Action:
        level, chance = strength = self._strength(attempt)
        key = (strength, attempt.day, moves_of(attempt.game))
        if key not in self._moves:
            self._moves[key] = a_move(attempt, chance, level)
        return self._moves[key]

    def _strength(self, attempt: Attempt) -> tuple[Level, int]:
        return STRENGTHS[attempt.user_id % len(STRENGTHS)]


async def check_crowd(crowd: Crowd, first: date, days: int) -> None:
    """Compare all that members were answered, and every sum, with the rows."""
    tables = crowd.tables
    rows = await attempts(tables)
    assert crowd.finished == {
        (row.user_id, row.day): (row.points, row.rank)
        for row in rows
        if row.finished_at is not None
    }
    await check_sums(tables, rows, crowd.forgotten)
    for count in range(0, days, 3):
        await check_boards(tables, rows, first + count * DAY)
        await check_results(tables, rows, first + count * DAY, crowd.forgotten)
    assert {"skipped", "stopped", "cut off", "wound on"} <= set(crowd.happened)
