"""The bot's avatar and banner are those that its tool draws, and Discord takes them."""

from collections.abc import Callable

import pytest
from PIL import Image, ImageChops

from tests.tools.bot_pictures import FOLDER, draw_avatar, draw_banner


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "draw", "least"),
    [("avatar", draw_avatar, (512, 512)), ("banner", draw_banner, (680, 240))],
)
def test_a_picture_of_the_bot_is_as_drawn(
    name: str, draw: Callable[[], Image.Image], least: tuple[int, int]
) -> None:
    kept = Image.open(FOLDER / f"{name}.png")
    assert ImageChops.difference(kept.convert("RGB"), draw().convert("RGB")).getbbox() is None
    assert kept.width * least[1] == kept.height * least[0]
    assert kept.size >= least
    assert (FOLDER / f"{name}.png").stat().st_size < 500_000
