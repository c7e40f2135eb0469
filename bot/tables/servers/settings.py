"""Settings by the managers of a server: rules for its tables, and defaults for new ones.

A rule whose channels or role are all deleted does not apply, so that it cannot lock out all
members.
"""

from collections.abc import Callable
from typing import Any

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.servers import Server as Server
from bot.storage.models.tables import Status, Table
from bot.storage.queries.dialects import add_row, change_row
from bot.storage.queries.tables import IS_LIVE, IS_SCHEDULED
from bot.tables.core.actor import Actor
from bot.tables.core.errors import ChannelNotAllowed, TableError

MAX_CHANNELS = 25
MAX_SCHEDULED = 5
_MAX_SCHEDULED_BY_ONE = 2
_IN_REACH = Table.lost_at.is_(None)
"""Tables out of reach take no place in a server: no member can close them."""

StillHas = Callable[[int, int], bool]
"""Whether a server, by its id, still has a channel or role, by its id."""
PlaceOf = Callable[[int, int], int | None]
"""The id of a server's channel, or of its parent if it is a thread; None if it is not known."""


class ServerSettingsStore:
    """Reads, changes and enforces servers' settings."""

    def __init__(self, database: Database, still_has: StillHas, place_of: PlaceOf) -> None:
        self._database = database
        self.has = still_has
        self._place_of = place_of

    async def of(self, guild_id: int) -> Server:
        """The server's settings; the defaults if it has chosen none."""
        return await self._database.ask(Session.get, Server, guild_id) or Server(guild_id=guild_id)

    async def update(self, guild_id: int, **changes: Any) -> None:
        """Change these settings and keep the others."""
        await self._database.change(change_row, Server, {"guild_id": guild_id}, changes)

    async def live_tables(self, guild_id: int) -> int:
        """The number of live tables of the server that members can reach."""
        return await self._database.ask(_live_tables, guild_id)

    def allowed_channels(self, server: Server) -> list[int]:
        """The allowed channels that still exist; empty if all channels are allowed."""
        return [channel for channel in server.channels if self.has(server.guild_id, channel)]

    async def require_place(self, guild_id: int, channel_id: int, parent_id: int | None) -> None:
        """Raise ChannelNotAllowed if no table can be in this channel, or thread of a parent."""
        self._check_place(await self.of(guild_id), channel_id, parent_id)

    async def check_opening(
        self, session: Session, table: Table, host: Actor, parent_id: int | None
    ) -> None:
        """Raise TableError if this member cannot open this table now.

        `parent_id` is the parent if its channel is a thread. Until the transaction ends, other
        openings wait; those of live tables only in a server that limits their number.
        """
        if table.status is Status.SCHEDULED:
            # Without a row there is nothing to lock.
            await add_row(session, Server, guild_id=table.guild_id)
        server = await _locked(session, table.guild_id)
        self._check_place(server, table.channel_id, parent_id)
        self._check_host(server, host)
        if table.status is Status.SCHEDULED:
            await _check_scheduled(session, table.guild_id, host)
        elif server.max_tables is not None:
            live = await _live_tables(session, table.guild_id)
            # A channel that already has a table is refused with another sentence.
            if live >= server.max_tables and not await queries.tables.live_table_in(
                session, table.channel_id
            ):
                raise _too_many(server.max_tables)

    async def forbids(self, session: Session, table: Table) -> bool:
        """Whether no table can be in this one's channel or thread; False if it is not known."""
        place = self._place_of(table.guild_id, table.channel_id)
        server = await session.get(Server, table.guild_id)
        allowed = [] if server is None else self.allowed_channels(server)
        return bool(allowed) and place is not None and place not in allowed

    async def has_room(self, session: Session, guild_id: int) -> bool:
        """Whether one more live table is allowed; openings wait until the transaction ends."""
        most = (await _locked(session, guild_id)).max_tables
        return most is None or await _live_tables(session, guild_id) < most

    def _check_place(self, server: Server, channel_id: int, parent_id: int | None) -> None:
        allowed = self.allowed_channels(server)
        if allowed and not {channel_id, parent_id} & {*allowed}:
            raise ChannelNotAllowed(allowed)

    def _check_host(self, server: Server, host: Actor) -> None:
        role = server.host_role
        if role is None or host.manages_server or role in host.roles:
            return
        if self.has(server.guild_id, role):
            raise TableError(
                "Only members with the role {role} can open tables in this server. "
                "You can join theirs: `/scout games` lists them.",
                role=f"<@&{role}>",
            )


async def _locked(session: Session, guild_id: int) -> Server:
    """The server's settings; its row, if there is one, is locked until the transaction ends."""
    return await session.get(Server, guild_id, with_for_update=True) or Server(guild_id=guild_id)


async def _live_tables(session: Session, guild_id: int) -> int:
    return await queries.servers.count_tables(session, guild_id, IS_LIVE & _IN_REACH)


async def _check_scheduled(session: Session, guild_id: int, host: Actor) -> None:
    count, own = queries.servers.count_tables, IS_SCHEDULED & (Table.host_id == host.user_id)
    has = await count(session, guild_id, own)
    if has >= _MAX_SCHEDULED_BY_ONE and not host.manages_server:
        raise TableError(
            "You already have two scheduled tables in this server. Try again when one has begun."
        )
    if await count(session, guild_id, IS_SCHEDULED & _IN_REACH) >= MAX_SCHEDULED:
        raise TableError(
            "This server already has five scheduled tables. Try again when one has begun."
        )


def _too_many(limit: int) -> TableError:
    if limit == 1:
        return TableError(
            "This server has one table at a time, and it is in use. "
            "Join it, or try again when it has ended."
        )
    # Translators: {number} is 2 or more.
    return TableError(
        "This server has at most {number} tables at a time, and all are in use. "
        "Join one, or try again when one has ended.",
        many="This server has at most {number} tables at a time, and all are in use. "
        "Join one, or try again when one has ended.",
        number=limit,
    )
