"""The servers, channels, members and messages of the Discord, and which member sees which."""

import asyncio
import re
import time
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.loopback.server.broken import Broken
from tests.loopback.server.refusals import Json, unknown_channel, unknown_message

TEXT, DIRECT, THREAD = 0, 1, 11
EPHEMERAL = 1 << 6
_EPOCH = 1_420_070_400_000
"""The millisecond from which Discord counts its ids."""


@dataclass
class Member:
    """A member of a server; `permissions` is Discord's bit field."""

    id: int
    guild_id: int
    name: str
    permissions: int
    avatar: str | None = None


@dataclass
class Message:
    """A message of the bot. `shown` is what it consists of: content, embeds, components,
    attachments.

    `audience` is the only member who sees it, None if everybody does; they may have `dismissed` it.
    `tokens` are those of the interactions that can edit and delete it.
    """

    id: int
    channel_id: int
    shown: Json
    audience: int | None = None
    tokens: set[str] = field(default_factory=set)
    by_interaction: bool = False
    edits: int = 0
    changed_at: float = 0.0
    """The time of the last change, by time.time()."""
    dismissed: bool = False

    def is_seen_by(self, user_id: int | None) -> bool:
        """`None` stands for everybody."""
        return self.audience is None or (self.audience == user_id and not self.dismissed)


@dataclass
class Channel:
    """`allowed` are the bot's permissions in it; `nonces` has the message sent with each, and
    `joined` the members of a thread.

    A channel of direct messages has a `recipient` and no server, which is 0.
    """

    id: int
    guild_id: int
    name: str
    allowed: int
    parent_id: int | None = None
    archived: bool = False
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: dict[str, tuple[float, int]] = field(default_factory=dict)
    recipient: Member | None = None
    joined: set[int] = field(default_factory=set)

    @property
    def is_thread(self) -> bool:
        return self.parent_id is not None

    def message(self, message_id: int) -> Message:
        """Find it. Raises Refusal if there is none."""
        if message_id not in self.messages:
            raise unknown_message()
        return self.messages[message_id]


@dataclass
class Guild:
    """A server; `community` is its language if it is a Community server."""

    id: int
    name: str
    community: str | None = None
    channels: dict[int, Channel] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)


_PRIVATE_CHANGES = 200_000


class World:
    """All that this Discord knows. `changes` counts what happened to messages and answers.

    `application` is what the application's portal says differently, and `clock_ahead` by how
    many seconds Discord's clock is ahead of this machine's. `broken` is what it does otherwise than
    the bot believes, and `notified` which members each message called.
    """

    def __init__(self) -> None:
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[str, Json] = {}
        self.offers_commands = asyncio.Event()
        self.emojis: dict[int, Json] = {}
        self.application: Json = {}
        self.clock_ahead = 0.0
        self.broken: set[Broken] = set()
        self.notified: list[tuple[int, int]] = []
        self.changes = 0
        self.private_changes: deque[Json] = deque(maxlen=_PRIVATE_CHANGES)
        """The changes that members saw in private messages, one after the other."""
        self._changed = asyncio.Event()
        self._last_id = 0

    def new_id(self) -> int:
        """Make a snowflake: it contains its time, and each is greater than the one before."""
        now = (int(time.time() * 1000) - _EPOCH) << 22
        self._last_id = max(now, self._last_id + 1)
        return self._last_id

    def add_guild(
        self, name: str, shard: tuple[int, int] | None = None, community: str | None = None
    ) -> Guild:
        """Add a server; `shard` is the id and the count of the shard that it is in."""
        guild_id = self.new_id()
        while shard is not None and (guild_id >> 22) % shard[1] != shard[0]:
            # A millisecond later.
            guild_id += 1 << 22
        self._last_id = guild_id
        guild = Guild(guild_id, name, community)
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str, allowed: int) -> Channel:
        channel = Channel(self.new_id(), guild.id, name, allowed)
        guild.channels[channel.id] = self.channels[channel.id] = channel
        return channel

    def add_thread(self, parent: Channel, thread_id: int, name: str) -> Channel:
        thread = Channel(thread_id, parent.guild_id, name, parent.allowed, parent.id)
        self.guilds[parent.guild_id].channels[thread_id] = self.channels[thread_id] = thread
        return thread

    def add_direct(self, member: Member, allowed: int) -> Channel:
        channel = Channel(self.new_id(), 0, "", allowed, recipient=member)
        self.channels[channel.id] = channel
        return channel

    def add_member(self, guild: Guild, name: str, permissions: int, avatar: str | None) -> Member:
        member = Member(self.new_id(), guild.id, name, permissions, avatar)
        guild.members[member.id] = member
        return member

    def channel(self, channel_id: int) -> Channel:
        """Find it. Raises Refusal if there is none."""
        if channel_id not in self.channels:
            raise unknown_channel()
        return self.channels[channel_id]

    def remove_channel(self, channel: Channel) -> None:
        for gone in [channel, *self.threads_of(channel)]:
            self.channels.pop(gone.id, None)
            self.guilds[gone.guild_id].channels.pop(gone.id, None)

    def threads_of(self, channel: Channel) -> list[Channel]:
        return [one for one in self.channels.values() if one.parent_id == channel.id]

    def call(self, message: Message, fields: Json) -> None:
        """Notify the members whom the content names and `allowed_mentions` allows."""
        allowed = (fields.get("allowed_mentions") or {}).get("users") or []
        named = set(re.findall(r"<@(\d+)>", fields.get("content") or ""))
        called = sorted(int(user) for user in named & {str(one) for one in allowed})
        self.notified += [(message.id, user) for user in called]
        if Broken.MENTION_ADDS not in self.broken:
            self.channel(message.channel_id).joined.update(called)

    def note_change(self) -> None:
        """Wake the tasks that wait for a change."""
        self.changes += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait_for_change(self, since: int, seconds: float) -> int:
        """Wait until `changes` is above `since`, or the time is over; returns `changes`."""
        try:
            async with asyncio.timeout(seconds):
                while self.changes <= since:
                    await self._changed.wait()
        except TimeoutError:
            pass
        return self.changes


def created_at(snowflake: int) -> datetime:
    """The time at which an id was made."""
    return datetime.fromtimestamp(((snowflake >> 22) + _EPOCH) / 1000, UTC)


def number(value: Any) -> int:
    """Read an id of a path or a body. Raises Refusal if it is none."""
    if not str(value).isdigit():
        raise unknown_message()
    return int(value)
