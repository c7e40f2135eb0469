"""The models of puzzles: what a member answered, and the ratings of members and puzzles.

The positions themselves ship with the program; `puzzle_id` is the id of one of them.
"""

from datetime import datetime

from sqlalchemy import Double, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base, DiscordKey


class PuzzleAnswer(Base):
    """A member's one answer to a puzzle: the action in notation, and whether it is the best."""

    __tablename__ = "puzzle_answers"

    user_id: Mapped[DiscordKey]
    puzzle_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    notation: Mapped[str] = mapped_column(String(32))
    solved: Mapped[bool]
    answered_at: Mapped[datetime]


class PuzzleRating(Base):
    """The number of a puzzle's answers, that of right ones, and its rating against the members'."""

    __tablename__ = "puzzle_ratings"

    puzzle_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    answers: Mapped[int] = mapped_column(default=0)
    solved: Mapped[int] = mapped_column(default=0)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)


class PuzzleMember(Base):
    """A member's answers, solved puzzles, streak of solved ones, and rating."""

    __tablename__ = "puzzle_members"

    user_id: Mapped[DiscordKey]
    answers: Mapped[int] = mapped_column(default=0)
    solved: Mapped[int] = mapped_column(default=0)
    streak: Mapped[int] = mapped_column(default=0)
    longest_streak: Mapped[int] = mapped_column(default=0)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
