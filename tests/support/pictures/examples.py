"""One of each kind of picture, and of each of its cases that look different."""

from collections.abc import Callable
from functools import partial

from bot.pictures.faces import SeatFace, unnamed
from bot.pictures.gallery import (
    final_picture,
    hand_picture,
    leaderboard_picture,
    lobby_picture,
    orientation_picture,
    positions_picture,
    result_picture,
    score_chart_picture,
    set_picture,
    settings_picture,
    table_picture,
)
from bot.pictures.layouts.active_set import set_scene
from bot.pictures.layouts.cards_in_rows import Hand
from bot.pictures.layouts.final import final_scene
from bot.pictures.layouts.hand import hand_scene
from bot.pictures.layouts.leaderboard import Standing, leaderboard_scene
from bot.pictures.layouts.lobby import lobby_scene
from bot.pictures.layouts.orientation import orientation_scene
from bot.pictures.layouts.positions import Placing, positions_scene
from bot.pictures.layouts.result import result_scene
from bot.pictures.layouts.score_chart import chart_scene
from bot.pictures.layouts.settings import NewTables, settings_scene
from bot.pictures.layouts.table import table_scene
from bot.pictures.moves import BestShow
from bot.pictures.picture import Picture
from bot.pictures.scene import Scene
from engine.cards import Cards, parse_card, parse_cards
from engine.round import Ending, Score
from engine.sets import shows
from engine.view import Result, View, view
from tests.support.pictures import tables
from tests.support.pictures.tables import FACES


def cards(text: str) -> Cards:
    """Read `3/7 10/2`."""
    return parse_cards(text)


HAND = cards("3/7 4/1 5/9 5/2 10/6 9/3 8/1 2/6 6/4 7/10 1/8")
TWELVE = cards("3/7 4/1 5/9 5/2 10/6 9/10 8/9 7/8 6/4 7/10 1/8 2/8")
TO_BEAT = cards("2/5 2/9")
LONG_HAND = (*HAND, *cards("2/9 3/9 9/10 4/9 4/8"))
RUN = cards("4/6 5/1 6/9")
LONG_RUN = cards("1/9 2/8 3/5 4/7 5/6 6/2 7/1 8/3 9/3")
OVER = Result(
    number=2,
    hands=(cards("2/6 9/5 4/8"), (), cards("3/6 6/8 3/4 4/6 7/8 2/3 6/9 10/1 5/8")),
    scores=(Score(4, 2, 3, False), Score(7, 0, 0, False), Score(1, 3, 9, False)),
    ending=Ending.EMPTY,
    owner=None,
    active=(),
    log=(),
)
UNBEATEN = Result(
    number=3,
    hands=(cards("10/4"), cards("7/2 8/3")),
    scores=(Score(12, 1, 1, False), Score(9, 3, 2, True)),
    ending=Ending.UNBEATEN,
    owner=1,
    active=RUN,
    log=(),
)
COURSE = ((4, 12, -6), (9, 11, 2), (14, 3, 14))
LONG_COURSE = tuple(
    (4 * at, 3 * at - 30, at % 3, 20 - 6 * abs(at - 4), -(at**2)) for at in range(1, 11)
)
PLACING = Placing(HAND, parse_card("5/2"), "L", tuple(range(1, len(HAND) + 2)))
STANDINGS = tuple(
    Standing(at + 1, face, 41 - at, 24 - 5 * at, 11.2 - 3.4 * at, asked=at == 3)
    for at, face in enumerate(FACES)
)
NEW_TABLES = NewTables("5 minutes", True, True)

TABLES: dict[str, View] = {
    "table-2": view(tables.position(2, tables.shown), None),
    "table-3": view(tables.position(3, tables.both), None),
    "table-4": view(tables.position(4, tables.shown), None),
    "table-5": view(tables.position(5, tables.scouted), None),
    "table-empty": view(tables.position(3, tables.took_the_last), None),
    "table-choosing": view(tables.position(5, tables.choosing), None),
    "table-choosing-2": view(tables.position(2, tables.choosing), None),
    "table-begun": view(tables.position(4, tables.begun), None),
}


def _faces(seen: View) -> tuple[SeatFace, ...]:
    return FACES[: seen.players]


PICTURES: dict[str, Callable[[], Picture]] = {
    **{name: partial(table_picture, seen, _faces(seen)) for name, seen in TABLES.items()},
    "table-closed": lambda: table_picture(TABLES["table-5"], FACES, closed=True),
    "table-closed-choosing": lambda: table_picture(
        TABLES["table-choosing-2"], FACES[:2], closed=True
    ),
    "hand": lambda: hand_picture(HAND),
    "hand-on-turn": lambda: hand_picture(
        HAND, brackets=shows(HAND, TO_BEAT), to_beat=TO_BEAT, owner=FACES[2], on_turn=True
    ),
    "hand-scouted": lambda: hand_picture(LONG_HAND, brackets=shows(LONG_HAND, RUN), scouted=5),
    "hand-against-nine": lambda: hand_picture(HAND[:6], to_beat=LONG_RUN, owner=FACES[4]),
    "hand-empty": lambda: hand_picture(()),
    "positions": lambda: positions_picture(HAND, parse_card("5/2"), end="L"),
    "positions-some": lambda: positions_picture(HAND[:5], parse_card("5/2"), allowed=(2, 4)),
    "both-ways-up": lambda: orientation_picture(HAND[:9]),
    "both-ways-up-12": lambda: orientation_picture(TWELVE),
    "active-set": lambda: set_picture(RUN, 2, FACES),
    "active-set-nine": lambda: set_picture(LONG_RUN),
    "active-set-none": lambda: set_picture(()),
    "result-empty-hand": lambda: result_picture(OVER, 3, (4, 12, -6), FACES),
    "result-unbeaten": lambda: result_picture(UNBEATEN, 3),
    "result-5": lambda: result_picture(tables.results(5)[1], 5, (4, 12, -6, 22, 0), FACES),
    "final-2": lambda: final_picture(tables.results(2), FACES[:2]),
    "final-5": lambda: final_picture(tables.results(5), FACES),
    "leaderboard": lambda: leaderboard_picture(STANDINGS),
    "leaderboard-empty": lambda: leaderboard_picture(()),
    "lobby-2": lambda: lobby_picture(2, FACES[:1], host=0),
    "lobby-3": lambda: lobby_picture(3, FACES[:3], host=0),
    "lobby-4": lambda: lobby_picture(4, FACES[:4], host=3),
    "lobby-5": lambda: lobby_picture(5, FACES[:3], host=0),
    "settings": lambda: settings_picture(True, NEW_TABLES),
    "settings-other": lambda: settings_picture(False, NewTables(None, False, False)),
    "course": lambda: score_chart_picture(COURSE, 2),
    "course-long": lambda: score_chart_picture(LONG_COURSE, 0, FACES),
}
SCENES: dict[str, Scene] = {
    **{name: table_scene(seen, _faces(seen)) for name, seen in TABLES.items()},
    "table-closed": table_scene(TABLES["table-5"], FACES, closed=True),
    "table-closed-choosing": table_scene(TABLES["table-choosing-2"], FACES[:2], closed=True),
    "hand": hand_scene(Hand(HAND)),
    "hand-on-turn": hand_scene(Hand(HAND, shows(HAND, TO_BEAT)), TO_BEAT, FACES[2], on_turn=True),
    "hand-scouted": hand_scene(Hand(LONG_HAND, shows(LONG_HAND, RUN), 5)),
    "hand-against-nine": hand_scene(Hand(HAND[:6]), LONG_RUN, FACES[4]),
    "hand-empty": hand_scene(Hand(())),
    "positions": positions_scene(PLACING),
    "both-ways-up": orientation_scene(HAND[:9]),
    "both-ways-up-12": orientation_scene(TWELVE),
    "active-set": set_scene(RUN, FACES[2]),
    "active-set-nine": set_scene(LONG_RUN, None),
    "active-set-none": set_scene((), None),
    "result-empty-hand": result_scene(OVER, 3, (4, 12, -6), FACES),
    "result-unbeaten": result_scene(UNBEATEN, 3, (), unnamed(2)),
    "result-5": result_scene(tables.results(5)[1], 5, (4, 12, -6, 22, 0), FACES),
    "final-3": final_scene(COURSE, FACES[:3], None),
    "final-5": final_scene(LONG_COURSE, FACES, BestShow(2, 3, RUN)),
    "leaderboard": leaderboard_scene(STANDINGS, "this server"),
    "leaderboard-empty": leaderboard_scene((), "this server"),
    "lobby-2": lobby_scene(2, FACES[:1], 0),
    "lobby-3": lobby_scene(3, FACES[:3], 0),
    "lobby-4": lobby_scene(4, FACES[:4], 3),
    "lobby-5": lobby_scene(5, FACES[:3], 0),
    "settings": settings_scene(True, NEW_TABLES),
    "course": chart_scene(COURSE, 2, unnamed(3)),
    "course-long": chart_scene(LONG_COURSE, 0, FACES),
}
"""How most of the pictures are laid out."""
