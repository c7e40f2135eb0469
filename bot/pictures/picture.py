"""Pictures ready to be sent, and the memory of those made lately."""

import hashlib
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TypeVarTuple

Ts = TypeVarTuple("Ts")

KEPT = 64
"""Pictures that are kept, the latest used; most take 60 to 100 KB."""


class Picture:
    """A PNG file that is drawn when it is first asked for, and what to call it, as `hand`.

    `alt` is all that it shows in words, but for the avatars.
    """

    def __init__(self, draw: Callable[[], bytes], alt: str, name: str) -> None:
        self._draw = draw
        self.alt = alt
        self.name = name

    @cached_property
    def png(self) -> bytes:
        """The file; drawing it takes milliseconds, so call `prepare` in a thread before."""
        return self._draw()

    @cached_property
    def file_name(self) -> str:
        """Equal for equal files alone."""
        return f"{self.name}-{hashlib.sha256(self.png).hexdigest()[:12]}.png"

    @property
    def is_drawn(self) -> bool:
        """Whether `png` and `file_name` are at hand at once."""
        return "file_name" in vars(self)

    def prepare(self) -> None:
        """Draw the file and name it, unless it is done."""
        _ = self.file_name


def remembered(make: Callable[[*Ts], Picture], *content: *Ts) -> Picture:
    """`make(*content)`, or the equal picture from memory; from any thread."""
    return kept(make, *content)


@lru_cache(maxsize=KEPT)
def kept(make: Callable[..., Picture], *content: object) -> Picture:
    """The one memory of all pictures."""
    return make(*content)
