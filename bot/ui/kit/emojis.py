"""The deck's tiles as emojis of the application: which exist, and how texts contain them.

None exists before the upload; until then, and if the upload fails, all texts stay plain.
"""

import hashlib
import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

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


def emoji_of(tile: str | None) -> dict[str, Any]:
    """The payload's part with the emoji of a tile such as "7" or "token"; empty without one."""
    emoji = _uploaded.get(tile or "")
    return {} if emoji is None else {"emoji": emoji.to_dict()}


def number_text(number: int) -> str:
    """The number's emoji for a text, or its digits without an emoji; not for labels."""
    return str(_uploaded.get(str(number), number))


def plain_text(text: str) -> str:
    """The text with digits in place of the emojis of numbers."""
    return _NUMBER.sub(r"\1", text)


def fitted_text(text: str | None, most: int = _CONTENT_LENGTH) -> str:
    """The text; plain if emojis make it too long for Discord, which takes `most` letters."""
    text = text or ""
    return text if len(text) <= most else plain_text(text)


def fitted(embed: discord.Embed) -> discord.Embed:
    """The embed; a copy with plain text if emojis make it too long for Discord."""
    longest = max((len(field.value or "") for field in embed.fields), default=0)
    if len(embed.description or "") <= _DESCRIPTION_LENGTH and longest <= _FIELD_LENGTH:
        return embed
    # discord.py's own copy would share the fields.
    fitting = deepcopy(embed)
    fitting.description = fitted_text(embed.description, _DESCRIPTION_LENGTH) or None
    for number, field in enumerate(embed.fields):
        value = fitted_text(field.value, _FIELD_LENGTH)
        fitting.set_field_at(number, name=field.name, value=value, inline=field.inline)
    return fitting


def is_emoji_refused(error: discord.HTTPException) -> bool:
    """Whether Discord refused an emoji of a button or an option."""
    return error.code == INVALID_FORM and "invalid emoji" in error.text.lower()
