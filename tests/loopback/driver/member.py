"""A member at the loopback Discord: sees messages, sends commands, and presses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from discord import Permissions

from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess

_SUCCESS = 3
"""The style of a green button."""
EVERYBODY = Permissions(view_channel=True, send_messages=True)


class Control(NamedTuple):
    """Something to press: a button, or with a `value` one option of a select."""

    label: str
    custom_id: str
    value: str | None = None
    is_green: bool = False


class Message(NamedTuple):
    """A message as a member sees it."""

    id: str
    channel: str
    payload: dict[str, Any]

    @property
    def is_private(self) -> bool:
        return bool(self.payload["flags"] & 64)

    @property
    def is_answer(self) -> bool:
        """Whether it was sent as the answer to an interaction."""
        return "webhook_id" in self.payload

    @property
    def controls(self) -> list[Control]:
        found: list[Control] = []
        for row in self.payload["components"]:
            for item in row["components"]:
                if "options" in item:
                    found += [
                        Control(option["label"], item["custom_id"], option["value"])
                        for option in item["options"]
                    ]
                else:
                    green = item["style"] == _SUCCESS
                    found.append(Control(item["label"], item["custom_id"], is_green=green))
        return found

    @property
    def labels(self) -> list[str]:
        return [control.label for control in self.controls]

    @property
    def words(self) -> str:
        """All that can be read in it: content, embeds, alt texts and labels."""
        parts = [self.payload["content"]]
        for embed in self.payload["embeds"]:
            parts += [embed.get("title"), embed.get("description")]
            parts += [embed.get("footer", {}).get("text")]
            parts += [text for field in embed.get("fields", []) for text in field.values()]
        parts += [attachment["description"] for attachment in self.payload["attachments"]]
        return "\n".join(str(part) for part in [*parts, *self.labels] if part)


class Answer(NamedTuple):
    """The result of an interaction: the message that answered it, and after how many seconds.

    `seconds` is None if nothing came within Discord's time, which is counted at Discord, from the
    event to the arrival of the answer. `sent_at` is by Discord's monotonic clock.
    """

    message: Message | None
    seconds: float | None
    sent_at: float


@dataclass
class Member:
    """A member of a server of the loopback Discord; `channel` is where they are."""

    discord: DiscordProcess
    id: str
    name: str
    guild: str
    channel: str

    async def sees(self) -> list[Message]:
        """The messages of the channel and its threads that this member sees, oldest first."""
        payloads = await self.discord.call("messages", channel=self.channel, viewer=self.id)
        return [_message(payload) for payload in payloads]

    async def private(self) -> list[Message]:
        """The messages that only this member sees, oldest first."""
        return [message for message in await self.sees() if message.is_private]

    async def slash(self, command: str, **options: Any) -> Answer:
        """Send `/scout <command>`."""
        return await act(self.discord, self.command(command, **options))

    async def press(self, label: str, on: Message | None = None) -> Answer:
        """Press a button, by default on the newest message that has it."""
        message = on or await self._newest_with(label)
        control = next(one for one in message.controls if one.label == label)
        return await self.use(message, control)

    async def use(self, message: Message, control: Control) -> Answer:
        """Press exactly this control."""
        return await act(self.discord, self.use_of(message, control))

    async def wait_for(self, label: str, seconds: float = PATIENCE) -> Message:
        """Wait for a message with that button; returns the newest, or raises LookupError."""
        changes = -1
        while True:
            try:
                return await self._newest_with(label)
            except LookupError:
                newest = await self.discord.wait_for_change(changes, seconds)
                if newest == changes:
                    raise
                changes = newest

    def command(self, command: str, **options: Any) -> dict[str, Any]:
        """Describe a slash command, for `act_together`."""
        return {
            "channel": self.channel,
            "member": self.id,
            "command": f"scout {command}",
            "options": options,
        }

    def use_of(
        self, message: Message, control: Control, *, crafted: bool = False
    ) -> dict[str, Any]:
        """Describe a press, for `act_together`; a crafted one need not be offered to the member."""
        return {
            "channel": message.channel,
            "member": self.id,
            "message": message.id,
            "custom_id": control.custom_id,
            "values": None if control.value is None else [control.value],
            "crafted": crafted,
        }

    async def _newest_with(self, label: str) -> Message:
        messages = [message for message in await self.sees() if label in message.labels]
        if not messages:
            raise LookupError(f"{self.name} sees no {label!r}")
        return messages[-1]


async def add_member(
    discord: DiscordProcess,
    guild: str,
    channel: str,
    name: str,
    permissions: Permissions = EVERYBODY,
) -> Member:
    """Add a member to the server."""
    payload = await discord.call(
        "add_member", guild=guild, name=name, permissions=permissions.value, avatar=None
    )
    return Member(discord, payload["id"], name, guild, channel)


async def act(discord: DiscordProcess, interaction: dict[str, Any]) -> Answer:
    """Do what `Member.command` or `Member.use_of` describe, or a press of the same form."""
    return _answer(await discord.call("act", **interaction))


async def act_together(
    discord: DiscordProcess, interactions: Sequence[dict[str, Any]]
) -> list[Answer]:
    """Do all of these at one instant; returns the answers in the same order."""
    payloads = await discord.call("act_together", all=list(interactions))
    return [_answer(one) for one in payloads]


def _answer(payload: dict[str, Any]) -> Answer:
    shown = None if payload["shown"] is None else _message(payload["shown"])
    return Answer(shown, payload["seconds"], payload["sent_at"])


def _message(payload: dict[str, Any]) -> Message:
    return Message(payload["id"], payload["channel_id"], payload)
