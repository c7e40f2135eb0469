"""Checks what must hold after every kill and every fault, whatever happened."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.storage.engine.database import Database
from bot.tables.core.state import Status, TableState
from bot.tables.core.table_messages import live_slot
from bot.tables.games.history import record_of
from bot.ui.delivery.expected_messages import expected_messages
from bot.ui.kit.component_id import parse_component_id
from bot.ui.kit.emojis import plain_text
from bot.ui.kit.message import Message as Shown
from engine.record import loads
from tests.loopback.chaos.history import History
from tests.loopback.driver.member import Message
from tests.loopback.driver.player import Attempt

Json = dict[str, Any]


def lost_or_doubled(attempts: list[Attempt], tables: list[History]) -> list[str]:
    """Actions that were acknowledged but are not in the database exactly once, and members'
    actions in the database that nobody pressed for."""
    stored = Counter(
        (table.state.id, step.decision, step.user_id, step.notation)
        for table in tables
        for step in table.steps
        if step.user_id is not None
    )
    pressed = {(one.table_id, one.decision, one.user_id, one.notation) for one in attempts}
    acknowledged = {
        (one.table_id, one.decision, one.user_id, one.notation)
        for one in attempts
        if one.acknowledged
    }
    problems = [f"acknowledged, stored {stored[key]} times: {key}" for key in acknowledged]
    problems = [problem for problem in problems if "stored 1 times" not in problem]
    problems += [f"stored {count} times: {key}" for key, count in stored.items() if count > 1]
    played = {
        (table.state.id, step.decision, step.user_id, step.notation)
        for table in tables
        for step in table.steps
        if step.pressed
    }
    return problems + [f"pressed by nobody: {key}" for key in played - pressed]


def copies(table: History, channel: list[Message]) -> list[Message]:
    """Messages of the table with buttons that answered an interaction, and of which the program
    does not know: it ended in between. They lose their buttons once somebody presses one."""
    return [
        message
        for message in channel
        if message.is_answer and _table_of(message) == table.state.id
        if message.id not in table.known
    ]


def outdated(table: History, channel: list[Message]) -> str | None:
    """The reason why the channel does not show the table as it is; None if it does.

    Besides copies there is one live message of the table, as the state makes it, and no other
    message of the table has buttons.
    """
    state, left = table.state, copies(table, channel)
    channel = [message for message in channel if message not in left]
    if state.status is Status.CLOSED:
        return _buttons_left(state, [m for m in channel if _table_of(m) == state.id])
    expected = dict(expected_messages(state)).get(live_slot(state))
    if expected is None:
        return f"table {state.id} has no thread yet"
    wanted = _wanted_face(expected)
    faces = [shown_face(message) for message in channel]
    if faces.count(wanted) != 1:
        return f"table {state.id} is shown {faces.count(wanted)} times as it is: {wanted}"
    others = [
        message
        for message, face in zip(channel, faces, strict=True)
        if face != wanted and _table_of(message) == state.id
    ]
    return _buttons_left(state, others)


def _buttons_left(state: TableState, messages: list[Message]) -> str | None:
    if not messages:
        return None
    return f"table {state.id} has buttons in a message of its past: {messages[0].labels}"


def orphans(channel: list[Message], tables: list[History]) -> Iterator[str]:
    """Public messages with buttons of no table, or of one that is in another channel."""
    known = {table.state.id: table for table in tables}
    for message in channel:
        table_id = _table_of(message)
        table = known.get(table_id or 0)
        if table_id and (table is None or int(message.channel) not in table.channels):
            yield f"message {message.id} has buttons of table {table_id}, which is not here"


async def broken_records(url: str, tables: list[History]) -> list[str]:
    """Finished games whose record the rules do not allow."""
    problems: list[str] = []
    database = Database(url)
    try:
        for table in tables:
            if table.state.status is not Status.OVER:
                continue
            replayed = loads(await record_of(database, table.state.id))
            if replayed != table.state.game:
                problems.append(f"the record of table {table.state.id} is another game")
    finally:
        await database.close()
    return problems


def shown_face(message: Message) -> str:
    """Everything in a message that can be read or pressed, without emojis."""
    payload = message.payload
    return _face(payload["content"], payload["embeds"], payload["components"])


def _wanted_face(message: Shown) -> str:
    parts = message.parts()
    embeds = [embed.to_dict() for embed in parts["embeds"]]
    return _face(parts["content"], embeds, parts["view"].to_components())


def _face(content: str, embeds: Any, components: list[Json]) -> str:
    texts = [content]
    for embed in embeds:
        texts += [embed.get("title"), embed.get("description")]
        texts += [embed.get("footer", {}).get("text")]
        texts += [field[part] for field in embed.get("fields", []) for part in ("name", "value")]
    controls = [
        [item.get("label"), item["custom_id"], item.get("style")]
        for row in components
        for item in row["components"]
    ]
    return plain_text(json.dumps([texts, controls]))


def _table_of(message: Message) -> int | None:
    """The table whose buttons are on the message, if any."""
    for control in message.controls:
        found = parse_component_id(control.custom_id)
        if found is not None:
            return found.table_id
    return None
