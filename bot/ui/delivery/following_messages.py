"""Private messages that follow a table: what hands and spectators' messages share, and the latter.

One request at a time changes a message, answers included, and each shows the newest state when it
is sent. So an older state never overwrites a newer one.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection
from functools import partial

from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.actor import private_message
from bot.tables.core.errors import WrongStage
from bot.tables.core.state import Status, TableState
from bot.tables.core.table_messages import TableMessages
from bot.tables.preferences import Preferences
from bot.tables.service import Tables
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.delivery.private_messages import PATIENCE, PrivateMessages
from bot.ui.kit.message import Message
from bot.ui.kit.press import Press
from bot.ui.views.table.table import spectator_message

_log = logging.getLogger(__name__)


class FollowingMessages(ABC):
    """Private messages of one kind, each of which follows a table."""

    kind: PrivateKind

    def __init__(self, private: PrivateMessages, tables: Tables, avatars: AvatarStore) -> None:
        self._private = private
        self._avatars = avatars.files
        self._repository = tables.repository
        self._preferences = tables.preferences
        # By table and member: updates that have not begun, which will show the newest state.
        self._waiting: dict[tuple[int, int], asyncio.Task[None]] = {}
        self.updates: set[asyncio.Task[None]] = set()
        """All updates; a publication does not wait for those that take long."""

    async def publish(
        self,
        state: TableState,
        known: TableMessages,
        skipped: Collection[int],
        *,
        is_patient: bool = False,
    ) -> float:
        """Update the messages to `state` or a newer one, except those of the members in `skipped`.

        If Discord accepts no edit by a token now, that message is skipped, and a request that takes
        long is left to its task, unless `is_patient`. Returns the seconds until the next attempt; 0
        if all messages are up to date.
        """
        messages = [one for one in known.private_of_kind(self.kind) if one.user_id not in skipped]
        changed = [one for one in messages if not await self._shows(state, one.user_id, known)]
        due = self._due(state, changed)
        updates = {self._begin(one, wait) for one, wait in due if wait == 0 or is_patient}
        if updates:
            await asyncio.wait(updates, timeout=None if is_patient else PATIENCE)
        # Cancelled ones were begun before this process lost the table and got it back.
        left = [update for update in updates if not update.done() or update.cancelled()]
        # Raised only now, so that a retry does not overlap with a running publication.
        for update in updates.difference(left):
            update.result()
        waits = [PATIENCE for _ in left] + [0 if is_patient else wait for _, wait in due]
        return max(waits, default=0)

    async def _shows(self, state: TableState, user_id: int, known: TableMessages) -> bool:
        """Whether the member's message shows this state, and no request is changing it."""
        shown = known.shown.get((self.kind, user_id))
        is_in_use = self._private.is_in_use(known.table_id, self.kind, user_id)
        # Check this before reading the preferences: an update may begin meanwhile.
        if shown is None or shown[0] != state.revision or is_in_use:
            return False
        return shown == (state.revision, await self._preferences.of(user_id))

    def _due(
        self, state: TableState, messages: list[PrivateMessage]
    ) -> list[tuple[PrivateMessage, float]]:
        """The messages with the seconds until they can be edited; those of members on turn first.

        For all others one edit is reserved for their own turn.
        """
        on_turn = [seat.user_id for seat in state.members_to_move]
        messages.sort(key=lambda message: message.user_id not in on_turn)
        wait = self._private.seconds_until_edit
        return [(one, wait(one, spare=one.user_id not in on_turn)) for one in messages]

    def _begin(self, message: PrivateMessage, after: float = 0) -> asyncio.Task[None]:
        """Show the newest state after so many seconds, unless an update waits to do so."""
        key = (message.table_id, message.user_id)
        update = None if after else self._waiting.get(key)
        if update is None:
            update = asyncio.create_task(self._update(message, after))
            self.updates.add(update)
            update.add_done_callback(partial(self._end, key))
            if not after:
                self._waiting[key] = update
        return update

    async def _update(self, message: PrivateMessage, after: float) -> None:
        if after:
            await asyncio.sleep(after)
            await self._begin(message)
            return
        table_id, user_id = message.table_id, message.user_id
        async with self._private.lock(table_id, self.kind, user_id):
            del self._waiting[table_id, user_id]
            await self._show_newest(await self._repository.messages.of(table_id), user_id)

    def _end(self, key: tuple[int, int], update: asyncio.Task[None]) -> None:
        self.updates.discard(update)
        if self._waiting.get(key) is update:
            del self._waiting[key]
        if not update.cancelled() and (error := update.exception()):
            _log.debug("a private message is left to the publication: %s", type(error).__name__)

    async def _show_newest(self, known: TableMessages, user_id: int) -> None:
        message = known.private(self.kind, user_id)
        state = await self._repository.get(known.table_id)
        preferences = await self._preferences.of(user_id)
        newest = (state.revision, preferences)
        if message is None or known.shown.get((self.kind, user_id)) == newest:
            return
        if self._can_show(state, message, known):
            known.shown[self.kind, user_id] = newest
            try:
                await self._show(state, message, preferences, known)
            except BaseException:
                known.shown.pop((self.kind, user_id), None)
                raise

    @abstractmethod
    async def _show(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        """Show a state that the message can show."""

    @abstractmethod
    def _can_show(self, state: TableState, message: PrivateMessage, known: TableMessages) -> bool:
        """Whether the message can show the state now."""

    async def _edit(self, message: PrivateMessage, shown: Message, known: TableMessages) -> None:
        """Edit the message unless it shows this already."""
        if message.message_id is None or await self._private.update(message, shown, known):
            return
        newer = known.private(self.kind, message.user_id)
        if newer is not None and newer.message_id == message.message_id:
            # An answer stopped waiting for this edit and may have arrived before it.
            newer.digest = None
            known.shown.pop((self.kind, message.user_id), None)
            await self._show_newest(known, message.user_id)

    async def _follow(
        self,
        press: Press,
        state: TableState,
        preferences: Preferences,
        message: Message,
        **sent: int,
    ) -> PrivateMessage | None:
        """Keep an answer up to date from now on; return another message that it replaces.

        `message` is compared with later ones; `sent` are other columns of the answer's row.
        """
        # Read after the answer: another process may have made earlier ones outdated meanwhile.
        known = await self._repository.messages.of(state.id)
        former = known.follow(
            private_message(state.id, self.kind, press.member, digest=message.digest, **sent)
        )
        known.shown[self.kind, press.user_id] = (state.revision, preferences)
        self._repository.messages.save_soon(known)
        return former


class SpectatorMessages(FollowingMessages):
    """Sends spectators a view of the table and keeps it up to date."""

    kind = PrivateKind.SPECTATOR

    async def watch(self, press: Press) -> None:
        """Send a message that follows the table, or renew the one with the pressed button."""
        table_id = press.state.id
        preferences = await self._preferences.of(press.user_id)
        async with self._private.lock(table_id, self.kind, press.user_id, PATIENCE):
            state = await self._repository.get(table_id)
            if state.game is None:
                raise WrongStage(state.status, state.language)
            own, until = preferences.applied_to(state), press.member.until
            shown = spectator_message(press.language, own, until, self._avatars)
            message_id = await press.answer_privately(shown)
            # After the game nothing changes any more.
            if message_id is None or state.status is not Status.PLAYING:
                return
            former = await self._follow(press, state, preferences, shown, message_id=message_id)
        await self._private.say_moved(press.language, former)

    async def _show(
        self,
        state: TableState,
        message: PrivateMessage,
        preferences: Preferences,
        known: TableMessages,
    ) -> None:
        shown = spectator_message(
            preferences.reader, preferences.applied_to(state), message.until, self._avatars
        )
        await self._edit(message, shown, known)
        if state.status is not Status.PLAYING:
            known.forget(message)

    def _can_show(self, state: TableState, message: PrivateMessage, known: TableMessages) -> bool:
        is_reachable = self._private.is_reachable(message)
        if not is_reachable:
            known.forget(message)
        return is_reachable
