"""The permissions that the bot needs, and sentences about those that it lacks."""

import discord

from bot.tables.core.errors import TableError
from bot.text.language import Language, Sentence, pgettext_noop
from bot.ui.kit.sending import Answerable

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
)
"""The permissions that the bot may need in a channel; its invitation asks for them."""
# Translators: Exactly as Discord's app in your language calls it in the settings of a role.
_TITLES = {
    "read_messages": pgettext_noop("Discord permission", "View Channels"),
    "send_messages": pgettext_noop("Discord permission", "Send Messages"),
    "send_messages_in_threads": pgettext_noop("Discord permission", "Send Messages in Threads"),
    "create_public_threads": pgettext_noop("Discord permission", "Create Public Threads"),
    "embed_links": pgettext_noop("Discord permission", "Embed Links"),
    "attach_files": pgettext_noop("Discord permission", "Attach Files"),
}
"""What the settings of a role at Discord call them, by discord.py's names."""
_IN_THREAD = discord.Permissions(send_messages=True, create_public_threads=True)
_WITHOUT_THREAD = discord.Permissions(send_messages_in_threads=True, create_public_threads=True)
"""Those of them that are not needed in a thread, and in a channel without one."""


def require_permissions(press: Answerable, *, thread: bool = False) -> None:
    """Raise TableError if the bot cannot open a table here, or one with a `thread`."""
    if thread and not isinstance(press.interaction.channel, discord.TextChannel):
        raise TableError("I cannot open a thread here. Play in this channel: choose no thread.")
    lacking = missing_permissions(press, thread=thread)
    if lacking is not None:
        raise TableError(lacking)


def can_open_thread(press: Answerable) -> bool:
    """Whether the bot can open a thread for a game in this channel."""
    is_place = isinstance(press.interaction.channel, discord.TextChannel)
    return is_place and missing_permissions(press, thread=True) is None


def missing_permissions(press: Answerable, *, thread: bool = False) -> Sentence | None:
    """A sentence with the permissions that the bot lacks in this channel; None if it has all."""
    needed = PERMISSIONS if thread else PERMISSIONS & ~_WITHOUT_THREAD
    if isinstance(press.interaction.channel, discord.Thread):
        needed = PERMISSIONS & ~_IN_THREAD
    lacking = bold_permissions(press.language, needed, press.interaction.app_permissions)
    if not lacking:
        return None
    # Translators: {permissions} as Discord calls them: "**Send Messages** and **Embed Links**".
    return Sentence(
        "I need the permission {permissions} in this channel. Please ask a moderator to allow it.",
        "I need the permissions {permissions} in this channel. Please ask a moderator to allow "
        "them.",
        number=len(lacking),
        permissions=lacking,
    )


def permission_titles(
    language: Language, needed: discord.Permissions, have: discord.Permissions
) -> tuple[str, ...]:
    """The permissions among those needed that are missing, as Discord calls them."""
    return tuple(
        language.pgettext("Discord permission", _TITLES[name])
        for name, is_missing in needed & ~have
        if is_missing
    )


def bold_permissions(
    language: Language, needed: discord.Permissions, have: discord.Permissions
) -> tuple[str, ...]:
    """The missing permissions in bold, so that a sentence shows where each name begins and ends."""
    return tuple(f"**{title}**" for title in permission_titles(language, needed, have))


def can_write(press: Answerable) -> bool:
    """Whether the member can send messages in this channel: others use buttons in it too."""
    rights = press.interaction.permissions
    is_thread = isinstance(press.interaction.channel, discord.Thread)
    return rights.send_messages_in_threads if is_thread else rights.send_messages


def invite_link(application_id: int) -> str:
    """The address at which a server invites the bot with the permissions that it needs."""
    return discord.utils.oauth_url(
        application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
