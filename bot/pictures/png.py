"""PNG files of one byte a pixel.

Pillow would write them too, but its first save in a process loads the plugins of five formats,
which takes as long as everything else about a first picture.
"""

import struct
import zlib

# For a hand of 12, level 1 is no quicker and a quarter larger; level 4 takes half as long again.
_LEVEL = 3


def encoded(width: int, height: int, rows: bytes, palette: bytes) -> bytes:
    """The file; each row is a zero, for "not filtered", and one index of the palette a pixel."""
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [
        (b"IHDR", header),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(rows, _LEVEL)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
