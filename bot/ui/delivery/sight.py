"""Whether members can see a channel: by Discord, since the bot is not sent lists of members."""

from enum import Enum, auto

import discord

_UNKNOWN = {10007, 10013}
"""Discord's codes of somebody who is no member of the server, or no longer exists."""


class Sight(Enum):
    """What is known of a member and a channel. Bots count as members who do not see it."""

    SEES = auto()
    DOES_NOT_SEE = auto()
    HAS_LEFT = auto()
    """They are no member of the server."""


async def sight_of(
    client: discord.Client, guild_id: int, user_id: int, channel_id: int, parent_id: int | None
) -> Sight:
    """Fetch the member, by one request, and see if they can see the channel.

    `parent_id` is the parent if the channel is a thread of a game. Raises REQUEST_ERRORS.
    """
    server = client.get_guild(guild_id)
    if server is None:
        return Sight.DOES_NOT_SEE
    try:
        member = await server.fetch_member(user_id)
    except discord.NotFound as error:
        if error.code not in _UNKNOWN:
            raise
        return Sight.HAS_LEFT
    is_seen = not member.bot and sees(server, member, channel_id, parent_id)
    return Sight.SEES if is_seen else Sight.DOES_NOT_SEE


def sees(
    server: discord.Guild, member: discord.Member, channel_id: int, parent_id: int | None
) -> bool:
    """Whether the member can see the channel; a public thread if they see its parent.

    A private thread, whose members are not known, is seen by those alone who manage threads.
    """
    thread = server.get_thread(channel_id)
    parent = server.get_channel((thread.parent_id if thread else parent_id) or channel_id)
    if parent is None:
        return False
    rights = parent.permissions_for(member)
    if thread is not None and thread.is_private() and not rights.manage_threads:
        return False
    return rights.view_channel
