"""A member's own hand below what it has to beat."""

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.cards_in_rows import Hand, hand_rows
from bot.pictures.layouts.parts import headlines
from bot.pictures.layouts.shelf import SHELF, to_beat_shelf
from bot.pictures.scene import SENTENCE, WIDTH, Box, Ground, Scene, Text
from bot.text.words import counted
from engine.cards import Cards

_FIRST = 120
_BELOW_SHELF = 22
_BOTTOM = 24


def hand_scene(
    hand: Hand, to_beat: Cards = (), owner: SeatFace | None = None, *, on_turn: bool = False
) -> Scene:
    """The cards with their positions, brackets below what can be shown of them."""
    right = "your turn" if on_turn else counted(len(hand.cards), "card")
    pieces = headlines("Your hand", right)
    grounds: list[Ground] = []
    top = _FIRST
    if to_beat:
        grounds, shelf = to_beat_shelf(to_beat, owner)
        pieces += shelf
        top = SHELF.bottom + _BELOW_SHELF
    if not hand.cards:
        box = Box(60, top + 20, WIDTH - 60, top + 90)
        none = Text(box, "No cards left", SENTENCE, Colour.SOFT, align="middle")
        return Scene(box.bottom + _BOTTOM, tuple(grounds), (*pieces, none))
    tabs, rows, bottom = hand_rows(hand, top)
    return Scene(bottom + _BOTTOM, (*grounds, *tabs), (*pieces, *rows))
