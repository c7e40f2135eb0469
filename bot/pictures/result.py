"""How the table at a round's end is laid out: a part for every seat."""

from collections.abc import Sequence

from bot.pictures.colours import LESSER, LINE
from bot.pictures.rows import block
from bot.pictures.scene import (
    MARGIN,
    NOTE,
    TEXT,
    TITLE,
    WIDTH,
    Bar,
    Box,
    Piece,
    Scene,
    Size,
    Words,
)
from bot.pictures.words import account, figure, points, reason, seat
from engine.cards import Cards
from engine.view import Result

_TITLE_HEIGHT = 40
_LINE_HEIGHT = 38
_GAP = 11
_RULE = 3
_CARDS_A_ROW = 8
_ACCOUNT_LEFT = 120
_POINTS_LEFT = 575
_RIGHT = WIDTH - MARGIN


def result_scene(over: Result, length: int, totals: Sequence[int] = ()) -> Scene:
    """Why the round ended, then what each seat scored and held, and its total if given."""
    title = Box(MARGIN, MARGIN, _RIGHT, MARGIN + _TITLE_HEIGHT)
    why = Box(MARGIN, title.bottom, _RIGHT, title.bottom + _LINE_HEIGHT)
    pieces: list[Piece] = [
        Words(title, f"Round {over.number} of {length} is over", TITLE),
        Words(why, reason(over), TEXT, LESSER),
    ]
    top = why.bottom
    for index, hand in enumerate(over.hands):
        rule = Box(MARGIN, top + _GAP, _RIGHT, top + _GAP + _RULE)
        top = rule.bottom + _GAP
        pieces += [Bar(rule, LINE), *_sums(over, index, totals, top)]
        held, top = _held(hand, top + _LINE_HEIGHT)
        pieces += held
    return Scene(WIDTH, top + MARGIN, tuple(pieces))


def _sums(over: Result, index: int, totals: Sequence[int], top: int) -> list[Piece]:
    score, bottom = over.scores[index], top + _LINE_HEIGHT
    who = Box(MARGIN, top, _ACCOUNT_LEFT, bottom)
    why = Box(_ACCOUNT_LEFT, top, _POINTS_LEFT, bottom)
    brought = Box(_POINTS_LEFT, top, _RIGHT, bottom)
    pieces: list[Piece] = [
        Words(who, seat(index), TEXT),
        Words(why, account(score), NOTE, LESSER),
        Words(brought, points(score.points), TITLE, align="right"),
    ]
    if totals:
        below = Box(_POINTS_LEFT, bottom, _RIGHT, bottom + _LINE_HEIGHT)
        pieces.append(Words(below, f"total {figure(totals[index])}", NOTE, LESSER, "right"))
    return pieces


def _held(hand: Cards, top: int) -> tuple[list[Piece], int]:
    """The cards of a seat; and where they end."""
    if not hand:
        box = Box(MARGIN, top, _POINTS_LEFT, top + _LINE_HEIGHT)
        return [Words(box, "No cards left", NOTE, LESSER)], box.bottom
    return block(hand, Size.SMALL, MARGIN, top, _CARDS_A_ROW)
