"""The cards in the examples of the rules, and what the engine makes of them."""

from typing import NamedTuple

from bot.pictures.faces import SeatFace
from engine.actions import Scout, ScoutAndShow, Show
from engine.cards import Cards, parse_cards
from engine.legal_actions import lay, put, take
from engine.round import Ending, Score
from engine.view import Result


class Beat(NamedTuple):
    """Why the first of two sets beats the second (R9)."""

    why: str
    shown: Cards
    beaten: Cards


# The hand and the Active Set of most pages.
HAND = parse_cards("3/7 4/1 5/9 2/8 6/10 6/2 9/3 1/5 8/4")
ACTIVE = parse_cards("4/8 5/6")

MATCH = parse_cards("6/10 6/2")
RUN_UP = parse_cards("3/7 4/1 5/9")
RUN_DOWN = parse_cards("9/3 8/4")

BEATS = (
    Beat("More cards win", RUN_UP, parse_cards("9/1 9/6")),
    Beat(
        "With equally many cards, a match (same numbers) beats a run (consecutive)",
        MATCH,
        parse_cards("9/4 10/3"),
    ),
    Beat(
        "With equally many cards of the same kind, the higher lowest number wins",
        parse_cards("9/5 8/3 7/2"),
        parse_cards("6/1 7/4 8/9"),
    ),
)
EQUALS = (parse_cards("8/3 7/2"), parse_cards("7/4 8/5"))
"""Two sets of which neither beats the other."""

SHOW = Show(5, 6)
SHOWN, LEFT = lay(HAND, SHOW)

BOTH = ScoutAndShow(Scout("R", 4, flipped=True), Show(1, 4))
"""One page explains the Scout alone; the next one shows the Show that follows."""
TAKEN, REST = take(ACTIVE, BOTH.scout.end)
SCOUTED = put(HAND, TAKEN, BOTH.scout)
SHOWN_AFTER, LEFT_AFTER = lay(SCOUTED, BOTH.show)

UNBEATEN = Result(
    number=1,
    hands=(
        parse_cards("2/8 6/3"),
        parse_cards("7/1 4/9 4/2 8/5"),
        parse_cards("3/5 1/9 6/8 2/7 9/3 4/6"),
    ),
    scores=(Score(5, 3, 2, True), Score(6, 1, 4, False), Score(2, 1, 6, False)),
    ending=Ending.UNBEATEN,
    owner=0,
    active=parse_cards("5/6 5/7"),
    log=(),
)

FACES = tuple(
    SeatFace(name, index, computer=name)
    for index, name in enumerate(("Clown", "Juggler", "Ringmaster"))
)
"""The seats of UNBEATEN."""

STUCK, STUCK_AGAINST = parse_cards("3/7 4/1 2/8"), parse_cards("8/5 8/6")
"""With two players, a hand that is stuck against this set once its chips are spent."""
