"""The routes of channels, of the messages that the bot sends itself, and of threads."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from tests.loopback.server import payloads
from tests.loopback.server.broken import Broken
from tests.loopback.server.checks import current_body, current_entry, json_reply
from tests.loopback.server.messages import Messages, trimmed_texts
from tests.loopback.server.permissions import require, require_to_send
from tests.loopback.server.refusals import (
    Refusal,
    another_thread,
    archived_thread,
    invalid_form,
    thread_exists,
    unknown_member,
    unknown_message,
)
from tests.loopback.server.world import Channel, Message, World, number

Dispatch = Callable[[str, Any], Awaitable[None]]
NONCE_SECONDS = 5 * 60.0
"""A nonce is known for so many seconds."""
_LONGEST_NONCE, _LONGEST_NAME = 25, 100


class ChannelRoutes:
    def __init__(self, world: World, messages: Messages, dispatch: Dispatch) -> None:
        self._world = world
        self._messages = messages
        self._dispatch = dispatch

    def routes(self) -> list[web.RouteDef]:
        channel = "/channels/{channel_id}"
        message = channel + "/messages/{message_id}"
        return [
            web.get(channel, self._read_channel, allow_head=False),
            web.patch(channel, self._edit_channel),
            web.delete(channel, self._delete_channel),
            web.get(channel + "/thread-members/{user_id}", self._thread_member, allow_head=False),
            web.post(channel + "/messages", self._send),
            web.patch(message, self._edit),
            web.delete(message, self._delete),
            web.post(message + "/threads", self._open_thread),
        ]

    def _channel(self, request: web.Request) -> Channel:
        channel = self._world.channel(number(request.match_info["channel_id"]))
        require(channel)
        current_entry().channel_id = channel.id
        return channel

    def _message(self, request: web.Request) -> Message:
        """Find a public message: a message of one member is reached by its token's route only."""
        message = self._channel(request).message(number(request.match_info["message_id"]))
        if message.audience is not None:
            raise unknown_message()
        return message

    async def _read_channel(self, request: web.Request) -> web.Response:
        return json_reply(payloads.channel(self._channel(request)))

    async def _edit_channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        if not channel.is_thread:
            raise invalid_form(["only threads are edited here"])
        if Broken.OWN_THREAD in self._world.broken:
            require(channel, "manage_threads")
        channel.archived = bool(current_body().fields.get("archived", channel.archived))
        await self._dispatch("THREAD_UPDATE", payloads.channel(channel))
        return json_reply(payloads.channel(channel))

    async def _delete_channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        require(channel, "manage_threads" if channel.is_thread else "manage_channels")
        payload = payloads.channel(channel)
        self._world.remove_channel(channel)
        await self._dispatch("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", payload)
        return json_reply(payload)

    async def _thread_member(self, request: web.Request) -> web.Response:
        channel, user = self._channel(request), number(request.match_info["user_id"])
        if user not in channel.joined:
            raise unknown_member()
        joined = {"id": str(channel.id), "user_id": str(user), "flags": 0}
        return json_reply({**joined, "join_timestamp": "2026-01-01T00:00:00+00:00"})

    async def _send(self, request: web.Request) -> web.Response:
        channel, body = self._channel(request), current_body()
        require_to_send(channel, body.fields, has_files=bool(body.files))
        nonce = body.fields.get("nonce")
        if nonce is not None and len(str(nonce)) > _LONGEST_NONCE:
            raise invalid_form([f"nonce {nonce!r}"])
        ignored = Broken.NONCE_WITH_FILE if body.files else Broken.NONCE
        is_heeded = _enforced(body.fields) and ignored not in self._world.broken
        message = self._sent_before(channel, str(nonce)) if is_heeded else None
        if message is None:
            message = self._messages.send(channel, body)
            if {**body.fields, **trimmed_texts(body.fields)} != body.fields:
                current_entry().problems.append("spaces around a text, which are not kept")
            channel.nonces[str(nonce)] = (time.monotonic(), message.id)
            channel.archived &= Broken.THREAD_COMES_BACK in self._world.broken
        return json_reply({**payloads.message(message), "nonce": nonce})

    def _sent_before(self, channel: Channel, nonce: str) -> Message | None:
        """The message that was lately sent with this nonce."""
        at, message_id = channel.nonces.get(nonce, (0.0, 0))
        if message_id == 0 or time.monotonic() - at > NONCE_SECONDS:
            return None
        return channel.messages.get(message_id)

    async def _edit(self, request: web.Request) -> web.Response:
        message = self._own_message(request)
        is_archived = self._world.channel(message.channel_id).archived
        if is_archived and Broken.ARCHIVED_THREAD not in self._world.broken:
            raise archived_thread()
        self._messages.edit(message, current_body())
        return json_reply(payloads.message(message))

    async def _delete(self, request: web.Request) -> web.Response:
        self._messages.delete(self._own_message(request))
        return web.Response(status=204)

    def _own_message(self, request: web.Request) -> Message:
        """Find the bot's own message, which is to be changed."""
        message = self._message(request)
        if Broken.OWN_MESSAGES in self._world.broken:
            require(self._world.channel(message.channel_id), "read_message_history")
        return message

    async def _open_thread(self, request: web.Request) -> web.Response:
        message = self._message(request)
        channel = self._world.channel(message.channel_id)
        require(channel, "create_public_threads")
        if Broken.THREAD_WITHOUT_HISTORY in self._world.broken:
            require(channel, "read_message_history")
        name = str(current_body().fields.get("name", ""))
        if not 1 <= len(name) <= _LONGEST_NAME:
            raise invalid_form([f"a thread's name of {len(name)} characters"])
        if message.id in self._world.channels:
            raise self._exists()
        thread = self._world.add_thread(channel, message.id, name)
        await self._dispatch("THREAD_CREATE", {**payloads.channel(thread), "newly_created": True})
        return json_reply(payloads.channel(thread), 201)

    def _exists(self) -> Refusal:
        is_broken = Broken.THREAD_ID in self._world.broken
        return another_thread() if is_broken else thread_exists()


def _enforced(fields: dict[str, Any]) -> bool:
    return bool(fields.get("enforce_nonce")) and fields.get("nonce") is not None
