"""A member's own data as JSON: every row with their id, without other members and tokens."""

import asyncio
import gzip
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from datetime import date, datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, RowMapping

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.personal_columns import PERSONAL, OwnRows
from bot.text.language import Language, gettext_noop

PART_SIZE = 8_000_000
"""Bytes of one file before it is compressed: Discord accepts ten megabytes in all."""
MAX_PARTS = 10
# Translators: At the head of the JSON file with a member's own data.
_ABOUT = gettext_noop(
    "Every row of this bot's database with your Discord id. Other members are left out. A token "
    "lets the bot update a private message until the time that is given, and is not shown."
)


_compress = partial(gzip.compress, mtime=0)


class OwnData(NamedTuple):
    """A member's data as JSON documents, by their files' names; several are compressed.

    They are not `complete` if `MAX_PARTS` files cannot hold them.
    """

    files: Mapping[str, bytes]
    complete: bool


async def own_data(database: Database, language: Language, user_id: int, now: datetime) -> OwnData:
    """The member's rows in all servers. At most one uncompressed file is in memory."""
    about = {"about": language.gettext(_ABOUT), "member": str(user_id), "made_at": now.isoformat()}
    full: list[bytes] = []
    rows: defaultdict[str, list[str]] = defaultdict(list)
    size = 0
    async with database.read() as session:
        async for name, row in _rows(session, language, user_id):
            text = json.dumps(row, ensure_ascii=True)
            if size + len(text) > PART_SIZE:
                full.append(await asyncio.to_thread(_compress, _document(about, rows)))
                rows.clear()
                size = 0
                if len(full) == MAX_PARTS:
                    return OwnData(_numbered(full), complete=False)
            rows[name].append(text)
            size += len(text) + 4
    last = _document(about, rows)
    if not full:
        return OwnData({"scout-data.json": last}, complete=True)
    full.append(await asyncio.to_thread(_compress, last))
    return OwnData(_numbered(full), complete=True)


def _document(about: Mapping[str, str], rows: Mapping[str, list[str]]) -> bytes:
    """One file: `about` it, then the rows as text by the names of their tables."""
    parts = {key: json.dumps(text, ensure_ascii=False) for key, text in about.items()}
    for name, some in rows.items():
        parts[name] = "[\n  " + ",\n  ".join(some) + "\n]"
    lines = ",\n".join(f'"{key}": {text}' for key, text in parts.items())
    return f"{{\n{lines}\n}}\n".encode()


async def _rows(
    session: Session, language: Language, user_id: int
) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """All of the member's rows, each with its table's name."""
    for own in PERSONAL:
        if own.names:
            continue
        async for row in queries.members.own_rows(session, own, user_id):
            yield own.name, _readable(language, own, row, user_id)
    async for row in queries.members.own_actions(session, user_id):
        yield "actions", {name: _plain(value) for name, value in row.items()}


def _readable(language: Language, own: OwnRows, row: RowMapping, user_id: int) -> dict[str, Any]:
    """A row without the columns of other members and without secrets."""
    others = [other for other in PERSONAL if other.table is own.table]
    left_out = {
        column
        for other in others
        if row[other.user_id] != user_id and not other.names
        for column in (other.user_id, *(other.erased or {}))
    }
    shown = {
        name: _plain(value, own.table.c[name].type)
        for name, value in row.items()
        if name not in left_out
    }
    for other in others:
        for name in other.secret.keys() & shown.keys():
            if row[name]:
                until = _plain(row[other.secret[name]])
                # Translators: In place of a token, in the JSON file with a member's own data.
                shown[name] = language.gettext("until {time}", time=until)
            else:
                shown[name] = language.gettext("erased")
    return shown


def _plain(value: Any, kind: object = None) -> Any:
    """The value for JSON; an id as text, since many parsers would round the number."""
    if isinstance(kind, BigInteger) and value is not None:
        return str(value)
    return value.isoformat() if isinstance(value, date) else value


def _numbered(documents: list[bytes]) -> dict[str, bytes]:
    return {
        f"scout-data-{number}.json.gz": document for number, document in enumerate(documents, 1)
    }
