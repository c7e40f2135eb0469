"""Drawing the parts of nearly every picture before the first one."""

from dataclasses import replace
from itertools import product
from random import Random

from bot.pictures.colours import NUMBERS, Colour, palette
from bot.pictures.faces import unnamed
from bot.pictures.layouts.settings import NewTables, settings_scene
from bot.pictures.layouts.table import table_scene
from bot.pictures.picture import painted, png
from bot.pictures.sprites.cards import lower_half, upper_half
from engine.game import Game
from engine.rules import RULES
from engine.view import View, view

_CARDS = {
    (Colour.FLOOR, Colour.CREAM): (182, 172, 158, 138, 120, 108),
    (Colour.NIGHT, Colour.CREAM): (172, 54),
    (Colour.GOLD, Colour.GOLD): (172,),
    (Colour.SHELF, Colour.CREAM): (132, 92, 68),
    (Colour.SHELF, Colour.GOLD): (92,),
    (Colour.ROW, Colour.CREAM): (64,),
    (Colour.CREAM, Colour.CREAM): (64,),
}
"""The widths of cards by their ground and the colour of their rims."""


_COUNTS = (0, 1, 2, 3, 4, 6, 8, 10)
"""Sizes of a hand and of a pile that look different: see `backs_shown` and `layers_shown`."""


def warm_up() -> None:
    """Draw cards, tokens and the tent; call it once, in a thread, when the bot starts.

    Takes about two seconds of a processor. Without it pictures are the same, and the first ones
    wait for their parts.
    """
    palette()
    for players in RULES:
        game = Game.new(players)
        game = game.begin_round(game.next_deal(Random(0)))
        seen = view(game, None)
        png(table_scene(seen, unnamed(players)))
        for count in _COUNTS:
            painted(table_scene(_in_play(seen, count), unnamed(players)))
    for confirm in (False, True):
        png(settings_scene(confirm, NewTables(None, threads=confirm, pictures=confirm)))
    for (ground, rim), widths in _CARDS.items():
        for width, number in product(widths, NUMBERS):
            upper_half(number, width, rim, ground)
            lower_half(number, width, rim, ground)


def _in_play(seen: View, count: int) -> View:
    """The table with a seat on turn, and this many of everything at each seat."""
    each = (count,) * seen.players
    return replace(
        seen,
        chosen=(True,) * seen.players,
        turn=0,
        counts=each,
        piles=each,
        chips=each,
        tokens=(count > 0,) * seen.players,
    )
