"""The puzzles: positions in which one action is clearly the best, and medium plays another.

`python -m tests.tools.make_puzzles` writes `positions.jsonl`, one puzzle a line, from rounds among
computers. That tool says what "clearly" means, and checks the file.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.actions import Action, Orient, parse_action
from engine.cards import Deal, parse_cards
from engine.game import Game
from engine.view import View, view

POSITIONS = Path(__file__).with_name("positions.jsonl")
"""The puzzles as they ship, one JSON object a line."""
SHOWN_VALUES = 3
"""The number of actions, the best ones, whose values a puzzle has."""
_ID_DIGITS = 12
_POSITION_KEYS = ("start", "hands", "set_aside", "orientation", "actions")
_KEYS = {"id", "players", *_POSITION_KEYS, "seat", "values", "medium"}


class Value(NamedTuple):
    """The value of an action of a puzzle: the seat's points of the round less the others' mean.

    `margin` is half of the 95 % confidence interval of its distance from the best action's value.
    """

    action: Action
    points: float
    margin: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a round among computers, and its best actions.

    `orientation` is by seat, true for a hand that was flipped (R6); `actions` are the actions after
    that choice. `seat` is to move. `values` are those of the three best actions, best first;
    `medium` is the medium computer's choice.
    """

    id: str
    deal: Deal
    orientation: tuple[bool, ...]
    actions: tuple[Action, ...]
    seat: int
    values: tuple[Value, ...]
    medium: Action

    @property
    def best(self) -> Action:
        """The right answer."""
        return self.values[0].action

    def state(self) -> Game:
        """A game of one round at this position, replayed by the rules; EngineError if illegal."""
        return _replayed(self.deal, self.orientation, self.actions)

    def view(self) -> View:
        """What the seat that is to move knows."""
        return view(self.state(), self.seat)


@lru_cache(8)
def _replayed(deal: Deal, orientation: tuple[bool, ...], actions: tuple[Action, ...]) -> Game:
    """The position after these; cached, since a message asks for it several times."""
    game = Game.new(len(deal.hands), 1).begin_round(deal)
    for seat, flipped in enumerate(orientation):
        game = game.play(seat, Orient(flipped))
    for action in actions:
        game = game.play(game.rounds[-1].turn, action)
    return game


def puzzle_id(players: int, written: Mapping[str, Any]) -> str:
    """The id of a position as the file writes it: the beginning of its SHA-256.

    It follows from deal, choices under R6 and actions, so it stays when the file is made again.
    """
    fields = [players, *(written[key] for key in _POSITION_KEYS)]
    text = json.dumps(fields, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]


def parse_puzzle(line: str) -> Puzzle:
    """A line of the file; ValueError (EngineError among them) unless it is one."""
    written = json.loads(line)
    if not isinstance(written, dict) or written.keys() != _KEYS:
        raise ValueError("a puzzle has other keys")
    if written["id"] != puzzle_id(written["players"], written):
        raise ValueError(f"puzzle {written['id']} has another position than its id says")
    hands = tuple(map(parse_cards, written["hands"]))
    set_aside = parse_cards(written["set_aside"]) if written["set_aside"] else ()
    values = tuple(Value(parse_action(name), *numbers) for name, *numbers in written["values"])
    if len(hands) != written["players"] or len(values) != SHOWN_VALUES:
        raise ValueError(f"puzzle {written['id']} lacks a hand or a value")
    return Puzzle(
        id=written["id"],
        deal=Deal(hands, set_aside, written["start"]),
        orientation=tuple(letter == "F" for letter in written["orientation"]),
        actions=tuple(map(parse_action, written["actions"].split())),
        seat=written["seat"],
        values=values,
        medium=parse_action(written["medium"]),
    )


def read_puzzles(file: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file; ValueError for an invalid line or a repeated id."""
    found = tuple(map(parse_puzzle, file.read_text(encoding="utf-8").splitlines()))
    if len({puzzle.id for puzzle in found}) != len(found):
        raise ValueError("two puzzles have the same id")
    return found


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles in the order of the file, which is read at the first call."""
    return read_puzzles(POSITIONS)
