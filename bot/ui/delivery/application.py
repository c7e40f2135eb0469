"""What is done once for the whole application, by the process that holds its first shard."""

import asyncio
import logging
from contextlib import suppress

import aiohttp
import discord
from discord import app_commands

from bot.tables.core.assignment import Assignment
from bot.ui.delivery.emojis import upload_emojis, use_uploaded_emojis

_FIRST = 0
_PAUSE = 60.0
"""Seconds between two attempts, and between two looks at what another process has uploaded."""

_log = logging.getLogger(__name__)


async def sync_commands(
    tree: app_commands.CommandTree[discord.Client], assignment: Assignment
) -> None:
    """Register the commands once this process holds the first shard."""
    await assignment.wait_for(_FIRST)
    while True:
        try:
            await tree.sync()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.error("The commands could not be registered: %s", error)
            await asyncio.sleep(_PAUSE)
        else:
            return


async def upload_emojis_once(client: discord.Client, assignment: Assignment) -> None:
    """Upload the emojis once this process holds the first shard; until then use what is there."""
    while _FIRST not in assignment.shards.ids:
        if await use_uploaded_emojis(client) and not assignment.owns(_FIRST):
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(assignment.wait_for(_FIRST), _PAUSE)
    await upload_emojis(client)
