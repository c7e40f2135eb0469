"""Tiles as emojis, without an upload, written as long as they can be."""

from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.pictures.emojis import emoji_images
from bot.ui.kit.emojis import emoji_name, use_emojis

_ID = 9_000_000_000_000_000_001
EMOJIS = {
    tile: discord.PartialEmoji(name=emoji_name(tile, png), id=_ID + number)
    for number, (tile, png) in enumerate(emoji_images().items())
}


@contextmanager
def uploaded() -> Iterator[None]:
    """Meanwhile every tile has its emoji."""
    use_emojis(EMOJIS)
    try:
        yield
    finally:
        use_emojis({})
