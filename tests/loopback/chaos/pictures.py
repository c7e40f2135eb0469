"""Finds the pictures that show only public things: other hidden cards do not change them."""

import random
from collections.abc import Iterator
from pathlib import Path

from bot.pictures.gallery import table_picture
from bot.pictures.picture import picture_cache
from bot.text.language import ENGLISH
from bot.ui.views.elements import NO_AVATARS, seat_faces
from engine.view import view
from tests.loopback.chaos.history import History
from tests.support.engine.hidden_cards import with_other_hands
from tests.support.pictures.pixels import pixel_digest


class PublicPictures:
    """The pictures of every position of some games, drawn with all hidden cards exchanged.

    They are compared with files in `folder`, pixel by pixel: igzip does not always write the same
    bytes for the same picture.
    """

    def __init__(self, tables: list[History], seed: int, folder: Path) -> None:
        rng = random.Random(seed)
        self._folder = folder
        self._known = {pixel_digest(png) for table in tables for png in _drawn(table, rng)}

    def is_public(self, sha256: str) -> bool:
        """Whether the file with this hash is one of these pictures."""
        return pixel_digest((self._folder / f"{sha256}.png").read_bytes()) in self._known


def _drawn(table: History, rng: random.Random) -> Iterator[bytes]:
    faces = seat_faces(ENGLISH, table.state, NO_AVATARS)
    for game in table.games:
        if game.rounds[-1].ended is None:
            # Nothing that was drawn of the true cards is reused.
            picture_cache.cache_clear()
            yield table_picture(ENGLISH, view(with_other_hands(game, None, rng), None), faces).png
