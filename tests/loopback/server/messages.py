"""Sends and edits messages, and refuses in them what Discord refuses."""

import time
import unicodedata
from typing import Any

from tests.loopback.server.bodies import Body
from tests.loopback.server.broken import Broken
from tests.loopback.server.refusals import Json, invalid_form
from tests.loopback.server.world import Channel, Message, World
from tests.support.discord.limits import message_violations

_TEXTS = ("content", "embeds")
_SHOWN = ("content", "embeds", "components", "sticker_ids", "poll")
_CDN = "https://cdn.discordapp.com/attachments"


class Messages:
    """Sends and edits the messages of the world: every change of one goes through here."""

    def __init__(self, world: World) -> None:
        self._world = world

    def send(
        self, channel: Channel, body: Body, audience: int | None = None, token: str | None = None
    ) -> Message:
        """Send a message, by the interaction of a `token` or by the bot itself.

        Raises Refusal.
        """
        message = Message(
            self._world.new_id(),
            channel.id,
            {},
            audience,
            tokens=set() if token is None else {token},
            by_interaction=token is not None,
        )
        self._write(message, body)
        channel.messages[message.id] = message
        self._world.call(message, body.fields)
        return message

    def edit(self, message: Message, body: Body) -> None:
        """Change what the body names, and nothing else. Raises Refusal."""
        self._write(message, body)
        message.edits += 1
        if Broken.SILENT_EDIT in self._world.broken:
            self._world.call(message, body.fields)

    def delete(self, message: Message) -> None:
        self._world.channel(message.channel_id).messages.pop(message.id, None)
        self._world.note_change()

    def _write(self, message: Message, body: Body) -> None:
        shown = dict(message.shown)
        fields = body.fields
        sent = {name: fields[name] or _empty(name) for name in _SHOWN if name in fields}
        shown.update(sent | self._kept_texts(sent))
        shown["attachments"] = self._attachments(message, body)
        problems = [*message_violations(shown), *self._emojis(sent)]
        if problems:
            raise invalid_form(problems)
        is_new = not message.shown
        message.shown = shown
        message.changed_at = time.time()
        if message.audience is not None:
            self._world.private_changes.append(_change(message, is_new=is_new))
        self._world.note_change()

    def _kept_texts(self, sent: Json) -> Json:
        texts = trimmed_texts(sent)
        return _normalised(texts) if Broken.SAME_TEXTS in self._world.broken else texts

    def _emojis(self, sent: Json) -> list[str]:
        """List the emojis on buttons and options that the application does not have."""
        items = [item for row in sent.get("components", []) for item in row["components"]]
        labelled = [one for item in items for one in [item, *item.get("options", [])]]
        used = {str(one["emoji"]["id"]) for one in labelled if (one.get("emoji") or {}).get("id")}
        known = {str(emoji) for emoji in self._world.emojis}
        if Broken.OWN_EMOJI in self._world.broken:
            known = set()
        words = "no" if Broken.REFUSED_EMOJI in self._world.broken else "Invalid emoji"
        return [words for _ in used - known]

    def _attachments(self, message: Message, body: Body) -> list[Json]:
        """The attachments that stay, by id, and the new files, by the numbers they came with."""
        present = {one["id"]: one for one in message.shown.get("attachments", [])}
        listed = body.fields.get("attachments")
        if listed is None:
            listed = [*present.values(), *({"id": number} for number in body.files)]
        attachments, problems = [], []
        for one in listed:
            if str(one["id"]) in present:
                attachments.append(present[str(one["id"])])
            elif int(one["id"]) in body.files:
                attachments.append(self._upload(message, one, *body.files[int(one["id"])]))
            else:
                problems.append(f"no file and no attachment has the id {one['id']}")
        if problems:
            raise invalid_form(problems)
        return attachments

    def _upload(self, message: Message, listed: Json, name: str, content: bytes) -> Json:
        new_id = self._world.new_id()
        name = listed.get("filename") or name
        address = f"{_CDN}/{message.channel_id}/{new_id}/{name}"
        return {
            "id": str(new_id),
            "filename": name,
            "description": listed.get("description"),
            "size": len(content),
            "url": address,
            "proxy_url": address,
            "content_type": "image/png",
            "width": 100,
            "height": 100,
        }


def _change(message: Message, *, is_new: bool) -> Json:
    """Note when a private message was sent or changed, and what can be pressed in it since then."""
    items = [item for row in message.shown.get("components", []) for item in row["components"]]
    return {
        "at": time.monotonic(),
        "member": str(message.audience),
        "is_new": is_new,
        "custom_ids": [item["custom_id"] for item in items],
    }


def trimmed_texts(fields: Json) -> Json:
    """The texts of a message as Discord keeps them, without spaces around any."""
    return {name: _trimmed(fields[name]) for name in _TEXTS if name in fields}


def _normalised(value: Any) -> Any:
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, list):
        return [_normalised(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _normalised(inner) for name, inner in value.items()}
    return value


def _trimmed(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return [_trimmed(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _trimmed(inner) for name, inner in value.items()}
    return value


def _empty(name: str) -> Any:
    return "" if name == "content" else []
