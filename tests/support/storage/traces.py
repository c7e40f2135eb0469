"""What a database still has of a member."""

import re
from pathlib import Path

from tests.support.storage.earlier_databases import rows_of


def traces(file: Path, *needles: int | str) -> list[str]:
    """Every value of every row of every table in which one of these is found.

    A number is found where it stands by itself: its digits can be part of a random salt.
    """
    return [
        f"{table}.{column}: {value}"
        for table, rows in rows_of(file).items()
        for row in rows
        for column, value in row.items()
        if any(_is_in(str(value), needle) for needle in needles)
    ]


def _is_in(value: str, needle: int | str) -> bool:
    if isinstance(needle, str):
        return needle in value
    return re.search(rf"(?<![\w.-]){needle}(?![\w.])", value) is not None


def bytes_of(file: Path) -> bytes:
    """All bytes of an SQLite database and of the files beside it."""
    return b"".join(one.read_bytes() for one in sorted(file.parent.glob(f"{file.name}*")))
