"""A press, a form, a command or a suggestion: its member, its place and what it asks for."""

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import Any, cast

import discord

from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.core.table_messages import TOKEN_LIFE
from bot.text.names import readable_name
from bot.ui.kit.component_id import ComponentId, is_component_id, parse_component_id
from bot.ui.kit.deadlines import Deadline
from bot.ui.kit.sending import Answerable


class Press(Answerable):
    """What a member asks for by a button, a select, a form or a command, and its answer."""

    state: TableState
    """The table, as it was when the press came in; set if its route is about a table."""
    is_copy = False
    """Whether the pressed message is a copy of the table's that a crash left behind."""

    def __init__(self, interaction: discord.Interaction, deadline: Deadline | None = None) -> None:
        super().__init__(interaction, deadline)
        self.user_id = interaction.user.id
        # As Discord sends it: discord.py's type also covers other interactions.
        self.data = cast("dict[str, Any]", interaction.data or {})
        self.custom_id = str(self.data.get("custom_id", ""))

    @cached_property
    def member(self) -> Actor:
        """The member with their name, rights and token."""
        interaction, user = self.interaction, self.interaction.user
        rights = interaction.permissions
        return Actor(
            user_id=user.id,
            name=readable_name(user.display_name) or user.name,
            manages=rights.manage_messages,
            token=interaction.token,
            until=self.received_at + TOKEN_LIFE,
            avatar=avatar_of(user),
            manages_server=rights.manage_guild,
            roles=frozenset(map(attrgetter("id"), getattr(user, "roles", ()))),
        )

    @property
    def guild_id(self) -> int:
        """The server's id; TableError outside a server."""
        return self.place[0]

    @property
    def channel_id(self) -> int:
        """The channel's id; TableError outside a server."""
        return self.place[1]

    @cached_property
    def place(self) -> tuple[int, int]:
        """The ids of the server and the channel; TableError outside a server."""
        guild_id, channel_id = self.interaction.guild_id, self.interaction.channel_id
        if guild_id is None or channel_id is None:
            raise TableError("SCOUT is played in a server's channels. Use this command there.")
        return guild_id, channel_id

    @property
    def message_sent_at(self) -> datetime | None:
        """The time of the pressed message by the bot's clock; Discord's ids give only its age."""
        pressed = self.interaction.message
        if pressed is None:
            return None
        return self.received_at - (self.interaction.created_at - pressed.created_at)

    @property
    def thread_parent(self) -> int | None:
        """The id of the channel that this channel is a thread of; None if it is no thread."""
        channel = self.interaction.channel
        return channel.parent_id if isinstance(channel, discord.Thread) else None

    @cached_property
    def component_id(self) -> ComponentId:
        """What the pressed component or the form asks for. Raises TableError if it is unknown."""
        found = parse_component_id(self.custom_id)
        assert found is not None, "the router ignores the custom_ids of others"
        return found

    @property
    def number(self) -> int:
        """The number in the component id, such as a page; 0 for a command."""
        return self.component_id.number if self.custom_id else 0

    @property
    def detail(self) -> str:
        """The detail of the component id, '' for a command; its meaning depends on the verb."""
        return self.component_id.detail if self.custom_id else ""

    @property
    def number_in_detail(self) -> int:
        """The detail as a number, such as a time or a seat; 0 if it is forged."""
        return int(self.detail) if self.detail.isdecimal() else 0

    @cached_property
    def picked(self) -> str | None:
        """The option picked in a select; None unless it is one, and the message offers it."""
        values = self.data.get("values") or []
        return values[0] if len(values) == 1 and values[0] in self._offered() else None

    @property
    def all_picked(self) -> list[str]:
        """All options picked in a select; none unless the message offers each of them."""
        values = [*dict.fromkeys(map(str, self.data.get("values") or []))]
        return values if self._offered().issuperset(values) else []

    @property
    def label(self) -> str:
        """The label of the pressed button as Discord has it; '' unless the message has it."""
        buttons = (item for item in self.pressed_items() if isinstance(item, discord.Button))
        return next((button.label or "" for button in buttons), "")

    def _offered(self) -> set[str]:
        """The options of the pressed select."""
        selects = (item for item in self.pressed_items() if isinstance(item, discord.SelectMenu))
        return {option.value for select in selects for option in select.options}

    @property
    def verbs(self) -> list[str]:
        """The verbs of all buttons and selects of the pressed message, in their order."""
        ids = (item.custom_id or "" for item in self._items())
        return [custom_id.split(":")[1] for custom_id in ids if is_component_id(custom_id)]

    def pressed_items(self) -> Iterator[object]:
        """The buttons or selects of the pressed message with the pressed custom_id."""
        return (item for item in self._items() if item.custom_id == self.custom_id)

    def _items(self) -> Iterator[discord.Button | discord.SelectMenu | discord.TextInput]:
        message = self.interaction.message
        for row in message.components if message is not None else ():
            if isinstance(row, discord.ActionRow):
                yield from row.children


def avatar_of(user: discord.User | discord.Member) -> str | None:
    """The address of the member's small picture at Discord; None for the default picture.

    For a moving picture it is the first frame: the whole file can be too large for the cache.
    """
    chosen = user.avatar if isinstance(user, discord.User) else user.guild_avatar or user.avatar
    return None if chosen is None else chosen.replace(size=128, format="png").url
