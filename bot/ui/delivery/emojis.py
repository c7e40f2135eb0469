"""The deck's tiles, uploaded as emojis of the application when the bot starts."""

import asyncio
import logging
from collections.abc import Mapping

import aiohttp
import discord

from bot.pictures.emojis import emoji_images
from bot.ui.kit.emojis import emoji_name, is_tile_name, use_emojis

_log = logging.getLogger(__name__)
_PAUSE = 1.0
"""Seconds between two uploads: there is no hurry, and presses come first."""


async def use_uploaded_emojis(client: discord.Client) -> bool:
    """Write those tiles as emojis that are there; gives whether these are all."""
    try:
        pictures = await asyncio.to_thread(emoji_images)
        present = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return False
    names = {tile: emoji_name(tile, png) for tile, png in pictures.items()}
    use_emojis(
        {
            tile: discord.PartialEmoji(name=name, id=present[name].id)
            for tile, name in names.items()
            if name in present
        }
    )
    return present.keys() >= set(names.values())


async def upload_emojis(client: discord.Client, *, pause: float | None = None) -> None:
    """Upload what is missing or changed, and write tiles as emojis from then on.

    `pause` is in seconds, after each upload; without it there is time for presses between them.
    Where Discord or the network fails everything stays plain text until the next start. Only
    emojis that are tiles by their names are deleted, once others stand in for them.
    """
    try:
        pictures = await asyncio.to_thread(emoji_images)
        present = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        use_emojis(await _complete(client, pictures, present, _PAUSE if pause is None else pause))
        wanted = {emoji_name(tile, png) for tile, png in pictures.items()}
        for name in sorted(filter(is_tile_name, present.keys() - wanted)):
            await present[name].delete()
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        _log.warning("the emojis of the cards could not be brought up to date: %s", error)


async def _complete(
    client: discord.Client,
    pictures: Mapping[str, bytes],
    present: Mapping[str, discord.Emoji],
    pause: float,
) -> dict[str, discord.PartialEmoji]:
    """An emoji for every tile, of those that are present or new."""
    found = {}
    for tile, png in pictures.items():
        name = emoji_name(tile, png)
        emoji = present.get(name)
        if emoji is None:
            emoji = await client.create_application_emoji(name=name, image=png)
            await asyncio.sleep(pause)
        found[tile] = discord.PartialEmoji(name=name, id=emoji.id)
    return found
