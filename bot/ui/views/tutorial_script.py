"""The script of the tutorial: one round of three, in notation, and what is said about it."""

from functools import cache
from typing import NamedTuple

from engine.actions import parse_action
from engine.cards import Deal, parse_cards
from engine.game import Game

LEARNER = 0
"""The seat of the member; the others are those of COMPUTERS."""
COMPUTERS = ("Juggler", "Acrobat")
DEAL = Deal(
    hands=(
        parse_cards("9/3 9/5 8/7 1/8 2/7 6/9 4/9 7/9 3/1 1/2 8/9 3/8"),
        parse_cards("3/6 5/4 1/7 6/2 8/2 6/1 8/6 4/6 7/6 9/2 7/5 2/4"),
        parse_cards("5/3 2/5 1/4 3/2 7/3 8/4 5/6 1/9 4/3 7/4 8/5 1/5"),
    ),
    set_aside=(),
    start=LEARNER,
)


class Decision(NamedTuple):
    """What to do and why, the labels to press in bold; the action, and the computers' after it."""

    says: str
    action: str
    then: str


GOAL = (
    "**Your goal** is to score the most points: each card that you beat and each chip that you get "
    "is a point, and each card left in your hand costs you one."
)
SCRIPT = (
    Decision(
        "Press **Flip hand**: as dealt no more than two of your cards belong together, but flipped "
        "you have a match of three, 9 9 9.",
        "F",
        "F F",
    ),
    Decision(
        "Press **More…** and then **Show 1 2**: the table is empty, so any set will do, and "
        "without 1 and 2 all four of your 9s stand side by side.",
        "S9-10",
        "S7-9 L2+S5-7",
    ),
    Decision(
        "Press **Show 9 9 9 (positions 7–9)**: with equally many cards a match beats a run, so "
        "three 9s are enough against 2 3 4, and you keep the first 9 for later.",
        "S7-9",
        "L2f S7-9",
    ),
    Decision(
        "Press **Scout 8 (right, flipped)** and then **Position 6**: nothing in your hand beats "
        "3 4 5, but the 5/8 flipped is an 8, and between your 7 and 9 it makes a run of three.",
        "R6f",
        "S2-3 S2-4",
    ),
    Decision(
        "Press **Show 7 8 9**: of two runs of three, the one with the higher lowest number wins, "
        "and the 6 5 4 that you beat gives you three points.",
        "S5-7",
        "R7f+S3-4 L2f",
    ),
    Decision(
        "Press **Show 8 (position 4)**: one higher card is enough against the 2, and you keep a "
        "7 8 for your next turn.",
        "S4",
        "S3-4 S2-3",
    ),
    Decision(
        "Press **Scout & Show**, **Scout 6 (left)**, **Position 3** and **Show 5 6 7 8**: nothing "
        "in your hand beats 6 6, but once a round you can scout and show in one turn, and four "
        "cards beat the 6 that is left.",
        "L3+S2-5",
        "R3 L3",
    ),
)
END = (
    "You win: the others could only scout, so the round ends with your 5 6 7 8 unbeaten, your "
    "last card costs you nothing, and 8 cards in your pile and 4 chips are 12 points."
)


@cache
def game_after(decisions: int) -> Game:
    """The position after so many of the script's decisions, when the next one is due."""
    if decisions == 0:
        return Game.new(len(DEAL.hands), length=1).begin_round(DEAL)
    game, decision = game_after(decisions - 1), SCRIPT[decisions - 1]
    for notation in (decision.action, *decision.then.split()):
        game = _play(game, notation)
    return game


def _play(game: Game, notation: str) -> Game:
    return game.play(game.rounds[-1].to_move[0], parse_action(notation))
