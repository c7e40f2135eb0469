"""What a PNG file shows: igzip now and then deflates the same pixels to other bytes."""

from io import BytesIO

from PIL import Image


def pixels(file: bytes) -> tuple[tuple[int, int], bytes]:
    """The size of one of the bot's pictures, its palette, and the index in it of each pixel."""
    with Image.open(BytesIO(file)) as opened:
        return opened.size, bytes(opened.getpalette() or ()) + opened.tobytes()
