"""What spectators see: a private message that follows the table as everybody sees it."""

from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.actor import private_message
from bot.tables.core.errors import WrongStage
from bot.tables.core.state import Status, TableState
from bot.tables.core.table_messages import TableMessages
from bot.tables.preferences import Preferences
from bot.ui.delivery.following_messages import FollowingMessages
from bot.ui.delivery.private_messages import PATIENCE
from bot.ui.kit.press import Press
from bot.ui.views.table.table import spectator_message


class SpectatorMessages(FollowingMessages):
    """Sends spectators a view of the table and keeps it up to date."""

    kind = PrivateKind.SPECTATOR

    async def watch(self, press: Press) -> None:
        """Send a message that follows the table, or renew the one with the pressed button."""
        table_id = press.state.id
        known = await self._repository.messages.of(table_id)
        preferences = await self._preferences.of(press.user_id)
        async with self._private.lock(table_id, self.kind, press.user_id, PATIENCE):
            state = await self._repository.get(table_id)
            if state.game is None:
                raise WrongStage(state.status)
            actor = press.member
            shown = spectator_message(
                press.language, preferences.applied_to(state), actor.until, self._avatars
            )
            message_id = await press.answer_privately(shown)
            # After the game nothing changes any more.
            if message_id is None or state.status is not Status.PLAYING:
                return
            sent = private_message(
                table_id, self.kind, actor, message_id=message_id, digest=shown.digest
            )
            former = self._follow(sent, state, preferences, known)
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
            known.unfollow(message)

    def _can_show(self, state: TableState, message: PrivateMessage, known: TableMessages) -> bool:
        is_reachable = self._private.is_reachable(message)
        if not is_reachable:
            known.unfollow(message)
        return is_reachable
