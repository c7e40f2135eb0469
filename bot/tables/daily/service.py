"""The daily deal's use cases in one database, connected."""

from collections.abc import Callable
from datetime import datetime

from bot.storage.engine.database import Database
from bot.tables.computers.service import ComputerService
from bot.tables.core.assignment import Assignment
from bot.tables.daily.attempts import DailyAttempts
from bot.tables.daily.boards import DailyBoards
from bot.tables.daily.days import DailyDays
from bot.tables.daily.deal import fingerprint
from bot.tables.daily.par import DailyPar
from bot.tables.daily.posts import DailyPosts


class Daily:
    """Days, attempts, boards and par. Any process can serve any member; posts are each server's."""

    def __init__(
        self,
        database: Database,
        computers: ComputerService,
        assignment: Assignment,
        now: Callable[[], datetime],
    ) -> None:
        # Read now: files that are replaced later are not those of this program.
        fingerprint()
        self.days = DailyDays(database, now)
        self.par = DailyPar(database, self.days, computers)
        self.attempts = DailyAttempts(database, self.days, computers, now, self.par.ask)
        self.boards = DailyBoards(database, self.days)
        self.posts = DailyPosts(database, self.days, self.attempts, self.boards, assignment, now)
