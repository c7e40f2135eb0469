"""One round: whose turn it is, what an action does, how the round ends and what it scores."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from engine.actions import Action, End, Orient, Scout, ScoutAndShow, Show, parts
from engine.cards import Card, Cards, Deal, flip
from engine.errors import IllegalAction, ScoutError
from engine.legal_actions import KEEP_OR_FLIP, NO_ACTIONS, LegalActions, lay, put, take
from engine.rules import RULES, Rules, rules_for
from engine.validation import check

_T = TypeVar("_T")


class Ending(StrEnum):
    """How a round ended: with an empty hand (R19) or an unbeaten set (R20, R21)."""

    EMPTY = "empty"
    UNBEATEN = "unbeaten"


@dataclass(frozen=True, slots=True)
class Event:
    """What everyone sees of one action (R15).

    `scouted` is the card as it lay in the Active Set, `paid` the seat that got a chip from the
    bank (None with two players, R16), `shown` the cards laid, () after a plain Scout.
    """

    seat: int
    scouted: Card | None
    end: End | None
    paid: int | None
    shown: Cards


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's count at the end of a round: cards in the pile, chips, cards in hand (R22)."""

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
    """The state of a round between two actions; every tuple but `actions` and `log` is by seat.

    `orientation` is true for a flipped hand, None while its owner has not chosen (R6). `owner`
    laid the Active Set; None when nothing is left of it, except that after an UNBEATEN end it is
    the seat that R22 exempts. `scouts_in_row` counts the Scouts since the last Show (R20). `turn`
    is the start player while hands are chosen. `actions` are those after R6.
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
        """The round before anybody chose an orientation, with the tokens and chips of R7."""
        players = len(deal.hands)
        rules = rules_for(players)
        return cls(
            deal=deal,
            hands=deal.hands,
            orientation=(None,) * players,
            active=(),
            owner=None,
            turn=deal.start,
            piles=(0,) * players,
            chips=(rules.starting_chips,) * players,
            tokens=(rules.scout_and_show,) * players,
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
    def rules(self) -> Rules:
        """The rules for this number of players."""
        return RULES[len(self.hands)]

    @property
    def to_move(self) -> tuple[int, ...]:
        """Seats that can act: first all that have not chosen (R6), then one, after the end none."""
        if self.ended is not None:
            return ()
        if None in self.orientation:
            return tuple(seat for seat, chosen in enumerate(self.orientation) if chosen is None)
        return (self.turn,)

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
        return self.legal(seat).actions()

    def play(self, seat: int, action: Action) -> "Round":
        """The round after this action; IllegalAction if the rules forbid it."""
        if seat not in self.to_move:
            raise self._not_to_move()
        check(action, self.legal(seat), self.rules)
        return self.after(seat, action)

    def after(self, seat: int, action: Action) -> "Round":
        """As `play`, without a check: only for an action that is known to be legal."""
        if isinstance(action, Orient):
            return self._orient(seat, action.flip)
        rules = self.rules
        after = self._take_turn(seat, action, rules)
        ended = after._ending(seat, rules)
        if ended is None:
            return after
        # The Scout that ended the round may have taken the last card of the unbeaten set (R20).
        return replace(after, ended=ended, owner=self.owner if after.owner is None else after.owner)

    def scores(self) -> tuple[Score, ...]:
        """The score of every seat (R22); ScoutError before the round has ended."""
        if self.ended is None:
            raise ScoutError("Points are counted when the round is over.")
        exempt = self.owner if self.ended is Ending.UNBEATEN else None
        held = enumerate(zip(self.piles, self.chips, self.hands, strict=True))
        return tuple(
            Score(pile, chips, len(hand), seat == exempt) for seat, (pile, chips, hand) in held
        )

    def _not_to_move(self) -> IllegalAction:
        if self.ended is Ending.EMPTY:
            return IllegalAction("R19", "The round is over: a player has no cards left")
        if self.ended is Ending.UNBEATEN:
            rule = "R21" if self.rules.ends_when_stuck else "R20"
            return IllegalAction(rule, "The round is over: nobody beat the Active Set")
        if None in self.orientation:
            return IllegalAction("R6", "You have chosen: wait for the other players")
        return IllegalAction("R13", "It is not your turn")

    def _orient(self, seat: int, flipped: bool) -> "Round":
        hand = self.hands[seat]
        return replace(
            self,
            hands=_replace_at(self.hands, seat, flip(hand) if flipped else hand),
            orientation=_replace_at(self.orientation, seat, flipped),
        )

    def _take_turn(self, seat: int, action: Show | Scout | ScoutAndShow, rules: Rules) -> "Round":
        """The round after a turn; `turn` is the next player even if this turn ended the round."""
        scout, show = parts(action)
        hand, left, scouted = self.hands[seat], self.active, None
        if scout:
            scouted, left = take(left, scout.end)
            hand = put(hand, scouted, scout)
        shown, hand = lay(hand, show) if show else ((), hand)
        paid = self.owner if scout and not rules.scout_costs_chip else None
        goes_on = rules.scout_keeps_turn and not shown
        return Round(
            deal=self.deal,
            hands=_replace_at(self.hands, seat, hand),
            orientation=self.orientation,
            active=shown or left,
            owner=seat if shown else self.owner if left else None,
            turn=seat if goes_on else (seat + 1) % rules.players,  # R17
            piles=_add_at(self.piles, seat, len(left)) if shown and left else self.piles,
            chips=self._chips_after(seat, paid) if scout else self.chips,
            tokens=_replace_at(self.tokens, seat, False) if scout and show else self.tokens,
            scouts_in_row=0 if shown else self.scouts_in_row + 1,
            actions=(*self.actions, action),
            log=(*self.log, Event(seat, scouted, scout.end if scout else None, paid, shown)),
            ended=None,
        )

    def _chips_after(self, seat: int, paid: int | None) -> tuple[int, ...]:
        """The bank pays the owner and never runs out (R11, R14), or this seat pays it (R16)."""
        return _add_at(self.chips, seat, -1) if paid is None else _add_at(self.chips, paid, 1)

    def _ending(self, seat: int, rules: Rules) -> Ending | None:
        """How the round ended with the turn that this seat just played; None if it goes on."""
        if not self.hands[seat]:
            return Ending.EMPTY  # R19
        if rules.ends_when_stuck:
            return Ending.UNBEATEN if self.legal(self.turn).stuck() else None  # R21
        return Ending.UNBEATEN if self.scouts_in_row == rules.players - 1 else None  # R20


def _replace_at(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _add_at(values: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return _replace_at(values, seat, values[seat] + more)
