"""Selects whose options are a server's channels, roles or members: Discord fills the list."""

from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple

from discord import ChannelType, ComponentType

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

    PLACE = ComponentType.channel_select, "channel", PLACES
    TEXT_CHANNEL = ComponentType.channel_select, "channel", (ChannelType.text,)
    ROLE = ComponentType.role_select, "role", ()
    MEMBER = ComponentType.user_select, "user", ()


class Entities(NamedTuple):
    """`chosen` are the ids that are already picked; each must exist.

    At least `least` and at most `most` can be picked.
    """

    kind: EntityKind
    chosen: Sequence[int] = ()
    least: int = 0
    most: int = 1

    def payload(self) -> dict[str, Any]:
        """The fields of a select that offers these."""
        select, kind, channel_types = self.kind.value
        lists = {
            "channel_types": [one.value for one in channel_types],
            "default_values": [{"id": chosen, "type": kind} for chosen in self.chosen],
        }
        return {
            "type": select.value,
            "min_values": self.least,
            "max_values": self.most,
            "required": False,
            **{name: values for name, values in lists.items() if values},
        }
