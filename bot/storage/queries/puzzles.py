"""Queries for puzzles: the numbers of members and puzzles.

A member's row is locked before that of a puzzle, so there is no deadlock.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from sqlalchemy import select

from bot.storage.engine.session import Session
from bot.storage.models.puzzles import PuzzleMember, PuzzleRating
from bot.storage.queries.dialects import add_row

_Row = TypeVar("_Row", PuzzleMember, PuzzleRating)


async def lock_numbers(
    session: Session, model: type[_Row], new: Mapping[str, Any], **key: int | str
) -> _Row:
    """The numbers of a member or a puzzle, locked until the transaction ends.

    If there is no row, one is stored first: `new`, and no answers.
    """
    await add_row(session, model, **key, **new)
    return (await session.scalars(select(model).filter_by(**key).with_for_update())).one()
