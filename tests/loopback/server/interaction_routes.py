"""The routes of interactions: the answer, and what the token sends after it."""

from aiohttp import web

from tests.loopback.server import payloads
from tests.loopback.server.bodies import Body
from tests.loopback.server.broken import Broken
from tests.loopback.server.checks import current_body, current_entry, json_reply
from tests.loopback.server.interactions import COMPONENT, Interaction, Interactions
from tests.loopback.server.messages import Messages
from tests.loopback.server.refusals import Json, invalid_form, missing_access, unknown_message
from tests.loopback.server.world import EPHEMERAL, Message, number

_SEND, _DEFER, _DEFER_UPDATE, _UPDATE = 4, 5, 6, 7
ORIGINAL = "@original"


class InteractionRoutes:
    def __init__(self, interactions: Interactions, messages: Messages, broken: set[Broken]) -> None:
        self._interactions = interactions
        self._messages = messages
        self._broken = broken

    def routes(self) -> list[web.RouteDef]:
        webhook = "/webhooks/{webhook_id}/{webhook_token}"
        message = webhook + "/messages/{message_id}"
        callback = "/interactions/{interaction_id}/{interaction_token}/callback"
        return [
            web.post(callback, self._answer),
            web.post(webhook, self._follow_up),
            web.get(message, self._read, allow_head=False),
            web.patch(message, self._edit),
            web.delete(message, self._delete),
        ]

    async def _answer(self, request: web.Request) -> web.Response:
        interaction = self._interactions.to_answer(
            number(request.match_info["interaction_id"]), request.match_info["interaction_token"]
        )
        body = current_body()
        kind = int(body.fields["type"])
        data = Body(body.fields.get("data") or {}, body.files)
        message = self._carried(interaction, kind, data)
        interaction.acknowledge(kind, None if message is None else message.id)
        if message is not None:
            self._note(request, message)
        if request.query.get("with_response") not in ("1", "true"):
            return web.Response(status=204)
        return json_reply(_payload(interaction, kind, message))

    def _carried(self, interaction: Interaction, kind: int, data: Body) -> Message | None:
        """The message that an answer of this kind sends or changes. Raises Refusal."""
        if kind == _SEND:
            audience = _audience(interaction, data)
            return self._messages.send(interaction.channel, data, audience, interaction.token)
        if kind == _DEFER:
            return None
        pressed = interaction.pressed
        if interaction.kind != COMPONENT or pressed is None or kind not in (_DEFER_UPDATE, _UPDATE):
            raise invalid_form([f"an answer of the kind {kind} here"])
        if kind == _UPDATE:
            if Broken.KEPT_ATTACHMENT in self._broken and pressed.audience is not None:
                data = Body({**data.fields, "attachments": []}, data.files)
            self._messages.edit(pressed, data)
        if Broken.NEWER_TOKEN not in self._broken:
            pressed.tokens.add(interaction.token)
        return pressed

    async def _follow_up(self, request: web.Request) -> web.Response:
        interaction = self._interactions.of_token(request.match_info["webhook_token"])
        body = current_body()
        audience = _audience(interaction, body)
        if Broken.PRIVATE_FOLLOW_UP in self._broken and interaction.callback == _UPDATE:
            audience = interaction.pressed.audience if interaction.pressed else None
        message = self._messages.send(interaction.channel, body, audience, interaction.token)
        if interaction.answer is None:
            # After a deferred answer the first follow-up takes its place.
            interaction.answer = message.id
        else:
            interaction.followups.append(message.id)
        self._note(request, message)
        if request.query.get("wait") not in ("1", "true"):
            return web.Response(status=204)
        return json_reply(payloads.message(message))

    async def _read(self, request: web.Request) -> web.Response:
        return json_reply(payloads.message(self._find(request)))

    async def _edit(self, request: web.Request) -> web.Response:
        message = self._find(request)
        self._messages.edit(message, current_body())
        return json_reply(payloads.message(message))

    async def _delete(self, request: web.Request) -> web.Response:
        message = self._find(request)
        if Broken.DELETED_BY_TOKEN in self._broken:
            raise missing_access()
        self._messages.delete(message)
        return web.Response(status=204)

    def _find(self, request: web.Request) -> Message:
        """Find a message that the token can change: it sent the message, or is of a press on it."""
        interaction = self._interactions.of_token(request.match_info["webhook_token"])
        name = request.match_info["message_id"]
        message_id = interaction.answer if name == ORIGINAL else number(name)
        if message_id is None:
            raise unknown_message()
        message = interaction.channel.message(message_id)
        is_gone = message.dismissed and Broken.DISMISSED not in self._broken
        if is_gone or interaction.token not in message.tokens:
            raise unknown_message()
        self._note(request, message)
        return message

    def _note(self, request: web.Request, message: Message) -> None:
        entry = current_entry()
        entry.audience, entry.channel_id = message.audience, message.channel_id


def _audience(interaction: Interaction, data: Body) -> int | None:
    is_ephemeral = int(data.fields.get("flags") or 0) & EPHEMERAL
    return interaction.member.id if is_ephemeral else None


def _payload(interaction: Interaction, kind: int, message: Message | None) -> Json:
    """What the bot learns of its answer when it asks."""
    payload: Json = {"id": str(interaction.id), "type": interaction.kind}
    resource: Json = {"type": kind}
    if message is not None:
        payload |= {
            "response_message_id": str(message.id),
            "response_message_loading": False,
            "response_message_ephemeral": message.audience is not None,
        }
        resource["message"] = payloads.message(message)
    return {"interaction": payload, "resource": resource}
