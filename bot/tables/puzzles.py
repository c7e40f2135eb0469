"""Puzzles for members: the next one, one answer each, and the numbers of members and puzzles.

The positions ship with the program. One that no longer ships is not shown, and its answers count.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from bot.puzzles import Puzzle, puzzles
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.puzzles import PuzzleAnswer, PuzzleMember as PuzzleMember, PuzzleRating
from bot.storage.queries.dialects import add_row
from bot.tables.core.actor import require_no_forgetting
from bot.tables.core.errors import TableError
from bot.tables.core.ratings import Rating, rate
from engine.actions import Action, parse_action

_NUMBER_DIGITS = 9
"""The number of hexadecimal digits of a puzzle's id that form its number."""
_WON, _LOST = 1, 2
_Numbers = TypeVar("_Numbers", PuzzleMember, PuzzleRating)


class Answered(NamedTuple):
    """A member's first answer to a puzzle, and their numbers by now."""

    puzzle: Puzzle
    action: Action
    numbers: PuzzleMember


class Puzzles:
    """Offers puzzles and stores the answers, for any member in any process."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def next(self, user_id: int) -> Puzzle | None:
        """The easiest puzzle that the member has not answered; None after the last one.

        Order: the share of solved answers, greatest first, then the rating, then as in the file.
        """
        shipped = await _shipped()
        async with self._database.read() as session:
            answered = {*await session.values(PuzzleAnswer.puzzle_id, user_id=user_id)}
            known = {row.puzzle_id: row for row in await session.rows(PuzzleRating)}
        left = [puzzle for puzzle in shipped if puzzle.id not in answered]
        unknown = PuzzleRating(**Rating()._asdict())
        return min(left, key=lambda one: _difficulty(known.get(one.id, unknown)), default=None)

    async def find(self, number: int) -> Puzzle:
        """The puzzle with this number; TableError if none ships."""
        for puzzle in await _shipped():
            if number_of(puzzle) == number:
                return puzzle
        raise TableError("This puzzle no longer exists. `/scout puzzle` shows the next one.")

    async def numbers(self, user_id: int) -> PuzzleMember | None:
        """The member's numbers; None before the first answer."""
        return await self._database.ask(Session.get, PuzzleMember, user_id)

    async def answered(self, user_id: int, puzzle: Puzzle) -> Answered | None:
        """The member's answer to the puzzle; None without one."""
        async with self._database.read() as session:
            answer = await session.get(PuzzleAnswer, (user_id, puzzle.id))
            member = await session.get(PuzzleMember, user_id)
        return None if answer is None or member is None else _answered(puzzle, answer, member)

    async def answer(
        self, user_id: int, puzzle: Puzzle, action: Action, pressed_at: datetime
    ) -> Answered:
        """Store the member's answer, and with it all numbers; the first answer stays.

        Raises IllegalAction, and TableError if any member was forgotten since the press.
        """
        puzzle.state().play(puzzle.seat, action)
        solved = action == puzzle.best
        async with self._database.write() as session:
            await require_no_forgetting(session, pressed_at)
            # Before the puzzle's row, so there is no deadlock.
            member = await _locked(session, PuzzleMember, user_id=user_id)
            key, now = {"user_id": user_id, "puzzle_id": puzzle.id}, self._now()
            values = {"notation": str(action), "solved": solved, "answered_at": now}
            if not await add_row(session, PuzzleAnswer, **key, **values):
                first = await session.get_one(PuzzleAnswer, (user_id, puzzle.id))
                return _answered(puzzle, first, member)
            rating = await _locked(session, PuzzleRating, puzzle_id=puzzle.id)
            _count(member, rating, solved=solved)
            return Answered(puzzle, action, member)


def number_of(puzzle: Puzzle) -> int:
    """The puzzle's number in custom_ids; it follows from the id, so it stays in later versions."""
    return int(puzzle.id[:_NUMBER_DIGITS], 16)


async def _shipped() -> Sequence[Puzzle]:
    """The puzzles in their order; the file is read in a thread, since it is large."""
    return await asyncio.to_thread(puzzles)


async def _locked(session: Session, model: type[_Numbers], **key: int | str) -> _Numbers:
    """The numbers of a member or a puzzle, locked until the transaction ends.

    Without a row, one without answers is stored first.
    """
    await add_row(session, model, **key, **Rating()._asdict())
    return await session.get_one(model, key, with_for_update=True)


def _difficulty(row: PuzzleRating) -> tuple[float, float]:
    """Sort key, smaller for easier puzzles; an unanswered one counts as solved by half."""
    return -(row.solved + 1) / (row.answers + 2), row.mu


def _count(member: PuzzleMember, puzzle: PuzzleRating, *, solved: bool) -> None:
    """Count an answer; for the rating it is a game that the member won or lost to the puzzle."""
    rows: list[PuzzleMember | PuzzleRating] = [member, puzzle]
    ranks = [_WON, _LOST] if solved else [_LOST, _WON]
    after = rate([rating_of(row) for row in rows], ranks)
    for row, rating in zip(rows, after, strict=True):
        row.answers += 1
        row.solved += solved
        row.mu, row.sigma = rating
    member.streak = member.streak + 1 if solved else 0
    member.longest_streak = max(member.longest_streak, member.streak)


def rating_of(row: PuzzleMember | PuzzleRating) -> Rating:
    return Rating(row.mu, row.sigma)


def _answered(puzzle: Puzzle, answer: PuzzleAnswer, member: PuzzleMember) -> Answered:
    return Answered(puzzle, parse_action(answer.notation), member)
