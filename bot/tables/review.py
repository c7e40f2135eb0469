"""Reviews of finished games: a member's decisions beside the hard computer's, and their cost."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from math import hypot
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from bot.storage import models, queries
from bot.storage.engine.completion import end_tasks
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.results import Result
from bot.storage.models.tables import Source, Status
from bot.tables.core.errors import NoSuchTable, TableError
from bot.tables.core.replay import (
    first_decision,
    last_decision,
    position_at,
    positions,
    recorded_action,
    replay_game,
)
from bot.tables.core.state import TableState, table_state
from engine.actions import Action, parse_action
from engine.game import Game
from engine.players import Comparison
from engine.view import View, view

Evaluate = Callable[[View, Action, int], Awaitable[Comparison]]
"""Compares an action with the best one of a view; the seed makes the result repeatable."""

StartTask = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]
"""Starts a task that may outlive the press."""

CACHE_SIZE = 32
SHARE = 3
"""Maximum unfinished reviews of one member: one in progress, the others waiting."""
_MAX_FAILURES = 3
"""After this many failed evaluations in a row the rest of a review is skipped."""
NEGLIGIBLE_LOSS = 0.05
"""A loss below this many points is not shown: rounded to one decimal it is zero."""
_MAX_COSTLY = 3

_log = logging.getLogger(__name__)


class Decision(NamedTuple):
    """A decision: its number among all actions, from 1, its seat's view (R15), and its action."""

    number: int
    view: View
    action: Action

    @property
    def turn(self) -> int:
        """The number of the turn in its round, from 1; 0 for the choice under R6."""
        return 0 if self.view.orientation is None else len(self.view.log) + 1


def decisions(table: models.Table, actions: Sequence[models.Action], seat: int) -> list[Decision]:
    """The decisions that the member in this seat made, without those of a stand-in."""
    return [
        Decision(action.number, view(game, seat), parse_action(action.notation))
        for game, action in zip(positions(table, actions), actions, strict=False)
        if action.seat == seat and action.source is Source.MEMBER
    ]


def decisions_in(game: Game, seat: int) -> list[Decision]:
    """The decisions of a seat in a finished game of one round."""
    numbers = range(1, last_decision(game))
    return [
        Decision(number, view(position, seat), action)
        for number in numbers
        if (action := recorded_action(game, number, seat)) is not None
        and (position := position_at(game, number)) is not None
    ]


def sum_of_costs(moves: Iterable["MoveReview"]) -> tuple[float, float]:
    """The sum of these moves' losses in points, and half of its 95 % confidence interval."""
    moves = list(moves)
    # The evaluations are independent of each other.
    return sum(move.cost for move in moves), hypot(*(move.margin for move in moves))


class MoveReview(NamedTuple):
    """The hard computer's action, and the points of the round that the member's action loses.

    `best` is None without an evaluation. `margin` is half of `cost`'s 95 % confidence interval.
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
    """The moves of the member in one seat; the task `work` fills `moves` until it is `done`."""

    work: asyncio.Task[None]

    def __init__(
        self, state: TableState, seat: int, decisions: Sequence[Decision], *, stored: bool = True
    ) -> None:
        self.state = state
        self.game = state.begun_game
        self.stored = stored
        """Whether the member's result of the game stores what the review found."""
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
        return [self.game.after(number).totals() for number in range(1, self.game.length + 1)]

    @property
    def costly(self) -> list[MoveReview]:
        """The moves that lost the most points, worst first, at most three."""
        lost = [move for move in self.judged if not move.is_good]
        return sorted(lost, key=lambda move: -move.cost)[:_MAX_COSTLY]

    def of_round(self, number: int) -> list[MoveReview]:
        return [move for move in self.moves if move.decision.view.number == number]

    def asked_at(self, move: MoveReview) -> int:
        """The decision number at which the member made this move."""
        return first_decision(self.game, move.decision.view.number) + move.decision.turn

    def move_before(self, decision: int) -> MoveReview:
        """Of a finished review the newest move before this decision, or else the first move."""
        earlier = [move for move in self.moves if self.asked_at(move) < decision]
        return earlier[-1] if earlier else self.moves[0]

    async def wait(self, seconds: float) -> None:
        """Wait until the review is done, at most `seconds`."""
        await asyncio.wait({self.work}, timeout=seconds)


class ReviewService:
    """Reviews games, one move at a time in all, and caches the newest reviews.

    A member's reviews are done one after the other. `start` starts the work of a review.
    """

    def __init__(
        self, database: Database, evaluate: Evaluate, *, start: StartTask = asyncio.create_task
    ) -> None:
        self._database = database
        self._evaluate = evaluate
        self._start = start
        self._evaluating = asyncio.Semaphore(1)
        self._of_member: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._reviews: dict[tuple[int, int], Review] = {}

    async def newest(self, guild_id: int, user_id: int) -> int:
        """The id of the newest finished table in this server with a move of the member."""
        newest = queries.tables.newest_finished_table_of
        table_id = await self._database.ask(newest, guild_id, user_id, moved=True)
        if table_id is None:
            raise TableError(
                "You have not finished a game in this server yet. "
                "Use `/scout play` to play one, then `/scout record review` to look back at it."
            )
        return table_id

    async def review(self, table_id: int, user_id: int, *, again: bool = False) -> Review:
        """The review of the member's game, which may still be in progress.

        With `again`, a review in which a move could not be evaluated is restarted. Raises
        NoSuchTable, and TableError without any move to review.
        """
        known = self._reviews.get((table_id, user_id))
        if known is None or (again and known.done and known.unjudged):
            # Another press may start it meanwhile.
            known = self.begun(await self._load(table_id, user_id), user_id)
        return known

    def begun(self, review: Review, user_id: int) -> Review:
        """Begin the review of this game, or return the one that was begun before."""
        key = review.state.id, user_id
        known = self._reviews.get(key)
        if known is not None:
            if known.decisions == review.decisions and not (known.done and known.unjudged):
                return known
            known.work.cancel()
            del self._reviews[key]
        return self._begin(review, user_id)

    async def forget(self, table_ids: Collection[int], user_id: int) -> None:
        """Cancel a forgotten member's reviews; reload the names in other reviews of those games."""
        for key in [key for key in self._reviews if key[1] == user_id]:
            self._reviews.pop(key).work.cancel()
        await self.read_again(table_ids)

    async def read_again(self, table_ids: Collection[int]) -> None:
        """Drop finished reviews of changed tables; reload the names in unfinished ones."""
        for key in [key for key in self._reviews if key[0] in table_ids]:
            review = self._reviews.get(key)
            if review is None:
                continue
            try:
                if not review.done:
                    review.state = (await self._load(*key)).state
                    continue
            except TableError:
                # The reader has been forgotten, or the server's tables were deleted.
                review.work.cancel()
            if self._reviews.get(key) is review:
                del self._reviews[key]

    async def close(self) -> None:
        """Cancel unfinished reviews."""
        await end_tasks(review.work for review in self._reviews.values())

    async def _load(self, table_id: int, user_id: int) -> Review:
        find = queries.tables.find_table
        table = await self._database.ask(find, table_id, models.Table.actions)
        if table is None:
            raise NoSuchTable
        if table.status is not Status.OVER:
            raise TableError("You can review a game once it is over.")
        game = await asyncio.to_thread(replay_game, table, table.actions)
        state = table_state(table, game)
        seat = state.find_seat(user_id)
        if seat is None:
            raise TableError(
                "You did not play this game to its end, so there is nothing to review."
            )
        own = await asyncio.to_thread(decisions, table, table.actions, seat.index)
        if not own:
            raise TableError(
                "A computer played all your moves in that game, so there is nothing to review."
            )
        return Review(state, seat.index, own)

    def _begin(self, review: Review, user_id: int) -> Review:
        unfinished = (not other.done for (_, by), other in self._reviews.items() if by == user_id)
        if sum(unfinished) >= SHARE:
            raise TableError(
                "I am working on {number} review for you. Ask again when it is done.",
                many="I am working on {number} reviews for you. Ask again when one is done.",
                number=SHARE,
            )
        self._evict_oldest()
        self._reviews[review.state.id, user_id] = review
        review.work = self._start(self._review_in_order(review, user_id))
        return review

    def _evict_oldest(self) -> None:
        """Drop the oldest finished review if the cache is full."""
        if len(self._reviews) < CACHE_SIZE:
            return
        oldest = next((key for key, review in self._reviews.items() if review.done), None)
        if oldest is None:
            raise TableError("I am busy with other reviews. Try again in a few minutes.")
        del self._reviews[oldest]

    async def _review_in_order(self, review: Review, user_id: int) -> None:
        """Review the moves after the member's other reviews: all members share the service."""
        failed = 0
        async with self._of_member.setdefault(user_id, asyncio.Lock()):
            for decision in review.decisions:
                move = MoveReview(decision, None)
                if failed < _MAX_FAILURES:
                    move = await self._review_move(review.state.id, decision)
                    failed = 0 if move.judged else failed + 1
                review.moves.append(move)
            if review.stored:
                await self._note(review)

    async def _note(self, review: Review) -> None:
        """Store the review's outcome in the member's result, if the game has results."""
        agreed = sum(move.is_good for move in review.judged)
        values = {"agreed": agreed, "reviewed": len(review.judged)}
        try:
            await self._database.change(
                Session.update_where, Result, values, table_id=review.state.id, seat=review.seat
            )
        except SQLAlchemyError:
            _log.warning("what a review found could not be noted", exc_info=True)

    async def _review_move(self, table_id: int, decision: Decision) -> MoveReview:
        try:
            # Released after each move, so that a long game does not block other reviews.
            async with self._evaluating:
                # The same move has the same seed, so a repeated review has the same result.
                seed = (table_id << 16) + decision.number
                found = await self._evaluate(decision.view, decision.action, seed)
            return MoveReview(decision, *found)
        except Exception as error:  # noqa: BLE001 - the next moves are reviewed all the same
            # Without the error's text, which might name cards.
            _log.warning("a move could not be evaluated (%s)", type(error).__name__)
            return MoveReview(decision, None)
