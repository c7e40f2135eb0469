"""Whether the bot may do in each server what it needs."""

from collections.abc import AsyncIterator, Iterable, Sequence

import discord

from bot.doctor.findings import Finding, mend, ok
from bot.ui.kit.permissions import PERMISSIONS, invite_link, permission_titles

LOOKED_INTO = 50
"""Servers whose channels are looked at; each takes three requests."""
_NAMED = 5
"""Channels that a line names."""
_PAGE = 200


class Server:
    """A server of the bot's: its name, and the bot's permissions there as the list tells them."""

    def __init__(self, server_id: int, name: str, permissions: int | None) -> None:
        self.id = server_id
        self.name = name
        self.permissions = permissions


async def servers_of(client: discord.Client) -> AsyncIterator[Server]:
    """All servers that the bot is in."""
    after: int | None = None
    while True:
        page = await client.http.get_guilds(_PAGE, after=after, with_counts=False)
        for told in page:
            permissions = told.get("permissions")
            given = None if permissions is None else int(permissions)
            yield Server(int(told["id"]), told["name"], given)
        if len(page) < _PAGE:
            return
        after = int(page[-1]["id"])


async def check_server(client: discord.Client, server: Server) -> Sequence[Finding]:
    """Whether the bot can play where it can speak, in one server."""
    guild = await client.fetch_guild(server.id, with_counts=False)
    assert client.user is not None
    me = await guild.fetch_member(client.user.id)
    channels = [one for one in await guild.fetch_channels() if isinstance(one, discord.TextChannel)]
    lacking = permission_titles(PERMISSIONS, me.guild_permissions)
    if lacking and not _can_play_somewhere(channels, me):
        return [_lacks(client, server, lacking)]
    partly = [one for one in channels if _speaks_only(one.permissions_for(me))]
    if not partly:
        return [ok(f"{server.name}: the bot has what it needs.")]
    everything = [permission_titles(PERMISSIONS, one.permissions_for(me)) for one in partly]
    titles = " and ".join(sorted({title for one in everything for title in one.split(" and ")}))
    return [
        mend(
            f"{server.name}: the bot can send messages in {_named(partly)}, but lacks {titles} "
            "there. Allow it in the channels' settings, or let the bot not see them."
        )
    ]


def check_listed(client: discord.Client, server: Server) -> Finding:
    """The same by the permissions in the server as a whole, without a look at its channels."""
    given = discord.Permissions(server.permissions or 0)
    if given.administrator or not (lacking := permission_titles(PERMISSIONS, given)):
        return ok(f"{server.name}: the bot's roles have what it needs.")
    return _lacks(client, server, lacking)


def _lacks(client: discord.Client, server: Server, lacking: str) -> Finding:
    link = invite_link(client.application_id or 0)
    return mend(
        f"{server.name}: the bot lacks {lacking}. Give its role that, or invite it again: {link}"
    )


def _can_play_somewhere(channels: Iterable[discord.TextChannel], me: discord.Member) -> bool:
    return any(one.permissions_for(me) >= PERMISSIONS for one in channels)


def _speaks_only(have: discord.Permissions) -> bool:
    """Whether the bot can send messages there, but not all that a game needs."""
    return have.view_channel and have.send_messages and not have >= PERMISSIONS


def _named(channels: Sequence[discord.TextChannel]) -> str:
    names = [f"#{one.name}" for one in channels[:_NAMED]]
    more = len(channels) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
