"""Whether the bot has the permissions that it needs, in each server."""

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

import discord

from bot.doctor.findings import Findings, mend, ok
from bot.text.language import ENGLISH
from bot.ui.kit.permissions import PERMISSIONS, invite_link, permission_titles

LOOKED_INTO = 50
"""Servers whose channels are checked; each takes three requests."""
_NAMED = 5
"""Channels that a line names."""
_PAGE = 200


class Server(NamedTuple):
    """A server of the bot's, with the bot's permissions as in Discord's list of servers."""

    id: int
    name: str
    permissions: int


async def servers_of(client: discord.Client) -> AsyncIterator[Server]:
    """All servers that the bot is in."""
    after: int | None = None
    while True:
        page = await client.http.get_guilds(_PAGE, after=after, with_counts=False)
        for guild in page:
            yield Server(int(guild["id"]), guild["name"], int(guild.get("permissions") or 0))
        if len(page) < _PAGE:
            return
        after = int(page[-1]["id"])


async def check_server(client: discord.Client, server: Server) -> Findings:
    """Whether the bot can play where it can speak, in one server."""
    guild = await client.fetch_guild(server.id, with_counts=False)
    assert client.user is not None
    me = await guild.fetch_member(client.user.id)
    channels = [one for one in await guild.fetch_channels() if isinstance(one, discord.TextChannel)]
    lacking = permission_titles(ENGLISH, PERMISSIONS, me.guild_permissions)
    if lacking and not any(one.permissions_for(me) >= PERMISSIONS for one in channels):
        return _lacks(client, server, ENGLISH.listed(lacking))
    partly = [one for one in channels if _speaks_only(one.permissions_for(me))]
    if not partly:
        return ok(f"{server.name}: the bot has what it needs.")
    everything = [
        permission_titles(ENGLISH, PERMISSIONS, one.permissions_for(me)) for one in partly
    ]
    titles = " and ".join(sorted({title for titles in everything for title in titles}))
    return mend(
        f"{server.name}: the bot can send messages in {_named(partly)}, but lacks {titles} "
        "there. Allow it in the channels' settings, or let the bot not see them."
    )


async def check_listed(client: discord.Client, server: Server) -> Findings:
    """The same by the permissions in the server as a whole, without its channels."""
    given = discord.Permissions(server.permissions)
    if given.administrator or not (lacking := permission_titles(ENGLISH, PERMISSIONS, given)):
        return ok(f"{server.name}: the bot's roles have what it needs.")
    return _lacks(client, server, ENGLISH.listed(lacking))


def _lacks(client: discord.Client, server: Server, lacking: str) -> Findings:
    link = invite_link(client.application_id or 0)
    return mend(
        f"{server.name}: the bot lacks {lacking}. Give its role that, or invite it again: {link}"
    )


def _speaks_only(have: discord.Permissions) -> bool:
    """Whether the bot can send messages there, but not all that a game needs."""
    return have.view_channel and have.send_messages and not have >= PERMISSIONS


def _named(channels: Sequence[discord.TextChannel]) -> str:
    names = [f"#{one.name}" for one in channels[:_NAMED]]
    more = len(channels) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
