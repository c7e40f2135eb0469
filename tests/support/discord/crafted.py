"""Interactions that Discord's own app never sends: well-formed, but with any content."""

from collections.abc import Sequence
from typing import Any

import simcord
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.enums import InteractionType
from simcord.interactions import base_payload
from simcord.results import InteractionResult, ResponseMessage

_BUTTON, _SELECT = 2, 3
_SUBCOMMAND, _GROUP, _INTEGER, _BOOLEAN, _STRING = 1, 2, 4, 5, 3


async def press(
    actor: MemberActor, custom_id: str, on: ResponseMessage, values: Sequence[str] | None = None
) -> InteractionResult:
    """Press what carries this custom_id, as if the message had it; a select if there are
    `values`."""
    result = start_press(actor, custom_id, on, values)
    await actor._env.settle()
    return result


def start_press(
    actor: MemberActor,
    custom_id: str,
    on: ResponseMessage,
    values: Sequence[str] | None = None,
    *,
    seconds_ago: float = 0,
) -> InteractionResult:
    """As `press`, but nobody waits for the bot; it was pressed `seconds_ago` and comes in now."""
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": _BUTTON}
    if values is not None:
        data |= {"component_type": _SELECT, "values": list(values)}
    backend = actor._env.backend
    stored = backend.get_message(on.channel_id, on.id)
    record, payload = base_payload(
        backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=on.channel_id,
        guild_id=actor.guild.id,
        user_id=actor.id,
        data=data,
    )
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = on.id
    backend.advance_clock(seconds_ago)
    backend.emit("INTERACTION_CREATE", payload)
    return InteractionResult(actor._env, record)


async def command(
    actor: MemberActor, channel_id: int, name: str, **options: object
) -> InteractionResult:
    """Send `/scout <name>` with any values; the name of a group stands before the command's."""
    given = [
        {"name": option, "type": _type_of(value), "value": value}
        for option, value in options.items()
    ]
    return await _send(actor, channel_id, name, given, InteractionType.APPLICATION_COMMAND)


async def suggestions(
    actor: MemberActor, channel_id: int, name: str, *options: dict[str, object]
) -> InteractionResult:
    """Ask for suggestions for `/scout <name>` with these options, as Discord sends them."""
    asked = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
    return await _send(actor, channel_id, name, list(options), asked)


async def _send(
    actor: MemberActor,
    channel_id: int,
    name: str,
    given: list[dict[str, object]],
    kind: InteractionType,
) -> InteractionResult:
    backend = actor._env.backend
    root = backend.find_command("scout", actor.guild.id)
    assert root is not None
    data = {
        "id": root["id"],
        "name": "scout",
        "type": 1,
        "options": [_nested(root["options"], name, given)],
    }
    record, payload = base_payload(
        backend,
        type=kind,
        channel_id=channel_id,
        guild_id=actor.guild.id,
        user_id=actor.id,
        data=data,
    )
    backend.emit("INTERACTION_CREATE", payload)
    await actor._env.settle()
    return InteractionResult(actor._env, record)


def _nested(
    options: list[dict[str, Any]], name: str, given: list[dict[str, object]]
) -> dict[str, object]:
    """The subcommand with its values, in its group if there is one of that name."""
    group, _, inner = name.partition(" ")
    if any(one["name"] == group and one["type"] == _GROUP for one in options):
        command = {"name": inner, "type": _SUBCOMMAND, "options": given}
        return {"name": group, "type": _GROUP, "options": [command]}
    return {"name": name, "type": _SUBCOMMAND, "options": given}


def _type_of(value: object) -> int:
    if isinstance(value, bool):
        return _BOOLEAN
    return _INTEGER if isinstance(value, int) else _STRING


def callback_of(result: InteractionResult) -> str:
    """The path of the first answer to this interaction."""
    record = result._interaction
    return f"/interactions/{record.id}/{record.token}/callback"


def callbacks(env: simcord.Env) -> list[str]:
    """The first answers that the bot has sent so far, by their paths."""
    return [
        request.path
        for request in env.http_requests
        if request.path.startswith("/interactions/") and request.method == "POST"
    ]
