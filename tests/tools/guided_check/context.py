"""The state that all steps of the guided check share, and their requests."""

import asyncio
import traceback
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import discord

from bot.doctor.examination import FAILURES, failure_words
from tests.tools.guided_check.assumptions import Assumption, Judgements
from tests.tools.guided_check.cleanup import Cleanup
from tests.tools.guided_check.presses import PressClient

_SECONDS = 60.0
"""One step at Discord may take so many seconds, waits for rate limits included."""


@dataclass
class CheckContext:
    """The channel of the check; `picture` is a PNG to attach, `host` the member who presses.

    `permissions` are the bot's in the channel, as of the first press. `host_is_named` is set after
    an edit made a message mention the host.
    """

    client: PressClient
    channel: discord.TextChannel
    picture: bytes
    host: int = 0
    host_is_named: bool = False
    permissions: discord.Permissions = field(default_factory=discord.Permissions.none)
    judgements: Judgements = field(default_factory=Judgements)
    cleanup: Cleanup = field(default_factory=Cleanup)

    async def post(self, content: str, **more: Any) -> discord.Message:
        """Send a message to the channel."""
        return await self.cleanup.make(
            "a message in the channel",
            self.channel.send(content, **more),
            lambda message: message.delete(),
        )

    def file(self) -> discord.File:
        return discord.File(BytesIO(self.picture), "card.png", description="a card's number")

    async def attempt(
        self, assumptions: Sequence[Assumption], step: Awaitable[None], seconds: float = _SECONDS
    ) -> None:
        """Run a step that judges these assumptions; if it fails they stay open."""
        try:
            async with asyncio.timeout(seconds):
                await step
        except (*FAILURES, TimeoutError) as error:
            self.judgements.leave_open(assumptions, failure_words(error))
        except Exception as error:  # noqa: BLE001 - the other steps run all the same
            self.judgements.leave_open(assumptions, unforeseen_words(error))


def unforeseen_words(error: BaseException) -> str:
    """The report of an unexpected error: its type and place, since its text may quote names."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    at = f"{Path(place.filename).name}, line {place.lineno}"
    return f"the check itself failed: {type(error).__name__} at {at}"


async def refusal(request: Awaitable[object]) -> discord.HTTPException | None:
    """Discord's refusal of this request, or None if it was carried out. Raises other failures."""
    try:
        await request
    except discord.HTTPException as error:
        if error.status >= 500 or error.status == 429:
            raise
        return error
    return None


def outcome_words(error: discord.HTTPException | None) -> str:
    """How Discord answered a request, in words."""
    if error is None:
        return "Discord carried it out"
    return f"Discord answered with {error.status}, code {error.code}"
