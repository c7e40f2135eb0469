"""What a database is asked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import Engine, event


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements of all databases meanwhile."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        seen.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield seen
    event.remove(Engine, "before_cursor_execute", note)


@contextmanager
def trips() -> Iterator[list[str]]:
    """What SQLite's threads are asked to run meanwhile, by name."""
    seen: list[str] = []
    execute = aiosqlite.Connection._execute

    def noted(connection: aiosqlite.Connection, run: Callable[..., Any], *rest: Any) -> Any:
        seen.append(run.__name__)
        return execute(connection, run, *rest)  # type: ignore[no-untyped-call]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(aiosqlite.Connection, "_execute", noted)
        yield seen
