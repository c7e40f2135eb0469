"""The rules of the card game SCOUT as pure values; R1-R23 number the rules in RULES.md.

A round is dealt, every player keeps or flips the hand, and the start player shows a first set:

>>> import random
>>> game = Game.new(players=3)
>>> game = game.begin_round(game.next_deal(random.Random(9)))
>>> for seat in range(game.players):
...     game = game.play(seat, Orient(flip=False))
>>> seen = view(game, seat=game.current.turn)
>>> print(*seen.hand)
3/8 9/2 3/5 2/5 1/2 4/5 5/7 6/2 3/2 6/3 4/7 9/5
>>> print(*seen.legal.shows())
S1 S2 S3 S3-4 S3-5 S4 S4-5 S5 S6 S6-7 S6-8 S7 S7-8 S8 S9 S10 S11 S12
>>> game = game.play(seen.seat, Show(first=3, last=5))

The next player has to beat that set with a Show, or takes one of its cards with a Scout:

>>> seen = view(game, seat=game.current.turn)
>>> print(*seen.active)
3/5 2/5 1/2
>>> game.play(seen.seat, parse_action("S1"))
Traceback (most recent call last):
engine.errors.IllegalAction: active set not beaten, active 3 2 1 (R10)
>>> game = game.play(seen.seat, Scout("L", position=1, flipped=True))
>>> print(view(game, seen.seat).hand[0], *view(game, seat=None).active)
5/3 2/5 1/2

Computer players are in `engine.players`.
"""

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parse_action
from engine.cards import Card, Cards, Deal, deck, parse_card, parse_cards
from engine.errors import EngineError, IllegalAction, NotationError, RecordError, Refusal
from engine.game import Game
from engine.legal_actions import LegalActions
from engine.players import Level
from engine.record import dumps, loads
from engine.round import Ending, Event, Round, Score
from engine.rules import Rules, rules_for
from engine.view import RoundResult, View, result, view

__all__ = [
    "Action",
    "Card",
    "Cards",
    "Deal",
    "Ending",
    "EngineError",
    "Event",
    "Game",
    "IllegalAction",
    "LegalActions",
    "Level",
    "NotationError",
    "Orient",
    "RecordError",
    "Refusal",
    "Round",
    "RoundResult",
    "Rules",
    "Score",
    "Scout",
    "ScoutAndShow",
    "Show",
    "View",
    "deck",
    "dumps",
    "loads",
    "parse_action",
    "parse_card",
    "parse_cards",
    "result",
    "rules_for",
    "view",
]
