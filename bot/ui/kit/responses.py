"""What an interaction says, and reporting errors to the member."""

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, cast

import aiohttp
import discord
from discord import app_commands

from bot.observability.metrics import ClickOutcome
from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.text.names import readable_name
from bot.ui.kit.answers import Unanswered, tell
from bot.ui.kit.clicks import measured
from bot.ui.kit.errors import ALREADY_ANSWERED, UNKNOWN_INTERACTION
from bot.ui.kit.lateness import Dropped, token_expires_at
from engine.errors import ScoutError

_log = logging.getLogger(__name__)
# An edit sent just before the token expires could be lost.
_TOKEN_MARGIN = timedelta(seconds=30)
_EXPIRED = {UNKNOWN_INTERACTION, ALREADY_ANSWERED, 10015, 50027}
"""Discord's error codes for an interaction that can no longer be answered."""
_DONE = "done"

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
)
"""The permissions that the bot may need in a channel; its invitation asks for them."""
_IN_THREAD = {"send_messages", "create_public_threads"}
_WITHOUT_THREAD = {"send_messages_in_threads", "create_public_threads"}


def actor_of(interaction: discord.Interaction) -> Actor:
    return Actor(
        user_id=interaction.user.id,
        name=readable_name(interaction.user.display_name) or interaction.user.name,
        manages=interaction.permissions.manage_messages,
        token=interaction.token,
        until=token_expires_at(interaction) - _TOKEN_MARGIN,
        avatar=avatar_of(interaction.user),
        manages_server=interaction.permissions.manage_guild,
        roles=_roles_of(interaction.user),
    )


def _roles_of(user: discord.User | discord.Member) -> frozenset[int]:
    roles = user.roles if isinstance(user, discord.Member) else ()
    return frozenset(role.id for role in roles)


def avatar_of(user: discord.User | discord.Member) -> str | None:
    """Where Discord keeps the member's picture, small; None for members who have chosen none."""
    chosen = user.avatar if isinstance(user, discord.User) else user.guild_avatar or user.avatar
    return None if chosen is None else chosen.replace(size=128, static_format="png").url


def location_of(interaction: discord.Interaction) -> tuple[int, int]:
    """The ids of the server and the channel; TableError outside a server."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise TableError("SCOUT is played in a server's channels. Use this command there.")
    return interaction.guild_id, interaction.channel_id


def thread_parent(interaction: discord.Interaction) -> int | None:
    """The id of the channel that this channel is a thread of; None if it is no thread."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def require_manager(interaction: discord.Interaction) -> None:
    """Raise TableError for members without Manage Server."""
    if not interaction.permissions.manage_guild:
        raise TableError("Only members with Manage Server can change this server's settings.")


def require_permissions(interaction: discord.Interaction, *, thread: bool = False) -> None:
    """Raise TableError if the bot cannot open a table here, or one with a `thread`."""
    if thread and not isinstance(interaction.channel, discord.TextChannel):
        raise TableError(
            "I cannot open a thread here. Choose `thread: False` to play in this channel."
        )
    lacking = missing_permissions(interaction, thread=thread)
    if lacking is not None:
        raise TableError(lacking)


def can_open_thread(interaction: discord.Interaction) -> bool:
    """Whether the bot can open a thread for a game in this channel."""
    is_place = isinstance(interaction.channel, discord.TextChannel)
    return is_place and missing_permissions(interaction, thread=True) is None


def missing_permissions(interaction: discord.Interaction, *, thread: bool = False) -> str | None:
    """A sentence with the permissions that the bot lacks in this channel; None if it has all."""
    unneeded = set() if thread else _WITHOUT_THREAD
    if isinstance(interaction.channel, discord.Thread):
        unneeded = _IN_THREAD
    needed = discord.Permissions(PERMISSIONS.value)
    needed.update(**dict.fromkeys(unneeded, False))
    lacking = permission_titles(needed, interaction.app_permissions)
    if not lacking:
        return None
    return f"I need {lacking} in this channel. Please ask a moderator to allow it."


def permission_titles(needed: discord.Permissions, have: discord.Permissions) -> str:
    """The permissions among those needed that are missing, as Discord calls them; empty if none."""
    lacking = [name for name, is_needed in needed if is_needed and not getattr(have, name)]
    titles = [name.replace("_", " ").title().replace(" In ", " in ") for name in lacking]
    return " and ".join(titles)


def invite_link(application_id: int) -> str:
    """The address at which a server invites the bot with the permissions that it needs."""
    return discord.utils.oauth_url(
        application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )


def pressed_custom_id(interaction: discord.Interaction) -> str:
    return str(_component(interaction).get("custom_id", ""))


def picked_value(interaction: discord.Interaction) -> str | None:
    """The option picked in a select; None unless it is one, and the pressed message offers it."""
    values = _component(interaction).get("values") or []
    return values[0] if len(values) == 1 and values[0] in _offered(interaction) else None


def pressed_label(interaction: discord.Interaction) -> str | None:
    """What the pressed button says, as Discord has it; None unless the message has that button."""
    rows = interaction.message.components if interaction.message is not None else []
    return next(
        (
            item.label
            for row in rows
            if isinstance(row, discord.ActionRow)
            for item in row.children
            if isinstance(item, discord.Button) and item.custom_id == pressed_custom_id(interaction)
        ),
        None,
    )


def _offered(interaction: discord.Interaction) -> set[str]:
    """The values of the pressed select's options."""
    rows = interaction.message.components if interaction.message is not None else []
    return {
        option.value
        for row in rows
        if isinstance(row, discord.ActionRow)
        for item in row.children
        if isinstance(item, discord.SelectMenu) and item.custom_id == pressed_custom_id(interaction)
        for option in item.options
    }


def _component(interaction: discord.Interaction) -> dict[str, Any]:
    """The data of the pressed component; discord.py's type also covers other interactions."""
    return cast("dict[str, Any]", interaction.data)


@asynccontextmanager
async def report_errors(interaction: discord.Interaction) -> AsyncIterator[None]:
    """Catch every exception raised inside and send the member a sentence instead.

    What is logged inside has the interaction's ids, and how it ended is measured.
    """
    with measured(interaction) as click:
        try:
            yield
        except ScoutError as refusal:
            click.outcome = ClickOutcome.REFUSED
            await _try_to_tell(interaction, str(refusal))
        except Unanswered:
            click.outcome = ClickOutcome.UNREACHABLE
            _log.info("an interaction has no answer (Unanswered)")
        except Dropped as dropped:
            click.outcome = ClickOutcome.LATE
            _log.info("an interaction has no answer (%s)", type(dropped).__name__)
        except Exception as error:  # noqa: BLE001 - the last handler: told to the member, logged in full
            if isinstance(error, discord.HTTPException) and error.code in _EXPIRED:
                click.outcome = ClickOutcome.LATE
                _log.info("an interaction could not be answered in time (code %s)", error.code)
            else:
                click.outcome = ClickOutcome.FAILED
                await _report_internal_error(interaction)


async def report_command_error(
    interaction: discord.Interaction, error: app_commands.AppCommandError
) -> None:
    """Report an error from before the body of a command runs."""
    try:
        raise error
    except (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch):
        # Discord's list of commands is older than this program, or newer.
        await _try_to_tell(
            interaction, "This command has changed. Restart Discord, then use it again."
        )
    except app_commands.AppCommandError:
        await _report_internal_error(interaction)


def note_done(interaction: discord.Interaction, sentence: str) -> None:
    """What the interaction asked for is done: if its answer fails, the member is told this."""
    interaction.extras[_DONE] = sentence


async def _report_internal_error(interaction: discord.Interaction) -> None:
    reference = secrets.token_hex(3).upper()
    _log.exception("reference %s", reference)
    again = f"If it happens again, give the bot's host this reference: {reference}."
    trouble = "Something went wrong on my side, but your game is safe. Please try again."
    await _try_to_tell(interaction, f"{interaction.extras.get(_DONE, trouble)} {again}")


async def _try_to_tell(interaction: discord.Interaction, sentence: str) -> None:
    try:
        await tell(interaction, sentence)
    except (discord.HTTPException, aiohttp.ClientError, OSError, Dropped, Unanswered) as error:
        _log.info("a sentence could not be delivered: %s", type(error).__name__)
