"""The steps of the guided check: each press of the host tests assumptions about Discord."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import discord

from tests.tools.guided_check.assumptions import Assumption
from tests.tools.guided_check.by_token import (
    answer_again,
    answer_late,
    delete_answer,
    edit_dismissed,
    follow_up,
    update_hand,
    use_expired,
)
from tests.tools.guided_check.context import CheckContext
from tests.tools.guided_check.in_channel import check_channel
from tests.tools.guided_check.in_threads import check_threads
from tests.tools.guided_check.presses import Press

_BEGINNING = (
    "**A check by the bot's host.** It takes about two minutes, and takes everything away at its "
    "end. Press **Start**."
)
_ON_THE_WAY = (
    "1. Press **Next**. Discord will say that it failed: that is meant.\n"
    "2. Press **Next** again, until a message appears that only you see. Do what it says.\n"
    "3. Come back here and press **I dismissed it**.\n"
    "Messages and a thread that come and go meanwhile belong to the check."
)
_HAND = "Only you see this. Press **Here**."
_DISMISS = "Now dismiss this message, by the link below it. Then press **I dismissed it** above."
_QUESTION = (
    "A message in this channel was edited a while ago, and now names you. Did Discord notify you "
    "of that: a sound, a number on the server, or a line under Mentions in your inbox?"
)
_END = "Thank you, that was all. What the check has made is taken away now."
_START, _NEXT, _HERE, _DISMISSED, _NO, _YES = "start", "next", "here", "dismissed", "no", "yes"


@dataclass(frozen=True)
class Pace:
    """The seconds to wait for a press, until an answer is too late, and until a token expires.

    A login is complete when no further server has come for `servers` seconds.
    """

    patience: float = 300.0
    late: float = 3.5
    expired: float = 15 * 60 + 15.0
    servers: float = 2.0


class GuidedCheck:
    """Leads the host from press to press; `say` prints at the terminal what to do next."""

    def __init__(self, context: CheckContext, pace: Pace, say: Callable[[str], None]) -> None:
        self._context = context
        self._pace = pace
        self._say = say

    async def go(self, *, until_tokens_expire: bool) -> None:
        """Go from the first message to the last press. Raises NotPressed."""
        context = self._context
        start = await self._begin()
        await check_channel(context)
        await check_threads(context)
        late = await self._press(_NEXT)
        await context.attempt([Assumption.LATE_ANSWER], answer_late(context, late, self._pace.late))
        sender = await self._show_hand()
        here = (await self._press(_HERE)).interaction
        assumptions = [Assumption.KEPT_ATTACHMENT, Assumption.NEWER_TOKEN]
        await context.attempt(assumptions, update_hand(context, here, _DISMISS))
        await self._ask(sender)
        if until_tokens_expire:
            self._say("Nothing is left to press. Tokens expire after a quarter of an hour: wait.")
            work = use_expired(context, start, self._pace.expired)
            seconds = self._pace.expired + self._pace.patience
            await context.attempt([Assumption.EXPIRED_TOKEN], work, seconds)
        else:
            words = "that takes a quarter of an hour: check with --long"
            context.judgements.leave_open([Assumption.EXPIRED_TOKEN], words)

    async def _begin(self) -> Press:
        """Take the first press. Its answer edits a public message; then come a second answer and a
        follow-up."""
        context = self._context
        await context.post(_BEGINNING, view=context.client.buttons({_START: "Start"}))
        self._say("A message of the bot stands in the channel. Press its button Start.")
        view = context.client.buttons({_NEXT: "Next", _DISMISSED: "I dismissed it"})
        start = await self._answered(
            [_START], lambda press: press.response.edit_message(content=_ON_THE_WAY, view=view)
        )
        interaction = start.interaction
        context.host = interaction.user.id
        context.permissions = interaction.app_permissions
        self._say("Now do what the message says.")
        await context.attempt([Assumption.SECOND_ANSWER], answer_again(context, interaction))
        assumptions = [Assumption.PRIVATE_FOLLOW_UP, Assumption.DELETED_BY_TOKEN]
        await context.attempt(assumptions, follow_up(context, interaction))
        return start

    async def _show_hand(self) -> discord.Interaction:
        """Answer a press with a private message that has a button and a picture."""
        context = self._context

        async def show(press: discord.Interaction) -> None:
            view = context.client.buttons({_HERE: "Here"})
            await context.cleanup.make(
                "a private message, which you can dismiss",
                press.response.send_message(_HAND, view=view, file=context.file(), ephemeral=True),
                lambda _: press.delete_original_response(),
            )

        return (await self._answered([_NEXT], show)).interaction

    async def _ask(self, sender: discord.Interaction) -> None:
        """Ask whether the host was notified, after editing the message that they dismissed."""
        context = self._context

        async def ask(press: discord.Interaction) -> None:
            view = context.client.buttons({_NO: "No", _YES: "Yes, I was notified"})
            await context.cleanup.make(
                "a question, which you can dismiss",
                press.response.send_message(_QUESTION, view=view, ephemeral=True),
                lambda _: press.delete_original_response(),
            )

        dismissed = (await self._answered([_DISMISSED], ask)).interaction
        await context.attempt([Assumption.DISMISSED], edit_dismissed(context, sender))
        none = context.client.buttons({})
        press = await self._answered(
            [_NO, _YES], lambda answer: answer.response.edit_message(content=_END, view=none)
        )
        words = "the edit notified the host"
        if context.host_is_named:
            context.judgements.judge(Assumption.SILENT_EDIT, press.step == _NO, words)
        await context.attempt([Assumption.DELETED_BY_TOKEN], delete_answer(context, dismissed))

    async def _answered(
        self, steps: Sequence[str], answer: Callable[[discord.Interaction], Awaitable[object]]
    ) -> Press:
        """Wait for a press of one of these steps that could be answered. Raises NotPressed."""
        while True:
            press = await self._press(*steps)
            try:
                await answer(press.interaction)
            except discord.NotFound:
                # The press came during another step and is too old now: the host presses again.
                continue
            return press

    async def _press(self, *steps: str) -> Press:
        return await self._context.client.press(steps, self._pace.patience)
