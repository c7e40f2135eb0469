"""Names of members, which can hold anything that Unicode has, made fit to be shown."""

import re
import unicodedata
from functools import lru_cache

from engine.players import Level

_GAPS = frozenset({"Cc", "Zl", "Zp"})
"""Unicode's categories of control characters and of what separates lines and paragraphs."""
_UNSEEN = frozenset({"Cf", "Cs"})
"""What turns the direction of a text, joins characters, or has no width; and half characters."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that look like nothing."""
_LEVEL = re.compile(rf" \((?:{'|'.join(Level)})\)")


@lru_cache(maxsize=1024)
def readable_name(name: str) -> str:
    """The name in one line, without invisible characters and links; '' if nothing is left."""
    seen = "".join(_seen(letter) for letter in name)
    # Programs make a link of an address wherever it stands.
    return " ".join(seen.replace("://", ": //").split())


def _seen(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in _GAPS:
        return " "
    return "" if category in _UNSEEN or letter in _BLANK else letter


def without_level(name: str) -> str:
    """A computer's name without its level: `Juggler` for `Juggler (medium)`."""
    return _LEVEL.sub("", name, count=1)
