"""A member's own settings, data and pauses: `/scout settings`, `privacy` and `pause`."""

from collections.abc import Awaitable, Callable

from bot.storage.models.requests import RequestKind
from bot.storage.models.tables import Status
from bot.tables.core.errors import NOTHING_CHANGED, TableError
from bot.tables.pauses import PauseDays
from bot.tables.preferences import locale_code
from bot.text.language import Sentence
from bot.ui.controllers.controller import Controller
from bot.ui.controllers.router import Who
from bot.ui.kit.message import Message
from bot.ui.kit.press import Press
from bot.ui.views.privacy import COLLECTING, FORGETTING, forget_question, privacy_message
from bot.ui.views.settings import NO_DIRECT_MESSAGES, OWN_CHANGES, SERVER_CHANGES, settings_message
from bot.ui.views.table.pauses import AGREED_TO_PAUSE, ASKED_TO_PAUSE, pause_answer, pause_message


class SettingsController(Controller):
    """Shows and changes a member's own settings."""

    async def show(self, press: Press) -> None:
        await press.answer(await self._message(press))

    async def change(self, press: Press) -> None:
        """Change a member's setting, or as a manager, by an earlier button, a server's."""
        # Selects have no detail.
        chosen, note = press.detail or press.picked, None
        if chosen in OWN_CHANGES:
            changes = {**OWN_CHANGES[chosen]}
            if "language" in changes:
                # Without a chosen language, store the language of the member's Discord.
                changes["locale"] = None if changes["language"] else locale_code(press.app_language)
            if changes.get("reminders_direct") and not await self._allows_direct_messages(press):
                changes["reminders_direct"] = False
                note = press.language.gettext(NO_DIRECT_MESSAGES)
            # Testing direct messages takes time, in which the member may be forgotten.
            if not await self._tables.preferences.update(
                press.user_id, pressed_at=press.received_at, **changes
            ):
                raise TableError(NOTHING_CHANGED)
            press.language = self._tables.preferences.reader(press.user_id, press.app_language)
        elif chosen in SERVER_CHANGES:
            Who.MANAGER.require(press)
            await self._tables.server_settings.update(press.guild_id, **SERVER_CHANGES[chosen])
        else:
            raise TableError("That setting no longer exists. Use `/scout settings` again.")
        await press.answer_privately(await self._message(press), note)
        # The setting may change how the member's hands look, and games that they watch here.
        repository = self._tables.repository
        seated = await repository.live_ids_of(press.user_id)
        watched = await repository.watched_ids_of(press.user_id, press.guild_id)
        for table_id in {*seated, *watched}:
            self._parts.publisher.request(table_id)

    async def _allows_direct_messages(self, press: Press) -> bool:
        """Whether Discord allows direct messages to the member: tested by sending one."""
        if (await self._tables.preferences.of(press.user_id)).reminders_direct:
            return True
        return await self._parts.publisher.reminders.try_out(
            press.language, press.user_id, press.interaction.id
        )

    async def _message(self, press: Press) -> Message:
        preferences = await self._tables.preferences.of(press.user_id)
        settings = await self._tables.server_settings.of(press.guild_id)
        return settings_message(press.language, preferences, settings, press.app_language)


class PrivacyController(Controller):
    """Shows and sends what is kept about a member, and forgets members after a question."""

    async def show(self, press: Press) -> None:
        await press.answer(privacy_message(press.language, self._tables.left_servers.keep_for))

    async def send_data(self, press: Press) -> None:
        """Send the member's own data as files; this may take longer than Discord waits."""
        await self._begin(press, RequestKind.DATA, press.say, COLLECTING)

    async def ask_to_forget(self, press: Press) -> None:
        await press.answer(forget_question(press.language))

    async def forget(self, press: Press) -> None:
        """Forget the member; this may take longer than Discord waits."""
        await self._begin(press, RequestKind.FORGET, press.close_question, FORGETTING)

    async def _begin(
        self, press: Press, kind: RequestKind, say: Callable[[str], Awaitable[None]], text: str
    ) -> None:
        """Store the request, say this text, and carry it out even if the answer fails.

        If the program stops in between, the next start carries it out.
        """
        request_id = await self._tables.requests.store(
            press.language, kind, press.guild_id, press.member
        )
        try:
            await say(press.language.gettext(text))
        except Exception:
            await self._parts.requests.carry_out(request_id)
            raise
        await self._parts.requests.carry_out(request_id)


_STALE = Sentence("That button no longer works. Use `/scout pause` again.")


class PauseController(Controller):
    """Begins and ends a member's pauses, and asks players to pause their game."""

    async def show(self, press: Press) -> None:
        await self._answer(press, await self._tables.pauses.of(press.guild_id, press.user_id))

    async def begin(self, press: Press) -> None:
        has = await self._tables.pauses.begin(
            press.guild_id, press.user_id, _picked_days(press), pressed_at=press.received_at
        )
        await self._answer(press, has)

    async def end(self, press: Press) -> None:
        has = await self._tables.pauses.end(press.guild_id, press.user_id)
        await self._answer(press, has, has_ended=True)

    async def ask(self, press: Press) -> None:
        days = _picked_days(press)
        state = await self._tables.table_pauses.ask(press.state.id, press.user_id, days)
        await press.close_question(pause_answer(press.language, state, ASKED_TO_PAUSE))

    async def agree(self, press: Press) -> None:
        state = await self._tables.table_pauses.agree(
            press.state.id, press.user_id, press.number_in_detail
        )
        await press.say(pause_answer(press.language, state, AGREED_TO_PAUSE))

    async def play_on(self, press: Press) -> None:
        """Decline to pause the game, or end its pause."""
        state = await self._tables.table_pauses.play_on(
            press.state.id, press.user_id, press.number_in_detail
        )
        # The member who pressed it needs no reminder that the game goes on.
        self._tables.reminders.note_press(state, press.user_id)
        await press.say(press.language.gettext("The game continues."))

    async def _answer(self, press: Press, has: PauseDays, *, has_ended: bool = False) -> None:
        """Answer with the member's pauses, and a pause of their game in this channel."""
        state = await self._tables.repository.find_live_in(press.channel_id)
        if state and (state.status is not Status.PLAYING or not state.find_seat(press.user_id)):
            state = None
        is_blocked = await self._tables.blocks.blocks(press.guild_id, press.member)
        await press.answer_privately(
            pause_message(press.language, has, state, has_ended=has_ended, is_blocked=is_blocked)
        )


def _picked_days(press: Press) -> int:
    """The picked number of days. Raises TableError if the message does not offer it."""
    if press.picked is None:
        raise TableError(_STALE)
    return int(press.picked)
