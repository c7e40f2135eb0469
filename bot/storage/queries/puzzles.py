"""Queries for puzzles: members' answers, and the numbers of members and puzzles.

Each runs in the caller's transaction. A member's row is locked before that of a puzzle, so no two
transactions wait for each other.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import select

from bot.storage.engine.session import Session
from bot.storage.models.base import Base
from bot.storage.models.puzzles import PuzzleAnswer, PuzzleMember, PuzzleRating
from bot.storage.queries.dialects import upsert

_Row = TypeVar("_Row", bound=Base)


async def answered(session: Session, user_id: int) -> set[str]:
    """The ids of the puzzles that the member has answered."""
    query = select(PuzzleAnswer.puzzle_id).where(PuzzleAnswer.user_id == user_id)
    return set(await session.scalars(query))


async def ratings(session: Session) -> Sequence[PuzzleRating]:
    """What is known of each puzzle that any member has answered."""
    return await session.all(select(PuzzleRating))


async def find_answer(session: Session, user_id: int, puzzle_id: str) -> PuzzleAnswer | None:
    """The member's answer to the puzzle."""
    return await session.get(PuzzleAnswer, (user_id, puzzle_id))


async def find_member(session: Session, user_id: int) -> PuzzleMember | None:
    """The member's numbers; None before the first answer."""
    return await session.get(PuzzleMember, user_id)


async def add_answer(
    session: Session, user_id: int, puzzle_id: str, notation: str, *, solved: bool, now: datetime
) -> bool:
    """Store the member's answer to the puzzle; returns False if there is one."""
    new = upsert(session, PuzzleAnswer).values(
        user_id=user_id, puzzle_id=puzzle_id, notation=notation, solved=solved, answered_at=now
    )
    stored = new.on_conflict_do_nothing().returning(PuzzleAnswer.user_id)
    return (await session.execute(stored)).first() is not None


async def lock_member(session: Session, user_id: int, new: Mapping[str, Any]) -> PuzzleMember:
    """The member's numbers, `new` before the first answer, locked until the transaction ends."""
    return await _lock(session, PuzzleMember, {"user_id": user_id}, new)


async def lock_rating(session: Session, puzzle_id: str, new: Mapping[str, Any]) -> PuzzleRating:
    """The puzzle's numbers, `new` before the first answer, locked until the transaction ends."""
    return await _lock(session, PuzzleRating, {"puzzle_id": puzzle_id}, new)


async def _lock(
    session: Session, model: type[_Row], key: Mapping[str, Any], new: Mapping[str, Any]
) -> _Row:
    row = upsert(session, model).values({**key, **new})
    await session.execute(row.on_conflict_do_nothing())
    query = select(model).filter_by(**key).with_for_update()
    return (await session.scalars(query)).one()
