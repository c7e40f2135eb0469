"""Pictures ready to be sent, and the memory of those made lately."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVarTuple

Ts = TypeVarTuple("Ts")

KEPT = 256
"""Pictures that are kept, the latest used; most take 10 to 30 KB."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file, all that it shows in words, and what to call it, as `hand`."""

    png: bytes
    alt: str
    name: str


def remembered(make: Callable[[*Ts], Picture], *content: *Ts) -> Picture:
    """`make(*content)`, or the equal picture from memory; from any thread."""
    return kept(make, *content)


@lru_cache(maxsize=KEPT)
def kept(make: Callable[..., Picture], *content: object) -> Picture:
    """The one memory of all pictures."""
    return make(*content)
