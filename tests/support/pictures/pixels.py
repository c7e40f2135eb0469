"""What a PNG file shows: igzip now and then deflates the same pixels to other bytes."""

from hashlib import sha256
from io import BytesIO

from PIL import Image


def pixel_digest(file: bytes) -> str:
    """A hash of the size, the palette and the pixels of one of the bot's pictures."""
    with Image.open(BytesIO(file)) as opened:
        drawn = bytes(opened.getpalette() or ()) + opened.tobytes()
        return sha256(repr(opened.size).encode() + drawn).hexdigest()
