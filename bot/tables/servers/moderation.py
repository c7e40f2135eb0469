"""Reports and blocks: limits on the reports of members, and the seats of blocked members."""

from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from bot.storage import queries
from bot.tables.core.errors import NoSuchTable, NotSeated, TableError, WrongStage
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import Status, TableState
from bot.tables.servers.blocks import Blocks
from bot.text.words import timestamp

WINDOW = timedelta(hours=1)
PER_MEMBER = 3
"""Reports of one member of one server within the window."""
PER_SERVER = 30
"""Reports of all members of one server within the window."""


class ReportLimits:
    """Limits how many reports members can send; counted in memory since the start."""

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
            raise TableError(
                "You have sent {number} report within an hour. You can send another one {at}. "
                "If it is urgent, write to a moderator.",
                many="You have sent {number} reports within an hour. You can send another one "
                "{at}. If it is urgent, write to a moderator.",
                number=PER_MEMBER,
                at=timestamp(own[0] + WINDOW, "R"),
            )
        if len(of_server) >= PER_SERVER:
            raise TableError(
                "The moderators of this server have many reports to read just now. "
                "Please try again in an hour, or write to one of them."
            )

    def count(self, guild_id: int, user_id: int) -> Callable[[], None]:
        """Count one report; returns a function that uncounts it. Raises as `require_left`."""
        self.require_left(guild_id, user_id)
        report = (self._now(), guild_id, user_id)
        self._times.append(report)
        return partial(self._times.remove, report)


class Seats(NamedTuple):
    """The live tables of a server where a member sits."""

    lobbies: list[TableState]
    games: list[TableState]


Leave = Callable[[int, int, Status], Awaitable[object]]
"""Removes a member from a table at this stage, as `Lobby.leave`."""


class Moderation:
    """Blocks members: seats in lobbies become free, a manager decides about those in games.

    A block is in force before any seat is freed, so the member cannot join another table meanwhile.
    """

    def __init__(self, repository: TableRepository, blocks: Blocks, leave: Leave) -> None:
        self._repository = repository
        self._blocks = blocks
        self._leave = leave

    async def seats(self, guild_id: int, user_id: int) -> Seats:
        """The member's tables."""
        states = await self._repository.live_of(guild_id, user_id)
        return Seats(
            [state for state in states if state.status is Status.LOBBY],
            [state for state in states if state.status is Status.PLAYING],
        )

    async def block(
        self, guild_id: int, user_id: int, name: str, by: int, request_id: int | None = None
    ) -> None:
        """Block the member, free their seats in lobbies and end their invitations.

        They can finish running games.
        """
        await self._blocks.add(guild_id, user_id, name, by, request_id)
        lobbies = [state.id for state in (await self.seats(guild_id, user_id)).lobbies]
        async with self._repository.database.read() as session:
            lobbies += await queries.tables.tables_inviting(session, guild_id, user_id)
        await self._free(lobbies, user_id, Status.LOBBY)

    async def replace(self, guild_id: int, user_id: int) -> list[int]:
        """Replace the member by computers in running games; returns the ids of these tables.

        It counts as leaving, a loss for the member.
        """
        games = [state.id for state in (await self.seats(guild_id, user_id)).games]
        await self._free(games, user_id, Status.PLAYING)
        return games

    async def _free(self, table_ids: list[int], user_id: int, stage: Status) -> None:
        for table_id in table_ids:
            # The game may have begun or ended, or the member have left, since the query.
            with suppress(NoSuchTable, NotSeated, WrongStage):
                await self._leave(table_id, user_id, stage)
