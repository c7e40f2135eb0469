"""Pictures: scenes drawn as PNG files, and the cache of the latest ones.

A file has one byte a pixel. igzip deflates it in a fifth of the time of Pillow's own writer.
"""

import struct
from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache, partial
from inspect import signature
from typing import Any, Concatenate, ParamSpec

from isal import isal_zlib
from PIL import Image

from bot.pictures.alt import in_a_line
from bot.pictures.colours import Colour, palette
from bot.pictures.scene import (
    RING,
    WIDTH,
    Bracket,
    CardFace,
    Ground,
    Lamp,
    Panel,
    Piece,
    Plot,
    Portrait,
    Ribbon,
    Scene,
    Stage,
    Text,
    Token,
)
from bot.pictures.sprites import stage
from bot.pictures.sprites.canvas import Sprite
from bot.pictures.sprites.cards import card
from bot.pictures.sprites.portraits import portrait
from bot.pictures.sprites.tokens import bracket, chart, lamp, text_sprite, token
from bot.text.language import Language

P = ParamSpec("P")

KEPT = 64
"""Maximum cached pictures, least recently used dropped first; most take 60 to 100 KB."""
_LEVEL, _WINDOW_BITS, _ROOM = 1, 15, 9
"""The level of igzip, 0 to 3, its window and memory: both are the largest and so the fastest."""
_CHECKSUMS = slice(-20, -12)
"""The place of the checksums of rows and data in a file: before its last chunk."""


class Picture:
    """A PNG file, drawn on its first use, and its name, as `hand`.

    `lay_out` makes its scene; `alt` is all that it shows in words, except the avatars.
    """

    def __init__(self, lay_out: Callable[[], Scene], alt: str, name: str) -> None:
        self.lay_out = lay_out
        self.alt = alt
        self.name = name

    @cached_property
    def png(self) -> bytes:
        """The file; drawing it takes milliseconds, so call `prepare` in a thread first."""
        return png(self.lay_out())

    @property
    def file_name(self) -> str:
        """A name from the checksums of pixels and deflated data, so equal files have equal names.

        Rarely igzip deflates equal pixels to other bytes; then the names differ too.
        """
        return f"{self.name}-{self.png[_CHECKSUMS].hex()}.png"

    @property
    def is_drawn(self) -> bool:
        """Whether `png` and `file_name` need no drawing any more."""
        return "png" in vars(self)

    def prepare(self) -> None:
        """Draw the file, once."""
        _ = self.png


def picture_function(
    name: str,
    lay_out: Callable[Concatenate[Language, P], Scene],
    describe: Callable[Concatenate[Language, P], Iterable[str]],
) -> Callable[Concatenate[Language, P], Picture]:
    """A function for pictures of this name, of what both functions take; from any thread."""

    parameters = signature(lay_out)

    def picture(language: Language, /, *content: P.args, **options: P.kwargs) -> Picture:
        given = parameters.bind(language, *content, **options)
        # Equal pictures are the same one, however their arguments are written.
        given.apply_defaults()
        return picture_cache(name, lay_out, describe, *map(_frozen, given.args))

    return picture


def _frozen(value: Any) -> Any:
    """The value with tuples in the place of lists, for the cache."""
    return tuple(map(_frozen, value)) if type(value) in (list, tuple) else value


@lru_cache(maxsize=KEPT)
def picture_cache(
    name: str,
    lay_out: Callable[..., Scene],
    describe: Callable[..., Iterable[str]],
    language: Language,
    *content: object,
) -> Picture:
    """The picture of this content, cached."""
    alt = in_a_line(language, describe(language, *content))
    return Picture(partial(lay_out, language, *content), alt, name)


def png(scene: Scene) -> bytes:
    """The scene as a PNG file; from any thread."""
    return encoded(scene.height, painted(scene))


def encoded(height: int, rows: bytes | bytearray) -> bytes:
    """The file; a row is a zero, for "not filtered", and a palette index for each pixel."""
    deflater = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, _WINDOW_BITS, _ROOM)
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", WIDTH, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette()),
        (b"IDAT", deflater.compress(rows) + deflater.flush()),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = isal_zlib.crc32(data, isal_zlib.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def painted(scene: Scene) -> bytearray:
    """The rows of the file: see `encoded`."""
    has_ring = RING in scene.grounds[:1]
    begun = _backdrop_with_ring() if has_ring else stage.backdrop()
    size = (1 + WIDTH) * scene.height
    rows = bytearray(memoryview(begun)[:size])
    rows.extend(bytes([Colour.NIGHT]) * (size - len(rows)))
    picture = _picture_over(rows)
    for thing in (*scene.grounds[has_ring:], *scene.pieces):
        _paste(picture, thing)
    return rows


@cache
def _backdrop_with_ring() -> bytes:
    """The backdrop with the ring, cached: pasting the ring takes as long as 10 cards."""
    rows = bytearray(stage.backdrop())
    _paste(_picture_over(rows), RING)
    return bytes(rows)


def _picture_over(rows: bytearray) -> Image.Image:
    """The rows as an image that shares their memory: a copy would cost as much as 20 cards."""
    return Image.frombuffer("L", (1 + WIDTH, len(rows) // (1 + WIDTH)), rows, "raw", "L", 0, 1)


def _paste(picture: Image.Image, thing: Ground | Piece) -> None:
    left, top, right, bottom = thing.box
    _sprite(thing, right - left, bottom - top).onto(picture, 1 + left, top)


def _sprite(thing: Ground | Piece, width: int, height: int) -> Sprite:
    # Checks attributes: patterns that unpack a piece are slower. The most frequent come first.
    match thing:
        case Text():
            style, size = thing.style, (width, height)
            return text_sprite(thing.text, style, thing.ink, thing.ground, thing.align, size)
        case CardFace():
            return card(thing.card.up, thing.card.down, width, thing.rim, thing.ground)
        case Token():
            return token(thing.shape, width, height, thing.number, thing.dim, thing.ground)
        case Portrait():
            return portrait(thing.face, width, thing.rim, thing.ground)
        case Panel():
            return stage.panel(width, height, thing.colour, thing.radius)
        case Lamp():
            return lamp(width, thing.position, thing.lit, thing.ground)
        case Bracket():
            return bracket(width, height, thing.begins, thing.ends, thing.ground)
        case Ribbon():
            return stage.ribbon(width, height, thing.golden)
        case Stage():
            return stage.stage(thing.kind, width, height, thing.number)
        case Plot():
            return chart(thing)
