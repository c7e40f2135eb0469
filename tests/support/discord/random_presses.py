"""Members who press at random what their own messages offer."""

import random
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from simcord.results import ResponseMessage

from tests.support.discord.member import Member
from tests.support.discord.messages import Control, controls, is_question

_MOST_PRESSES = 1000


class Pressed(NamedTuple):
    """One press, and the message that answered it."""

    member: Member
    control: Control
    answer: ResponseMessage


Watch = Callable[[Pressed], Awaitable[None]]


async def ignore(pressed: Pressed) -> None:
    """A `watch` that does nothing."""


async def press_at_random(members: list[Member], rng: random.Random, watch: Watch = ignore) -> None:
    """Press on until no private message offers anything; `watch` is called with every press."""
    for _ in range(_MOST_PRESSES):
        offers = [(member, message) for member in members for message in _offering(member)]
        if not offers:
            return
        member, message = rng.choice(offers)
        control = rng.choice(_attractive(message, rng))
        await watch(Pressed(member, control, await member.use(message, control)))
    raise AssertionError("the game never ends")


def _offering(member: Member) -> list[ResponseMessage]:
    return [
        message for message in member.private() if message.components and not is_question(message)
    ]


def _attractive(message: ResponseMessage, rng: random.Random) -> list[Control]:
    """Now and then anything at all; else no way back, and rather a Show, so that games end."""
    found = controls(message)
    onward = [control for control in found if not control.label.endswith(("Back", "page"))]
    shows = [control for control in onward if control.label.startswith("Show")]
    taste = rng.random()
    if shows and taste < 0.4:
        return shows
    return onward if onward and taste < 0.9 else found
