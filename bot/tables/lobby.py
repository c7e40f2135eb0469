"""The lobby: members join and leave, computers are added, the game starts."""

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from bot.storage import models, queries
from bot.storage.models.options import MIN_SEATS
from bot.storage.models.results import Departure
from bot.storage.models.tables import Reason, Status
from bot.storage.queries.tables import OpenTable
from bot.tables.core.actor import Actor, keep_token, member_seat
from bot.tables.core.consent import follow_departure
from bot.tables.core.errors import NoSuchTable, NotSeated, TableError, WrongStage
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import TableState, of_member
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.servers.blocks import Blocks
from bot.text.language import Sentence
from bot.text.names import COMPUTERS, UNDERSTUDY
from engine.players import Level


def computer_name(level: Level, taken: Collection[str]) -> str:
    """A computer's name that is free: no name in `taken` begins with it."""
    names = (*COMPUTERS[level], UNDERSTUDY)
    free = [name for name in names if not any(other.startswith(name) for other in taken)]
    return (free or names)[0]


TAKE_OUT = Sentence("Only the host or a moderator can remove players.")
"""Refuses others' `take_out` and `invite_again`."""
SET_OPTIONS = Sentence("Only the host or a moderator can change the options.")
"""Refuses others' `set_options`."""
_START = Sentence("Only the host or a moderator can start the game.")
_FULL = Sentence(
    "All seats are taken. `/scout play` in another channel leads you to a table with a free seat."
)
_FULL_OF_COMPUTERS = Sentence("All seats are taken. Remove a computer first.")
_FULL_OF_MEMBERS = Sentence("All seats are taken.")


class Lobby:
    """Changes the seats of a table, and starts its game."""

    def __init__(self, repository: TableRepository, blocks: Blocks) -> None:
        self._repository = repository
        self._blocks = blocks

    async def join(self, table_id: int, actor: Actor) -> TableState:
        """Seat a member on the next free seat; a seated member keeps theirs.

        Raises Blocked, and TableError for a member that the host has removed.
        """
        async with self._open(table_id) as uow:
            await self._blocks.check(uow.session, uow.table.guild_id, actor)
            if not _keep_token_if_seated(uow, actor):
                invitation = of_member(uow.table.invitations, actor.user_id)
                if invitation is not None and invitation.removed:
                    raise TableError(
                        "The host has removed you from this table, and can invite you again. "
                        "Use `/scout new` in another channel to open a table of your own."
                    )
                _require_room(uow, _FULL)
                seats = uow.table.seats
                seats.append(member_seat(len(seats), actor))
                if invitation is not None:
                    uow.table.invitations.remove(invitation)
                keep_token(uow.messages, actor)
        return uow.state

    async def leave(
        self,
        table_id: int,
        user_id: int,
        stage: Status | None = None,
        *,
        known_as: str | None = None,
    ) -> TableState:
        """Leave the table: in the lobby the seat becomes free, in a game a computer plays on.

        An invited member without a seat declines the invitation, and one who signed up to a
        scheduled table signs off: the last one closes it if its host was forgotten or blocked.
        Raises WrongStage at another stage than `stage`, if there is one. The computer's seat keeps
        the member's name: `known_as`, by default the seat's.
        """
        async with self._repository.unit_of_work(table_id) as uow:
            invitation = of_member(uow.table.invitations, user_id)
            if invitation is not None and not invitation.removed:
                uow.table.invitations.remove(invitation)
            elif (sign_up := of_member(uow.table.sign_ups, user_id)) is not None:
                await _sign_off(uow, sign_up)
            else:
                await _vacate(uow, user_id, stage, known_as)
        return uow.state

    async def leave_all(
        self,
        user_id: int,
        guild_id: int | None = None,
        stage: Status | None = None,
        *,
        known_as: str | None = None,
    ) -> None:
        """Leave the member's tables at this stage, in this server; by default at any, in all.

        Unless the stage is a running game, they also decline invitations and sign off.
        """
        table_ids = [*await self._repository.live_ids_of(user_id, guild_id)]
        if stage is not Status.PLAYING:
            listed = queries.tables.tables_inviting
            table_ids += await self._repository.database.ask(listed, user_id, guild_id)
        for table_id in table_ids:
            # At another stage, or the member may have left since the query.
            with suppress(NoSuchTable, NotSeated, WrongStage):
                await self.leave(table_id, user_id, stage, known_as=known_as)

    async def take_out(self, table_id: int, actor: Actor, user_id: int) -> TableState:
        """Remove a member from the lobby: they can join it again only on an invitation."""
        async with self._open(table_id) as uow:
            require_host(uow.table.host_id, actor, TAKE_OUT)
            member = of_member(uow.table.invitations, user_id)
            if member is None:
                seat = of_member(uow.table.seats, user_id)
                if seat is None:
                    raise TableError("That player has already left the table.")
                member = models.Invitation(user_id=user_id, name=seat.name)
                uow.table.invitations.append(member)
                await _free_seat(uow, seat)
                _replace_host(uow, user_id)
            member.removed = True
        return uow.state

    async def invite_again(self, table_id: int, actor: Actor, user_id: int) -> TableState:
        """Invite a removed member. Raises TableError if the server blocks them."""
        async with self._open(table_id) as uow:
            require_host(uow.table.host_id, actor, TAKE_OUT)
            invitation = of_member(uow.table.invitations, user_id)
            if invitation is not None:
                await self._blocks.check_invitation(uow.session, uow.table.guild_id, user_id)
                invitation.removed = False
        return uow.state

    async def add_computer(
        self, table_id: int, actor: Actor, level: Level = Level.MEDIUM
    ) -> TableState:
        async with self._open(table_id) as uow:
            _require_seat_or_manager(uow, actor)
            has_computer = any(seat.user_id is None for seat in uow.table.seats)
            _require_room(uow, _FULL_OF_COMPUTERS if has_computer else _FULL_OF_MEMBERS)
            _add_computer(uow, level)
        return uow.state

    async def remove_computer(self, table_id: int, actor: Actor) -> TableState:
        """Remove the computer that was added last."""
        async with self._open(table_id) as uow:
            _require_seat_or_manager(uow, actor)
            computers = [seat for seat in uow.table.seats if seat.user_id is None]
            if not computers:
                raise TableError("There is no computer to remove.")
            await _free_seat(uow, computers[-1])
        return uow.state

    async def set_options(self, table_id: int, actor: Actor, **changes: Any) -> TableState:
        """Change these fields of TableOptions. Raises TableError for fewer seats than are taken."""
        async with self._open(table_id) as uow:
            require_host(uow.table.host_id, actor, SET_OPTIONS)
            options = replace(uow.table.options, **changes)
            taken = len(uow.table.seats)
            if options.size < taken:
                # Translators: {number} is 3 or more.
                raise TableError(
                    "{number} seats are taken. Remove a player or a computer first.",
                    many="{number} seats are taken. Remove a player or a computer first.",
                    number=taken,
                )
            uow.table.options = options
        return uow.state

    async def start(self, table_id: int, actor: Actor) -> TableState:
        """Begin the game; computers take free seats first if the table fills by itself."""
        async with self._open(table_id) as uow:
            require_host(uow.table.host_id, actor, _START)
            _keep_token_if_seated(uow, actor)
            for _ in range(uow.table.options.computers_at_start(len(uow.table.seats))):
                _add_computer(uow, Level.MEDIUM)
            if len(uow.table.seats) < MIN_SEATS:
                raise TableError(
                    "You need at least two players. Wait for someone to join, or add a computer."
                )
            uow.begin_game()
        return uow.state

    @asynccontextmanager
    async def _open(self, table_id: int) -> AsyncIterator[UnitOfWork]:
        """A change of a lobby, which restarts its timeout. Raises WrongStage at any other."""
        async with self._repository.unit_of_work(table_id) as uow:
            uow.require(Status.LOBBY)
            yield uow
            uow.touch()


def _keep_token_if_seated(uow: UnitOfWork, actor: Actor) -> bool:
    """Return whether the member has a seat; if so, keep their newest token."""
    is_seated = of_member(uow.table.seats, actor.user_id) is not None
    if is_seated:
        keep_token(uow.messages, actor)
    return is_seated


def _require_room(uow: UnitOfWork, refusal: Sentence) -> None:
    if len(uow.table.seats) >= uow.table.options.size:
        raise TableError(refusal)


def _add_computer(uow: UnitOfWork, level: Level) -> None:
    seats = uow.table.seats
    name = computer_name(level, [seat.name for seat in seats])
    seats.append(models.Seat(index=len(seats), name=name, level=level))


def _require_seat_or_manager(uow: UnitOfWork, actor: Actor) -> None:
    if not _keep_token_if_seated(uow, actor) and not actor.manages:
        raise TableError(
            "Only seated players can add or remove computers. Press **{join}** first.",
            join=uow.language.gettext("Join"),
        )


def require_host(host_id: int, actor: Actor, refusal: Sentence) -> None:
    """Raise TableError with this sentence unless the member is the host or a moderator."""
    if actor.user_id != host_id and not actor.manages:
        raise TableError(refusal)


async def _vacate(
    uow: UnitOfWork, user_id: int, stage: Status | None, known_as: str | None
) -> None:
    seat = uow.seat_of(user_id, stage)
    if uow.table.status is Status.LOBBY:
        uow.touch()
        await _free_seat(uow, seat)
    else:
        uow.require(Status.PLAYING)
        hand_to_computer(uow, seat, known_as)
    _replace_host(uow, user_id)
    follow_departure(uow, user_id)


async def _sign_off(uow: UnitOfWork, sign_up: models.SignUp) -> None:
    """Close the table too if no member can: its list is empty, its host forgotten or blocked."""
    table = uow.table
    table.sign_ups.remove(sign_up)
    uow.departed.append(sign_up.user_id)
    block = {"guild_id": table.guild_id, "user_id": table.host_id}
    if not table.sign_ups and (table.host_id < 0 or await uow.session.has(models.Block, **block)):
        uow.close(Reason.EMPTY)


async def _free_seat(uow: UnitOfWork, seat: models.Seat) -> None:
    seats = uow.table.seats
    seats.remove(seat)
    uow.departed.append(seat.user_id)
    # The row must be deleted before another row gets its index.
    await uow.flush()
    for index, remaining in enumerate(seats):
        remaining.index = index


def hand_to_computer(uow: UnitOfWork, seat: models.Seat, known_as: str | None = None) -> None:
    """Seat a computer for a member who leaves; it plays on for `known_as` or the seat's name."""
    assert seat.user_id is not None
    uow.session.add(
        Departure(
            table_id=uow.table.id,
            seat=seat.index,
            user_id=seat.user_id,
            name=seat.name,
            action_count=uow.table.action_count,
        )
    )
    uow.departed.append(seat.user_id)
    seat.user_id = None
    seat.level = Level.MEDIUM
    seat.avatar = None
    seat.instead_of = seat.name if known_as is None else known_as
    seat.name = computer_name(Level.MEDIUM, [other.name for other in uow.table.seats])
    seat.away, seat.handed_over_at = False, None


def _replace_host(uow: UnitOfWork, user_id: int) -> None:
    seats = uow.table.seats
    members = [(seat.away, seat.index, seat.user_id) for seat in seats if seat.user_id is not None]
    if not members:
        uow.close(Reason.EMPTY)
    elif uow.table.host_id == user_id:
        # The first member who is not away, if there is one.
        *_, uow.table.host_id = min(members)


CanSee = Callable[[int, int | None], bool]
"""Whether a member can see a channel, by its id and its parent's if it is a thread."""


class Company:
    """Finds tables where a member can join others."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def tables(self, guild_id: int, can_see: CanSee) -> list[OpenTable]:
        """A server's tables in channels that a member can see.

        Order: lobbies with free seats, those with the most players first; full lobbies; scheduled
        tables by time; games. Of equal ones the newest come first.
        """
        found = await self._repository.database.ask(queries.tables.open_tables, guild_id)
        visible = [table for table in found if can_see(table.channel_id, table.parent_id)]
        return sorted(visible, key=_rank)

    async def lobby_for(self, guild_id: int, user_id: int, can_see: CanSee) -> TableState | None:
        """The best lobby for a member to join; None if there is none.

        Lobbies with a member that they avoid, or that avoids them, are left out.
        """
        free = [table for table in await self.tables(guild_id, can_see) if table.free]
        if not free:
            return None
        avoided = await self._repository.database.ask(queries.calls.avoided_or_avoiding, [user_id])
        for table in free:
            state = await self._repository.get(table.table_id)
            if _can_join(state, user_id, avoided):
                return state
        return None


def _rank(table: OpenTable) -> tuple[int, float, int]:
    stage = (Status.LOBBY, Status.SCHEDULED, Status.PLAYING).index(table.status)
    if table.free:
        return -1, -table.taken, -table.table_id
    starts = 0.0 if table.starts_at is None else table.starts_at.timestamp()
    return stage, starts, -table.table_id


def _can_join(state: TableState, user_id: int, avoided: Collection[int]) -> bool:
    """Whether the member can join the lobby now; not if the host removed them."""
    is_open = state.status is Status.LOBBY and len(state.seats) < state.options.size
    is_removed = of_member(state.removed, user_id) is not None
    return is_open and not is_removed and all(seat.user_id not in avoided for seat in state.seats)
