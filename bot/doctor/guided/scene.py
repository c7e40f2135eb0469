"""What every step of the guided check works with."""

import asyncio
import traceback
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import discord

from bot.doctor.guided.beliefs import Belief, Judgements
from bot.doctor.guided.leftovers import Leftovers
from bot.doctor.guided.presses import PressClient
from bot.doctor.visit import FAILURES, failure_words

_SECONDS = 60.0
"""For one step at Discord, waits for its rate limits included."""


@dataclass
class Scene:
    """The channel of the check; `picture` is a PNG to attach, `host` who presses.

    `permissions` are the bot's there, as the first press has told them, and `host_is_named` once a
    message was edited so that it names the host.
    """

    client: PressClient
    channel: discord.TextChannel
    picture: bytes
    host: int = 0
    host_is_named: bool = False
    permissions: discord.Permissions = field(default_factory=discord.Permissions.none)
    judgements: Judgements = field(default_factory=Judgements)
    leftovers: Leftovers = field(default_factory=Leftovers)

    async def post(self, content: str, **more: Any) -> discord.Message:
        """Send a message to the channel."""
        return await self.leftovers.make(
            "a message in the channel",
            self.channel.send(content, **more),
            lambda message: message.delete(),
        )

    def file(self) -> discord.File:
        return discord.File(BytesIO(self.picture), "card.png", description="a card's number")

    async def attempt(
        self, beliefs: Sequence[Belief], step: Awaitable[None], seconds: float = _SECONDS
    ) -> None:
        """Make a step that judges these beliefs; whatever fails in it leaves them open."""
        try:
            async with asyncio.timeout(seconds):
                await step
        except (*FAILURES, TimeoutError) as error:
            self.judgements.leave_open(beliefs, failure_words(error))
        except Exception as error:  # noqa: BLE001 - the other steps are made all the same
            self.judgements.leave_open(beliefs, unforeseen_words(error))


def unforeseen_words(error: BaseException) -> str:
    """What to report of an error that nobody foresaw; not what it says, which may quote names."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    at = f"{Path(place.filename).name}, line {place.lineno}"
    return f"the check itself failed: {type(error).__name__} at {at}"


async def refusal(request: Awaitable[object]) -> discord.HTTPException | None:
    """How Discord refuses this request; None if it carries it out. Raises what else fails."""
    try:
        await request
    except discord.HTTPException as error:
        if error.status >= 500 or error.status == 429:
            raise
        return error
    return None


def told(error: discord.HTTPException | None) -> str:
    """What came of a request that Discord was believed to refuse, or not to."""
    if error is None:
        return "Discord carried it out"
    return f"Discord answered with {error.status}, code {error.code}"
