"""Selects whose options are a server's channels, roles or members: Discord fills the list."""

from collections.abc import Sequence
from enum import Enum, auto
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
"""Channels in which, or in whose threads, a table can be opened."""
MAX_ENTITIES = 25
"""What Discord allows a member to pick at once."""


class EntityKind(Enum):
    """What a select offers: channels for tables, text channels, roles or members."""

    PLACE = auto()
    TEXT_CHANNEL = auto()
    ROLE = auto()
    MEMBER = auto()


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
        given: dict[str, Any] = {
            "custom_id": custom_id,
            "placeholder": placeholder,
            "min_values": self.least,
            "max_values": self.most,
            "default_values": [discord.Object(chosen, type=self._type) for chosen in self.chosen],
        }
        match self.kind:
            case EntityKind.PLACE:
                return discord.ui.ChannelSelect(channel_types=list(PLACES), **given)
            case EntityKind.TEXT_CHANNEL:
                return discord.ui.ChannelSelect(channel_types=[ChannelType.text], **given)
            case EntityKind.ROLE:
                return discord.ui.RoleSelect(**given)
            case EntityKind.MEMBER:
                return discord.ui.UserSelect(**given)

    @property
    def _type(self) -> Any:
        types = {EntityKind.ROLE: discord.Role, EntityKind.MEMBER: discord.User}
        return types.get(self.kind, discord.abc.GuildChannel)
