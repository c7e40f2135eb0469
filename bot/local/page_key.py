"""The key in the page's address, the same at every start on the same database."""

import contextlib
import re
import secrets
from pathlib import Path

from sqlalchemy.engine import make_url

_KEY = re.compile(r"[\w-]{43}")


def page_key(database_url: str) -> str:
    """Read the key from the file beside the database, or write it there first.

    Anybody with the key can play as every member, so only the file's owner can read it. If the
    database is not a file, or the folder cannot be written to, each call gives another key.
    """
    new = secrets.token_urlsafe(32)
    url = make_url(database_url)
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return new
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return _stored(Path(f"{url.database}.key"), new)
    return new


def _stored(file: Path, new: str) -> str:
    file.touch(mode=0o600)
    key = file.read_text(encoding="ascii")
    # A new file is empty, and so is one whose writing was interrupted.
    if not _KEY.fullmatch(key):
        file.write_text(new, encoding="ascii")
        return new
    return key
