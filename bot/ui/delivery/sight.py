"""Whether members can see a channel; Discord is asked, since the bot receives no member lists."""

from contextlib import suppress
from enum import Enum, auto

import discord

from bot.tables.core.state import TableState
from bot.ui.kit.press import Press

_UNKNOWN = {10007, 10013}
"""Discord's codes for a user who is not a member of the server, or no longer exists."""


class Sight(Enum):
    """Whether a member sees a channel. Bots count as members who do not see it."""

    SEES = auto()
    DOES_NOT_SEE = auto()
    MAY_SEE = auto()
    """It is a private thread, whose members are unknown."""
    HAS_LEFT = auto()
    """They are no member of the server."""


async def sight_of(client: discord.Client, state: TableState, user_id: int) -> Sight:
    """Fetch the member with one request, and check whether they see the table's channel.

    Raises REQUEST_ERRORS, also while Discord has not sent the server.
    """
    server = client.get_guild(state.guild_id)
    if server is None and client.is_ready():
        return Sight.DOES_NOT_SEE
    if server is None or server.unavailable:
        # Of a server in an outage, and at a start first of each, the channels are not known.
        raise ConnectionError("Discord has not sent this server")
    try:
        member = await server.fetch_member(user_id)
    except discord.NotFound as error:
        if error.code not in _UNKNOWN:
            raise
        return Sight.HAS_LEFT
    thread = await _thread(server, state)
    if not member.bot and _sees(server, member, thread, state.parent_id or state.channel_id):
        return Sight.SEES
    return Sight.MAY_SEE if thread is not None and thread.is_private() else Sight.DOES_NOT_SEE


async def is_reached(client: discord.Client, state: TableState, user_id: int) -> bool:
    """Whether a reminder in the table's channel concerns the member. Raises REQUEST_ERRORS.

    In a private thread all players count as its members, unless they have left the server.
    """
    return await sight_of(client, state, user_id) in (Sight.SEES, Sight.MAY_SEE)


def can_see(press: Press, channel_id: int, parent_id: int | None) -> bool:
    """Whether the member can see this channel of the server; for a public thread, its parent.

    A private thread, whose members are unknown, counts as seen only by a member who presses there
    or manages threads.
    """
    server, member = press.interaction.guild, press.interaction.user
    if press.interaction.channel_id in {channel_id, parent_id}:
        return True
    if server is None or not isinstance(member, discord.Member):
        return False
    return _sees(server, member, server.get_thread(channel_id), parent_id or channel_id)


async def _thread(server: discord.Guild, state: TableState) -> discord.Thread | None:
    """The thread if the channel is one; an archived one is fetched, as Discord does not list it.

    The thread of a game is public, and its parent is known.
    """
    channel: object = server.get_channel_or_thread(state.channel_id)
    if channel is None and state.parent_id is None:
        with suppress(discord.NotFound, discord.Forbidden):
            channel = await server.fetch_channel(state.channel_id)
    return channel if isinstance(channel, discord.Thread) else None


def _sees(
    server: discord.Guild, member: discord.Member, thread: discord.Thread | None, channel_id: int
) -> bool:
    """Whether the member can see the thread, otherwise the channel."""
    parent = server.get_channel(thread.parent_id if thread else channel_id)
    if parent is None:
        return False
    rights = parent.permissions_for(member)
    if thread is not None and thread.is_private() and not rights.manage_threads:
        return False
    return rights.view_channel


def seen_by_same(client: discord.Client, guild_id: int, here: int, there: int) -> bool:
    """Whether all who can read one channel of a server can certainly see another channel.

    They can if both have the same denials and permissions to view, or if everybody sees the other
    channel. A thread is seen like its parent; for a private or unknown thread it is never certain.
    """
    server = client.get_guild(guild_id)
    if server is None:
        return False
    one, other = _shown_in(server, here), _shown_in(server, there)
    if one is None or other is None:
        return False
    rules = _view_rules(other)
    everybody = rules.get(server.default_role.id, server.default_role.permissions.view_channel)
    return _view_rules(one) == rules or (everybody and all(rules.values()))


def _shown_in(server: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | None:
    """The channel, or the parent of a public thread."""
    thread = server.get_thread(channel_id)
    if thread is not None and thread.is_private():
        return None
    return server.get_channel(channel_id if thread is None else thread.parent_id)


def _view_rules(channel: discord.abc.GuildChannel) -> dict[int, bool]:
    """Who is allowed or denied to view a channel, apart from the permissions of roles."""
    rules = {target.id: over.view_channel for target, over in channel.overwrites.items()}
    return {target: view for target, view in rules.items() if view is not None}
