"""Answering members: who they are, short private sentences, and what to say when things fail."""

import logging
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, cast

import aiohttp
import discord
from discord import app_commands

from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.ui.kit.message import Message
from engine.errors import ScoutError

_log = logging.getLogger(__name__)
# An edit on its way when the token dies would be lost.
_TOKEN_MARGIN = timedelta(seconds=30)
_GONE = {10062, 10015, 40060, 50027}
"""Discord's codes for an interaction that can no longer be answered."""

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
)
"""What the bot may need in a channel, and all that its invitation asks for."""
_IN_THREAD = {"send_messages", "create_public_threads"}
_WITHOUT_THREAD = {"send_messages_in_threads", "create_public_threads"}


def actor_of(interaction: discord.Interaction) -> Actor:
    return Actor(
        user_id=interaction.user.id,
        name=interaction.user.display_name,
        manages=interaction.permissions.manage_messages,
        token=interaction.token,
        until=interaction.expires_at - _TOKEN_MARGIN,
    )


def location_of(interaction: discord.Interaction) -> tuple[int, int]:
    """The server's and the channel's id; TableError outside of a server."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise TableError("SCOUT is played in a server's channels. Try it there.")
    return interaction.guild_id, interaction.channel_id


def require_permissions(interaction: discord.Interaction, *, thread: bool = False) -> None:
    """TableError that says what is in the way of a table here, or of one with its own `thread`."""
    if thread and not isinstance(interaction.channel, discord.TextChannel):
        raise TableError("No thread can be opened here. Choose `thread: False` to play here.")
    lacking = missing_permissions(interaction, thread=thread)
    if lacking is not None:
        raise TableError(lacking)


def can_open_thread(interaction: discord.Interaction) -> bool:
    """Whether a game can have a thread of its own in this channel."""
    is_place = isinstance(interaction.channel, discord.TextChannel)
    return is_place and missing_permissions(interaction, thread=True) is None


def missing_permissions(interaction: discord.Interaction, *, thread: bool = False) -> str | None:
    """A sentence that names what the bot lacks in this channel; None if it lacks nothing."""
    unneeded = set() if thread else _WITHOUT_THREAD
    if isinstance(interaction.channel, discord.Thread):
        unneeded = _IN_THREAD
    have = dict(interaction.app_permissions)
    needed = [name for name, asked_for in NEEDED if asked_for and name not in unneeded]
    lacking = [name for name in needed if not have[name]]
    if not lacking:
        return None
    return f"I need {_titles(lacking)} here. Please ask a moderator to allow it."


def _titles(permissions: Iterable[str]) -> str:
    titles = [name.replace("_", " ").title().replace(" In ", " in ") for name in permissions]
    return " and ".join(titles)


async def answer_privately(
    interaction: discord.Interaction, message: Message, note: str | None = None
) -> int | None:
    """In place if the click came from a private sent, else anew; gives the message's id."""
    clicked = interaction.message
    if clicked is not None and clicked.flags.ephemeral:
        editing = await message.edit_arguments(note, clicked.attachments)
        await interaction.response.edit_message(**editing)
        return clicked.id
    answer = await interaction.response.send_message(
        **await message.send_arguments(note), ephemeral=True
    )
    return answer.message_id


def pressed_custom_id(interaction: discord.Interaction) -> str:
    return str(_component(interaction).get("custom_id", ""))


def pressed_values(interaction: discord.Interaction) -> list[str]:
    """What was picked in a select; [] of a button."""
    return list(_component(interaction).get("values", []))


def _component(interaction: discord.Interaction) -> dict[str, Any]:
    """What Discord says of the pressed component; its type knows no component apart."""
    return cast("dict[str, Any]", interaction.data)


async def tell(interaction: discord.Interaction, sentence: str) -> None:
    """Say something that only this member sees."""
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await interaction.response.send_message(sentence, ephemeral=True)


@asynccontextmanager
async def explained(interaction: discord.Interaction) -> AsyncIterator[None]:
    """Whatever is raised inside ends as a sentence for the member, and nowhere else."""
    try:
        yield
    except ScoutError as refusal:
        await _tell_safely(interaction, str(refusal))
    except discord.HTTPException as error:
        if error.code in _GONE:
            _log.info("a click could not be answered in time (code %s)", error.code)
        else:
            await _own_up(interaction)
    except Exception:  # noqa: BLE001 - the last resort: told to the member, logged in full
        await _own_up(interaction)


async def explain_command_error(
    interaction: discord.Interaction, error: app_commands.AppCommandError
) -> None:
    """For what fails before a command's own body runs."""
    try:
        raise error
    except app_commands.AppCommandError:
        await _own_up(interaction)


async def _own_up(interaction: discord.Interaction) -> None:
    reference = secrets.token_hex(3).upper()
    _log.exception("reference %s", reference)
    await _tell_safely(
        interaction,
        f"Something went wrong on my side; what you played before is safe. Please try again. "
        f"If it stays, tell the bot's host the reference {reference}.",
    )


async def _tell_safely(interaction: discord.Interaction, sentence: str) -> None:
    try:
        await tell(interaction, sentence)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        _log.info("a sentence could not be delivered: %s", type(error).__name__)
