"""Every picture that the bot sends.

Each function is pure and can run in any thread. Drawing takes milliseconds: from the event loop,
draw in `asyncio.to_thread`. Most take what their scene takes, which explains it. `warm_up` draws
the parts of the first pictures in advance. Seats are those of the engine, from 0; `faces` are by
seat.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

from bot.pictures import alt
from bot.pictures.alt_standings import leaderboard_alt, stats_alt
from bot.pictures.colours import NUMBERS, Colour, palette
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.hand import hand_scene, orientation_scene, positions_scene
from bot.pictures.layouts.lobby import lobby_scene
from bot.pictures.layouts.replay import ShownHand, replay_end_scene, replay_scene
from bot.pictures.layouts.results import final_scene, result_scene
from bot.pictures.layouts.review import move_scene, review_scene
from bot.pictures.layouts.settings import NewTables, settings_scene
from bot.pictures.layouts.standings import leaderboard_scene, stats_scene
from bot.pictures.layouts.table import set_scene, table_scene
from bot.pictures.layouts.turn import turn_scene
from bot.pictures.picture import Picture, painted, picture_function, png
from bot.pictures.sprites.cards import lower_half, upper_half
from bot.text.language import ENGLISH, Language
from engine.game import Game
from engine.position import Ending, Score
from engine.rules import RULES
from engine.view import RoundResult, View, view

hand_picture = picture_function("hand", hand_scene, alt.hand_alt)
turn_picture = picture_function("turn", turn_scene, alt.turn_alt)
orientation_picture = picture_function("both-ways", orientation_scene, alt.orientation_alt)
positions_picture = picture_function("positions", positions_scene, alt.positions_alt)
set_picture = picture_function("active-set", set_scene, alt.set_alt)
result_picture = picture_function("result", result_scene, alt.result_alt)
final_picture = picture_function("final", final_scene, alt.final_alt)
lobby_picture = picture_function("lobby", lobby_scene, alt.lobby_alt)
settings_picture = picture_function("settings", settings_scene, alt.settings_alt)
move_picture = picture_function("move", move_scene, alt.move_alt)
review_picture = picture_function("review", review_scene, alt.review_alt)
replay_end_picture = picture_function("replay-end", replay_end_scene, alt.result_alt)
leaderboard_picture = picture_function("leaderboard", leaderboard_scene, leaderboard_alt)
stats_picture = picture_function("stats", stats_scene, stats_alt)
_table = picture_function("table", table_scene, alt.table_alt)
_replay = picture_function("replay", replay_scene, alt.replay_alt)


def table_picture(
    language: Language, seen: View, faces: Sequence[SeatFace], *, closed: bool = False
) -> Picture:
    """The table as everybody sees it; ValueError for the view of one seat (R15).

    `closed`: the game ended early, so no seat is on turn any more.
    """
    _check_public(seen)
    return _table(language, seen, faces, closed)


def replay_picture(
    language: Language, seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]
) -> Picture:
    """The table as everybody saw it and the hands of some seats; only of a game that is over.

    ValueError for the view of one seat (R15).
    """
    _check_public(seen)
    return _replay(language, seen, hands, faces)


def _check_public(seen: View) -> None:
    if seen.seat is not None:
        raise ValueError("The table's picture is drawn from everybody's view alone.")


_CARDS = {
    (Colour.FLOOR, Colour.CREAM): (182, 172, 158, 138, 120, 108),
    (Colour.NIGHT, Colour.CREAM): (172, 128, 54),
    (Colour.GOLD, Colour.GOLD): (172, 128),
    (Colour.SHELF, Colour.CREAM): (132, 92, 68),
    (Colour.SHELF, Colour.GOLD): (92,),
    (Colour.ROW, Colour.CREAM): (64,),
    (Colour.CREAM, Colour.CREAM): (64,),
}
"""Card widths by ground and rim colour."""


_COUNTS = (0, 1, 2, 3, 4, 6, 8, 10)
"""Sizes of a hand and of a pile that look different: see `backs_shown` and `layers_shown`."""


def warm_up() -> None:
    """Draw cards, tokens and the tent; call it once, in a thread, when the bot starts.

    It needs about two seconds of a processor. Without it the first pictures wait for their parts.
    """
    palette()
    for players in RULES:
        game = Game.new(players)
        game = game.begin_round(game.next_deal(Random(0)))
        seen, faces = view(game, None), [SeatFace("", seat) for seat in range(players)]
        png(table_scene(ENGLISH, seen, faces))
        for count in _COUNTS:
            painted(table_scene(ENGLISH, _in_play(seen, count), faces))
        painted(lobby_scene(ENGLISH, players, faces, 0))
        # The end of a round with at least one of everything that it counts.
        scores = (Score(pile=1, chips=1, cards=1, exempt=False),) * players
        over = RoundResult(1, ((),) * players, scores, Ending.EMPTY, None, (), ())
        painted(result_scene(ENGLISH, over, players, (), faces))
        painted(final_scene(ENGLISH, [range(players)], faces, None))
    for confirm in (False, True):
        png(settings_scene(ENGLISH, confirm, NewTables(None, threads=confirm, pictures=confirm)))
    for (ground, rim), widths in _CARDS.items():
        for width, number in product(widths, NUMBERS):
            upper_half(number, width, rim, ground)
            lower_half(number, width, rim, ground)


def _in_play(seen: View, count: int) -> View:
    """The table with a seat on turn, and this many cards and chips at each seat."""
    each, players = (count,) * seen.players, seen.players
    seen = replace(seen, chosen=(True,) * players, turn=0, tokens=(count > 0,) * players)
    return replace(seen, counts=each, piles=each, chips=each)
