"""One of each kind of picture, and of each of its cases that look different."""

from collections.abc import Callable

from bot.pictures.gallery import (
    hand_picture,
    orientation_picture,
    ranking_picture,
    result_picture,
    score_chart_picture,
    set_picture,
)
from bot.pictures.hand import hand_scene, orientation_scene
from bot.pictures.picture import Picture
from bot.pictures.ranking import ranking_scene
from bot.pictures.result import result_scene
from bot.pictures.rows import Hand
from bot.pictures.scene import Scene
from bot.pictures.score_chart import course_scene
from bot.pictures.table import set_scene
from engine.cards import Cards, parse_card
from engine.round import Ending, Score
from engine.sets import shows
from engine.view import Result


def cards(text: str) -> Cards:
    """Read `3/7 10/2`."""
    return tuple(parse_card(card) for card in text.split())


HAND = cards("3/7 4/1 5/9 5/2 10/6 9/3 8/1 2/6 6/4 7/10 1/8")
TO_BEAT = cards("2/5 2/9")
LONG_HAND = (*HAND, *cards("2/9"))
RUN = cards("4/6 5/1 6/9")
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
RANKING = ((1, 2, 14), (1, 0, 14), (3, 1, -3), (4, 3, -12))
COURSE = ((4, 12, -6), (9, 11, 2), (14, 3, 14))
LONG_COURSE = tuple(
    (4 * at, 3 * at - 30, at % 3, 20 - 6 * abs(at - 4), -(at**2)) for at in range(1, 11)
)

PICTURES: dict[str, Callable[[], Picture]] = {
    "hand": lambda: hand_picture(HAND),
    "hand-on-turn": lambda: hand_picture(HAND, brackets=shows(HAND, TO_BEAT), to_beat=TO_BEAT),
    "hand-scouted": lambda: hand_picture(LONG_HAND, brackets=shows(LONG_HAND, ()), scouted=5),
    "hand-empty": lambda: hand_picture(()),
    "both-ways-up": lambda: orientation_picture(HAND[:9]),
    "active-set": lambda: set_picture(RUN, 2),
    "active-set-none": lambda: set_picture(()),
    "result-empty-hand": lambda: result_picture(OVER, 3, (4, 12, -6)),
    "result-unbeaten": lambda: result_picture(UNBEATEN, 3),
    "ranking": lambda: ranking_picture(RANKING, 4),
    "course": lambda: score_chart_picture(COURSE, 2),
    "course-long": lambda: score_chart_picture(LONG_COURSE, 0),
}
SCENES: dict[str, Scene] = {
    "hand": hand_scene(Hand(HAND)),
    "hand-on-turn": hand_scene(Hand(HAND, shows(HAND, TO_BEAT)), TO_BEAT),
    "hand-scouted": hand_scene(Hand(LONG_HAND, shows(LONG_HAND, ()), 5)),
    "hand-empty": hand_scene(Hand(())),
    "both-ways-up": orientation_scene(HAND[:9]),
    "active-set": set_scene(RUN, 2),
    "active-set-none": set_scene((), None),
    "result-empty-hand": result_scene(OVER, 3, (4, 12, -6)),
    "result-unbeaten": result_scene(UNBEATEN, 3),
    "ranking": ranking_scene(RANKING, 4),
    "course": course_scene(COURSE, 2),
    "course-long": course_scene(LONG_COURSE, 0),
}
"""How each of the pictures is laid out."""
