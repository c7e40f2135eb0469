"""The deck's tiles as emojis of the application: which exist, and how texts contain them.

None exists before the upload; until then, and if the upload fails, all texts stay plain.
"""

import hashlib
import re
from collections.abc import Mapping
from copy import deepcopy

import discord

from bot.ui.kit.errors import INVALID_FORM

_NAME = re.compile(r"scout_([a-z0-9_]{1,16})_[0-9a-f]{6}")
_NUMBER = re.compile(r"<:scout_([0-9]{1,2})_[0-9a-f]{6}:[0-9]+>")
_CONTENT_LENGTH, _DESCRIPTION_LENGTH, _FIELD_LENGTH = 2000, 4096, 1024

_uploaded: dict[str, discord.PartialEmoji] = {}


def emoji_name(tile: str, png: bytes) -> str:
    """The name of the tile's emoji; a changed picture gets a new name."""
    return f"scout_{tile}_{hashlib.sha256(png).hexdigest()[:6]}"


def is_tile_name(name: str) -> bool:
    """Whether an emoji of this name is one of our tiles, of this version or another."""
    return _NAME.fullmatch(name) is not None


def use_emojis(emojis: Mapping[str, discord.PartialEmoji]) -> None:
    """From now on show each of these tiles as its emoji, and all other tiles as plain text."""
    _uploaded.clear()
    _uploaded.update(emojis)


def emoji_of(tile: str | None) -> discord.PartialEmoji | None:
    """The emoji of a tile such as "7" or "token"; None if it has none."""
    return None if tile is None else _uploaded.get(tile)


def number_text(number: int) -> str:
    """The number's emoji for a text, or its digits without an emoji; not for labels."""
    return str(_uploaded.get(str(number), number))


def plain_text(text: str) -> str:
    """The text with digits in place of the emojis of numbers."""
    return _NUMBER.sub(r"\1", text)


def fitted_content(content: str) -> str:
    """The content; as plain text if emojis make it too long for Discord."""
    return content if len(content) <= _CONTENT_LENGTH else plain_text(content)


def fitted(embed: discord.Embed) -> discord.Embed:
    """The embed; a copy with plain text if emojis make it too long for Discord."""
    description = embed.description or ""
    is_too_long = len(description) > _DESCRIPTION_LENGTH
    long_fields = [
        (number, field)
        for number, field in enumerate(embed.fields)
        if len(field.value or "") > _FIELD_LENGTH
    ]
    if not is_too_long and not long_fields:
        return embed
    # discord.py's own copy would share the fields.
    fitting = deepcopy(embed)
    if is_too_long:
        fitting.description = plain_text(description)
    for number, field in long_fields:
        value = plain_text(field.value or "")
        fitting.set_field_at(number, name=field.name, value=value, inline=field.inline)
    return fitting


def is_emoji_refused(error: discord.HTTPException) -> bool:
    """Whether Discord refused an emoji of a button or an option."""
    return error.code == INVALID_FORM and "invalid emoji" in error.text.lower()
