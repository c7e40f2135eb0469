"""Replaces tokens, cards and salts in logs and error reports."""

import re
from collections.abc import Mapping
from typing import Any

_TOKENS = (
    # in the addresses of interactions' answers and follow-ups
    re.compile(r"((?:webhooks|interactions)(?:/|%2F)\d+(?:/|%2F))[\w.%-]+"),
    # in events, in JSON, also in JSON within JSON, and in how Python prints objects
    re.compile(r"""(\btoken\\*['"]?\s*[:=]\s*\\*['"])[\w.%-]+"""),
    # an interaction's, anywhere: the beginning says "interactio" in base64
    re.compile(r"()aW50ZXJhY3Rpb[\w-]{10,}"),
    # the password in the address of a database, where a slash can stand in it, and in its query
    re.compile(r"(://[^:/@\s]*:)[^@\s]+(?=@)"),
    re.compile(r"([?&]password=)[^&\s'\"]+"),
    # any bot's, anywhere
    re.compile(r"()\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
)
_CARD = re.compile(
    r"(?:(?<![\w/.-])|(?<=\\[nrt]))(?:10|[1-9])/(?:10|[1-9])(?![\w/-])"
    r"|\bCard\(up=\d+, down=\d+\)"
)
"""A card, as a hand is written down, 3/7, also after the `\\n` of a text that Python prints; and as
Python prints the object."""
_SALT = re.compile(r"\b[0-9a-f]{64}\b")


SHORTEST_SECRET = 6
"""The least characters of a secret: hiding a shorter one within words would reveal it."""


class Scrubber:
    """Replaces Discord's tokens, cards, salts and `secrets`."""

    def __init__(self, *secrets: str) -> None:
        long = (secret for secret in secrets if len(secret) >= SHORTEST_SECRET)
        # The longest first: one can be a part of another.
        self._secrets = sorted(long, key=len, reverse=True)

    def text(self, text: str) -> str:
        """The text with `[token]`, `[card]` and `[hash]` in the place of each."""
        for secret in self._secrets:
            text = text.replace(secret, "[token]")
        for tokens in _TOKENS:
            text = tokens.sub(r"\1[token]", text)
        return _SALT.sub("[hash]", _CARD.sub("[card]", text))

    def value(self, value: Any) -> Any:
        """As `text`, for every text in dictionaries, lists and tuples."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.value(key): self.value(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(one) for one in value]
        return value
