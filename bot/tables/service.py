"""The facade for the UI: all use cases of the tables in one database."""

import asyncio
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.storage.engine.database import Database
from bot.storage.models.sharding import Shards
from bot.tables.calls.calls import Avoidances, CallList, Calls
from bot.tables.closing import Closing
from bot.tables.computers.service import ComputerService
from bot.tables.core.assignment import Assignment
from bot.tables.core.deadlines import Sleep, TaskKind
from bot.tables.core.repository import TableRepository
from bot.tables.daily.attempts import DailyAttempts
from bot.tables.daily.boards import DailyBoards, DailyPar
from bot.tables.daily.days import DailyDays
from bot.tables.daily.deal import fingerprint
from bot.tables.daily.posts import DailyPosts
from bot.tables.games.history import History
from bot.tables.lifecycle import TableLifecycle
from bot.tables.lobby import Company, Lobby
from bot.tables.pauses import Pauses, TablePauses
from bot.tables.preferences import PreferenceStore
from bot.tables.puzzles import Puzzles
from bot.tables.reminders import Reminders, SeenBySame, WaitingGames
from bot.tables.scheduled import ScheduledTables
from bot.tables.scheduler import Scheduler
from bot.tables.servers.blocks import Blocks, ReportLimits
from bot.tables.servers.settings import PlaceOf, ServerSettingsStore, StillHas
from bot.tables.sharding.leases import ShardLeases, keep_memory_current
from bot.tables.standings.leaderboard import Leaderboard
from bot.tables.standings.seasons import Seasons
from bot.tables.standings.statistics import Statistics
from bot.tables.turns import Absence, Hints, Turns
from bot.tables.upkeep.housekeeping import Housekeeping, LeftServers
from bot.tables.upkeep.own_data import OwnData, own_data
from bot.tables.upkeep.requests import Forgetting, MemberRequests
from bot.text.language import Language


class Daily:
    """Days, attempts, boards and par. Any process can serve any member; posts are each server's."""

    def __init__(self, repository: TableRepository, computers: ComputerService) -> None:
        # Computed at the start: files that are replaced later are not those of this program.
        fingerprint()
        database, now = repository.database, repository.now
        self.days = DailyDays(database, now)
        self.par = DailyPar(database, self.days, computers)
        self.attempts = DailyAttempts(database, self.days, computers, now, self.par.ask)
        self.boards = DailyBoards(database, self.days)
        self.posts = DailyPosts(repository, self.days, self.attempts, self.boards)


class Tables:
    """All use cases, wired together. `pace` is the time of a computer's move.

    `computers` choose for computer seats and for hints; the caller starts and closes them. `now`
    and `sleep` are the only sources of time. `keep_left` is how long the data of a left server are
    kept, None for no end; `is_in`: whether the bot is in a server, None if unknown; `still_has`:
    whether a server has a channel or role; `place_of`: a channel, or the parent of a thread;
    `seen_by_same`: whether all readers of one channel can see another; `away_since`: when the
    connection that brings a server's presses was lost, None if it is there. With `shards`, other
    processes share the database, and this one acts for the shards among these that it has leased;
    otherwise it acts for all servers.
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
        place_of: PlaceOf = lambda _server, channel: channel,
        seen_by_same: SeenBySame = lambda _server, _here, _there: False,
        away_since: Callable[[int], datetime | None] = lambda _: None,
        shards: Shards | None = None,
    ) -> None:
        self.assignment = Assignment() if shards is None else ShardLeases(database, shards, sleep)
        pace = max(pace, computers.shortest_move)
        self.repository = TableRepository(database, self.assignment, now=now, rng=rng, pace=pace)
        self.server_settings = ServerSettingsStore(database, still_has, place_of)
        self.blocks = Blocks(database, now)
        self.lifecycle = TableLifecycle(self.repository, self.server_settings, self.blocks)
        self._wire_tables(now, seen_by_same)
        self.away_since = away_since
        self.turns = Turns(self.repository, computers, rng, sleep)
        self.hints = Hints(self.repository, computers)
        self.daily = Daily(self.repository, computers)
        self._wire_finished_games(database, now)
        days = self.daily.days
        self.forgetting = Forgetting(
            self.repository, self.lobby, self.scheduled, self.preferences, days
        )
        self.requests = MemberRequests(self.repository, self.blocks, self.lobby, self.scheduled)
        self.left_servers = LeftServers(self.repository, keep_left, is_in, sleep)
        self.housekeeping = Housekeeping(
            self.repository, self.left_servers, days, self.pauses, self.calls
        )
        self._wire_scheduler()

    def _wire_tables(self, now: Callable[[], datetime], seen_by_same: SeenBySame) -> None:
        self.lobby = Lobby(self.repository, self.blocks)
        self.scheduled = ScheduledTables(self.repository, self.server_settings, self.blocks)
        self.report_limits = ReportLimits(now)
        self.preferences = PreferenceStore(self.repository.database)
        self.reminders = Reminders(self.repository, self.preferences, seen_by_same)
        self.closing = Closing(self.repository)
        self.absence = Absence(self.repository)
        self.pauses = Pauses(self.repository)
        self.table_pauses = TablePauses(self.repository)
        self.calls = Calls(self.repository)
        self.call_list = CallList(self.repository.database)
        self.avoidances = Avoidances(self.repository.database)
        self.company = Company(self.repository)

    def _wire_scheduler(self) -> None:
        self.waiting = WaitingGames(self.repository)
        self.scheduler = Scheduler(
            self.repository,
            self.turns,
            {
                TaskKind.END_TURN: self.turns.end_turn,
                TaskKind.REMIND: self.reminders.remind,
                TaskKind.CLOSE_ASKED: self.closing.end_silence,
                TaskKind.ASK_WAITING: self.absence.ask,
                TaskKind.CLOSE_QUIET: self.absence.close_quiet,
                TaskKind.END_PAUSE: self.table_pauses.end_due,
                TaskKind.PROCEED: self.scheduled.proceed,
            },
            self.away_since,
        )
        keep_memory_current(self.repository, self._forget_servers, self.scheduler.reload)

    def _wire_finished_games(self, database: Database, now: Callable[[], datetime]) -> None:
        self.leaderboard = Leaderboard(database, now)
        self.seasons = Seasons(database, self.leaderboard, now)
        self.statistics = Statistics(database, self.leaderboard)
        self.history = History(database)
        self.puzzles = Puzzles(database, now)

    async def own_data(self, language: Language, user_id: int) -> OwnData:
        """The member's own rows in all servers, as files."""
        return await own_data(self.repository.database, language, user_id, self.repository.now())

    async def run(self) -> None:
        """Run the tables' due tasks and the chores until cancelled."""
        await asyncio.gather(self.scheduler.run(), self.housekeeping.run(), self.daily.par.run())

    async def close(self) -> None:
        """Save all unsaved messages, and release the servers for other processes."""
        await self.repository.messages.close()
        await self.assignment.release()

    def _forget_servers(self) -> None:
        for known in (self.blocks, self.preferences, self.waiting):
            known.forget_all()
