"""Looks back at finished games: what hard would have done in a member's place."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.storage import queries
from bot.storage.database import Database
from bot.storage.models import Status
from bot.tables.errors import NoSuchTable, TableError
from bot.tables.moments import Moment, moments
from bot.tables.replay import replay_game
from bot.tables.review import Review, Verdict
from bot.tables.state import table_state
from engine.actions import Action
from engine.view import View

Weigh = Callable[[View, Action, int], Awaitable[Mapping[Action, float]]]
"""By a view, an action and a seed: what actions are worth, the given one among them."""

KEPT = 32
"""Reviews in memory, those under way among them."""
_PATIENCE = 3
"""Weighings in a row that may fail before the rest of a review is given up."""

_log = logging.getLogger(__name__)


class Coach:
    """Reviews games one move at a time, all members' together, and keeps the newest reviews.

    `weigh` is None where the host has no room for it.
    """

    def __init__(self, database: Database, weigh: Weigh | None) -> None:
        self._database = database
        self._weigh = weigh
        self._turn = asyncio.Semaphore(1)
        self._reviews: dict[tuple[int, int], Review] = {}

    async def newest(self, guild_id: int, user_id: int) -> int:
        """The table where the member's newest finished game of the server was played."""
        async with self._database.read() as session:
            table_id = await queries.newest_finished_table_of(session, guild_id, user_id)
        if table_id is None:
            raise TableError(
                "You have finished no game in this server yet. "
                "Play one, and I look back at it with you: `/scout new` opens a table."
            )
        return table_id

    async def review(self, table_id: int, user_id: int, *, again: bool = False) -> Review:
        """The member's own game there, as far as it is reviewed; the rest follows by itself.

        A review in which something could not be judged is made `again` if asked. Raises
        NoSuchTable, NotSeated, and TableError where there is nothing to review.
        """
        if self._weigh is None:
            raise TableError("This bot's host has switched searches off, so I cannot look back.")
        known = self._reviews.get((table_id, user_id))
        if known is not None and again and known.done and known.unjudged:
            del self._reviews[table_id, user_id]
            known = None
        if known is None:
            found = await self._look_back(table_id, user_id)
            # Another click may have been quicker.
            known = self._reviews.get((table_id, user_id)) or self._begin(found, user_id)
        return known

    async def close(self) -> None:
        """Give up what is under way."""
        works = [review.work for review in self._reviews.values()]
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)

    async def _look_back(self, table_id: int, user_id: int) -> Review:
        async with self._database.read() as session:
            table = await queries.find_table(session, table_id)
            actions = await queries.actions_of(session, table_id)
        if table is None:
            raise NoSuchTable
        if table.status is not Status.OVER:
            raise TableError("A game can be looked back at when it has been played to its end.")
        game = await asyncio.to_thread(replay_game, table, actions)
        state = table_state(table, game)
        seat = state.seat_of(user_id).position
        own = await asyncio.to_thread(moments, table, actions, seat)
        if not own:
            raise TableError("A computer made all of your moves in that game.")
        return Review(state, seat, own)

    def _begin(self, review: Review, user_id: int) -> Review:
        self._make_room()
        self._reviews[review.state.id, user_id] = review
        review.work = asyncio.create_task(self._judge(review))
        return review

    def _make_room(self) -> None:
        """Forget the oldest review that is done, if there are too many."""
        if len(self._reviews) < KEPT:
            return
        oldest = next((key for key, review in self._reviews.items() if review.done), None)
        if oldest is None:
            raise TableError("I am looking at many games just now. Try again in a few minutes.")
        del self._reviews[oldest]

    async def _judge(self, review: Review) -> None:
        failed = 0
        for moment in review.moments:
            verdict = Verdict(moment, None)
            if failed < _PATIENCE:
                verdict = await self._verdict(review.state.id, moment)
                failed = 0 if verdict.judged else failed + 1
            review.verdicts.append(verdict)

    async def _verdict(self, table_id: int, moment: Moment) -> Verdict:
        assert self._weigh is not None
        try:
            # In turns, so that a long game makes nobody wait for all of it.
            async with self._turn:
                worth = await self._weigh(moment.view, moment.action, _seed(table_id, moment))
            best = max(worth, key=worth.__getitem__)
            return Verdict(moment, best, worth[best] - worth[moment.action])
        except Exception as error:  # noqa: BLE001 - whatever it is, the review goes on
            # An error's own words might name cards.
            _log.warning("a move could not be weighed (%s)", type(error).__name__)
            return Verdict(moment, None)


def _seed(table_id: int, moment: Moment) -> int:
    """The same for the same move, so that a review repeated has the same figures."""
    return (table_id << 16) + moment.number
