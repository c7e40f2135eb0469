"""How many reports members can send, so that nobody floods a server's moderators."""

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.tables.core.errors import TableError

WINDOW = timedelta(hours=1)
PER_MEMBER = 3
"""Reports of one member of one server within the window."""
PER_SERVER = 30
"""Reports of all members of one server within the window."""


class ReportLimits:
    """Counts reports in memory: a restart begins anew."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._times: deque[tuple[datetime, int, int]] = deque()

    def require_left(self, guild_id: int, user_id: int) -> None:
        """Raise TableError if the member cannot send a report now."""
        now = self._now()
        while self._times and self._times[0][0] <= now - WINDOW:
            self._times.popleft()
        of_server = [(at, member) for at, guild, member in self._times if guild == guild_id]
        own = [at for at, member in of_server if member == user_id]
        if len(own) >= PER_MEMBER:
            again = int((own[0] + WINDOW).timestamp())
            raise TableError(
                f"You have sent {PER_MEMBER} reports within an hour. You can send another one "
                f"<t:{again}:R>. If it is urgent, write to a moderator."
            )
        if len(of_server) >= PER_SERVER:
            raise TableError(
                "The moderators of this server have many reports to read just now. "
                "Please try again in an hour, or write to one of them."
            )

    def take(self, guild_id: int, user_id: int) -> Callable[[], None]:
        """Count one report; gives what takes it back. Raises TableError as `require_left`."""
        self.require_left(guild_id, user_id)
        report = (self._now(), guild_id, user_id)
        self._times.append(report)

        def take_back() -> None:
            self._times.remove(report)

        return take_back
