"""Pictures kept as they were reviewed, and compared pixel by pixel.

Regenerate after a wanted change, and look at what comes out:
python -m tests.bot.pictures.test_golden

Another Pillow may bring another FreeType, which smooths letters otherwise; the constraints pin
the one that these were drawn with.
"""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, __version__ as pillow

from tests.support.pictures.examples import PICTURES

GOLDEN = Path(__file__).parent / "golden"


def path(name: str) -> Path:
    return GOLDEN / f"{name}.png"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_the_pixels_that_were_reviewed(name: str) -> None:
    drawn = Image.open(BytesIO(PICTURES[name]().png)).convert("RGB")
    kept = Image.open(path(name)).convert("RGB")
    assert drawn.size == kept.size
    difference = ImageChops.difference(drawn, kept).getbbox()
    assert difference is None, f"{name} differs within {difference}, drawn by Pillow {pillow}"


def test_every_golden_picture_is_compared() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(PICTURES)


def regenerate() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for file in GOLDEN.iterdir():
        file.unlink()
    for name, make in PICTURES.items():
        Image.open(BytesIO(make().png)).save(path(name), optimize=True)


if __name__ == "__main__":
    regenerate()
