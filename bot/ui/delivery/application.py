"""What belongs to the whole application: its commands, and the deck's tiles as emojis.

The process that holds the first shard registers and uploads them, once.
"""

import asyncio
import logging
from contextlib import suppress

import discord
from discord import app_commands

from bot.pictures.emojis import emoji_images
from bot.tables.core.assignment import Assignment
from bot.ui.kit.emojis import emoji_name, is_tile_name, use_emojis
from bot.ui.kit.errors import REQUEST_ERRORS

_FIRST = 0
_PAUSE = 60.0
"""Seconds between two attempts, and between two checks for another process's uploads."""
_UPLOAD_PAUSE = 1.0
"""Seconds between two uploads: there is no hurry, and presses come first."""

_log = logging.getLogger(__name__)


async def sync_commands(
    tree: app_commands.CommandTree[discord.Client], assignment: Assignment
) -> None:
    """Register the commands once this process holds the first shard."""
    await assignment.wait_for(_FIRST)
    while True:
        try:
            await tree.sync()
        except REQUEST_ERRORS as error:
            _log.error("The commands could not be registered: %s", error)
            await asyncio.sleep(_PAUSE)
        else:
            return


async def upload_emojis_once(client: discord.Client, assignment: Assignment) -> None:
    """Upload the emojis once this process holds the first shard; use uploaded ones until then."""
    while _FIRST not in assignment.shards.ids:
        if await _use_uploaded_emojis(client) and not assignment.owns(_FIRST):
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(assignment.wait_for(_FIRST), _PAUSE)
    await upload_emojis(client)


async def _use_uploaded_emojis(client: discord.Client) -> bool:
    """Show the uploaded tiles as emojis; return whether all are uploaded."""
    try:
        tiles, present = await _tiles_and_emojis(client)
    except REQUEST_ERRORS:
        return False
    found = {
        tile: discord.PartialEmoji(name=name, id=present[name].id)
        for tile, (name, _) in tiles.items()
        if name in present
    }
    use_emojis(found)
    return all(name in present for name, _ in tiles.values())


async def upload_emojis(client: discord.Client, *, pause: float | None = None) -> None:
    """Upload missing or changed tiles, and show tiles as emojis from then on.

    `pause` is in seconds, after each upload: time for presses. If Discord or the network fails, all
    texts stay plain until the next start. Only emojis whose names are those of tiles are deleted,
    and only after their replacements are uploaded.
    """
    try:
        tiles, present = await _tiles_and_emojis(client)
        found = {}
        for tile, (name, png) in tiles.items():
            if name not in present:
                present[name] = await client.create_application_emoji(name=name, image=png)
                await asyncio.sleep(_UPLOAD_PAUSE if pause is None else pause)
            found[tile] = discord.PartialEmoji(name=name, id=present[name].id)
        use_emojis(found)
        outdated = present.keys() - {name for name, _ in tiles.values()}
        for name in sorted(filter(is_tile_name, outdated)):
            await present[name].delete()
    except REQUEST_ERRORS as error:
        _log.warning("the emojis of the cards could not be brought up to date: %s", error)


async def _tiles_and_emojis(
    client: discord.Client,
) -> tuple[dict[str, tuple[str, bytes]], dict[str, discord.Emoji]]:
    """The emoji name and picture of each tile, and the application's emojis by name."""
    pictures = await asyncio.to_thread(emoji_images)
    present = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    return {tile: (emoji_name(tile, png), png) for tile, png in pictures.items()}, present
