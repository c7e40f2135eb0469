"""One of each kind of picture, and of each of its cases that look different."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import (
    final_picture,
    hand_picture,
    leaderboard_picture,
    lobby_picture,
    move_picture,
    orientation_picture,
    positions_picture,
    replay_end_picture,
    replay_picture,
    result_picture,
    review_picture,
    set_picture,
    settings_picture,
    stats_picture,
    table_picture,
    turn_picture,
)
from bot.pictures.layouts.hand import Hand, Placing, hand_scene, orientation_scene, positions_scene
from bot.pictures.layouts.lobby import lobby_scene
from bot.pictures.layouts.replay import ShownHand, replay_end_scene, replay_scene
from bot.pictures.layouts.results import final_scene, result_scene
from bot.pictures.layouts.review import move_scene, review_scene
from bot.pictures.layouts.settings import NewTables, settings_scene
from bot.pictures.layouts.standings import (
    BoardSubject,
    Head,
    PersonalBest,
    RatingHistory,
    StandingRow,
    StatsCard,
    Tile,
    Tiles,
    leaderboard_scene,
    stats_scene,
)
from bot.pictures.layouts.table import set_scene, table_scene
from bot.pictures.layouts.turn import turn_scene
from bot.pictures.picture import Picture
from bot.pictures.scene import Scene
from bot.text.language import ENGLISH, Language
from bot.text.words import BestShow, best_show
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Cards, parse_card, parse_cards
from engine.round import Ending, Event, Score
from engine.sets import shows
from engine.view import RoundResult, View, view
from tests.support.engine.random_games import finished
from tests.support.pictures import tables
from tests.support.pictures.tables import FACES, unnamed


def cards(text: str) -> Cards:
    """Read `3/7 10/2`."""
    return parse_cards(text)


HAND = cards("3/7 4/1 5/9 5/2 10/6 9/3 8/1 2/6 6/4 7/10 1/8")
TWELVE = cards("3/7 4/1 5/9 5/2 10/6 9/10 8/9 7/8 6/4 7/10 1/8 2/8")
TO_BEAT = cards("2/5 2/9")
LONG_HAND = (*HAND, *cards("2/9 3/9 9/10 4/9 4/8"))
RUN = cards("4/6 5/1 6/9")
LONG_RUN = cards("1/9 2/8 3/5 4/7 5/6 6/2 7/1 8/3 9/3")
OVER = RoundResult(
    number=2,
    hands=(cards("2/6 9/5 4/8"), (), cards("3/6 6/8 3/4 4/6 7/8 2/3 6/9 10/1 5/8")),
    scores=(Score(4, 2, 3, False), Score(7, 0, 0, False), Score(1, 3, 9, False)),
    ending=Ending.EMPTY,
    owner=None,
    active=(),
    log=(),
)
UNBEATEN = RoundResult(
    number=3,
    hands=(cards("10/4"), cards("7/2 8/3")),
    scores=(Score(12, 1, 1, False), Score(9, 3, 2, True)),
    ending=Ending.UNBEATEN,
    owner=1,
    active=RUN,
    log=(),
)
LAST = replace(OVER, log=(Event(1, parse_card("7/3"), "R", 0, RUN),))
COURSE = ((4, 12, -6), (9, 11, 2), (14, 3, 14))
LONG_COURSE = tuple(
    (4 * at, 3 * at - 30, at % 3, 20 - 6 * abs(at - 4), -(at**2)) for at in range(1, 11)
)
PLACING = Placing(HAND, parse_card("5/2"), "L", tuple(range(1, len(HAND) + 2)))
STANDINGS = tuple(
    StandingRow(
        at + 1,
        face,
        41 - at,
        24 - 5 * at,
        ENGLISH.number(11.2 - 3.4 * at, decimals=1, signed=True),
        asked=at == 1,
    )
    for at, face in enumerate(FACES)
)
NAMES = ("Mia", "Noah", "Kim", "Theo", "Zoë", "Åsa", "Mehmet", "Lena", "Ava", "Ida")
RATED = tuple(
    StandingRow(
        at + 1,
        SeatFace(name, at),
        41 - 4 * at,
        20 - 2 * at,
        str(1312 - 37 * at),
        f"± {62 + 14 * at}",
        provisional=at in (2, 9),
    )
    for at, name in enumerate(NAMES)
)
OWN = StandingRow(27, FACES[0], 3, 1, "1012", "± 214", provisional=True, asked=True)
WINNERS = tuple(replace(line, value=str(line.wins), asked=False) for line in STANDINGS[2:])
OWN_WINS = StandingRow(27, FACES[0], 3, 1, "1", asked=True)
AVERAGE = BoardSubject("all time", "average", "games among people", podium=True)
RATING = BoardSubject("this month", "rating", "games among people, at least 3 games", podium=True)
WINS = BoardSubject("Winter", "wins", "games against hard computers alone")
PODIUM = BoardSubject("Winter", "rating", "games among people", podium=True, won=True)
AVERAGES = Tiles(
    (
        Tile("2 players", "+3.2", "4 games"),
        Tile("3 players", "+1.4", "21 games"),
        Tile("4 players", "−0.6", "16 games"),
        Tile("5 players", "–", "no games", dim=True),
    ),
    "Points a round by number of players",
)
HABITS = (Tile("Hand emptied", "23", "rounds"), Tile("Set unbeaten", "0", "rounds", dim=True))
STATS = StatsCard(
    "Mia",
    "this server",
    Head(FACES[0], "1312", "± 62", False, "3rd of 24"),
    (
        Tiles(
            (Tile("games", "41"), Tile("wins", "19"), Tile("won", "46%")), "Games", untitled=True
        ),
        RatingHistory((1000, 1060, 1040, 1110, 1180, 1150, 1210, 1260, 1240, 1312), FACES[0]),
        AVERAGES,
        (PersonalBest("Longest set", "fan", 7), PersonalBest("Biggest capture", "pile", 6)),
        Tiles(
            (
                *HABITS,
                Tile("Good moves", "62%", "of 214 reviewed"),
                Tile("Against Noah", "7 : 5", "12 games"),
            ),
            "At the table",
            untitled=True,
        ),
    ),
)
FIRST_STATS = StatsCard(
    "Noah",
    "this server",
    Head(FACES[3], "1032", "± 260", True, "12th of 24"),
    (
        Tiles((Tile("games", "2"), Tile("wins", "0")), "Games", untitled=True),
        RatingHistory((1005, 1032), FACES[3]),
    ),
)
NO_RATING = StatsCard(
    "Mia", "this server", Head(FACES[0]), (Tiles(HABITS, "At the table", untitled=True),)
)
SERVER_STATS = StatsCard(
    "This server",
    "all time",
    None,
    (
        Tiles(
            (Tile("games", "412"), Tile("rounds", "1630"), Tile("members", "37")),
            "Games",
            untitled=True,
        ),
        AVERAGES,
        (
            PersonalBest("Longest set", "fan", 9, "by Mia"),
            PersonalBest("Biggest capture", "pile", 0),
        ),
        Tiles((*HABITS, Tile("Most games", "Noah", "120 games")), "At the table", untitled=True),
    ),
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


def _showing(seen: View, shown: Cards) -> View:
    """The same table after a Show of other cards; games at random have no long sets."""
    return replace(seen, active=shown, log=(*seen.log[:-1], seen.log[-1]._replace(shown=shown)))


TABLES["table-moment"] = _showing(TABLES["table-4"], LONG_RUN[1:7])


def _faces(seen: View) -> tuple[SeatFace, ...]:
    return FACES[: seen.players]


REPLAYED = tables.position(5, tables.scouted)
ALL_HANDS = tuple(ShownHand(seat, hand) for seat, hand in enumerate(REPLAYED.rounds[-1].hands))
ONE_HAND = (ShownHand(1, TWELVE, 3),)

ASKED = replace(
    view(tables.position(3, tables.shown), 0), hand=TWELVE, active=RUN, owner=2, orientation=False
)
LONG_ASKED = replace(ASKED, hand=LONG_HAND)
BOTH = ScoutAndShow(Scout("L", 3, flipped=False), Show(2, 4))
APART = ScoutAndShow(Scout("R", 9, flipped=True), Show(16, 17))
MOVES: dict[str, tuple[View, Action, Action | None]] = {
    "shows": (ASKED, Show(4, 4), Show(7, 9)),
    "scout": (ASKED, Scout("R", 1, flipped=True), BOTH),
    "both": (LONG_ASKED, BOTH, APART),
    "good": (ASKED, Show(5, 8), None),
    "ways": (ASKED, Orient(flip=False), Orient(flip=True)),
}
"""Decisions with the better move marked: in the hand, in a gap, and to keep or flip."""
LOSSES = ((0.0, 1.2, 0.0, None, 4.25), (0.0, 0.0, 3.9), (0.3, 0.0))
LONG_LOSSES = tuple(
    tuple(float((at * (7 + number)) % 5 > 3) * at / 4 for at in range(20 - number))
    for number in range(10)
)
ENDS: dict[str, tuple[RoundResult, int, tuple[int, ...], tuple[SeatFace, ...]]] = {
    "5": (tables.results(5)[1], 5, (4, 12, -6, 22, 0), FACES),
    "empty": (OVER, 3, (4, 12, -6), FACES[:3]),
}


def _unbeaten(language: Language) -> tuple[RoundResult, int, tuple[int, ...], tuple[SeatFace, ...]]:
    return UNBEATEN, 3, (), unnamed(language, 2)


def _final(language: Language, players: int) -> Picture:
    game, best = finished(players, 3), best_show(tables.results(players))
    totals = [game.after(number).totals() for number in range(1, players + 1)]
    return final_picture(language, totals, FACES[:players], best)


def pictures_in(language: Language) -> dict[str, Callable[[], Picture]]:
    """The pictures with their words in a language, except for texts that come ready-made."""
    return {
        **{
            name: partial(table_picture, language, seen, _faces(seen))
            for name, seen in TABLES.items()
        },
        "table-closed": lambda: table_picture(language, TABLES["table-5"], FACES, closed=True),
        "table-closed-choosing": lambda: table_picture(
            language, TABLES["table-choosing-2"], FACES[:2], closed=True
        ),
        "hand": lambda: hand_picture(language, Hand(HAND)),
        "hand-on-turn": lambda: hand_picture(
            language, Hand(HAND, tuple(shows(HAND, TO_BEAT))), TO_BEAT, FACES[2], True
        ),
        "hand-scouted": lambda: hand_picture(
            language, Hand(LONG_HAND, tuple(shows(LONG_HAND, RUN)), 5)
        ),
        "hand-against-nine": lambda: hand_picture(language, Hand(HAND[:6]), LONG_RUN, FACES[4]),
        "turn": lambda: turn_picture(
            language, "Daily 214", ASKED, Hand(ASKED.hand, tuple(ASKED.legal.shows())), FACES
        ),
        "positions": lambda: positions_picture(language, PLACING),
        "positions-some": lambda: positions_picture(
            language, Placing(HAND[:5], parse_card("5/2"), None, (2, 4))
        ),
        "both-ways-up": lambda: orientation_picture(language, HAND[:9]),
        "both-ways-up-12": lambda: orientation_picture(language, TWELVE),
        "active-set": lambda: set_picture(language, RUN),
        "active-set-nine": lambda: set_picture(language, LONG_RUN),
        "result-empty-hand": lambda: result_picture(language, OVER, 3, (4, 12, -6), FACES),
        "result-last-cards": lambda: result_picture(language, LAST, 3, (4, 12, -6), FACES),
        "result-unbeaten": lambda: result_picture(language, UNBEATEN, 3, (), unnamed(language, 2)),
        "result-5": lambda: result_picture(
            language, tables.results(5)[1], 5, (4, 12, -6, 22, 0), FACES
        ),
        "replay-end": lambda: replay_end_picture(language, *ENDS["5"]),
        "replay-end-safe": lambda: replay_end_picture(language, *_unbeaten(language)),
        "final-2": partial(_final, language, 2),
        "final-5": partial(_final, language, 5),
        "leaderboard": lambda: leaderboard_picture(language, AVERAGE, STANDINGS),
        "leaderboard-rating": lambda: leaderboard_picture(language, RATING, RATED, OWN),
        "leaderboard-page": lambda: leaderboard_picture(language, WINS, WINNERS, OWN_WINS),
        "leaderboard-season": lambda: leaderboard_picture(language, PODIUM, RATED[:3]),
        "stats": lambda: stats_picture(language, STATS),
        "stats-first-games": lambda: stats_picture(language, FIRST_STATS),
        "stats-unrated": lambda: stats_picture(language, NO_RATING),
        "stats-server": lambda: stats_picture(language, SERVER_STATS),
        "lobby-2": lambda: lobby_picture(language, 2, FACES[:1], host=0),
        "lobby-3": lambda: lobby_picture(language, 3, FACES[:3], host=0),
        "lobby-4": lambda: lobby_picture(language, 4, FACES[:4], host=3),
        "lobby-5": lambda: lobby_picture(language, 5, FACES[:3], host=0),
        "settings": lambda: settings_picture(language, True, NEW_TABLES),
        "settings-other": lambda: settings_picture(language, False, NewTables(None, False, False)),
        "replay-all": lambda: replay_picture(language, TABLES["table-5"], ALL_HANDS, FACES),
        "replay-one": lambda: replay_picture(language, TABLES["table-3"], ONE_HAND, FACES[:3]),
        **{
            f"move-{name}": partial(move_picture, language, *moves, "round 2, turn 3", FACES)
            for name, moves in MOVES.items()
        },
        "review": lambda: review_picture(language, COURSE, 2, LOSSES, unnamed(language, 3)),
        "review-long": lambda: review_picture(language, LONG_COURSE, 0, LONG_LOSSES, FACES),
    }


def scenes_in(language: Language) -> dict[str, Scene]:
    """How most of the pictures are laid out in a language."""
    return {
        **{name: table_scene(language, seen, _faces(seen)) for name, seen in TABLES.items()},
        "table-closed": table_scene(language, TABLES["table-5"], FACES, closed=True),
        "table-closed-choosing": table_scene(
            language, TABLES["table-choosing-2"], FACES[:2], closed=True
        ),
        "hand": hand_scene(language, Hand(HAND)),
        "hand-on-turn": hand_scene(
            language, Hand(HAND, tuple(shows(HAND, TO_BEAT))), TO_BEAT, FACES[2], on_turn=True
        ),
        "hand-scouted": hand_scene(language, Hand(LONG_HAND, tuple(shows(LONG_HAND, RUN)), 5)),
        "hand-against-nine": hand_scene(language, Hand(HAND[:6]), LONG_RUN, FACES[4]),
        "turn": turn_scene(
            language, "Daily 214", ASKED, Hand(ASKED.hand, tuple(ASKED.legal.shows())), FACES
        ),
        "positions": positions_scene(language, PLACING),
        "both-ways-up": orientation_scene(language, HAND[:9]),
        "both-ways-up-12": orientation_scene(language, TWELVE),
        "active-set": set_scene(language, RUN),
        "active-set-nine": set_scene(language, LONG_RUN),
        "result-empty-hand": result_scene(language, OVER, 3, (4, 12, -6), FACES),
        "result-last-cards": result_scene(language, LAST, 3, (4, 12, -6), FACES),
        "result-unbeaten": result_scene(language, UNBEATEN, 3, (), unnamed(language, 2)),
        "result-5": result_scene(language, tables.results(5)[1], 5, (4, 12, -6, 22, 0), FACES),
        "final-3": final_scene(language, COURSE, FACES[:3], None),
        "final-5": final_scene(language, LONG_COURSE, FACES, BestShow(2, 3, RUN)),
        "leaderboard": leaderboard_scene(language, AVERAGE, STANDINGS),
        "leaderboard-rating": leaderboard_scene(language, RATING, RATED, OWN),
        "leaderboard-page": leaderboard_scene(language, WINS, WINNERS, OWN_WINS),
        "leaderboard-season": leaderboard_scene(language, PODIUM, RATED[:3]),
        "stats": stats_scene(language, STATS),
        "stats-first-games": stats_scene(language, FIRST_STATS),
        "stats-unrated": stats_scene(language, NO_RATING),
        "stats-server": stats_scene(language, SERVER_STATS),
        "lobby-2": lobby_scene(language, 2, FACES[:1], 0),
        "lobby-3": lobby_scene(language, 3, FACES[:3], 0),
        "lobby-4": lobby_scene(language, 4, FACES[:4], 3),
        "lobby-5": lobby_scene(language, 5, FACES[:3], 0),
        "settings": settings_scene(language, True, NEW_TABLES),
        "replay-all": replay_scene(language, TABLES["table-5"], ALL_HANDS, FACES),
        "replay-one": replay_scene(language, TABLES["table-3"], ONE_HAND, FACES[:3]),
        **{f"replay-end-{name}": replay_end_scene(language, *end) for name, end in ENDS.items()},
        "replay-end-safe": replay_end_scene(language, *_unbeaten(language)),
        "replay-long": replay_scene(
            language, TABLES["table-3"], (ShownHand(1, LONG_HAND, 16),), FACES[:3]
        ),
        **{
            f"move-{name}": move_scene(language, *moves, "round 2, turn 3", FACES)
            for name, moves in MOVES.items()
        },
        "review": review_scene(language, COURSE, 2, LOSSES, unnamed(language, 3)),
        "review-long": review_scene(language, LONG_COURSE, 0, LONG_LOSSES, FACES),
    }


PICTURES = pictures_in(ENGLISH)
SCENES = scenes_in(ENGLISH)
