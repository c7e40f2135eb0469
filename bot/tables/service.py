"""The facade that the UI uses: all use cases of the tables in one database."""

import asyncio
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.storage.database import Database
from bot.tables.computers.service import ComputerService, Sleep
from bot.tables.core.repository import TableRepository
from bot.tables.forgetting import Forgetting
from bot.tables.hints import Hints
from bot.tables.history import History
from bot.tables.housekeeping import Housekeeping
from bot.tables.leaderboard import Leaderboard
from bot.tables.left_servers import LeftServers
from bot.tables.lifecycle import TableLifecycle
from bot.tables.lobby import Lobby
from bot.tables.own_data import OwnData, own_data
from bot.tables.preferences import PreferenceStore
from bot.tables.presence import Presence
from bot.tables.scheduler import Scheduler
from bot.tables.seasons import Seasons
from bot.tables.statistics import Statistics
from bot.tables.tokens import TokenEraser
from bot.tables.turns import Turns
from bot.tables.verification import Verifier


class Tables:
    """All use cases, wired together. `pace` is how long a computer seat takes for a move.

    `computers` choose for computer seats and for hints; the caller starts and closes them. `now`
    and `sleep` are the only sources of time. `keep_left` is how long the data of a server are kept
    after the bot has left it, None for ever; `is_in` tells whether it is in a server.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        rng: random.Random,
        pace: timedelta,
        computers: ComputerService,
        sleep: Sleep = asyncio.sleep,
        keep_left: timedelta | None = None,
        is_in: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self.repository = TableRepository(
            database, now=now, rng=rng, pace=max(pace, computers.shortest_move)
        )
        self.lifecycle = TableLifecycle(self.repository)
        self.lobby = Lobby(self.repository)
        self.turns = Turns(self.repository, computers, rng, sleep)
        self.hints = Hints(self.repository, computers)
        self.preferences = PreferenceStore(database)
        self.leaderboard = Leaderboard(database, now)
        self.seasons = Seasons(database, self.leaderboard, now)
        self.statistics = Statistics(database, self.leaderboard)
        self.verifier = Verifier(database)
        self.history = History(database)
        self.presence = Presence()
        self.forgetting = Forgetting(self.repository, self.lobby, self.preferences)
        self.left_servers = LeftServers(self.repository, keep_left, is_in, sleep)
        self.housekeeping = Housekeeping(TokenEraser(self.repository), self.left_servers)
        self.scheduler = Scheduler(self.repository, self.turns, self.presence)
        self.repository.listeners.append(self.scheduler.notify)

    async def own_data(self, user_id: int) -> OwnData:
        """The member's own rows in all servers, as files."""
        return await own_data(self.repository.database, user_id, self.repository.now())

    async def run(self) -> None:
        """Do what is due at the tables, and tidy up, until cancelled."""
        await asyncio.gather(self.scheduler.run(), self.housekeeping.run())

    async def close(self) -> None:
        """Save all unsaved messages."""
        await self.repository.messages.close()
