"""Leads the host from press to press; each press confirms, or not, what is believed of Discord."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import discord

from bot.doctor.guided.beliefs import Belief
from bot.doctor.guided.by_token import (
    answer_again,
    answer_late,
    delete_answer,
    edit_dismissed,
    follow_up,
    update_hand,
    use_expired,
)
from bot.doctor.guided.in_channel import check_channel
from bot.doctor.guided.in_threads import check_threads
from bot.doctor.guided.presses import Press
from bot.doctor.guided.scene import Scene

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
    """Seconds: for a press of the host's, until an answer is too late, until a token expires."""

    patience: float = 300.0
    late: float = 3.5
    expired: float = 15 * 60 + 15.0


class Tour:
    """`say` tells the host, at the terminal, what to do next."""

    def __init__(self, scene: Scene, pace: Pace, say: Callable[[str], None]) -> None:
        self._scene = scene
        self._pace = pace
        self._say = say

    async def go(self, *, until_tokens_expire: bool) -> None:
        """From the first message to the last press. Raises NotPressed."""
        scene = self._scene
        start = await self._begin()
        await check_channel(scene)
        await check_threads(scene)
        late = await self._press(_NEXT)
        await scene.attempt([Belief.LATE_ANSWER], answer_late(scene, late, self._pace.late))
        sender = await self._show_hand()
        here = (await self._press(_HERE)).interaction
        beliefs = [Belief.KEPT_ATTACHMENT, Belief.NEWER_TOKEN]
        await scene.attempt(beliefs, update_hand(scene, here, _DISMISS))
        await self._ask(sender)
        if until_tokens_expire:
            self._say("Nothing is left to press. Tokens expire after a quarter of an hour: wait.")
            work = use_expired(scene, start, self._pace.expired)
            seconds = self._pace.expired + self._pace.patience
            await scene.attempt([Belief.EXPIRED_TOKEN], work, seconds)
        else:
            words = "that takes a quarter of an hour: check with --long"
            scene.judgements.leave_open([Belief.EXPIRED_TOKEN], words)

    async def _begin(self) -> Press:
        """The first press. Its answer edits a public message; another one and a follow-up come
        after it."""
        scene = self._scene
        await scene.post(_BEGINNING, view=scene.client.buttons({_START: "Start"}))
        self._say("A message of the bot stands in the channel. Press its button Start.")
        view = scene.client.buttons({_NEXT: "Next", _DISMISSED: "I dismissed it"})
        start = await self._answered(
            [_START], lambda press: press.response.edit_message(content=_ON_THE_WAY, view=view)
        )
        interaction = start.interaction
        scene.host = interaction.user.id
        scene.permissions = interaction.app_permissions
        self._say("Now do what the message says.")
        await scene.attempt([Belief.SECOND_ANSWER], answer_again(scene, interaction))
        beliefs = [Belief.PRIVATE_FOLLOW_UP, Belief.DELETED_BY_TOKEN]
        await scene.attempt(beliefs, follow_up(scene, interaction))
        return start

    async def _show_hand(self) -> discord.Interaction:
        """Answer a press with a private message that has a button and a picture."""
        scene = self._scene

        async def show(press: discord.Interaction) -> None:
            view = scene.client.buttons({_HERE: "Here"})
            await scene.leftovers.make(
                "a private message, which you can dismiss",
                press.response.send_message(_HAND, view=view, file=scene.file(), ephemeral=True),
                lambda _: press.delete_original_response(),
            )

        return (await self._answered([_NEXT], show)).interaction

    async def _ask(self, sender: discord.Interaction) -> None:
        """Ask what only the host can see, after a look at the message that they dismissed."""
        scene = self._scene

        async def ask(press: discord.Interaction) -> None:
            view = scene.client.buttons({_NO: "No", _YES: "Yes, I was notified"})
            await scene.leftovers.make(
                "a question, which you can dismiss",
                press.response.send_message(_QUESTION, view=view, ephemeral=True),
                lambda _: press.delete_original_response(),
            )

        dismissed = (await self._answered([_DISMISSED], ask)).interaction
        await scene.attempt([Belief.DISMISSED], edit_dismissed(scene, sender))
        none = scene.client.buttons({})
        press = await self._answered(
            [_NO, _YES], lambda answer: answer.response.edit_message(content=_END, view=none)
        )
        words = "the edit notified the host"
        if scene.host_is_named:
            scene.judgements.judge(Belief.SILENT_EDIT, press.step == _NO, words)
        await scene.attempt([Belief.DELETED_BY_TOKEN], delete_answer(scene, dismissed))

    async def _answered(
        self, steps: Sequence[str], answer: Callable[[discord.Interaction], Awaitable[object]]
    ) -> Press:
        """A press of one of these steps that could be answered. Raises NotPressed."""
        while True:
            press = await self._press(*steps)
            try:
                await answer(press.interaction)
            except discord.NotFound:
                # It came while something else was done, and is too old: the host presses again.
                continue
            return press

    async def _press(self, *steps: str) -> Press:
        return await self._scene.client.press(steps, self._pace.patience)
