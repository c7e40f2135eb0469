"""Requests of members that need longer than a press: stored before they are begun.

If a process ends in the middle, the next one that acts for the server continues. Each request can
be carried out twice with the same effect.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from bot.storage import queries
from bot.storage.engine.errors import DatabaseAway
from bot.storage.models.requests import MemberRequest, RequestKind
from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.tables.core.repository import TableRepository
from bot.text.language import Language

MOST_TRIES = 3
"""Attempts at a request that fails each time, or at which the process ends each time."""
_MAX_NAME = 100


class MemberRequests:
    """Stores requests, counts the attempts, and deletes finished requests."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def store(
        self,
        language: Language,
        kind: RequestKind,
        guild_id: int,
        actor: Actor,
        *,
        about: tuple[int, str] | None = None,
        named_at: datetime | None = None,
    ) -> int:
        """Store the actor's request about themself, or about a member by id and name; its id.

        The answer is in `language`. `named_at` is when the button got the name. Raises
        TableError if any member was forgotten since: it could be this one.
        """
        user_id, name = about or (actor.user_id, actor.name)
        row = MemberRequest(
            kind=kind,
            guild_id=guild_id,
            asked_by=actor.user_id,
            user_id=user_id,
            name=name[:_MAX_NAME],
            token=actor.token,
            until=actor.until,
            requested_at=self._repository.now(),
            language=language.code,
        )
        async with self._repository.database.write() as session:
            if named_at and await queries.requests.forgotten_since(session, named_at):
                raise TableError("That name may be out of date. Use `/scout admin` again.")
            session.add(row)
        return row.id

    async def unfinished(self) -> Sequence[int]:
        async with self._repository.database.read() as session:
            return await queries.requests.unfinished(session, self._repository.assignment.shards)

    async def begin(self, request_id: int) -> MemberRequest | None:
        """Count an attempt, also if the process ends in it; None if the request is finished."""
        async with self._repository.database.write() as session:
            return await queries.requests.begin(session, request_id)

    async def finish(self, request: MemberRequest) -> None:
        """Delete the request and its token, in SQLite's log too if the member is forgotten."""
        async with self._repository.database.write() as session:
            await queries.requests.finish(session, request.id)
        if request.kind in (RequestKind.FORGOTTEN, RequestKind.STILL_BLOCKED):
            # If it is in use or away, the next chores empty it.
            with suppress(DatabaseAway):
                await self._repository.database.truncate_log()
