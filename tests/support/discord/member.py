"""Somebody in the channel: what they see, and what they do."""

from typing import TYPE_CHECKING, Any

import simcord
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.ui.views.turn.menu import MORE
from tests.support.discord.messages import (
    Control,
    answer,
    controls,
    is_hand,
    is_note,
    labels,
    shows_in,
)

if TYPE_CHECKING:
    from tests.support.discord.channel import Channel


class Member:
    """Somebody in the channel, who knows what their Discord shows and nothing else."""

    def __init__(self, here: "Channel", actor: MemberActor) -> None:
        self._here = here
        self.actor = actor
        self.id = actor.id
        self.name = actor.user.global_name or actor.name

    def set_locale(self, locale: str) -> None:
        """From now on this member's Discord is in this language: `de`, `pt-BR`, `en-XA`."""
        self._here.locales.set_member(self.id, locale)

    def sees(self) -> list[ResponseMessage]:
        """The channel's messages as this member sees them, oldest first."""
        return self._here.messages(self.id)

    def private(self) -> list[ResponseMessage]:
        """What nobody else sees, oldest first."""
        return [message for message in self.sees() if message.ephemeral]

    def hands(self) -> list[ResponseMessage]:
        """The messages that show this member's hand, or did until the game ended; oldest first."""
        return [message for message in self.private() if is_hand(message)]

    def notes(self) -> list[ResponseMessage]:
        """The messages in which this member watches or watched a table; oldest first."""
        return [message for message in self.private() if is_note(message)]

    @property
    def hand(self) -> ResponseMessage:
        """The newest of these messages."""
        return self.hands()[-1]

    async def press(self, label: str, on: ResponseMessage | None = None) -> ResponseMessage:
        """Press a button, by default on the newest message that has it; returns the answer."""
        return answer(await self.click(label, on))

    async def show_something(self, on: ResponseMessage | None = None) -> ResponseMessage:
        """Show the weakest set that the hand offers, if necessary behind "More…"; returns the
        answer."""
        hand = on or self.hand
        if MORE in labels(hand):
            rest = await self.press(MORE, hand)
            hand = rest if shows_in(rest) else await self.press("Back", rest)
        return await self.use(hand, shows_in(hand)[-1])

    async def use_first(self, message: ResponseMessage) -> ResponseMessage:
        """Press or pick the first option that this message offers; returns the answer."""
        return await self.use(message, controls(message)[0])

    async def use(self, message: ResponseMessage, control: Control) -> ResponseMessage:
        """Press exactly this control; returns the answer."""
        if control.value is None:
            return answer(await self.actor.click(message, custom_id=control.custom_id))
        return answer(
            await self.actor.select(message, [control.value], custom_id=control.custom_id)
        )

    async def slash(
        self, command: str, at: simcord.ChannelHandle | None = None, **options: Any
    ) -> ResponseMessage:
        """Send `/scout <command>`; returns the answer."""
        return answer(await self.send(command, at, **options))

    async def close_table(self, at: simcord.ChannelHandle | None = None) -> ResponseMessage:
        """`/scout cancel`, confirmed; returns the answer, or the refusal."""
        return await self._confirmed(await self.slash("cancel", at))

    async def leave_table(self, at: simcord.ChannelHandle | None = None) -> ResponseMessage:
        """`/scout leave`, confirmed if the bot asks; returns the answer, or the refusal."""
        return await self._confirmed(await self.slash("leave", at))

    async def _confirmed(self, asked: ResponseMessage) -> ResponseMessage:
        return await self.press(labels(asked)[0], asked) if labels(asked) else asked

    async def click(self, label: str, on: ResponseMessage | None = None) -> InteractionResult:
        """As `press`, for Channel.at_once or where no answer is expected."""
        return await self.actor.click(on or self._newest_with(label), label=label)

    async def send(
        self, command: str, at: simcord.ChannelHandle | None = None, **options: Any
    ) -> InteractionResult:
        """As `slash`, likewise."""
        return await self.actor.slash(at or self._here.channel, f"scout {command}", **options)

    def _newest_with(self, label: str) -> ResponseMessage:
        return next(message for message in reversed(self.sees()) if label in labels(message))


async def ask_before_moves(member: Member) -> None:
    await member.press("Confirm moves", await member.slash("settings"))
