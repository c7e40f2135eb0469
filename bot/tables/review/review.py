"""A finished game with what hard would have done in a member's place."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from bot.tables.core.state import TableState
from bot.tables.review.decisions import Decision
from engine.actions import Action

ALIKE = 0.05
"""Points by which no move is told from another: in a figure they are nothing."""
_MOST_COSTLY = 3


class MoveReview(NamedTuple):
    """What hard would have done, and the points of the round that the action taken is worth less.

    `best` is None where that could not be found out.
    """

    decision: Decision
    best: Action | None
    cost: float = 0.0

    @property
    def judged(self) -> bool:
        return self.best is not None

    @property
    def is_good(self) -> bool:
        """Whether it is as good as hard's."""
        return self.judged and self.cost < ALIKE


class Review:
    """The moves of the member in one seat; `moves` grow by `work` until it is `done`."""

    work: asyncio.Task[None]

    def __init__(self, state: TableState, seat: int, decisions: Sequence[Decision]) -> None:
        self.state = state
        self.seat = seat
        self.decisions = decisions
        self.moves: list[MoveReview] = []

    @property
    def done(self) -> bool:
        return len(self.moves) == len(self.decisions)

    @property
    def judged(self) -> list[MoveReview]:
        return [move for move in self.moves if move.judged]

    @property
    def unjudged(self) -> int:
        """How many moves could not be judged."""
        return len(self.moves) - len(self.judged)

    @property
    def totals(self) -> list[tuple[int, ...]]:
        """Everybody's points after each round."""
        game = self.state.game
        assert game is not None
        return [game.after(number).totals() for number in range(1, game.length + 1)]

    @property
    def costly(self) -> list[MoveReview]:
        """The few that gave away most, most costly first."""
        lost = [move for move in self.judged if not move.is_good]
        return sorted(lost, key=lambda move: -move.cost)[:_MOST_COSTLY]

    def of_round(self, number: int) -> list[MoveReview]:
        return [move for move in self.moves if move.decision.view.number == number]

    async def wait(self, seconds: float) -> None:
        """Until it is done, but no longer than that."""
        await asyncio.wait({self.work}, timeout=seconds)
