"""A log that can be shown around: no token ever reaches it."""

import logging
import re

_TOKENS = re.compile(r"""(/(?:webhooks|interactions)/\d+/|['"]token['"]: ['"])[\w.%-]+""")
"""Interaction tokens stand in Discord's addresses and in the events that debugging logs."""


class TokenFormatter(logging.Formatter):
    """Blots out interaction tokens and the given `secret`, in tracebacks too."""

    def __init__(self, secret: str) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        text = _TOKENS.sub(r"\1[token]", super().format(record))
        return text.replace(self._secret, "[token]") if self._secret else text


def set_up_logs(level: str, secret: str = "") -> None:
    """Log to standard error from `level` on."""
    handler = logging.StreamHandler()
    handler.setFormatter(TokenFormatter(secret))
    logging.basicConfig(level=level, handlers=[handler], force=True)
