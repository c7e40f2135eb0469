"""The Active Set alone in the ring."""

from bot.pictures.faces import SeatFace
from bot.pictures.layouts.parts import headlines
from bot.pictures.layouts.ring import active_set
from bot.pictures.scene import Scene
from bot.text.words import kind
from engine.cards import Cards

_HEIGHT = 484


def set_scene(active: Cards, owner: SeatFace | None) -> Scene:
    """The set under its kind and its owner's face, or an empty slot."""
    right = kind(active) if active else "empty table"
    pieces = headlines("Active Set", right, owner if active else None)
    grounds, cards = active_set(active)
    return Scene(_HEIGHT, tuple(grounds), (*pieces, *cards))
