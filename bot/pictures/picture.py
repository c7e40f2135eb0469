"""Pictures ready to send, and the memory of the latest ones."""

import hashlib
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TypeVarTuple

from bot.pictures.draw import png
from bot.pictures.scene import Scene

Ts = TypeVarTuple("Ts")

KEPT = 64
"""Pictures in memory, the latest used; most take 60 to 100 KB."""


class Picture:
    """A PNG file, drawn on its first use, and its name, as `hand`.

    `alt` is all that it shows in words, except the avatars.
    """

    def __init__(self, draw: Callable[[], bytes], alt: str, name: str) -> None:
        self._draw = draw
        self.alt = alt
        self.name = name

    @cached_property
    def png(self) -> bytes:
        """The file; drawing it takes milliseconds, so call `prepare` in a thread first."""
        return self._draw()

    @cached_property
    def file_name(self) -> str:
        """Equal for equal files only."""
        return f"{self.name}-{hashlib.sha256(self.png).hexdigest()[:12]}.png"

    @property
    def is_drawn(self) -> bool:
        """Whether `png` and `file_name` need no drawing any more."""
        return "file_name" in vars(self)

    def prepare(self) -> None:
        """Draw the file and name it, once."""
        _ = self.file_name


def remembered(
    name: str, lay_out: Callable[[*Ts], Scene], describe: Callable[[*Ts], str], *content: *Ts
) -> Picture:
    """The picture of this content, or the equal one from memory; from any thread."""
    return kept(name, lay_out, describe, *content)


@lru_cache(maxsize=KEPT)
def kept(
    name: str, lay_out: Callable[..., Scene], describe: Callable[..., str], *content: object
) -> Picture:
    """The one memory of all pictures."""
    return Picture(lambda: png(lay_out(*content)), describe(*content), name)
