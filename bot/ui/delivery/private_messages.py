"""Messages that only one member sees, sent with an interaction's token until it expires.

The newest of each kind (hand, spectator, review) is kept up to date.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime
from functools import partial
from http import HTTPStatus
from io import BytesIO
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache

from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.table_messages import TableMessages
from bot.text.language import Language, gettext_noop
from bot.ui.delivery.requests import RateWindow
from bot.ui.kit.errors import REQUEST_ERRORS, raise_if_temporary
from bot.ui.kit.message import Message, send_or_send_plain

_log = logging.getLogger(__name__)
_UNREACHABLE = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
_EDITS_OF_A_TOKEN = (4, 2.1)
"""Maximum edits by one token in so many seconds. Discord takes five in two, but after the fifth
discord.py would wait before it reports success."""
_KNOWN_TOKENS = 4096
PATIENCE = 1.0
"""Maximum seconds that an answer waits for an edit of the same message: it is due within three."""
_MOVED = {
    PrivateKind.HAND: gettext_noop("Your hand is now in a newer message."),
    PrivateKind.SPECTATOR: gettext_noop("The game you watch is now in a newer message."),
    PrivateKind.REVIEW: gettext_noop("This review is now in a newer message."),
}


class Unreachable(Exception):
    """The token expired or the message was dismissed; the member's next press sends a new one."""


class FirstAnswer(int):
    """The id of the first answer to an interaction: `@original` in a request's address."""

    def __format__(self, _: str) -> str:
        return "@original"


class PrivateMessages:
    """Sends and edits private messages outside of a response, using only the token."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now
        self._locks: WeakValueDictionary[tuple[int, PrivateKind, int], asyncio.Lock]
        self._locks = WeakValueDictionary()
        self._windows: LRUCache[str, RateWindow] = LRUCache(_KNOWN_TOKENS)

    def is_reachable(self, message: PrivateMessage) -> bool:
        return message.until > self._now()

    @asynccontextmanager
    async def lock(
        self, table_id: int, kind: PrivateKind, user_id: int, patience: float | None = None
    ) -> AsyncIterator[None]:
        """Lock the member's message against other changes, or go on after `patience` seconds."""
        lock = self._locks.setdefault((table_id, kind, user_id), asyncio.Lock())
        try:
            async with asyncio.timeout(patience):
                await lock.acquire()
        except TimeoutError:
            # The holder's request may still arrive: see `FollowingMessages._edit`.
            yield
            return
        try:
            yield
        finally:
            lock.release()

    def is_in_use(self, table_id: int, kind: PrivateKind, user_id: int) -> bool:
        """Whether a task changes the member's message of this kind, or waits to do so."""
        return (table_id, kind, user_id) in self._locks

    async def say_moved(self, language: Language, former: PrivateMessage | None) -> None:
        """Say in a message, if it was sent, that a newer message is kept up to date instead."""
        if former is not None and former.message_id is not None and self.is_reachable(former):
            with suppress(Unreachable, *REQUEST_ERRORS):
                await self.edit(former, Message(content=language.gettext(_MOVED[former.kind])))

    def seconds_until_edit(self, message: PrivateMessage, spare: int) -> float:
        """Seconds until Discord accepts an edit by the token and `spare` more; 0 for now."""
        window = self._windows.get(message.token)
        now = asyncio.get_running_loop().time()
        return 0 if window is None else window.free_at(now, spare) - now

    async def update(self, message: PrivateMessage, shown: Message, known: TableMessages) -> bool:
        """Edit the message unless it shows this already; return whether it is still in use."""
        try:
            if message.digest != shown.digest:
                await self.edit(message, shown)
                message.digest = shown.digest
        except Unreachable:
            known.forget(message)
        return known.mark_changed(message)

    async def send(self, token: str, message: Message) -> int:
        """Send a message; return its id. Raises Unreachable."""

        async def send(shown: Message) -> int:
            webhook, arguments = webhook_of(self._client, token), await shown.send_arguments()
            return (await webhook.send(**arguments, ephemeral=True, wait=True)).id

        with _raising_unreachable():
            return await send_or_send_plain(message, send)

    async def edit(self, message: PrivateMessage, shown: Message) -> None:
        """Edit a message that was sent. Raises Unreachable."""
        message_id = message.message_id
        assert message_id is not None

        async def edit(shown: Message) -> None:
            webhook = webhook_of(self._client, message.token)
            await webhook.edit_message(message_id, **await shown.edit_arguments())

        window = self._windows.setdefault(message.token, RateWindow(*_EDITS_OF_A_TOKEN))
        window.reserve(asyncio.get_running_loop().time())
        with _raising_unreachable():
            await send_or_send_plain(shown, edit)

    async def replace_answer(
        self, language: Language, token: str, sentence: str, files: Mapping[str, bytes]
    ) -> None:
        """Replace the first answer to the token's interaction. Raises Unreachable."""
        webhook, nobody = webhook_of(self._client, token), discord.AllowedMentions.none()
        attached = partial(_attached, language, files)
        with _raising_unreachable():
            try:
                await webhook.edit_message(
                    FirstAnswer(),
                    content=sentence,
                    attachments=attached() if files else discord.utils.MISSING,
                    allowed_mentions=nobody,
                )
            except discord.NotFound:
                # The pressed message has gone from the member's screen.
                await webhook.send(
                    sentence, files=attached(), ephemeral=True, allowed_mentions=nobody
                )

    async def delete(self, message: PrivateMessage | None) -> None:
        """Delete the message, if there is one and Discord allows it."""
        if message is None or message.message_id is None or not self.is_reachable(message):
            return
        with suppress(*REQUEST_ERRORS):
            await webhook_of(self._client, message.token).delete_message(message.message_id)


def webhook_of(client: discord.Client, token: str) -> discord.Webhook:
    """The webhook of an interaction's answers, made from its token."""
    assert client.application_id is not None
    webhook = discord.Webhook.partial(client.application_id, token, client=client)
    webhook.type = discord.WebhookType.application
    return webhook


def _attached(language: Language, files: Mapping[str, bytes]) -> list[discord.File]:
    description = language.gettext("Your data, as JSON")
    return [
        discord.File(BytesIO(content), name, description=description)
        for name, content in files.items()
    ]


@contextmanager
def _raising_unreachable() -> Iterator[None]:
    try:
        yield
    except discord.HTTPException as error:
        raise_if_temporary(error)
        if error.status not in _UNREACHABLE:
            _log.warning("a private message could not be written: %s", error)
        raise Unreachable from error
