"""Logging without secrets: tokens never reach the log."""

import logging
import re

_TOKENS = re.compile(r"""(/(?:webhooks|interactions)/\d+/|['"]token['"]: ['"])[\w.%-]+""")
"""Interaction tokens are part of Discord's URLs and of the events logged at DEBUG."""


class TokenFormatter(logging.Formatter):
    """Replaces interaction tokens and the given `secret`, also in tracebacks."""

    def __init__(self, secret: str) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        text = _TOKENS.sub(r"\1[token]", super().format(record))
        return text.replace(self._secret, "[token]") if self._secret else text


def set_up_logs(level: str, secret: str = "") -> None:
    """Log to standard error at `level` and above."""
    handler = logging.StreamHandler()
    handler.setFormatter(TokenFormatter(secret))
    logging.basicConfig(level=level, handlers=[handler], force=True)
