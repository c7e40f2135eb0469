"""Carries out stored requests of members, during the press or after a restart; answers by token."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from itertools import chain, repeat

from sqlalchemy.exc import SQLAlchemyError

from bot.observability.logs import log_context
from bot.storage.engine.completion import end_tasks, retry_until_available
from bot.storage.models.requests import MemberRequest, RequestKind
from bot.storage.models.tables import Status
from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.tables.review import ReviewService, StartTask
from bot.tables.service import Tables
from bot.tables.upkeep.requests import MOST_TRIES
from bot.text.language import Language, gettext_noop, language_of
from bot.text.words import in_a_row
from bot.ui.delivery.calls import CallMessages
from bot.ui.delivery.private_messages import PrivateMessages, Unreachable
from bot.ui.delivery.server_posts import ServerLog
from bot.ui.kit.errors import is_temporary
from bot.ui.views.privacy import FORGOTTEN, STILL_BLOCKED, data_words
from bot.ui.views.servers.moderation import blocked_entry

_log = logging.getLogger(__name__)
_PAUSE = 2.0
"""Seconds between two attempts at a request that fails."""
_ANSWER_PAUSES = (1, 2, 5, 15, 60)
"""Seconds between two attempts to answer; the last is repeated until the token expires."""
_DONE = gettext_noop("That is done now. `/scout admin` shows it.")
_CLOSE_PATIENCE = 3.0
"""Seconds at a stop for requests resumed from an earlier process; the next start continues them."""


class _End(Enum):
    """The end of an attempt. FAILED: the member knows why; NOT_YET: another attempt follows."""

    DONE, FAILED, NOT_YET = range(3)


class RequestRunner:
    """Carries out each stored request until it is answered, refused, or has failed too often."""

    def __init__(
        self,
        tables: Tables,
        private: PrivateMessages,
        reviews: ReviewService,
        calls: CallMessages,
        log: ServerLog,
        start: StartTask,
    ) -> None:
        self._tables = tables
        self._private, self._reviews = private, reviews
        self._calls, self._log = calls, log
        self._start = start
        self._under_way: set[int] = set()
        self._resumed: set[asyncio.Task[None]] = set()
        self._steps: dict[RequestKind, Callable[[MemberRequest], Awaitable[None]]] = {
            RequestKind.FORGET: self._forget,
            RequestKind.FORGOTTEN: partial(self._say, texts=[FORGOTTEN]),
            RequestKind.STILL_BLOCKED: partial(self._say, texts=[FORGOTTEN, STILL_BLOCKED]),
            RequestKind.DATA: self._send_data,
            RequestKind.BLOCK: lambda one: tables.requests.block(one.id),
            RequestKind.REPLACE: lambda one: tables.lobby.leave_all(
                one.user_id, one.guild_id, Status.PLAYING
            ),
        }

    async def carry_out(self, request_id: int) -> MemberRequest | None:
        """Carry out the request and return it.

        None if another task or process carries it out, or if it was refused or given up.
        """
        if request_id in self._under_way:
            return None
        self._under_way.add(request_id)
        try:
            while request := await retry_until_available(
                partial(self._tables.requests.begin, request_id)
            ):
                end = await self._attempt(request)
                if end is not _End.NOT_YET:
                    # The next start carries out all stored rows.
                    await retry_until_available(partial(self._tables.requests.finish, request))
                    return request if end is _End.DONE else None
            return None
        finally:
            self._under_way.discard(request_id)

    async def resume(self) -> None:
        """Continue the unfinished requests of the process that acted for the servers before."""
        try:
            unfinished = await retry_until_available(self._tables.requests.unfinished)
        except SQLAlchemyError:
            _log.exception(
                "unfinished requests could not be read; the next start goes on with them"
            )
            return
        for request_id in unfinished:
            task = self._start(self._resume(request_id))
            self._resumed.add(task)
            task.add_done_callback(self._resumed.discard)

    async def close(self) -> None:
        """Wait a short time for resumed requests, then leave them to the next start."""
        await end_tasks(self._resumed, _CLOSE_PATIENCE)

    async def _resume(self, request_id: int) -> None:
        with log_context(request=request_id):
            request = await self.carry_out(request_id)
            if request is None or request.kind not in (RequestKind.BLOCK, RequestKind.REPLACE):
                return
            await self._say(request, [_DONE])
            if request.kind is RequestKind.BLOCK:
                await self._log.post(request.guild_id, partial(blocked_entry, request=request))

    async def _attempt(self, request: MemberRequest) -> _End:
        """Carry out the next step of the request."""
        if request.tries > MOST_TRIES:
            await self._give_up(request)
            return _End.FAILED
        try:
            await retry_until_available(partial(self._steps[request.kind], request))
        except TableError as refusal:
            await self._answer(request, _language(request).say(refusal.sentence))
            return _End.FAILED
        except Exception:  # noqa: BLE001 - logged; it is tried again, a few times
            _log.exception("a request (%s) failed, attempt %s", request.kind, request.tries)
            await asyncio.sleep(_PAUSE)
            return _End.NOT_YET
        # A forgotten member gets the answer in a separate step.
        return _End.NOT_YET if request.kind is RequestKind.FORGET else _End.DONE

    async def _give_up(self, request: MemberRequest) -> None:
        reference = secrets.token_hex(3).upper()
        _log.error("a request (%s) is given up, reference %s", request.kind, reference)
        sentence = _language(request).gettext(
            "I could not do that: something goes wrong on my side every time. Please send this "
            "reference to whoever runs the bot: {reference}.",
            reference=reference,
        )
        with suppress(Exception):
            await self._answer(request, sentence)

    async def _forget(self, request: MemberRequest) -> None:
        """Forget the member, and delete their private messages."""
        # The rows of the calls are deleted below; a restart repeats this.
        await self._calls.leave_out(request.user_id)
        actor = Actor(request.user_id, request.name, False, request.token, request.until)
        forgotten = await self._tables.forgetting.forget(request.guild_id, actor, request.id)
        await self._reviews.forget(forgotten.table_ids, request.user_id)
        for message in forgotten.messages:
            await self._private.delete(message)

    async def _send_data(self, request: MemberRequest) -> None:
        language = _language(request)
        data = await self._tables.own_data(language, request.user_id)
        await self._answer(request, data_words(language, data), data.files)

    async def _say(self, request: MemberRequest, texts: Sequence[str]) -> None:
        await self._answer(request, in_a_row(map(_language(request).gettext, texts)))

    async def _answer(
        self, request: MemberRequest, sentence: str, files: Mapping[str, bytes] | None = None
    ) -> None:
        """Replace "one moment" by the answer, until the token expires."""
        for pause in chain(_ANSWER_PAUSES, repeat(_ANSWER_PAUSES[-1])):
            if not request.token or request.until <= self._tables.repository.now():
                return
            try:
                await self._private.replace_answer(
                    _language(request), request.token, sentence, files or {}
                )
                return
            except Unreachable:
                return
            except Exception as error:
                if not is_temporary(error):
                    raise
            await asyncio.sleep(pause)


def _language(request: MemberRequest) -> Language:
    return language_of(request.language)
