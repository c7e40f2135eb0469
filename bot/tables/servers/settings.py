"""Settings by the managers of a server: rules for its tables, and defaults for new ones.

A rule whose channels or role are all deleted does not apply, so that it cannot lock out all
members.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from bot.storage import models, queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.options import DEFAULT_ABSENCE, DEFAULT_FILL
from bot.storage.models.pauses import DAYS_A_YEAR
from bot.storage.models.tables import DAILY_HOUR, Status
from bot.storage.queries.dialects import add_row, change_row
from bot.storage.queries.tables import IS_LIVE, IS_SCHEDULED
from bot.tables.core.actor import Actor
from bot.tables.core.errors import ChannelNotAllowed, TableError

MAX_CHANNELS = 25
MAX_SCHEDULED = 5
_MAX_SCHEDULED_BY_ONE = 2
_IN_REACH = models.Table.lost_at.is_(None)
"""Tables out of reach take no place in a server: no member can close them."""

StillHas = Callable[[int, int], bool]
"""Whether a server, by its id, still has a channel or role, by its id."""
PlaceOf = Callable[[int, int], int | None]
"""The id of a server's channel, or of its parent if it is a thread; None if it is not known."""


class ServerSettings(NamedTuple):
    """The choices of a server's managers; the last ones are the defaults of new tables."""

    # The channels for tables and their threads; empty for all channels.
    channels: tuple[int, ...] = ()
    # The number of live tables at a time, None for any number.
    max_tables: int | None = None
    # The role that can open tables, None for any member.
    host_role: int | None = None
    # The channel for reports, or None.
    log_channel: int | None = None
    # The channel for a message a day about the daily deal, or None, and its hour (UTC).
    daily_channel: int | None = None
    daily_hour: int = DAILY_HOUR
    # For how many days of a year a member can pause.
    pause_days: int = DAYS_A_YEAR
    # Whether tables can call members.
    calls: bool = True
    # The code of the language of tables and posts, None for that of the server's Discord.
    language: str | None = None

    # Seconds, None for no limit.
    turn_limit: int | None = None
    threads: bool = False
    pictures: bool = True
    # Seconds.
    absent_after: int = DEFAULT_ABSENCE
    # How many seats Start fills at a table of `/scout play`.
    fill: int = DEFAULT_FILL


class ServerSettingsStore:
    """Reads, changes and enforces servers' settings."""

    def __init__(self, database: Database, still_has: StillHas, place_of: PlaceOf) -> None:
        self._database = database
        self.has = still_has
        self._place_of = place_of

    async def of(self, guild_id: int) -> ServerSettings:
        return _settings(await self._database.ask(Session.get, models.Server, guild_id))

    async def update(self, guild_id: int, **changes: Any) -> None:
        """Change these fields of ServerSettings and keep the others."""
        new = ServerSettings(**changes)._asdict()
        await self._database.change(change_row, models.Server, {"guild_id": guild_id}, new, changes)

    async def live_tables(self, guild_id: int) -> int:
        """The number of live tables of the server that members can reach."""
        return await self._database.ask(_live_tables, guild_id)

    def allowed_channels(self, guild_id: int, settings: ServerSettings) -> list[int]:
        """The allowed channels that still exist; empty if all channels are allowed."""
        return [channel for channel in settings.channels if self.has(guild_id, channel)]

    async def require_place(self, guild_id: int, channel_id: int, parent_id: int | None) -> None:
        """Raise ChannelNotAllowed if no table can be in this channel, or thread of a parent."""
        self._check_place(guild_id, await self.of(guild_id), channel_id, parent_id)

    async def check_opening(
        self, session: Session, table: models.Table, host: Actor, parent_id: int | None
    ) -> None:
        """Raise TableError if this member cannot open this table now.

        `parent_id` is the parent if its channel is a thread. Other openings wait until the
        transaction ends, of live tables only in a server that limits their number.
        """
        if table.status is Status.SCHEDULED:
            # Without a row there is nothing to lock.
            await add_row(session, models.Server, guild_id=table.guild_id)
        settings = _settings(await session.get(models.Server, table.guild_id, with_for_update=True))
        self._check_place(table.guild_id, settings, table.channel_id, parent_id)
        self._check_host(table.guild_id, settings, host)
        if table.status is Status.SCHEDULED:
            await _check_scheduled(session, table.guild_id, host)
        elif settings.max_tables is not None:
            live = await _live_tables(session, table.guild_id)
            # A channel that already has a table is refused with another sentence.
            if live >= settings.max_tables and not await queries.tables.live_table_in(
                session, table.channel_id
            ):
                raise _too_many(settings.max_tables)

    async def forbids(self, session: Session, guild_id: int, channel_id: int) -> bool:
        """Whether no table can be in this channel or thread; False if it is not known."""
        place = self._place_of(guild_id, channel_id)
        settings = _settings(await session.get(models.Server, guild_id))
        allowed = self.allowed_channels(guild_id, settings)
        return bool(allowed) and place is not None and place not in allowed

    async def has_room(self, session: Session, guild_id: int) -> bool:
        """Whether one more live table is allowed; openings wait until the transaction ends."""
        settings = _settings(await session.get(models.Server, guild_id, with_for_update=True))
        if settings.max_tables is None:
            return True
        return await _live_tables(session, guild_id) < settings.max_tables

    def _check_place(
        self, guild_id: int, settings: ServerSettings, channel_id: int, parent_id: int | None
    ) -> None:
        allowed = self.allowed_channels(guild_id, settings)
        if allowed and not {channel_id, parent_id} & {*allowed}:
            raise ChannelNotAllowed(allowed)

    def _check_host(self, guild_id: int, settings: ServerSettings, host: Actor) -> None:
        role = settings.host_role
        if role is None or host.manages_server or role in host.roles:
            return
        if self.has(guild_id, role):
            raise TableError(
                "Only members with the role {role} can open tables in this server. "
                "You can join theirs: press **Join** at a table.",
                role=f"<@&{role}>",
            )


async def _live_tables(session: Session, guild_id: int) -> int:
    return await queries.servers.count_tables(session, guild_id, IS_LIVE & _IN_REACH)


async def _check_scheduled(session: Session, guild_id: int, host: Actor) -> None:
    own = IS_SCHEDULED & (models.Table.host_id == host.user_id)
    has = await queries.servers.count_tables(session, guild_id, own)
    if has >= _MAX_SCHEDULED_BY_ONE and not host.manages_server:
        raise TableError(
            "You already have two scheduled tables in this server. Try again when one has begun."
        )
    in_reach = IS_SCHEDULED & _IN_REACH
    if await queries.servers.count_tables(session, guild_id, in_reach) >= MAX_SCHEDULED:
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


def _settings(row: models.Server | None) -> ServerSettings:
    if row is None:
        return ServerSettings()
    settings = ServerSettings(*(getattr(row, name) for name in ServerSettings._fields))
    return settings._replace(channels=tuple(row.channels))
