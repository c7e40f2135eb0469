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
        parse_cards("5/6 1/8 3/4 2/7 5/9 1/5 9/6 9/7 6/7 5/8 2/1 6/1"),
        parse_cards("2/6 8/7 3/2 6/4 1/4 3/7 9/3 3/6 2/5 5/4 2/4 7/1"),
        parse_cards("5/3 9/1 2/8 8/9 9/2 3/1 9/4 8/4 7/4 5/7 8/3 6/8"),
    ),
    set_aside=(),
    start=LEARNER,
)


class Decision(NamedTuple):
    """What to do and why, the labels to press in bold; the action, and the computers' after it."""

    says: str
    action: str
    then: str


LESSON = (
    Decision(
        "Press **Turn over**: as dealt no three of your cards belong together, but turned over "
        "you have a run of three, 5 6 7.",
        "F",
        "F F",
    ),
    Decision(
        "Press **Show 4**: the table is empty, so any set will do, and without the 4 your 8 and 7 "
        "stand side by side.",
        "S3",
        "S8-10 S7-9",
    ),
    Decision(
        "Press **Scout 7 (right, turned)** and then **6 [7] 8**: nothing of yours beats 4 4 4, but "
        "the 4/7 turned over is a 7, and between 6 and 8 it makes a run of three.",
        "R2f",
        "L5+S7 S5-6",
    ),
    Decision(
        "Press **Show 1 1**: equal cards are a match, and a match beats a run of as many cards, "
        "here 2 1.",
        "S11-12",
        "S4-6 R2f",
    ),
    Decision(
        "Press **Show 6 7 8**, the run that you made: three cards beat two, and the two cards "
        "that you beat are two points in your pile.",
        "S1-3",
        "R3 S2-3",
    ),
    Decision(
        "Press **Show 7 7**: two matches of two, so the higher number wins, and your 5 6 and 8 "
        "stay for later.",
        "S5-6",
        "S4-6 L6f+S5-6",
    ),
    Decision(
        "Press **Scout & Show**, **Scout 8 (left, turned)**, **7 [8] 9** and **Show 7 8 9**: "
        "nothing of yours beats 3 3, but once a round you may scout and show in one turn, and "
        "your new run beats the 3 that is left.",
        "L2f+S1-3",
        "L4f L3",
    ),
)
END = (
    "That was it: the others could only scout, so the round ends with your 7 8 9 unbeaten, your "
    "3 cards in hand cost nothing, and 7 cards in your pile and 3 chips are 10 points, the most "
    "of all."
)


@cache
def game_after(decisions: int) -> Game:
    """The position after so many of the script's decisions, when the next one is due."""
    if decisions == 0:
        return Game.new(len(DEAL.hands), length=1).begin_round(DEAL)
    game, decision = game_after(decisions - 1), LESSON[decisions - 1]
    for notation in (decision.action, *decision.then.split()):
        game = _play(game, notation)
    return game


def _play(game: Game, notation: str) -> Game:
    return game.play(game.rounds[-1].to_move[0], parse_action(notation))
