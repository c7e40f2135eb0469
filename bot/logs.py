"""Logging without secrets: neither tokens nor anybody's cards reach the log."""

import logging
import re
import sys
import threading
import traceback
from types import TracebackType
from typing import TextIO

_TOKENS = (
    # in the addresses of interactions' answers and follow-ups
    re.compile(r"((?:webhooks|interactions)(?:/|%2F)\d+(?:/|%2F))[\w.%-]+"),
    # in events, in JSON and in how Python prints objects
    re.compile(r"""(\btoken['"]?\s*[:=]\s*['"])[\w.%-]+"""),
    # an interaction's, anywhere: the beginning says "interactio" in base64
    re.compile(r"()aW50ZXJhY3Rpb[\w-]{10,}"),
    # any bot's, anywhere
    re.compile(r"()\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
)
_CONTENT_LOGGERS = ("aiosqlite", "discord.gateway", "discord.http", "discord.ui", "discord.webhook")
"""At DEBUG these log whole statements, events and messages, and so everybody's hands."""
_log = logging.getLogger(__name__)


class TokenFormatter(logging.Formatter):
    """Replaces Discord's tokens and the given `secret`, also in tracebacks."""

    def __init__(self, secret: str) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        return self.without_secrets(super().format(record))

    def without_secrets(self, text: str) -> str:
        """The text with `[token]` in the place of each token."""
        if self._secret:
            text = text.replace(self._secret, "[token]")
        for tokens in _TOKENS:
            text = tokens.sub(r"\1[token]", text)
        return text


class _Handler(logging.StreamHandler[TextIO]):
    """Writes to standard error; reports a record that cannot be formatted without its arguments."""

    def __init__(self, formatter: TokenFormatter) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self._formatter = formatter

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        error = traceback.format_exc()
        place = f"{record.pathname}:{record.lineno}"
        text = f"A log record of {place} could not be written.\n{error}"
        self.stream.write(self._formatter.without_secrets(text))


def set_up_logs(level: str, secret: str = "") -> None:
    """Log to standard error at `level` and above; so are exceptions that nobody caught.

    `secret`, the bot's token, is replaced wherever it stands.
    """
    logging.basicConfig(level=level, handlers=[_Handler(TokenFormatter(secret))], force=True)
    for name in _CONTENT_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.getLogger().level, logging.INFO))
    # Python itself would print them with every token in them.
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        _log.critical("The program failed.", exc_info=(kind, error, trace))


def _log_uncaught_in_thread(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        name = failure.thread.name if failure.thread else "unknown"
        trace = (failure.exc_type, failure.exc_value, failure.exc_traceback)
        _log.error("The thread %s failed.", name, exc_info=trace)
