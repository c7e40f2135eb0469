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
    "**Your goal** is to score the most points. Each card you beat is a point, and so is each chip "
    "you get when somebody scouts from your set. Each card left in your hand costs you a point."
)
SCRIPT = (
    Decision(
        "Press **Flip hand**: only neighbouring cards form a set, and flipped you have a match of "
        "three, 9 9 9, but as dealt no set has more than two cards.",
        "F",
        "F F",
    ),
    Decision(
        "Press **Show 1 2**: the table is empty, so you can show any set, and without 1 and 2 all "
        "four of your 9s are neighbours.",
        "S9-10",
        "S7-9 L2+S5-7",
    ),
    Decision(
        "Press **Show 9 9 9 at 7**, the three 9s from position 7 on: with equally many cards, a "
        "match beats a run, so they beat 2 3 4, and you keep the first 9 for later.",
        "S7-9",
        "L2f S7-9",
    ),
    Decision(
        "Press **Scout 8 (right, flipped)** and then position **6**: nothing in your hand beats "
        "3 4 5, but its 5 on the right becomes an 8 when flipped, and between your 7 and 9 it "
        "makes a run of three.",
        "R6f",
        "S2-3 S2-4",
    ),
    Decision(
        "Press **Show 7 8 9**: of two runs of three, the one with the higher lowest number wins, "
        "so your 7 beats the 4 of 6 5 4, and the three cards you beat are three points.",
        "S5-7",
        "R7f+S3-4 L2f",
    ),
    Decision(
        "Press **Show 8 at 4**, the 8 at position 4: a higher single card beats the 2, and "
        "you keep 7 8 for your next turn.",
        "S4",
        "S3-4 S2-3",
    ),
    Decision(
        "Press **Scout & Show**, **Scout 6 (left)**, position **3** and **Show 5 6 7 8**: "
        "nothing in your hand beats 6 6, but once a round you can scout and then show in the same "
        "turn, and four cards beat the 6 that is left.",
        "L3+S2-5",
        "R3 L3",
    ),
)
END = (
    "**You win!** The others could only scout, so the round is over and your 5 6 7 8 is unbeaten. "
    "You score 12 points: 8 cards in your pile and 4 chips. The last card in your hand costs you "
    "nothing, because nobody beat your set."
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
