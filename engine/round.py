"""One round: whose turn it is, what an action does, how the round ends and what it scores."""

from operator import attrgetter
from typing import NamedTuple

from engine.actions import Action, End, Scout, ScoutAndShow, Show, parts
from engine.cards import Card, Cards, Deal, Packed, pack, unpack
from engine.errors import EngineError, Refusal
from engine.legal_actions import KEEP_OR_FLIP, NO_ACTIONS, LegalActions, take_packed
from engine.position import Ending, Position, Score, check
from engine.rules import Rules, rules_for

__all__ = ["Ending", "Event", "Round", "Score"]


class Event(NamedTuple):
    """What everyone sees of one action (R15).

    `scouted` is the card as it lay in the Active Set, `paid` the seat that got a chip from the
    bank (None with two players, R16), `shown` the cards laid, () after a plain Scout.
    """

    seat: int
    scouted: Card | None
    end: End | None
    paid: int | None
    shown: Cards


Written = tuple[tuple[Action, ...], tuple[Event, ...]]
"""Actions, and what everyone saw of each."""

Turns = Written | tuple["Turns", int, Action, Packed, int | None]
"""The turns of a round as a linked list, so that adding one copies nothing.

Each link: the turns before, then the seat, the action, the Active Set and its owner before."""


class Round:
    """The state of a round between two actions, immutable.

    Every tuple except `actions` and `log` is by seat. `begin` raises EngineError if a card does not
    exist (R1) or no table has this number of players.
    """

    __slots__ = ("_deal", "_position", "_turns")

    def __init__(self, deal: Deal, position: Position, turns: Turns = ((), ())) -> None:
        """A round of this deal in a position that no caller changes, after these turns."""
        self._deal = deal
        self._position = position
        self._turns = turns

    @classmethod
    def begin(cls, deal: Deal, rules: Rules | None = None) -> "Round":
        """The round before the first choice of R6, by default by the rules of its players."""
        rules = rules or rules_for(len(deal.hands))
        return cls(deal, Position.begin(rules, [pack(hand) for hand in deal.hands], deal.start))

    @property
    def deal(self) -> Deal:
        """The deal, before R6."""
        return self._deal

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._position.rules

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._position.rules.players

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands as their owners see them."""
        return tuple(map(unpack, self._position.hands))

    @property
    def orientation(self) -> tuple[bool | None, ...]:
        """True for a flipped hand, None while its owner has not chosen (R6)."""
        return self._position.orientation

    @property
    def active(self) -> Cards:
        """The Active Set, () on an empty table."""
        return unpack(self._position.active)

    @property
    def owner(self) -> int | None:
        """The seat that laid the Active Set; None when no card of it is left.

        After an UNBEATEN end it is always the seat that R22 exempts.
        """
        return self._position.owner

    @property
    def turn(self) -> int:
        """The seat whose turn it is; the start player while hands are chosen."""
        return self._position.turn

    @property
    def piles(self) -> tuple[int, ...]:
        """The cards in each pile (R10)."""
        return tuple(self._position.piles)

    @property
    def chips(self) -> tuple[int, ...]:
        """The Scout chips (R7, R11)."""
        return tuple(self._position.chips)

    @property
    def tokens(self) -> tuple[bool, ...]:
        """Whether the Scout & Show token is unspent (R12)."""
        return tuple(self._position.tokens)

    @property
    def scouts_in_row(self) -> int:
        """The number of Scouts since the last Show (R20)."""
        return self._position.scouts_in_row

    @property
    def ended(self) -> Ending | None:
        """How the round ended; None while it is played."""
        return self._position.ended

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions after R6."""
        return self._written()[0]

    @property
    def log(self) -> tuple[Event, ...]:
        """What everyone saw of each of the actions (R15)."""
        return self._written()[1]

    @property
    def to_move(self) -> tuple[int, ...]:
        """Seats that can act: first all that have not chosen (R6), then one, after the end none."""
        now = self._position
        if now.mover is not None:
            return (now.mover,)
        if now.ended is not None:
            return ()
        return tuple(seat for seat, chosen in enumerate(now.orientation) if chosen is None)

    def legal(self, seat: int) -> LegalActions:
        """The legal actions of this seat; none when it is not to move."""
        if seat not in self.to_move:
            return NO_ACTIONS
        now = self._position
        if now.orientation[seat] is None:
            return KEEP_OR_FLIP
        hand = unpack(now.hands[seat])
        return LegalActions.of_turn(now.rules, hand, self.active, now.chips[seat], now.tokens[seat])

    def legal_actions(self, seat: int) -> list[Action]:
        """Every legal action once: Shows, then Scouts, then Scout & Shows; [] if not to move."""
        now = self._position
        if now.mover is not None and seat == now.mover:
            return now.actions()
        return self.legal(seat).actions()

    def play(self, seat: int, action: Action) -> "Round":
        """The round after this action; IllegalAction if the rules forbid it."""
        check(action, seat, self._position)
        return self.after(seat, action)

    def after(self, seat: int, action: Action) -> "Round":
        """As `play`, without a check: only for an action that is known to be legal."""
        before, turns = self._position, self._turns
        now = before.copy()
        now.make(seat, action)
        if before.mover is not None:
            turns = turns, seat, action, before.active, before.owner
        return Round(self._deal, now, turns)

    def scores(self) -> tuple[Score, ...]:
        """The score of every seat (R22); EngineError before the round has ended."""
        if self._position.ended is None:
            raise EngineError(Refusal.POINTS_BEFORE_ROUND_END)
        return self._position.scores()

    def position(self) -> Position:
        """A copy of the position, which the caller can change."""
        now = self._position.copy()
        now.hands, now.piles, now.chips = now.hands[:], now.piles[:], now.chips[:]
        now.tokens = now.tokens[:]
        return now

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and _fields(self) == _fields(other)

    def __hash__(self) -> int:
        return hash(_fields(self))

    def __reduce__(self) -> tuple[object, ...]:
        return Round, (self._deal, self._position, self._written())

    def __repr__(self) -> str:
        return f"Round{_fields(self)}"

    def _written(self) -> Written:
        """The actions and events as lists, written once: later rounds append to the same lists."""
        turns = self._turns
        if len(turns) == 5:
            self._turns = turns = _write(turns, self._position)
        return turns


_fields = attrgetter(
    *["deal", "hands", "orientation", "active", "owner", "turn", "piles", "chips", "tokens"],
    *["scouts_in_row", "actions", "log", "ended"],
)


def _write(turns: Turns, now: Position) -> Written:
    """List the actions and events of these turns, which led to this position."""
    active, actions, log = now.active, [], []
    while len(turns) == 5:
        turns, seat, action, before, owner = turns
        actions.append(action)
        log.append(_event(seat, action, before, owner, active, now.rules))
        active = before
    first_actions, first_log = turns
    return (*first_actions, *reversed(actions)), (*first_log, *reversed(log))


def _event(
    seat: int, action: Action, before: Packed, owner: int | None, after: Packed, rules: Rules
) -> Event:
    """What everyone sees of an action that made the Active Set `after` of `before`."""
    assert isinstance(action, Show | Scout | ScoutAndShow)
    scout, show = parts(action)
    shown = unpack(after) if show else ()
    if scout is None:
        return Event(seat, None, None, None, shown)
    (card,) = unpack(take_packed(before, scout.end)[0])
    paid = None if rules.scout_costs_chip else owner
    return Event(seat, card, scout.end, paid, shown)
