"""Answers to interactions, repeated while sending fails.

Answers are repeated here, published messages by the publisher. discord.py repeats neither of them
(see `bot.ui.delivery.requests`): it would sleep for longer than Discord waits.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from typing import Any

import aiohttp
import discord

from bot.tables.core.errors import TableError
from bot.tables.core.table_messages import TOKEN_LIFE
from bot.text.language import gettext_noop, language_for
from bot.ui.kit.deadlines import ANSWER_WITHIN, AnswerQueue, Deadline
from bot.ui.kit.emojis import is_emoji_refused
from bot.ui.kit.errors import (
    ALREADY_ANSWERED,
    INVALID_FORM,
    REQUEST_ERRORS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    is_temporary,
)
from bot.ui.kit.message import Message, send_or_send_plain

_PAUSES = (0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25)
"""Seconds after each attempt at an answer, as long as Discord waits for it."""
_EDIT_PAUSES = (0, 0.5, 1, 2, 4, 8)
"""Seconds before each attempt at changing an answer, for which Discord waits."""
_FOLLOW_UP_PAUSES = (0.5, 2, 5)
"""Seconds after each attempt at a message beside the answer, but the last."""
HELD_AT = 1.5
"""Seconds before Discord's limit at which "One moment" is sent in place of the answer."""
_HOLD_PAUSE = 0.25
"""Seconds between two checks whether to send it: the interaction may be answered meanwhile."""
ONE_MOMENT = gettext_noop("One moment: this takes longer than usual. The answer will appear here.")
_SHOWN = gettext_noop("Done: the table shows it.")

_Respond = Callable[..., Awaitable[discord.InteractionCallbackResponse[Any] | None]]
_Prepare = Callable[[], Awaitable[Mapping[str, Any]]]
"""Makes the arguments of a request, once for each attempt: files can be read only once."""
_Post = Callable[[Message], Awaitable[discord.Message]] | None


class Dropped(Exception):
    """The interaction gets no answer."""


class Late(Dropped):
    """The interaction can no longer be answered."""


class Unanswered(Exception):
    """Discord could not be reached in time, so the member has no answer; any change is kept."""


class Answerable:
    """An interaction, its deadline and its answers. Every answer can raise Late or Unanswered.

    Without a `deadline` the interaction counts as just made.
    """

    def __init__(self, interaction: discord.Interaction, deadline: Deadline | None = None) -> None:
        self.interaction = interaction
        self.language = self.app_language = language_for(str(interaction.locale))
        """The member's language; the router replaces `language` by the one that they chose, and
        `app_language` stays that of their Discord."""
        self._deadline = deadline or Deadline(
            interaction.created_at, time.monotonic() + ANSWER_WITHIN, time.monotonic
        )
        self.received_at = self._deadline.received_at
        """When the interaction came in, by the bot's clock, which may not be Discord's."""
        self.answered_at: float | None = None
        """When the first answer was sent, in seconds of `time.monotonic`."""
        self.done: str | None = None
        """What was done: the member reads this sentence if the answer fails."""
        self._hold_timer: asyncio.TimerHandle | None = None
        self._hold: asyncio.Task[bool] | None = None
        """Sends ONE_MOMENT, which an answer replaces; its result is whether that is there."""
        self._is_hold_sent = False

    @contextmanager
    def held(self, queue: AnswerQueue) -> Iterator[None]:
        """Send ONE_MOMENT if the block has not answered in time; its answer then replaces that.

        Send it at once if the queue is too long.
        """
        queue.enter(self)
        self._hold_later(queue)
        try:
            yield
        finally:
            if self._hold_timer is not None:
                self._hold_timer.cancel()
            queue.leave(self)

    def _hold_later(self, queue: AnswerQueue) -> None:
        loop, timer = asyncio.get_running_loop(), self._hold_timer
        late = 0.0 if timer is None else loop.time() - timer.when()
        # The sentence will be as late as this timer was, and so will all that waits for it.
        wait = self.seconds_left - HELD_AT - max(2 * late, queue.seconds())
        if wait > 0 or timer is None:
            pause = _HOLD_PAUSE if wait <= 0 else min(wait, _HOLD_PAUSE)
            self._hold_timer = loop.call_later(pause, self._hold_later, queue)
        elif not self.interaction.response.is_done():
            queue.leave(self, answered=False)
            self._hold = loop.create_task(self._send_hold(queue))

    async def _send_hold(self, queue: AnswerQueue) -> bool:
        try:
            async with asyncio.timeout(self.seconds_left), queue.sending:
                self._is_hold_sent = True
                await self.interaction.response.send_message(
                    self.language.gettext(ONE_MOMENT), ephemeral=True
                )
        except REQUEST_ERRORS:
            return False
        return True

    def due(self) -> float:
        """Until when the member waits for an answer, by the deadlines' clock.

        inf if the answer was sent or is too late; the token's end if ONE_MOMENT was sent.
        """
        if self._hold is not None:
            due = self._deadline.answer_by + TOKEN_LIFE.total_seconds()
        else:
            due = inf if self.interaction.response.is_done() else self._deadline.answer_by
        return due if due > self._deadline.monotonic() else inf

    @property
    def seconds_left(self) -> float:
        """Seconds in which the first answer can still be sent; negative if it is too late."""
        return self._deadline.answer_by - self._deadline.monotonic()

    def require_time(self) -> None:
        """Raise Late if the interaction has no answer and can no longer get one."""
        if not self.interaction.response.is_done() and self.seconds_left <= 0:
            raise Late

    @property
    def is_private(self) -> bool:
        """Whether the pressed message is one that only this member sees."""
        pressed = self.interaction.message
        return pressed is not None and pressed.flags.ephemeral

    async def answer(
        self, message: Message, note: str | None = None, *, private: bool = True, post: _Post = None
    ) -> discord.Message | None:
        """Answer with a new message, and return it as far as Discord describes it.

        `note` stands above the content. `post` sends a public answer besides ONE_MOMENT.
        """
        respond = partial(self.interaction.response.send_message, ephemeral=private)
        return await send_or_send_plain(
            message,
            lambda shown: self._deliver(
                respond,
                partial(shown.send_arguments, note),
                partial(shown.edit_arguments, note),
                None if private else partial(self._post, post, shown),
            ),
        )

    async def update(
        self, message: Message, note: str | None = None, *, is_published: bool = False
    ) -> discord.Message | None:
        """Answer by changing the pressed message; returns the new message as far as known.

        If that is too late or the message is gone, a private message has the answer, or a sentence
        if the change `is_published` anyway.
        """
        pressed = self.interaction.message
        present = pressed.attachments if pressed is not None else ()
        say_done = always(content=self.language.gettext(_SHOWN)) if is_published else None
        return await send_or_send_plain(
            message,
            lambda shown: self._deliver(
                partial(self._edit_pressed, shown, note, is_published),
                partial(shown.edit_arguments, note, present),
                partial(shown.edit_arguments, note),
                say_done and partial(self._edit_answer, say_done),
            ),
        )

    async def _edit_pressed(
        self, message: Message, note: str | None, is_published: bool, /, **arguments: Any
    ) -> discord.InteractionCallbackResponse[Any] | None:
        """Change the pressed message; send it as a whole if the picture to keep is gone.

        A simultaneous press may have replaced the picture, or this message: then a new one answers.
        """
        response = self.interaction.response
        try:
            return await response.edit_message(**arguments)
        except discord.HTTPException as error:
            is_kept = any(isinstance(one, discord.Attachment) for one in arguments["attachments"])
            if error.code == INVALID_FORM and is_kept and not is_emoji_refused(error):
                return await response.edit_message(**await message.edit_arguments(note))
            if error.code != UNKNOWN_MESSAGE:
                raise
        if is_published:
            return await response.send_message(self.language.gettext(_SHOWN), ephemeral=True)
        return await response.send_message(**await message.send_arguments(note), ephemeral=True)

    async def answer_privately(self, message: Message, note: str | None = None) -> int | None:
        """Answer with a private message; returns its id.

        A press in a private message updates that message; anything else is answered with a new one.
        """
        pressed = self.interaction.message
        if pressed is not None and self.is_private:
            sent = await self.update(message, note)
            return pressed.id if sent is None else sent.id
        sent = await self.answer(message, note)
        return None if sent is None else sent.id

    async def post_beside(self, message: Message) -> None:
        """Post a message for everybody once the press is answered."""
        await send_or_send_plain(message, self._follow_up)

    async def close_question(self, sentence: str) -> None:
        """Answer by putting a sentence in place of the pressed private message."""
        if not self.is_private:
            await self.say(sentence)
            return
        bare = always(content=sentence, embeds=[], view=None)
        await self._deliver(self.interaction.response.edit_message, bare, bare)

    async def say(self, sentence: str) -> None:
        """Send a sentence that only this member sees."""
        if self.interaction.response.is_done() and self._hold is None:
            await self.interaction.followup.send(sentence, ephemeral=True)
            return
        respond = partial(self.interaction.response.send_message, ephemeral=True)
        await self._deliver(respond, always(content=sentence), always(content=sentence))

    async def show_form(self, form: discord.ui.Modal) -> None:
        """Answer with a form to fill in."""
        if self._hold is not None:
            raise TableError("That took too long. Please press again.")
        await self._deliver(partial(self.interaction.response.send_modal, form), always(), always())

    async def offer(self, choices: list[discord.app_commands.Choice[Any]]) -> None:
        """Answer with these suggestions for what the member types."""
        respond = partial(self.interaction.response.autocomplete, choices)
        await self._deliver(respond, always(), always())

    async def change(self, prepare: _Prepare) -> discord.InteractionMessage:
        """Change the answer. Raises discord.HTTPException, and Unanswered after many attempts."""
        for pause in _EDIT_PAUSES:
            await asyncio.sleep(pause)
            try:
                return await self.interaction.edit_original_response(**await prepare())
            except REQUEST_ERRORS as error:
                if not is_temporary(error):
                    raise
        raise Unanswered

    async def _deliver(
        self,
        respond: _Respond,
        prepare: _Prepare,
        prepare_edit: _Prepare,
        replace: Callable[[], Awaitable[discord.Message | None]] | None = None,
    ) -> discord.Message | None:
        """Answer by `respond`, or replace ONE_MOMENT, by default by the edit.

        Raises Late, Unanswered. None if the answer was sent and nothing else is known of it.
        """
        # Discord may have ONE_MOMENT without a reply: then it can be replaced later, too.
        if self._hold is None:
            self.require_time()
        # Done first, because drawing a picture can take long.
        arguments = await prepare()
        is_held = await self._end_hold()
        if is_held:
            return await (replace or partial(self._edit_answer, prepare_edit))()
        failure = Unanswered() if is_held is False else None
        return await self._respond(respond, arguments, prepare, prepare_edit, failure)

    async def _respond(
        self,
        respond: _Respond,
        arguments: Mapping[str, Any],
        prepare: _Prepare,
        prepare_edit: _Prepare,
        failure: Exception | None,
    ) -> discord.Message | None:
        """Call `respond`, again if it fails temporarily; `failure` is the failure of ONE_MOMENT.

        Discord may have accepted an answer though the request failed. Editing it then works, which
        also shows that it exists.
        """
        is_there, failure_before = False, failure
        for pause in _PAUSES:
            try:
                self.require_time()
                async with asyncio.timeout(self.seconds_left):
                    response = await respond(**arguments)
            except Late:
                if failure is None:
                    raise
                break
            except REQUEST_ERRORS as error:
                code = error.code if isinstance(error, discord.HTTPException) else None
                if failure is not None and code in (ALREADY_ANSWERED, UNKNOWN_INTERACTION):
                    # The existing message may be ONE_MOMENT.
                    is_there = code == ALREADY_ANSWERED and failure is not failure_before
                    break
                if not is_temporary(error):
                    raise
                failure = error
            else:
                self.answered_at = self.answered_at or time.monotonic()
                sent = None if response is None else response.resource
                return sent if isinstance(sent, discord.InteractionMessage) else None
            await asyncio.sleep(pause)
            arguments = await prepare()
        return await self._edit_answer(prepare_edit, is_there=is_there)

    async def _end_hold(self) -> bool | None:
        """Whether ONE_MOMENT was sent and has to be replaced; None if it was never sent."""
        if self._hold_timer is not None:
            self._hold_timer.cancel()
        hold, self._hold = self._hold, None
        if hold is not None and not self._is_hold_sent:
            hold.cancel()
            return None
        return None if hold is None else await hold

    async def _post(self, post: _Post, message: Message) -> discord.Message:
        """Send a public answer besides ONE_MOMENT, and delete ONE_MOMENT."""
        sent = await (post or self._follow_up)(message)
        with suppress(*REQUEST_ERRORS):
            await self.interaction.delete_original_response()
        return sent

    async def _follow_up(self, message: Message) -> discord.Message:
        """Send a message besides the answer, again if Discord reports a failure.

        A lost reply does not count as a failure: a repetition could duplicate the message.
        """
        for pause in _FOLLOW_UP_PAUSES:
            with suppress(discord.DiscordServerError, aiohttp.ClientResponseError):
                return await self._send_beside(message)
            await asyncio.sleep(pause)
        return await self._send_beside(message)

    async def _send_beside(self, message: Message) -> discord.Message:
        return await self.interaction.followup.send(**await message.send_arguments(), wait=True)

    async def _edit_answer(
        self, prepare: _Prepare, *, is_there: bool = False
    ) -> discord.InteractionMessage | None:
        try:
            return await self.change(prepare)
        except (*REQUEST_ERRORS, Unanswered):
            if is_there:
                return None
            raise Unanswered from None


def always(**arguments: Any) -> _Prepare:
    """The same arguments for every attempt."""

    async def prepare() -> Mapping[str, Any]:
        return arguments

    return prepare
