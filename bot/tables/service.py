"""The facade that the UI uses: all use cases of the tables in one database."""

import asyncio
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.storage.database import Database
from bot.tables.computers.service import ComputerService, Sleep
from bot.tables.core.repository import TableRepository
from bot.tables.hints import Hints
from bot.tables.leaderboard import Leaderboard
from bot.tables.lifecycle import TableLifecycle
from bot.tables.lobby import Lobby
from bot.tables.preferences import PreferenceStore
from bot.tables.presence import Presence
from bot.tables.scheduler import Scheduler
from bot.tables.turns import Turns


class Tables:
    """All use cases, wired together. `pace` is how long a computer seat takes for a move.

    `computers` choose for computer seats and for hints; the caller starts and closes them. `now`
    and `sleep` are the only sources of time.
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
    ) -> None:
        self.repository = TableRepository(
            database, now=now, rng=rng, pace=max(pace, computers.shortest_move)
        )
        self.lifecycle = TableLifecycle(self.repository)
        self.lobby = Lobby(self.repository)
        self.turns = Turns(self.repository, computers, rng, sleep)
        self.hints = Hints(self.repository, computers)
        self.preferences = PreferenceStore(database)
        self.leaderboard = Leaderboard(database)
        self.presence = Presence()
        self.scheduler = Scheduler(self.repository, self.turns, self.presence)
        self.repository.listeners.append(self.scheduler.notify)

    async def close(self) -> None:
        """Save all unsaved messages."""
        await self.repository.messages.close()
