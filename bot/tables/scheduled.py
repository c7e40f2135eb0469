"""Scheduled tables: signing up, the roll call before the time, and the beginning."""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError

from bot.storage import models, queries
from bot.storage.engine.session import Session
from bot.storage.models.options import MIN_SEATS
from bot.storage.models.requests import MemberRequest, RequestKind
from bot.storage.models.tables import Reason, Status
from bot.storage.queries.tables import IS_SCHEDULED
from bot.tables.core.actor import Actor, keep_token, member_seat, new_sign_up
from bot.tables.core.deadlines import PUNCTUAL, ROLL_CALL, proceeds_at
from bot.tables.core.errors import ChannelNotAllowed, NoSuchTable, TableError, WrongStage
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import TableState, of_member, table_state
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.servers.blocks import Blocks
from bot.tables.servers.settings import ServerSettingsStore

MAX_SIGN_UPS = 20
"""The most members who can sign up to one table, seats and waiting list together."""
_MOST_LATE = timedelta(minutes=15)
"""If the bot is offline for longer at a table's time, the table does not begin."""
LONGEST_WAIT = timedelta(hours=1)
"""The longest wait of a table for its channel, or for room in its server."""


class ScheduledTables:
    """Gathers the members of scheduled tables, and begins their games."""

    def __init__(
        self, repository: TableRepository, server_settings: ServerSettingsStore, blocks: Blocks
    ) -> None:
        self._repository = repository
        self._server_settings = server_settings
        self._blocks = blocks

    async def sign_up(self, table_id: int, actor: Actor) -> TableState:
        """Sign a member up; from the roll call on they are here, and their hand can be sent.

        A second press keeps the place. Raises Blocked, ChannelNotAllowed, and TableError if the
        list is full.
        """
        async with self._repository.unit_of_work(table_id) as uow:
            uow.require(Status.SCHEDULED)
            await self._blocks.check(uow.session, uow.table.guild_id, actor)
            if await self._server_settings.forbids(uow.session, uow.table):
                raise ChannelNotAllowed([])
            sign_up = of_member(uow.table.sign_ups, actor.user_id) or _add(uow, actor)
            sign_up.name, sign_up.avatar = actor.name, actor.avatar
            if uow.table.roll_call_at is not None:
                sign_up.here = True
                keep_token(uow.messages, actor)
        return uow.state

    async def close_deserted(self, host_id: int, guild_id: int | None = None) -> None:
        """Close the host's tables without other sign-ups, in one server or in all.

        Without their host they would keep their places in the server until their time.
        """
        ask = self._repository.database.ask
        own = {"host_id": host_id} | ({} if guild_id is None else {"guild_id": guild_id})
        for table_id in await ask(Session.values, models.Table.id, IS_SCHEDULED, **own):
            with suppress(NoSuchTable, WrongStage):
                async with self._repository.unit_of_work(table_id) as uow:
                    uow.require(Status.SCHEDULED)
                    if all(row.user_id == host_id for row in uow.table.sign_ups):
                        uow.close(Reason.EMPTY)

    async def proceed(self, state: TableState) -> None:
        """Do what is due: ask the members on the list whether they are here, or begin the game.

        It begins with those who are here, in the order of signing up. If they are too few, it is
        too late or managers have forbidden tables in the channel, the table is closed. Without room
        it waits.
        """
        try:
            await self._proceed(state.id)
        except IntegrityError:
            # Another process has opened a table in the channel meanwhile.
            await self._proceed(state.id)

    async def _proceed(self, table_id: int) -> None:
        async with self._repository.unit_of_work(table_id) as uow:
            if uow.table.status is not Status.SCHEDULED:
                return
            due_at = proceeds_at(table_state(uow.table, None))
            if uow.now < due_at:
                return
            if await self._server_settings.forbids(uow.session, uow.table):
                uow.close(Reason.FORBIDDEN)
            elif uow.now > due_at + PUNCTUAL:
                await _postpone(uow, due_at)
            elif uow.table.roll_call_at is None:
                await _call_roll(uow)
            else:
                await self._begin(uow)

    async def _begin(self, uow: UnitOfWork) -> None:
        # Their places are about to be freed. A manager may have signed up after a block.
        blocked = await uow.session.values(
            MemberRequest.user_id, guild_id=uow.table.guild_id, kind=RequestKind.BLOCK
        )
        players = [row for row in uow.table.sign_ups if row.here and row.user_id not in blocked]
        if len(players) < MIN_SEATS:
            uow.close(Reason.TOO_FEW)
        elif await self._has_room(uow):
            _seat(uow, players[: uow.table.options.size])
            uow.begin_game()
        else:
            _wait(uow)

    async def _has_room(self, uow: UnitOfWork) -> bool:
        table, session = uow.table, uow.session
        present = await queries.tables.live_table_in(session, table.channel_id)
        return present is None and await self._server_settings.has_room(session, table.guild_id)


def _add(uow: UnitOfWork, actor: Actor) -> models.SignUp:
    sign_ups = uow.table.sign_ups
    if len(sign_ups) >= MAX_SIGN_UPS:
        raise TableError("The list of this table is full. `/scout new` opens another table.")
    added = new_sign_up(max((row.number for row in sign_ups), default=-1) + 1, actor)
    sign_ups.append(added)
    return added


async def _postpone(uow: UnitOfWork, due_at: datetime) -> None:
    """Repeat the roll call, since the bot was away; close the table if its time is long past."""
    await _call_roll(uow)
    if uow.now > max(due_at, uow.table.starts_at or due_at) + _MOST_LATE:
        uow.close(Reason.LATE)
    else:
        uow.table.starts_at = uow.now + ROLL_CALL


async def _call_roll(uow: UnitOfWork) -> None:
    """Ask all on the list whether they are here, and mention those who do not pause."""
    table = uow.table
    table.roll_call_at = uow.now
    paused = await queries.pauses.pausing(
        uow.session, table.guild_id, [row.user_id for row in table.sign_ups], uow.now
    )
    for sign_up in table.sign_ups:
        sign_up.here, sign_up.mentioned = False, sign_up.user_id not in paused


def _seat(uow: UnitOfWork, players: Collection[models.SignUp]) -> None:
    """Seat the players; the host stays host if they are among them."""
    table = uow.table
    table.seats = [member_seat(index, player) for index, player in enumerate(players)]
    seated = [player.user_id for player in players]
    signed_up = [row.user_id for row in table.sign_ups]
    uow.departed += [one for one in {*signed_up, table.host_id} if one not in seated]
    if table.host_id not in seated:
        table.host_id = seated[0]


def _wait(uow: UnitOfWork) -> None:
    """Try again soon, within the longest wait."""
    assert uow.table.starts_at is not None
    if uow.now >= uow.table.starts_at + LONGEST_WAIT:
        uow.close(Reason.NO_ROOM)
    else:
        uow.touch()
