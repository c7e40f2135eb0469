"""One round: whose move it is, what an action does, how the round ends and what it scores."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from engine.actions import Action, End, Orient, Scout, ScoutAndShow, Show, parts
from engine.cards import Card, Cards, Deal, flip
from engine.errors import IllegalAction, ScoutError
from engine.legal_actions import NOTHING, ORIENT, LegalActions, lay, put, take
from engine.validation import check

_T = TypeVar("_T")

CHIPS_OF_TWO = 3
"""Scout chips that each of two players starts a round with (R7)."""


class Ending(StrEnum):
    """How a round ended: with an empty hand (R19) or an unbeaten set (R20, R21)."""

    EMPTY = "empty"
    UNBEATEN = "unbeaten"


@dataclass(frozen=True, slots=True)
class Event:
    """What everyone sees of one action (R15).

    `scouted` is the card as it lay in the Active Set, `paid` the seat that got a chip from the
    bank (nobody with two players, R16), `shown` the cards laid, () after a mere Scout.
    """

    seat: int
    scouted: Card | None
    end: End | None
    paid: int | None
    shown: Cards


@dataclass(frozen=True, slots=True)
class Score:
    """One seat at the end of a round: cards in its pile, chips, cards left in hand (R22)."""

    pile: int
    chips: int
    cards: int
    exempt: bool

    @property
    def points(self) -> int:
        """Pile and chips (R18) less the cards in hand, unless exempt; may be negative (R22)."""
        return self.pile + self.chips - (0 if self.exempt else self.cards)


@dataclass(frozen=True, slots=True)
class Round:
    """A round between two actions; every tuple but `actions` and `log` is by seat.

    `orientation` is true for a hand turned over, None where its owner has yet to choose (R6).
    `owner` laid the Active Set; None when nothing is left of it, but at an UNBEATEN end still
    the seat that R22 exempts. `scouts_in_row` counts Scouts since the last Show (R20). `turn`
    is the start player while hands are chosen. `actions` begin after R6.
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

    @classmethod
    def begin(cls, deal: Deal) -> "Round":
        """The round before anybody chose an orientation; tokens or chips are R7's."""
        players = len(deal.hands)
        two = players == 2
        return cls(
            deal=deal,
            hands=deal.hands,
            orientation=(None,) * players,
            active=(),
            owner=None,
            turn=deal.start,
            piles=(0,) * players,
            chips=(CHIPS_OF_TWO if two else 0,) * players,
            tokens=(not two,) * players,
            scouts_in_row=0,
            actions=(),
            log=(),
            ended=None,
        )

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def to_move(self) -> tuple[int, ...]:
        """Seats that may act: all that have yet to choose (R6), then one, at the end none."""
        if self.ended is not None:
            return ()
        if None in self.orientation:
            return tuple(seat for seat, chosen in enumerate(self.orientation) if chosen is None)
        return (self.turn,)

    def choices(self, seat: int) -> LegalActions:
        """What this seat may do now; nothing when it is not to move."""
        if seat not in self.to_move:
            return NOTHING
        if self.orientation[seat] is None:
            return ORIENT
        own_chips = self.chips[seat] if len(self.hands) == 2 else None
        return LegalActions(self.hands[seat], self.active, own_chips, self.tokens[seat])

    def legal_actions(self, seat: int) -> list[Action]:
        """Every legal action once: Shows, then Scouts, then Scout & Shows; [] if not to move."""
        return self.choices(seat).legal_actions()

    def shows(self, seat: int) -> list[Show]:
        """The legal Shows (R10)."""
        return self.choices(seat).shows()

    def scouts(self, seat: int) -> list[Scout]:
        """The legal plain Scouts (R11, R16)."""
        return self.choices(seat).scouts()

    def scouts_before_show(self, seat: int) -> list[Scout]:
        """The Scouts that a legal Scout & Show can begin with (R12)."""
        return self.choices(seat).scouts_before_show()

    def shows_after(self, seat: int, scout: Scout) -> list[Show]:
        """The Shows that may follow that Scout as a Scout & Show (R12)."""
        return self.choices(seat).shows_after(scout)

    def play(self, seat: int, action: Action) -> "Round":
        """The round after this action; IllegalAction where the rules forbid it."""
        if seat not in self.to_move:
            raise self._not_to_move()
        check(self.choices(seat), action)
        return self.after(seat, action)

    def after(self, seat: int, action: Action) -> "Round":
        """As `play`, but trusts that the action is legal: for actions out of the legal ones."""
        if isinstance(action, Orient):
            return self._orient(seat, action.flip)
        after = self._take_turn(seat, action)
        ended = after._ending(seat)
        if ended is None:
            return after
        # The Scout that ended the round may have taken the last card of the unbeaten set (R20).
        return replace(after, ended=ended, owner=self.owner if after.owner is None else after.owner)

    def scores(self) -> tuple[Score, ...]:
        """What every seat scores (R22); ScoutError before the round has ended."""
        if self.ended is None:
            raise ScoutError("The points are counted when the round is over.")
        exempt = self.owner if self.ended is Ending.UNBEATEN else None
        held = enumerate(zip(self.piles, self.chips, self.hands, strict=True))
        return tuple(
            Score(pile, chips, len(hand), seat == exempt) for seat, (pile, chips, hand) in held
        )

    def _not_to_move(self) -> IllegalAction:
        if self.ended is Ending.EMPTY:
            return IllegalAction("R19", "The round is over: a hand is empty")
        if self.ended is Ending.UNBEATEN:
            rule = "R21" if self.players == 2 else "R20"
            return IllegalAction(rule, "The round is over: nobody beat the Active Set")
        if None in self.orientation:
            return IllegalAction("R6", "You have chosen; the others have yet to choose")
        return IllegalAction("R13", "It is not your turn")

    def _orient(self, seat: int, turn: bool) -> "Round":
        hand = self.hands[seat]
        return replace(
            self,
            hands=_put_at(self.hands, seat, flip(hand) if turn else hand),
            orientation=_put_at(self.orientation, seat, turn),
        )

    def _take_turn(self, seat: int, action: Show | Scout | ScoutAndShow) -> "Round":
        """The round after a turn, with the next player on move even if this turn ended it."""
        players, (scout, show) = len(self.hands), parts(action)
        hand, left, scouted = self.hands[seat], self.active, None
        if scout:
            scouted, left = take(left, scout.end)
            hand = put(hand, scouted, scout)
        shown, hand = lay(hand, show) if show else ((), hand)
        paid = self.owner if scout and players > 2 else None
        return Round(
            deal=self.deal,
            hands=_put_at(self.hands, seat, hand),
            orientation=self.orientation,
            active=shown or left,
            owner=seat if shown else self.owner if left else None,
            turn=seat if players == 2 and not shown else (seat + 1) % players,  # R17
            piles=_add_at(self.piles, seat, len(left)) if shown and left else self.piles,
            chips=self._chips_after(seat, paid) if scout else self.chips,
            tokens=_put_at(self.tokens, seat, False) if scout and show else self.tokens,
            scouts_in_row=0 if shown else self.scouts_in_row + 1,
            actions=(*self.actions, action),
            log=(*self.log, Event(seat, scouted, scout.end if scout else None, paid, shown)),
            ended=None,
        )

    def _chips_after(self, scout: int, paid: int | None) -> tuple[int, ...]:
        """The bank pays the owner and never runs out (R11, R14), or is paid by the scout (R16)."""
        return _add_at(self.chips, scout, -1) if paid is None else _add_at(self.chips, paid, 1)

    def _ending(self, seat: int) -> Ending | None:
        """How the action that this seat just played ended the round, if it did."""
        if not self.hands[seat]:
            return Ending.EMPTY  # R19
        if (players := len(self.hands)) > 2:
            return Ending.UNBEATEN if self.scouts_in_row == players - 1 else None  # R20
        return Ending.UNBEATEN if self.choices(self.turn).stuck() else None  # R21


def _put_at(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _add_at(values: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return _put_at(values, seat, values[seat] + more)
