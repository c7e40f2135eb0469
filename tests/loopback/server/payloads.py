"""Makes payloads for the bot: users, members, channels, servers and messages, as Discord does."""

from datetime import UTC, datetime

from tests.loopback.server.refusals import Json
from tests.loopback.server.world import (
    DIRECT,
    EPHEMERAL,
    TEXT,
    THREAD,
    Channel,
    Guild,
    Member,
    Message,
    created_at,
)

BOT, APPLICATION = "4711", "4712"
BOT_USER: Json = {
    "id": BOT,
    "username": "Scout",
    "discriminator": "0",
    "avatar": None,
    "bot": True,
    "flags": 0,
}
APPLICATION_INFO: Json = {
    "id": APPLICATION,
    "name": "Scout",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": BOT_USER,
    "verify_key": "",
    "flags": 0,
}
_JOINED = "2026-01-01T00:00:00.000000+00:00"


def user(member: Member) -> Json:
    return {
        "id": str(member.id),
        "username": f"user{member.id}",
        "global_name": member.name,
        "discriminator": "0",
        "avatar": member.avatar,
        "public_flags": 0,
    }


def member(of: Member) -> Json:
    return {
        "user": user(of),
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": _JOINED,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "permissions": str(of.permissions),
    }


def channel(of: Channel) -> Json:
    if of.recipient is not None:
        return {"id": str(of.id), "type": DIRECT, "flags": 0, "recipients": [user(of.recipient)]}
    payload: Json = {
        "id": str(of.id),
        "guild_id": str(of.guild_id),
        "name": of.name,
        "type": THREAD if of.is_thread else TEXT,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "flags": 0,
        "permissions": str(of.allowed),
    }
    if not of.is_thread:
        return payload | {
            "position": 0,
            "topic": None,
            "nsfw": False,
            "parent_id": None,
            "permission_overwrites": [_overwrite(of)],
        }
    return payload | {
        "parent_id": str(of.parent_id),
        "owner_id": BOT,
        "message_count": len(of.messages),
        "total_message_sent": len(of.messages),
        "member_count": 1,
        "thread_metadata": {
            "archived": of.archived,
            "auto_archive_duration": 10080,
            "archive_timestamp": _JOINED,
            "locked": False,
            "create_timestamp": _JOINED,
        },
    }


def _overwrite(of: Channel) -> Json:
    """The bot's permissions here, as the channel writes them."""
    every = (1 << 52) - 1
    return {"id": BOT, "type": 1, "allow": str(of.allowed), "deny": str(every & ~of.allowed)}


def guild(of: Guild) -> Json:
    """The server as GUILD_CREATE has it, with the bot among its members."""
    bot = {"user": BOT_USER, "roles": [], "joined_at": _JOINED, "deaf": False, "mute": False}
    everyone = {
        "id": str(of.id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": "0",
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(of.id),
        "name": of.name,
        "icon": None,
        "owner_id": str(next(iter(of.members), of.id)),
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": of.community or "en-US",
        "features": ["COMMUNITY"] if of.community else [],
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "joined_at": _JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(of.members) + 1,
        "members": [{**bot, "flags": 0}],
        "voice_states": [],
        "channels": [channel(one) for one in of.channels.values() if not one.is_thread],
        "threads": [
            channel(one) for one in of.channels.values() if one.is_thread and not one.archived
        ],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def message(of: Message) -> Json:
    """What is shown, with the ids and times that Discord adds."""
    edited = datetime.fromtimestamp(of.changed_at, UTC).isoformat() if of.edits else None
    payload: Json = {
        "id": str(of.id),
        "channel_id": str(of.channel_id),
        "author": BOT_USER,
        "type": 0,
        "timestamp": created_at(of.id).isoformat(),
        "edited_timestamp": edited,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "pinned": False,
        "flags": EPHEMERAL if of.audience is not None else 0,
        "content": "",
        "embeds": [],
        "attachments": [],
        "components": [],
        **of.shown,
    }
    if of.by_interaction:
        payload |= {"webhook_id": APPLICATION, "application_id": APPLICATION}
    return payload
