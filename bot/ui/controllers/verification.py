"""`/scout verify`: whether a finished game was dealt as committed and played by the rules."""

import asyncio
from functools import partial

import discord

from bot.tables.core.errors import TableError
from bot.tables.games.verification import verify_record
from bot.tables.service import Tables
from bot.ui.controllers.game_choices import may_look
from bot.ui.kit.answers import send_answer
from bot.ui.kit.errors import REQUEST_ERRORS
from bot.ui.kit.responses import location_of
from bot.ui.views.table.fair_deal import verification_message

MAX_BYTES = 30_000
"""Of a record; one of ten rounds with five players has about ten thousand. In so many no moves can
stand that take longer than half a second to verify."""
_SECONDS_TO_READ = 2.0
"""The answer is due within three."""


class VerificationController:
    """Answers privately: only who asks sees what comes out."""

    def __init__(self, tables: Tables) -> None:
        self._verifier = tables.verifier

    async def verify(
        self, interaction: discord.Interaction, game: int | None, file: discord.Attachment | None
    ) -> None:
        """Verify the record in `file`, or the game of that number; without both the newest one."""
        guild_id, channel_id = location_of(interaction)
        if game is not None and file is not None:
            raise TableError("Choose a `game` or a `file`, not both.")
        if file is not None:
            found = await verify_record(await _read(file))
        else:
            if game is None:
                user_id = interaction.user.id
                game = await self._verifier.newest(guild_id, channel_id, user_id)
            found = await self._verifier.of_table(guild_id, game, partial(may_look, interaction))
        await send_answer(interaction, verification_message(found))


async def _read(file: discord.Attachment) -> bytes:
    if file.size > MAX_BYTES:
        raise TableError(f"This file is too large: a record has at most {MAX_BYTES:,} bytes.")
    try:
        async with asyncio.timeout(_SECONDS_TO_READ):
            return await file.read()
    except REQUEST_ERRORS as error:
        raise TableError("Discord did not give me this file. Please try again.") from error
