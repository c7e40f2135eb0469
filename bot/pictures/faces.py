"""The players of a table in pictures: a face, and a name that can be drawn."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from zlib import crc32

from bot.pictures.colours import NUMBERS
from bot.pictures.fonts import has_glyph, has_raqm, needs_raqm, typeface_of
from bot.text.names import readable_name

_LONGEST = 32
"""Characters of a name, Discord's limit."""
_PICTOGRAPHS = frozenset({"So", "Sk", "Cf", "Co", "Cn", "Cs", "Cc"})
"""Unicode's categories of emoji, modifiers, joiners and invisible characters."""
_VARIATIONS = re.compile("[\ufe00-\ufe0f\u20e3]")


@dataclass(frozen=True, slots=True)
class SeatFace:
    """A player in a picture; equal values look alike in every picture of a game.

    `index` is the seat from 0. `avatar` is an image file in a format of Pillow's; the first letter
    of the name replaces a missing or broken one. `computer` is a computer's English name, such as
    `Juggler`, None for members. `instead` replaces a name that cannot be drawn, by default the
    seat's number. `colour` is the number whose colour is behind the letter, 0 for a colour by seat.
    `described` is the name for screen readers, by default `name`.
    """

    name: str
    index: int
    avatar: bytes | None = field(default=None, repr=False)
    computer: str | None = None
    instead: str = ""
    colour: int = 0
    described: str | None = None

    @property
    def label(self) -> str:
        """The name without emoji; `Seat 3` if it cannot be drawn."""
        return drawable_name(self.name) or self._instead

    @property
    def spoken(self) -> str:
        """The name for screen readers, in any script; `Seat 3` without one."""
        return readable_name(self.described or self.name)[:_LONGEST].rstrip() or self._instead

    @property
    def _instead(self) -> str:
        return self.instead or str(self.index + 1)

    @property
    def initial(self) -> str:
        """One character: the first of the name, or the seat's number."""
        letters = filter(str.isalnum, drawable_name(self.name))
        return next((letter.upper()[:1] for letter in letters), str(self.index + 1))


def home_colour(member_id: int) -> int:
    """The number whose colour is behind this member's initial, unless another seat has it."""
    return 1 + crc32(b"%d" % member_id) % len(NUMBERS)


def table_colours(member_ids: Sequence[int | None]) -> list[int]:
    """The colours of a table's members by seat, all different; 0 for computers (None).

    If two seats have the same home colour, the later one gets the next free colour. Forgotten
    members, whose ids are negative, come last, so that they change no other member's colour.
    """
    members = [(id_ < 0, seat, id_) for seat, id_ in enumerate(member_ids) if id_ is not None]
    found = [0] * len(member_ids)
    from_home = []
    for is_forgotten, seat, member_id in sorted(members):
        home = home_colour(member_id)
        if is_forgotten or home in found:
            from_home.append((seat, home))
        else:
            found[seat] = home
    for seat, home in from_home:
        found[seat] = next(at for at in (*NUMBERS[home:], *NUMBERS) if at not in found)
    return found


@lru_cache(maxsize=512)
def drawable_name(name: str) -> str:
    """The name as it can be drawn; '' if some of its letters cannot."""
    found = ""
    legible = _VARIATIONS.sub("", readable_name(name))
    for letter in unicodedata.normalize("NFC", legible):
        if _drawable(letter):
            found += letter
        elif all(map(_drawable, plain := unicodedata.normalize("NFKC", letter))):
            found += plain
        elif unicodedata.category(letter) not in _PICTOGRAPHS:
            return ""
    # One letter can become eighteen, and a computer's name has a member's in it.
    return " ".join(found.split())[: 2 * _LONGEST].rstrip()


def _drawable(letter: str) -> bool:
    # Full-width letters become usual ones.
    if "\uff00" <= letter <= "\uffef" or unicodedata.category(letter) in _PICTOGRAPHS:
        return False
    typeface = typeface_of(letter)
    if not has_glyph(letter, typeface):
        return False
    return typeface == "east" or has_raqm() or not needs_raqm(letter)
