"""Checks the bot's permissions."""

from typing import Any

import discord

from tests.loopback.server.refusals import missing_access, missing_permissions
from tests.loopback.server.world import Channel


def require(channel: Channel, *names: str) -> None:
    """Raise Refusal unless the bot sees the channel and has these permissions in it."""
    have = discord.Permissions(channel.allowed)
    if not have.view_channel:
        raise missing_access()
    if not all(getattr(have, name) for name in names):
        raise missing_permissions()


def require_to_send(channel: Channel, payload: dict[str, Any], *, has_files: bool) -> None:
    """Require the permissions for sending this message."""
    require(channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
    if payload.get("message_reference"):
        require(channel, "read_message_history")
    if payload.get("embeds"):
        require(channel, "embed_links")
    if has_files:
        require(channel, "attach_files")
