"""A hash of a table's rows by their values: the same in every database and in every order."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Any

_MODULUS = 2**256


class TableHash:
    """Counts rows and adds up their hashes, as many at a time as the caller likes.

    A sum, because databases order texts in different ways.
    """

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows: the values of all columns, as the models' types read them."""
        for row in rows:
            text = json.dumps([_plain(value) for value in row], sort_keys=True)
            digest = hashlib.sha256(text.encode()).digest()
            self._sum = (self._sum + int.from_bytes(digest, "big")) % _MODULUS
            self.rows += 1

    @property
    def digest(self) -> str:
        """64 hexadecimal digits."""
        return f"{self._sum:064x}"


def _plain(value: Any) -> Any:
    """The value as JSON has it, no matter how a database stores it."""
    if isinstance(value, datetime):
        # Told from a text that looks the same.
        return {"at": value.astimezone(UTC).isoformat()}
    if isinstance(value, Enum):
        return value.value
    return value
