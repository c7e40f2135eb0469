"""Blocking a member. Seats in lobbies become free; a manager decides about those in games.

A block is in force before any seat is freed, so the member cannot take another one meanwhile.
"""

from contextlib import suppress
from typing import NamedTuple

from bot.tables.core.errors import NoSuchTable, NotSeated, WrongStage
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import Status, TableState
from bot.tables.lobby import Lobby
from bot.tables.servers.blocks import Blocks


class Seats(NamedTuple):
    """The live tables of a server where a member sits."""

    lobbies: list[TableState]
    games: list[TableState]


class Moderation:
    """What managers do about a member."""

    def __init__(self, repository: TableRepository, lobby: Lobby, blocks: Blocks) -> None:
        self._repository = repository
        self._lobby = lobby
        self._blocks = blocks

    async def seats(self, guild_id: int, user_id: int) -> Seats:
        """Where the member sits."""
        states = await self._repository.live_of(guild_id, user_id)
        return Seats(
            [state for state in states if state.status is Status.LOBBY],
            [state for state in states if state.status is Status.PLAYING],
        )

    async def block(self, guild_id: int, user_id: int, name: str, by: int) -> None:
        """Block the member and free their seats in lobbies; running games they can finish."""
        await self._blocks.add(guild_id, user_id, name, by)
        for state in (await self.seats(guild_id, user_id)).lobbies:
            await self._free_seat(state.id, user_id, Status.LOBBY)

    async def replace(self, guild_id: int, user_id: int) -> list[int]:
        """Give the member's seats in running games to computers; the ids of these tables.

        It counts as leaving, a loss for the member.
        """
        games = (await self.seats(guild_id, user_id)).games
        for state in games:
            await self._free_seat(state.id, user_id, Status.PLAYING)
        return [state.id for state in games]

    async def _free_seat(self, table_id: int, user_id: int, stage: Status) -> None:
        # The game may have begun or ended, or the member have left, since the query.
        with suppress(NoSuchTable, NotSeated, WrongStage):
            await self._lobby.free_seat(table_id, user_id, stage)
