"""Makes databases with many games under way, and their messages at a loopback Discord.

One game is played by the program's own code; its rows are then copied under other ids.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from bot.storage.engine.database import Database
from bot.storage.models.options import TableOptions
from bot.text.language import ENGLISH
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.views.table.table import table_message
from tests.loopback.driver.discord_process import DiscordProcess
from tests.loopback.driver.member import Control, Member
from tests.support.storage.database import database_url
from tests.support.tables.members import LEO, NOAH, game_on_turn
from tests.support.tables.open_tables import running_tables

CHANNELS = 100
"""Channels of each server."""
SEATS = 3


class Kind(StrEnum):
    """What is to be done with the tables when the program starts."""

    QUIET = "quiet"
    """There is nothing to do."""
    LAGGING = "lagging"
    """The messages show less than was played."""
    DUE = "due"
    """The member on turn is to be pinged."""


class Place(NamedTuple):
    """A table with its members and its message; `number` is its id."""

    number: int
    members: list[Member]
    message: str
    decision: int
    turn: int

    @property
    def my_hand(self) -> Control:
        return Control("My hand", str(ComponentId(Verb.SHOW_HAND, self.number)))

    @property
    def show(self) -> Control:
        """The Show of the first card, legal at an empty table."""
        press = ComponentId(Verb.PLAY, self.number, self.decision, "S1")
        return Control("Show", str(press))

    def press(self, control: Control, member: int) -> dict[str, Any]:
        """The press of that seat, for `act_together` or `call("act")`."""
        return {
            "channel": self.members[0].channel,
            "member": self.members[member].id,
            "message": self.message,
            "custom_id": control.custom_id,
            "values": None,
            "crafted": True,
        }


async def open_tables(
    discord: DiscordProcess, folder: Path, tables: int, kind: Kind
) -> list[Place]:
    """Open so many games at their first turn, in the database of `folder` and at the Discord."""
    state = await _play_template(folder)
    assert state.game is not None
    assert state.game.current is not None
    turn, decision = state.game.current.turn, state.decision_number
    shown = table_message(ENGLISH, state).parts()
    payload = {
        "content": shown["content"],
        "embeds": [embed.to_dict() for embed in shown["embeds"]],
        "components": shown["view"].to_components(),
    }
    places: list[Place] = []
    numbers = count(1)
    while len(places) < tables:
        wanted = min(CHANNELS, tables - len(places))
        guild, channels = await discord.plant(wanted, SEATS, payload)
        for channel in channels:
            members = [
                Member(discord, member, "Mia", guild, channel["id"])
                for member in channel["members"]
            ]
            places.append(Place(next(numbers), members, channel["message"], decision, turn))
    _multiply(folder / "scout.sqlite3", places, kind)
    return places


async def _play_template(folder: Path) -> Any:
    async with running_tables(Database(database_url(folder)), new=True) as tables:
        return await game_on_turn(tables, NOAH, LEO, options=TableOptions(ping_after=60))


def _multiply(file: Path, places: list[Place], kind: Kind) -> None:
    """Copy the rows of the only table for every place."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        rows = {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608 - names of our tables
            for name in ("tables", "seats", "rounds", "actions")
        }
        for name in rows:
            connection.execute(f"DELETE FROM {name}")  # noqa: S608 - likewise
        for name, copies in _copies(rows, places, kind):
            columns = ", ".join(f'"{column}"' for column in copies[0])
            values = ", ".join(f":{column}" for column in copies[0])
            connection.executemany(f"INSERT INTO {name} ({columns}) VALUES ({values})", copies)  # noqa: S608 - likewise
        connection.commit()


def _copies(
    rows: dict[str, list[dict[str, Any]]], places: list[Place], kind: Kind
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    (table,) = rows["tables"]
    yield "tables", [{**table, **_table(table, place, kind)} for place in places]
    for name in ("rounds", "actions"):
        yield name, [{**row, "table_id": p.number} for p in places for row in rows[name]]
    yield (
        "seats",
        [
            {**row, "table_id": p.number, "user_id": int(p.members[row["seat"]].id)}
            for p in places
            for row in rows["seats"]
        ],
    )
    yield (
        "public_messages",
        [
            {
                "table_id": place.number,
                "slot": "round-1",
                "channel_id": int(place.members[0].channel),
                "message_id": int(place.message),
                "digest": "",
                "reposts": table["reposts"],
            }
            for place in places
        ],
    )


def _table(row: dict[str, Any], place: Place, kind: Kind) -> dict[str, Any]:
    now = datetime.now(UTC)
    since = now - timedelta(minutes=10) if kind is Kind.DUE else now
    due = since if kind is Kind.DUE else now + timedelta(days=1)
    return {
        "id": place.number,
        "guild_id": int(place.members[0].guild),
        "channel_id": int(place.members[0].channel),
        "host_id": int(place.members[0].id),
        "published_revision": row["revision"] - (kind is Kind.LAGGING),
        "decision_since": _stored(since),
        "due_at": _stored(due),
    }


def _stored(time: datetime) -> str:
    """A time as SQLAlchemy writes it in SQLite."""
    return time.replace(tzinfo=None).isoformat(sep=" ", timespec="microseconds")
