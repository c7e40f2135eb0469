"""Presses in a member's hand: showing it, choosing an action in steps, playing it.

After a move there is a link to the next game that waits for the member.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cachetools import TTLCache

from bot.storage.engine.errors import DatabaseAway
from bot.tables.core.errors import StalePress
from bot.tables.core.replay import log_until
from bot.tables.core.state import TableState
from bot.text.language import Language
from bot.text.moves import moves
from bot.text.words import with_full_stop
from bot.ui.controllers.controller import ELSEWHERE, BotParts, Controller
from bot.ui.controllers.lobby import signed_up_words
from bot.ui.delivery.sight import Sight, can_see, sight_of
from bot.ui.kit.errors import REQUEST_ERRORS
from bot.ui.kit.press import Press
from bot.ui.views.elements import event_words
from bot.ui.views.table.table import round_message
from bot.ui.views.turn.action_buttons import ActionIds
from bot.ui.views.turn.menu import OpenMenu
from engine.actions import Action, Orient

_SIGHTS = 4096
_SIGHT_LASTS = 600.0
"""Seconds to cache whether a member sees a channel of another server."""
_MOST_ELSEWHERE = 3
"""Games in other servers whose channels are checked after a press."""


class HandController(Controller):
    """Handles the presses of a hand; an unfinished choice is kept only in the custom_ids."""

    def __init__(self, parts: BotParts) -> None:
        super().__init__(parts)
        self._next_game = NextGame(parts)

    async def show(self, press: Press) -> None:
        """Show the member's hand, with the Active Set while they wait.

        The answer names a table in another channel. For a scheduled table it says what a member on
        the list has to do.
        """
        if press.state.has_signed_up(press.user_id):
            until = (await self._tables.pauses.of(press.guild_id, press.user_id)).until
            await press.say(signed_up_words(press.language, press.state, press.user_id, until))
            return
        self._tables.reminders.note_press(press.state, press.user_id)
        link = await self._link_elsewhere(press)
        note = link and press.language.gettext(ELSEWHERE, link=link)
        await self._parts.hands.answer(press, note, with_active=True)

    async def come_back(self, press: Press) -> None:
        """Return the seat from the stand-in to its member."""
        await self._tables.turns.come_back(press.state.id, press.user_id)
        await self._parts.hands.answer(press, press.language.gettext("Welcome back!"))

    async def choose(self, press: Press) -> None:
        """Show the next step of a choice, ask about an action, or play it."""
        async with self._handling_stale_press(press):
            match await self._chosen(press, ActionIds(press.state.id, press.number)):
                case None:
                    raise StalePress
                case OpenMenu() as menu:
                    await self._open(press, menu)
                case action:
                    await self._play(press, action)

    async def hint(self, press: Press) -> None:
        async with self._handling_stale_press(press):
            hint = await self._tables.hints.ask(press.state.id, press.user_id, press.number)
            await self._open(press, OpenMenu(hint=hint))

    async def show_result(self, press: Press) -> None:
        """Show the result of the round before the one whose hand was pressed."""
        state, number = press.state, press.number
        ended = state.round_number - 1
        self._tables.reminders.note_press(state, press.user_id)
        async with self._handling_stale_press(press):
            if not 1 <= number <= ended:
                raise StalePress
            own = (await self._tables.preferences.of(press.user_id)).applied_to(state)
            you = state.seat_of(press.user_id).index
            await press.answer(
                round_message(press.language, own, number, self._parts.avatars.files, you=you)
            )

    async def _open(self, press: Press, menu: OpenMenu) -> None:
        self._tables.reminders.note_press(press.state, press.user_id)
        await self._parts.hands.answer(press, menu=menu)

    async def _play(self, press: Press, action: Action) -> None:
        decision = press.number
        state = await self._tables.turns.play(press.state.id, press.user_id, decision, action)
        note = _played_note(press.language, state, decision, action)
        # Translators: {done} is a sentence, such as "You show 4 5 6."
        press.done = press.language.gettext(
            "{done} Press **{my_hand}** to see your cards.",
            done=note,
            my_hand=state.language.gettext("My hand"),
        )
        others = await self._next_game.words(press)
        await self._parts.hands.answer(press, "\n".join(filter(None, (note, others))))
        self._parts.start(self._next_game.learn(press))

    @asynccontextmanager
    async def _handling_stale_press(self, press: Press) -> AsyncIterator[None]:
        """Answer a stale press with the present hand and a note."""
        try:
            yield
        except StalePress as stale:
            await self._parts.hands.answer(press, press.language.say(stale.sentence))


def _played_note(language: Language, state: TableState, decision: int, action: Action) -> str:
    if isinstance(action, Orient):
        if action.flip:
            return language.gettext("You flip your hand.")
        return language.gettext("You keep your hand as dealt.")
    move = moves(log_until(state.begun_game, decision), -1)[0]
    return with_full_stop(language, event_words(language, state, move, you=move.event.seat))


class NextGame(Controller):
    """Finds the game that has waited longest for a member, among the channels that they see.

    After an answer it looks up what the next answer needs.
    """

    def __init__(self, parts: BotParts) -> None:
        super().__init__(parts)
        self._sights: TTLCache[tuple[int, int], bool] = TTLCache(
            _SIGHTS, _SIGHT_LASTS, lambda: self._tables.repository.now().timestamp()
        )

    async def words(self, press: Press) -> str | None:
        """How many other games wait, with a link to the longest-waiting one; None without any."""
        try:
            others = await self._tables.waiting.others(press.user_id, press.state.id)
            seen = [state for state in others if self._is_seen(press, state)]
            link = await self._link(seen[0]) if seen else ""
        except DatabaseAway:
            return None
        if not seen:
            return None
        return press.language.ngettext(
            "{number} more game waits for you: {link}",
            "{number} more games wait for you: {link}",
            len(seen),
            link=link,
        )

    def _is_seen(self, press: Press, state: TableState) -> bool:
        if state.guild_id == press.guild_id:
            return can_see(press, state.channel_id, state.parent_id)
        return self._sights.get((press.user_id, state.channel_id), False)

    async def learn(self, press: Press) -> None:
        """Look up what the next answer needs; call it after an answer."""
        try:
            await self._tables.waiting.learn(press.user_id)
            others = await self._tables.waiting.others(press.user_id, press.state.id)
            elsewhere = [state for state in others if state.guild_id != press.guild_id]
            for state in elsewhere[:_MOST_ELSEWHERE]:
                key = press.user_id, state.channel_id
                if key not in self._sights:
                    sight = await sight_of(press.interaction.client, state, press.user_id)
                    self._sights[key] = sight is Sight.SEES
        except (DatabaseAway, *REQUEST_ERRORS):
            # The next press repeats the lookup.
            return
