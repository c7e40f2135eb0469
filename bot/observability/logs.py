"""Logging without secrets, as text or as JSON: no token, no card, no name, but ids of the work."""

import logging
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Literal, TextIO

from pythonjsonlogger.json import JsonFormatter

from bot.observability.scrubbing import Scrubber

LogFormat = Literal["text", "json"]

_CONTENT_LOGGERS = ("aiosqlite", "discord.gateway", "discord.http", "discord.ui", "discord.webhook")
"""Loggers that at DEBUG write whole statements and messages, and with them all hands."""
_MIGRATIONS = ("alembic.runtime.migration", "alembic.runtime.plugins")
_LINE = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
_NO_IDS: Mapping[str, int | str] = {}
_ids: ContextVar[Mapping[str, int | str]] = ContextVar("ids of the present work", default=_NO_IDS)
_log = logging.getLogger(__name__)


@contextmanager
def log_context(**ids: int | str) -> Iterator[None]:
    """Log only these ids inside the block.

    Each press, publication and task begins with it: otherwise it would inherit the ids of the press
    that started it, perhaps of another table.
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
    """The ids of lines logged in the present context."""
    return _ids.get()


class TextFormatter(logging.Formatter):
    """One line for a person to read, with the ids at its end, then the traceback if any."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        ids = log_ids()
        line = super().formatMessage(record)
        return f"{line} ({', '.join(f'{name} {ids[name]}' for name in ids)})" if ids else line


class ScrubbedJsonFormatter(JsonFormatter):
    """One JSON object a line: time, level, logger, message, the ids, `extra`, and the traceback."""

    def __init__(self, scrubber: Scrubber) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "traceback"},
            timestamp="time",
        )
        self._scrubber = scrubber

    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        super().add_fields(log_data, record, message_dict)
        log_data.update(log_ids())

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        # Before it is JSON, which would hide quotes.
        return {name: self._scrubber.value(value) for name, value in log_data.items()}


class _Handler(logging.StreamHandler[TextIO]):
    """Writes to standard error what the scrubber leaves.

    It reports a record that cannot be formatted without its arguments. If standard error cannot be
    written, as on a full disk, the record is lost and nothing else.
    """

    def __init__(self, scrubber: Scrubber) -> None:
        super().__init__()
        self._scrubber = scrubber

    def format(self, record: logging.LogRecord) -> str:
        # Again for JSON: objects of `extra` became text just now.
        return self._scrubber.text(super().format(record))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        place = f"{record.pathname}:{record.lineno}"
        report = logging.LogRecord(
            __name__,
            logging.ERROR,
            __file__,
            0,
            "A log record of %s could not be written.",
            (place,),
            sys.exc_info(),
        )
        with suppress(OSError):
            self.stream.write(self.format(report) + self.terminator)


def set_up_logs(level: str, scrubber: Scrubber | None = None, form: LogFormat = "text") -> None:
    """Log to standard error at `level` and above, uncaught exceptions included.

    `scrubber` knows the program's own secrets.
    """
    scrubber = scrubber or Scrubber()
    handler = _Handler(scrubber)
    handler.setFormatter(
        ScrubbedJsonFormatter(scrubber) if form == "json" else TextFormatter(_LINE)
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _CONTENT_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.getLogger().level, logging.INFO))
    for name in _MIGRATIONS:
        logging.getLogger(name).addFilter(_is_migration)
    # Python itself would print uncaught exceptions without hiding tokens.
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread
    sys.unraisablehook = _log_unraisable


def _is_migration(record: logging.LogRecord) -> bool:
    """Whether a migration runs or failed: Alembic's other lines say nothing to a host."""
    return record.levelno > logging.INFO or record.getMessage().startswith("Running ")


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        _log.critical("The program failed.", exc_info=error)


def _log_uncaught_in_thread(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        name = failure.thread.name if failure.thread else "unknown"
        _log.error("The thread %s failed.", name, exc_info=failure.exc_value)


def _log_unraisable(failure: "sys.UnraisableHookArgs") -> None:
    """Log errors that Python cannot raise, such as those of a destructor."""
    if failure.exc_value is not None:
        where = getattr(failure.object, "__qualname__", type(failure.object).__name__)
        words = failure.err_msg or "Exception ignored in"
        _log.error("%s: %s", words, where, exc_info=failure.exc_value)
