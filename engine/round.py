"""One round: whose turn it is, what an action does, how the round ends and what it scores."""

from collections.abc import Callable
from dataclasses import dataclass, fields

from engine.actions import Action
from engine.cards import Cards, Deal
from engine.errors import ScoutError
from engine.legal_actions import KEEP_OR_FLIP, NO_ACTIONS, LegalActions
from engine.log import Event, Turns, Written, written
from engine.packed import pack, unpack
from engine.position import Ending, Position, Score
from engine.rules import Rules, rules_for
from engine.validation import check

__all__ = ["Ending", "Event", "Round", "Score"]


class _Basis:
    """What every round has from the start; it finds its other fields when they are asked for.

    The position is never changed once a round has it. A frozen dataclass would set these attributes
    much more slowly.
    """

    __slots__ = ("__dict__", "__weakref__", "_position", "_turns", "deal", "ended")

    def __init__(self, deal: Deal, position: Position, turns: Turns) -> None:
        self.deal = deal
        self.ended = position.ended
        self._position = position
        self._turns = turns


@dataclass(frozen=True)
class Round(_Basis):
    """The state of a round between two actions; every tuple but `actions` and `log` is by seat.

    `orientation` is true for a flipped hand, None while its owner has not chosen (R6). `owner`
    laid the Active Set; None when nothing is left of it, except that after an UNBEATEN end it is
    the seat that R22 exempts. `scouts_in_row` counts the Scouts since the last Show (R20). `turn`
    is the start player while hands are chosen. `actions` are those after R6.

    ScoutError if it is made of cards that do not exist (R1), or for a number of players that no
    table has.
    """

    deal: Deal
    hands: tuple[Cards, ...]
    orientation: tuple[bool | None, ...]
    active: Cards
    owner: int | None
    turn: int
    piles: tuple[int, ...]
    chips: tuple[int, ...]
    tokens: tuple[bool, ...]
    scouts_in_row: int
    actions: tuple[Action, ...]
    log: tuple[Event, ...]
    ended: Ending | None

    def __post_init__(self) -> None:
        """Only for a round that was made of its fields, by hand or as a copy."""
        _set_position(self, _position_of(self))
        _set_turns(self, (self.actions, self.log))

    def __reduce__(self) -> tuple[object, ...]:
        return Round, tuple(getattr(self, field.name) for field in fields(self))

    @classmethod
    def begin(cls, deal: Deal) -> "Round":
        """The round before anybody chose an orientation, with the tokens and chips of R7."""
        rules = rules_for(len(deal.hands))
        position = Position(rules, [pack(hand) for hand in deal.hands], deal.start)
        return _round(deal, position, ((), ()))

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._position.rules.players

    @property
    def rules(self) -> Rules:
        """The rules for this number of players."""
        return self._position.rules

    @property
    def to_move(self) -> tuple[int, ...]:
        """Seats that can act: first all that have not chosen (R6), then one, after the end none."""
        mover = self._position.mover
        if mover is not None:
            return (mover,)
        if self.ended is not None:
            return ()
        return tuple(seat for seat, chosen in enumerate(self.orientation) if chosen is None)

    def legal(self, seat: int) -> LegalActions:
        """The legal actions of this seat; none when it is not to move."""
        if seat not in self.to_move:
            return NO_ACTIONS
        if self.orientation[seat] is None:
            return KEEP_OR_FLIP
        own_chips = self.chips[seat] if self.rules.scout_costs_chip else None
        return LegalActions(self.hands[seat], self.active, own_chips, self.tokens[seat])

    def legal_actions(self, seat: int) -> list[Action]:
        """Every legal action once: Shows, then Scouts, then Scout & Shows; [] if not to move."""
        position = self._position
        if position.mover is not None and seat == position.mover:
            return position.actions()
        return self.legal(seat).actions()

    def play(self, seat: int, action: Action) -> "Round":
        """The round after this action; IllegalAction if the rules forbid it."""
        check(action, seat, self._position)
        return self.after(seat, action)

    def after(self, seat: int, action: Action) -> "Round":
        """As `play`, without a check: only for an action that is known to be legal."""
        before, turns = self._position, self._turns
        position = before.copy()
        position.make(seat, action)
        if before.mover is not None:
            turns = turns, seat, action, before.active, before.owner
        return _round(self.deal, position, turns)

    def scores(self) -> tuple[Score, ...]:
        """The score of every seat (R22); ScoutError before the round has ended."""
        if self.ended is None:
            raise ScoutError("Points are counted when the round is over.")
        return self._position.scores()

    def position(self) -> Position:
        """The same as a position, to try moves on."""
        return self._position.copy()


_set_position, _set_turns = vars(_Basis)["_position"].__set__, vars(_Basis)["_turns"].__set__


def _round(deal: Deal, position: Position, turns: Turns) -> Round:
    """The round that stands on this position, after these turns."""
    new = _Basis(deal, position, turns)
    new.__class__ = Round
    return new  # type: ignore[return-value]


def _position_of(now: Round) -> Position:
    """The position of a round that was made of its fields."""
    rules = rules_for(len(now.hands))
    position = Position(rules, [pack(hand) for hand in now.hands], now.turn)
    position.orientation = now.orientation
    position.active = pack(now.active)
    position.owner = now.owner
    position.piles = list(now.piles)
    position.chips = list(now.chips)
    position.tokens = list(now.tokens)
    position.scouts_in_row = now.scouts_in_row
    position.ended = now.ended
    position.mover = None if now.ended or None in now.orientation else now.turn
    return position


def _write(now: Round) -> Written:
    """The actions and the log; rounds after this one only add to them."""
    both = written(now._turns, now._position.active, now.rules)
    _set_turns(now, both)
    return both


class _Found:
    """A field that a round finds when it is first asked for."""

    def __init__(self, name: str, find: Callable[[Round], object]) -> None:
        self._name, self._find = name, find

    def __get__(self, now: Round | None, _: type[Round]) -> object:
        if now is None:
            raise AttributeError(self._name)
        value = vars(now)[self._name] = self._find(now)
        return value


_FOUND: dict[str, Callable[[Round], object]] = {
    "hands": lambda now: tuple(map(unpack, now._position.hands)),
    "orientation": lambda now: now._position.orientation,
    "active": lambda now: unpack(now._position.active),
    "owner": lambda now: now._position.owner,
    "turn": lambda now: now._position.turn,
    "piles": lambda now: tuple(now._position.piles),
    "chips": lambda now: tuple(now._position.chips),
    "tokens": lambda now: tuple(now._position.tokens),
    "scouts_in_row": lambda now: now._position.scouts_in_row,
    "actions": lambda now: _write(now)[0],
    "log": lambda now: _write(now)[1],
}
for _name, _find in _FOUND.items():
    setattr(Round, _name, _Found(_name, _find))
