"""The application as set up in Discord's portal, its commands and its emojis."""

import asyncio
from collections.abc import Mapping
from typing import Any

import discord

from bot.client import ScoutClient
from bot.doctor.findings import Findings, mend, ok
from bot.pictures.emojis import emoji_images
from bot.settings import Settings
from bot.text.language import ENGLISH
from bot.ui.kit.emojis import emoji_name
from bot.ui.kit.permissions import PERMISSIONS, permission_titles

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
"""The parts that members notice; Discord fills in some of the others."""
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
    """What the portal's own install link lacks; empty if nothing, or if there is no link."""
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
    bot = ScoutClient(settings.model_copy(update={"database_url": "sqlite+aiosqlite://"}))
    try:
        return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    finally:
        await bot.close()


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
