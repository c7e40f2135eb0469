"""PNG files of one byte a pixel, deflated by igzip.

Pillow's own writer takes five times as long for a picture of this size.
"""

import struct

from isal import isal_zlib

_LEVEL = 1


def encoded(width: int, height: int, rows: bytes | bytearray, palette: bytes) -> bytes:
    """The file; each row is a zero, for "not filtered", and one index of the palette a pixel."""
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [
        (b"IHDR", header),
        (b"PLTE", palette),
        (b"IDAT", isal_zlib.compress(rows, _LEVEL)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = isal_zlib.crc32(data, isal_zlib.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
