"""Which pictures show only what everybody knows: those that are the same for other hidden cards."""

import hashlib
import random
from collections.abc import Iterator

from bot.pictures.gallery import table_picture
from bot.pictures.picture import kept
from bot.ui.views.faces import NO_AVATARS, seat_faces
from engine.view import view
from tests.loopback.chaos.history import History
from tests.support.engine.hidden_cards import with_other_hands


class PublicPictures:
    """The pictures of every position of some games, drawn with all hidden cards exchanged."""

    def __init__(self, tables: list[History], seed: int) -> None:
        rng = random.Random(seed)
        self._known = {sha for table in tables for sha in _drawn(table, rng)}

    def is_public(self, sha256: str) -> bool:
        """Whether the file is, byte by byte, one of them."""
        return sha256 in self._known


def _drawn(table: History, rng: random.Random) -> Iterator[str]:
    faces = seat_faces(table.state, NO_AVATARS)
    for game in table.games:
        if game.rounds[-1].ended is None:
            # Nothing that was drawn of the true cards is reused.
            kept.cache_clear()
            picture = table_picture(view(with_other_hands(game, None, rng), None), faces)
            yield hashlib.sha256(picture.png).hexdigest()
