"""Blocked members and reports: blocks, and the limits on reports.

Blocked members cannot take seats, open tables or press buttons in a server. Members with Manage
Server are exempt, since they could lift the block themselves.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from cachetools import TTLCache

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.requests import MemberRequest, RequestKind
from bot.storage.models.servers import Block as Block
from bot.storage.queries.dialects import (
    add_row,
    share_block_lock,
    share_forgetting_lock,
    take_block_lock,
)
from bot.tables.core.actor import Actor
from bot.tables.core.errors import Blocked, TableError
from bot.text.words import timestamp

CACHE_SIZE = 4096
CACHE_SECONDS = 60.0
"""The time after which blocked members are read again: another process may change them."""
PAGE_LENGTH = 10


class BlockPage(NamedTuple):
    """One page of a server's blocked members, newest first; `number` counts from 0."""

    members: list[Block]
    number: int
    pages: int
    total: int


class Blocks:
    """Reads, changes and enforces the blocks of servers."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._cache: TTLCache[int, frozenset[int]] = TTLCache(CACHE_SIZE, CACHE_SECONDS)
        self._changes = 0

    async def require_none(self, guild_id: int, actor: Actor) -> None:
        """Raise Blocked if the server blocks this member."""
        if await self.blocks(guild_id, actor):
            raise Blocked

    async def blocks(self, guild_id: int, actor: Actor) -> bool:
        """Whether the server blocks this member."""
        if actor.manages_server:
            return False
        known = self._cache.get(guild_id)
        return actor.user_id in (await self._read(guild_id) if known is None else known)

    async def check(self, session: Session, guild_id: int, actor: Actor) -> None:
        """Raise Blocked if the database has a block of this member.

        Shares the server's block lock while seating a member, until the transaction ends.
        """
        await share_block_lock(session, guild_id)
        key = {"guild_id": guild_id, "user_id": actor.user_id}
        if not actor.manages_server and await session.has(Block, **key):
            raise Blocked

    async def check_invitation(self, session: Session, guild_id: int, user_id: int) -> None:
        """Raise TableError if the server blocks the member to invite; locks as above."""
        await share_block_lock(session, guild_id)
        if await session.has(Block, guild_id=guild_id, user_id=user_id):
            raise TableError("This server has blocked that player.")

    async def find(self, guild_id: int, user_id: int) -> Block | None:
        """The member's block in this server, or None."""
        return await self._database.ask(Session.get, Block, (guild_id, user_id))

    async def page(self, guild_id: int, number: int) -> BlockPage:
        """A page of the blocked members; the last page if there are fewer."""
        total = len(await self._read(guild_id))
        pages = max(-(-total // PAGE_LENGTH), 1)
        number = min(number, pages - 1)
        rows = await self._database.ask(
            queries.servers.blocks, guild_id, offset=number * PAGE_LENGTH, limit=PAGE_LENGTH
        )
        return BlockPage([*rows], number, pages, total)

    async def add(self, request_id: int) -> MemberRequest | None:
        """Block the member whom a stored request is about, if not blocked yet; return the request.

        None if it is finished or the block was lifted. Its row is read here: the member or the
        manager may have been forgotten since it was stored.
        """
        async with self._database.write() as session:
            await share_forgetting_lock(session)
            request = await session.get(MemberRequest, request_id)
            if request is None:
                return None
            await take_block_lock(session, request.guild_id)
            key = {"guild_id": request.guild_id, "user_id": request.user_id}
            made = {"name": request.name, "blocked_by": request.asked_by}
            await add_row(session, Block, **key, **made, blocked_at=self._now())
        await self._note_change(request.guild_id)
        return request

    async def remove(self, guild_id: int, user_id: int) -> None:
        """Lift the member's block, if there is one, and delete its unfinished request."""
        member = {"guild_id": guild_id, "user_id": user_id}
        async with self._database.write() as session:
            await session.delete_where(Block, **member)
            # A restart would repeat the block.
            repeats = MemberRequest.kind.in_((RequestKind.BLOCK, RequestKind.REPLACE))
            await session.delete_where(MemberRequest, repeats, **member)
        await self._note_change(guild_id)

    def forget_all(self) -> None:
        """Clear the cache: another process may have changed the rows."""
        self._changes += 1
        self._cache.clear()

    async def _note_change(self, guild_id: int) -> None:
        self._changes += 1
        await self._read(guild_id)

    async def _read(self, guild_id: int) -> frozenset[int]:
        """Read all blocked members of the server into the cache."""
        changes = self._changes
        is_here = Block.guild_id == guild_id
        found = frozenset(await self._database.ask(Session.values, Block.user_id, is_here))
        if changes == self._changes:
            # Otherwise the rows may be older than the change.
            self._cache[guild_id] = found
        return found


WINDOW = timedelta(hours=1)
PER_MEMBER = 3
"""Reports of one member of one server within the window."""
PER_SERVER = 30
"""Reports of all members of one server within the window."""


class ReportLimits:
    """Limits how many reports members can send; counted in memory since the start."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._times: list[tuple[datetime, int, int]] = []

    def require_left(self, guild_id: int, user_id: int) -> None:
        """Raise TableError if the member cannot send a report now."""
        now = self._now()
        self._times = [report for report in self._times if report[0] > now - WINDOW]
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
        return partial(self._uncount, report)

    def _uncount(self, report: tuple[datetime, int, int]) -> None:
        # It has expired by itself if its hour is over.
        with suppress(ValueError):
            self._times.remove(report)
