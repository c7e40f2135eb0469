"""Selects whose options are a server's channels, roles or members: Discord fills the list."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any, NamedTuple

import discord
from discord import ChannelType

PLACES = (
    ChannelType.text,
    ChannelType.news,
    ChannelType.voice,
    ChannelType.stage_voice,
    ChannelType.forum,
)
"""Kinds of channels that can have a table, or threads with tables."""
MAX_ENTITIES = 25
"""The most that Discord allows a member to pick at once."""


class EntityKind(Enum):
    """What a select offers: channels for tables, text channels, roles or members."""

    PLACE = auto()
    TEXT_CHANNEL = auto()
    ROLE = auto()
    MEMBER = auto()


_SELECTS: dict[EntityKind, tuple[Callable[..., discord.ui.Item[discord.ui.View]], Any]] = {
    EntityKind.PLACE: (
        partial(discord.ui.ChannelSelect, channel_types=list(PLACES)),
        discord.abc.GuildChannel,
    ),
    EntityKind.TEXT_CHANNEL: (
        partial(discord.ui.ChannelSelect, channel_types=[ChannelType.text]),
        discord.abc.GuildChannel,
    ),
    EntityKind.ROLE: (discord.ui.RoleSelect, discord.Role),
    EntityKind.MEMBER: (discord.ui.UserSelect, discord.User),
}


class Entities(NamedTuple):
    """`chosen` are the ids that are picked already; each of them has to exist.

    At least `least` and at most `most` can be picked.
    """

    kind: EntityKind
    chosen: Sequence[int] = ()
    least: int = 0
    most: int = 1

    def select(self, custom_id: str, placeholder: str) -> discord.ui.Item[discord.ui.View]:
        """The select that offers them."""
        make, kind = _SELECTS[self.kind]
        return make(
            custom_id=custom_id,
            placeholder=placeholder,
            min_values=self.least,
            max_values=self.most,
            default_values=[discord.Object(chosen, type=kind) for chosen in self.chosen],
        )
