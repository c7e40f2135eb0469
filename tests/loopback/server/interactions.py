"""Keeps the interactions: what members do, and the tokens by which the bot answers."""

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from tests.loopback.server import payloads
from tests.loopback.server.bodies import LARGEST_UPLOAD
from tests.loopback.server.broken import Broken
from tests.loopback.server.refusals import (
    Json,
    already_acknowledged,
    expired_token,
    missing_access,
    unknown_interaction,
    unknown_webhook,
)
from tests.loopback.server.world import Channel, Member, Message, World

COMMAND, COMPONENT = 2, 3
ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0


@dataclass
class Interaction:
    """`sent_at` and `answered_at` are by time.monotonic(); `callback` is the kind of the answer.

    `answer` is the message that the answer sent or changed, and `followups` those after it.
    """

    id: int
    kind: int
    member: Member
    channel: Channel
    data: Json
    pressed: Message | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(120))
    sent_at: float = field(default_factory=time.monotonic)
    aged: float = 0.0
    """The token is so many seconds older than the interaction itself."""
    answered_at: float | None = None
    callback: int | None = None
    answer: int | None = None
    followups: list[int] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def acknowledge(self, callback: int, answer: int | None) -> None:
        self.answered_at, self.callback, self.answer = time.monotonic(), callback, answer
        self.answered.set()

    def result(self) -> Json:
        """What the member, and a measurement, learns of the interaction."""
        latency = None if self.answered_at is None else self.answered_at - self.sent_at
        return {
            "interaction": str(self.id),
            "sent_at": self.sent_at,
            "seconds": latency,
            "callback": self.callback,
            "message": None if self.answer is None else str(self.answer),
            "followups": [str(followup) for followup in self.followups],
        }


class Interactions:
    """All interactions by their tokens.

    `answer_seconds` is the time for an answer, which a test makes longer if it is not about that.
    """

    def __init__(self, world: World) -> None:
        self.answer_seconds = ANSWER_SECONDS
        self._world = world
        self._by_token: dict[str, Interaction] = {}
        self._by_id: dict[int, Interaction] = {}

    def begin(
        self, kind: int, member: Member, channel: Channel, data: Json, pressed: Message | None
    ) -> Interaction:
        made = Interaction(self._world.new_id(), kind, member, channel, data, pressed)
        self._by_token[made.token] = self._by_id[made.id] = made
        return made

    def find(self, interaction_id: int) -> Interaction:
        return self._by_id[interaction_id]

    def age_tokens(self, seconds: float) -> None:
        """Make all tokens older by so many seconds."""
        for interaction in self._by_token.values():
            interaction.aged += seconds

    def to_answer(self, interaction_id: int, token: str) -> Interaction:
        """Find the interaction, if it can be answered now. Raises Refusal."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise unknown_interaction()
        if interaction.callback is not None:
            again = Broken.SECOND_ANSWER in self._world.broken
            raise missing_access() if again else already_acknowledged()
        if time.monotonic() - interaction.sent_at + interaction.aged > self.answer_seconds:
            late = Broken.LATE_ANSWER in self._world.broken
            raise unknown_webhook() if late else unknown_interaction()
        return interaction

    def of_token(self, token: str) -> Interaction:
        """Find the interaction, if its token can be used after the answer. Raises Refusal."""
        interaction = self._by_token.get(token)
        if interaction is None:
            raise unknown_webhook()
        age = time.monotonic() - interaction.sent_at + interaction.aged
        if age > TOKEN_SECONDS and Broken.EXPIRED_TOKEN not in self._world.broken:
            raise expired_token()
        if interaction.callback is None:
            raise unknown_webhook()
        return interaction


def payload(of: Interaction) -> Json:
    """The interaction as INTERACTION_CREATE has it."""
    sent: Json = {
        "id": str(of.id),
        "application_id": payloads.APPLICATION,
        "type": of.kind,
        "token": of.token,
        "version": 1,
        "data": of.data,
        "channel_id": str(of.channel.id),
        "channel": payloads.channel(of.channel),
        "app_permissions": str(of.channel.allowed),
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": LARGEST_UPLOAD,
        **_place(of),
    }
    if of.pressed is not None:
        sent["message"] = payloads.message(of.pressed)
    return sent


def _place(of: Interaction) -> Json:
    """The place of the interaction: a server, or direct messages with the bot."""
    if of.channel.recipient is not None:
        user = payloads.user(of.member)
        return {"user": user, "authorizing_integration_owners": {"0": "0"}, "context": 1}
    guild_id = str(of.channel.guild_id)
    return {
        "guild_id": guild_id,
        "guild": {"id": guild_id, "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "member": payloads.member(of.member),
        "authorizing_integration_owners": {"0": guild_id},
        "context": 0,
    }


def command_data(commands: dict[str, Json], words: str, options: dict[str, Any]) -> Json:
    """The data of a slash command such as `scout new`; LookupError if it is not registered.

    The values of `options` are sent as they are, also those that Discord would not offer.
    """
    name, *rest = words.split()
    described = commands[name]
    sent: Json = {"id": described["id"], "name": name, "type": 1, "options": []}
    level = sent
    for word in rest:
        described = next(one for one in described["options"] if one["name"] == word)
        level["options"] = [{"name": word, "type": described["type"], "options": []}]
        level = level["options"][0]
    kinds = {one["name"]: one["type"] for one in described.get("options", [])}
    level["options"] = [
        {"name": option, "type": kinds[option], "value": value} for option, value in options.items()
    ]
    return sent
