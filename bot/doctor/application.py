"""The application as set up in Discord's portal, its commands, emojis, and servers."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from bot.client import ScoutClient
from bot.doctor.findings import Findings, mend, ok
from bot.pictures.emojis import emoji_images
from bot.settings import Settings
from bot.text.language import ENGLISH
from bot.text.names import readable_name
from bot.ui.kit.emojis import emoji_name
from bot.ui.kit.permissions import PERMISSIONS, invite_link, permission_titles

_COMPARED = (
    "name",
    "description",
    "options",
    "required",
    "choices",
    "value",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "channel_types",
    "autocomplete",
    "nsfw",
    "default_member_permissions",
)
"""The parts that members see; Discord sets defaults for some of the others."""
_UNSET: tuple[object, ...] = (None, [], "", "None")
_PLACES = ("contexts", "integration_types")


async def check_application(client: discord.Client) -> Findings:
    """Whether presses reach the bot, and whether servers can install it with its permissions."""
    info = await client.application_info()
    findings: Findings = []
    if info.interactions_endpoint_url:
        findings += mend(
            "it has an Interactions Endpoint URL, so no command and no press reaches the bot. "
            'Empty that field on the page "General Information".'
        )
    if info.bot_require_code_grant:
        findings += mend(
            'it asks for a code grant, so invite links fail. Switch off "Requires OAuth2 Code '
            'Grant" on the page "Bot".'
        )
    if info.bot_public and (lacking := _lacking_in_install(info)):
        findings += mend(
            f"who adds the bot from its profile gets it without {lacking}. On the page "
            '"Installation", under "Guild Install", add the scope bot and these permissions; '
            "the link in the bot's log has them."
        )
    return findings or ok("nothing in the portal is in the bot's way. It needs no intent there.")


def _lacking_in_install(info: discord.AppInfo) -> str:
    """The parts that the portal's install link lacks; empty if none, or if there is no link."""
    config = info.guild_integration_config
    params = None if config is None else config.oauth2_install_params
    if params is None:
        return ""
    if "bot" not in params.scopes:
        return "the scope bot"
    return ENGLISH.listed(permission_titles(ENGLISH, PERMISSIONS, params.permissions))


async def check_commands(client: discord.Client, settings: Settings) -> Findings:
    """Whether Discord offers the commands of this version."""
    assert client.application_id is not None
    registered = {
        str(one["name"]): _compared(one)
        for one in await client.http.get_global_commands(client.application_id)
    }
    wanted = {str(one["name"]): _compared(one) for one in await _own_commands(settings)}
    wrong = sorted(
        name for name in registered.keys() | wanted if registered.get(name) != wanted.get(name)
    )
    if wrong:
        names = ", ".join(f"/{name}" for name in wrong)
        return mend(
            f"Discord has another version of {names}. Start this version of the bot once: it "
            "registers its commands. If another program uses this application, give it one of "
            "its own."
        )
    return ok(f"Discord offers those of this version ({len(wanted)}).")


async def _own_commands(settings: Settings) -> list[dict[str, Any]]:
    """The commands as the bot registers them; the bot is created, not started."""
    changed = settings.model_copy(update={"database_url": "sqlite+aiosqlite://"})
    async with ScoutClient(changed) as bot:
        return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


def _compared(command: Mapping[str, Any]) -> dict[str, Any]:
    """The compared parts of a command, without default values."""
    found = {name: _plain(command.get(name)) for name in _COMPARED}
    places = {name: sorted(command.get(name) or ()) for name in _PLACES}
    # Discord omits what is not set, or sends null or false; 0 can be a smallest value.
    said = {name: one for name, one in found.items() if one not in _UNSET and one is not False}
    return {**said, **places}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_compared(one) if isinstance(one, Mapping) else one for one in value]
    return value


async def check_emojis(client: discord.Client) -> Findings:
    """Whether the deck's tiles are uploaded."""
    pictures = await asyncio.to_thread(emoji_images)
    present = {emoji.name for emoji in await client.fetch_application_emojis()}
    missing = [tile for tile, png in pictures.items() if emoji_name(tile, png) not in present]
    if missing:
        return mend(
            f"{len(missing)} of {len(pictures)} are not uploaded, so those stay text. The bot "
            "uploads them when it starts; if it has, its log says why it could not."
        )
    return ok(f"all {len(pictures)} are uploaded.")


LOOKED_INTO = 50
"""Servers whose channels are checked; each takes three requests."""
_NAMED = 5
"""Channels that a line names."""
_PAGE = 200


class ListedServer(NamedTuple):
    """A server of the bot's, with the bot's permissions as in Discord's list of servers."""

    id: int
    name: str
    permissions: int


async def servers_of(client: discord.Client) -> AsyncIterator[ListedServer]:
    """All servers that the bot is in."""
    after: int | None = None
    while True:
        page = await client.http.get_guilds(_PAGE, after=after, with_counts=False)
        for guild in page:
            # A terminal would carry out what signs it has.
            name, permissions = readable_name(guild["name"]), int(guild.get("permissions") or 0)
            yield ListedServer(int(guild["id"]), name, permissions)
        if len(page) < _PAGE:
            return
        after = int(page[-1]["id"])


async def check_server(client: discord.Client, server: ListedServer) -> Findings:
    """Whether the bot has all permissions in each channel where it can send messages."""
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


async def check_listed(client: discord.Client, server: ListedServer) -> Findings:
    """As `check_server`, by the bot's permissions in the whole server, without its channels."""
    given = discord.Permissions(server.permissions)
    if given.administrator or not (lacking := permission_titles(ENGLISH, PERMISSIONS, given)):
        return ok(f"{server.name}: the bot's roles have what it needs.")
    return _lacks(client, server, ENGLISH.listed(lacking))


def _lacks(client: discord.Client, server: ListedServer, lacking: str) -> Findings:
    link = invite_link(client.application_id or 0)
    return mend(
        f"{server.name}: the bot lacks {lacking}. Give its role that, or invite it again: {link}"
    )


def _speaks_only(have: discord.Permissions) -> bool:
    """Whether the bot can send messages there, but not all that a game needs."""
    return have.view_channel and have.send_messages and not have >= PERMISSIONS


def _named(channels: Sequence[discord.TextChannel]) -> str:
    names = [f"#{readable_name(one.name)}" for one in channels[:_NAMED]]
    more = len(channels) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
