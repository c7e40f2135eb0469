"""The facade that the UI uses: all use cases of the tables in one database."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.storage.engine.database import Database
from bot.storage.models.shards import Shards
from bot.tables.computers.service import ComputerService, Sleep
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.held_shards import HeldShards
from bot.tables.core.repository import TableRepository
from bot.tables.games.history import History
from bot.tables.games.verification import Verifier
from bot.tables.hints import Hints
from bot.tables.lifecycle import TableLifecycle
from bot.tables.lobby import Lobby
from bot.tables.moderation import Moderation
from bot.tables.preferences import PreferenceStore
from bot.tables.presence import Presence
from bot.tables.scheduler import Scheduler
from bot.tables.servers.blocks import Blocks
from bot.tables.servers.reports import ReportLimits
from bot.tables.servers.server_rules import ServerRules, StillHas
from bot.tables.sharding.leases import LeaseKeeper
from bot.tables.standings.leaderboard import Leaderboard
from bot.tables.standings.seasons import Seasons
from bot.tables.standings.statistics import Statistics
from bot.tables.turns import Turns
from bot.tables.upkeep.forgetting import Forgetting
from bot.tables.upkeep.housekeeping import Housekeeping
from bot.tables.upkeep.left_servers import LeftServers
from bot.tables.upkeep.own_data import OwnData, own_data
from bot.tables.upkeep.tokens import TokenEraser


class Tables:
    """All use cases, wired together. `pace` is how long a computer seat takes for a move.

    `computers` choose for computer seats and for hints; the caller starts and closes them. `now`
    and `sleep` are the only sources of time. `keep_left` is how long the data of a server are kept
    after the bot has left it, None for ever; `is_in` tells whether it is in a server, None if that
    is not known, `still_has` whether a server has a channel or role. With `shards` other processes
    share the database: this one acts for those of these shards that it has leases of, and for all
    servers without.
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
        is_in: Callable[[int], bool | None] = lambda _: False,
        still_has: StillHas = lambda _server, _entity: True,
        shards: Shards | None = None,
    ) -> None:
        self.held = HeldShards() if shards is None else HeldShards(shards)
        pace = max(pace, computers.shortest_move)
        self.repository = TableRepository(database, now=now, rng=rng, pace=pace, held=self.held)
        self.rules = ServerRules(database, still_has)
        self.blocks = Blocks(database, now)
        self.lifecycle = TableLifecycle(self.repository, self.rules, self.blocks)
        self.lobby = Lobby(self.repository, self.blocks)
        self.moderation = Moderation(self.repository, self.lobby, self.blocks)
        self.report_limits = ReportLimits(now)
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
        self.leases = None if shards is None else self._keep_leases(sleep)

    async def own_data(self, user_id: int) -> OwnData:
        """The member's own rows in all servers, as files."""
        return await own_data(self.repository.database, user_id, self.repository.now())

    async def run(self) -> None:
        """Do what is due at the tables, and tidy up, until cancelled."""
        await asyncio.gather(self.scheduler.run(), self.housekeeping.run())

    async def close(self) -> None:
        """Save all unsaved messages, and leave the shards to others."""
        await self.repository.messages.close()
        if self.leases is not None:
            await self.leases.release()

    def _keep_leases(self, sleep: Sleep) -> LeaseKeeper:
        leases = LeaseKeeper(self.repository.database, self.held, sleep=sleep)
        leases.gained.append(self._begin_to_act)
        leases.lost.append(self._cease_to_act)
        leases.changed.append(self._read_anew)
        return leases

    def _begin_to_act(self, gained: frozenset[int]) -> None:
        if gained == self.held.ids:
            # What was read while another process could change it.
            self.repository.forget_all()
        self.blocks.forget_all()
        self.preferences.forget_all()
        self.scheduler.reload()

    def _cease_to_act(self) -> None:
        self.repository.forget_all()
        self.scheduler.reload()

    async def _read_anew(self, table_ids: set[int]) -> None:
        """Another process has changed these tables."""
        await self.repository.messages.save()
        self.repository.messages.drop(table_ids)
        await self.repository.drop(table_ids)
        for table_id in table_ids:
            with suppress(NoSuchTable):
                self.repository.announce(await self.repository.get(table_id))
