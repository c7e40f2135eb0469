"""A finished game with the hard computer's action for each decision of a member."""

import asyncio
from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple

from bot.storage import models
from bot.storage.models.tables import Source
from bot.tables.core.replay import first_decision, positions
from bot.tables.core.state import TableState
from engine.actions import Action, parse_action
from engine.view import View, view


class Decision(NamedTuple):
    """One decision: the view that its seat had (R15), and the action taken.

    `number` counts all actions of the game from 1.
    """

    number: int
    view: View
    action: Action

    @property
    def turn(self) -> int:
        """The number of the turn in its round, from 1; 0 for the choice under R6."""
        return 0 if self.view.orientation is None else len(self.view.log) + 1


def decisions(table: models.Table, actions: Sequence[models.Action], seat: int) -> list[Decision]:
    """The decisions of the member in this seat, without those by a computer in their place."""
    return [
        Decision(action.number, view(game, seat), parse_action(action.notation))
        for game, action in zip(positions(table, actions), actions, strict=False)
        if action.seat == seat and action.source is Source.MEMBER
    ]


NEGLIGIBLE_LOSS = 0.05
"""A loss below this many points is not shown: rounded to one decimal it is zero."""
_MAX_COSTLY = 3


def sum_of_costs(moves: Iterable["MoveReview"]) -> tuple[float, float]:
    """The sum of these moves' losses in points, and half of its 95 % confidence interval."""
    moves = list(moves)
    # The evaluations are independent of each other.
    return sum(move.cost for move in moves), hypot(*(move.margin for move in moves))


class MoveReview(NamedTuple):
    """The hard computer's action, and the points of the round that the member's action loses.

    `best` is None if the move could not be evaluated. `margin` is half of the 95 % confidence
    interval of `cost`.
    """

    decision: Decision
    best: Action | None
    cost: float = 0.0
    margin: float = 0.0

    @property
    def judged(self) -> bool:
        return self.best is not None

    @property
    def is_good(self) -> bool:
        """Whether the move is as good as the hard computer's, within the margin of chance."""
        return self.judged and (self.cost < NEGLIGIBLE_LOSS or self.cost <= self.margin)


class Review:
    """The moves of the member in one seat; the task `work` adds to `moves` until it is `done`."""

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
        """The number of moves that could not be evaluated."""
        return len(self.moves) - len(self.judged)

    @property
    def totals(self) -> list[tuple[int, ...]]:
        """The total points of every seat after each round."""
        game = self.state.game
        assert game is not None
        return [game.after(number).totals() for number in range(1, game.length + 1)]

    @property
    def costly(self) -> list[MoveReview]:
        """The moves that lost the most points, worst first, at most three."""
        lost = [move for move in self.judged if not move.is_good]
        return sorted(lost, key=lambda move: -move.cost)[:_MAX_COSTLY]

    def of_round(self, number: int) -> list[MoveReview]:
        return [move for move in self.moves if move.decision.view.number == number]

    def asked_at(self, move: MoveReview) -> int:
        """The decision number at which the member made this move."""
        game = self.state.game
        assert game is not None
        return first_decision(game, move.decision.view.number) + move.decision.turn

    def move_before(self, decision: int) -> MoveReview:
        """The member's newest move before this decision, or else their first; for done reviews."""
        earlier = [move for move in self.moves if self.asked_at(move) < decision]
        return earlier[-1] if earlier else self.moves[0]

    async def wait(self, seconds: float) -> None:
        """Wait until the review is done, at most `seconds`."""
        await asyncio.wait({self.work}, timeout=seconds)
