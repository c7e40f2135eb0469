"""The ids of what is being worked on: each log line says them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_NONE: Mapping[str, int | str] = {}
_ids: ContextVar[Mapping[str, int | str]] = ContextVar("ids of the present work", default=_NONE)


@contextmanager
def log_context(**ids: int | str) -> Iterator[None]:
    """Log with these ids inside the block, and with no others.

    Each press, publication and task begins with it: what a press starts inherits its ids, and may
    be about another table.
    """
    before = _ids.set(ids)
    try:
        yield
    finally:
        _ids.reset(before)


def add_log_ids(**ids: int | str) -> None:
    """Log with these ids too, until the surrounding `log_context` ends."""
    _ids.set({**_ids.get(), **ids})


def log_ids() -> Mapping[str, int | str]:
    """The ids that lines logged here and now have."""
    return _ids.get()
