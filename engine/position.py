"""A round as one mutable position: the only code that changes a round by the rules (R6-R21).

`Round` is an immutable value over it. A search makes its moves on a copy, which costs less than
undoing them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import UP, Packed, flipped, values
from engine.errors import IllegalAction
from engine.legal_actions import scout_and_shows, scouts, taken
from engine.rules import Rules
from engine.sets import SHOWS, packed_to_beat, strength_of, winning

_T = TypeVar("_T")


class Ending(StrEnum):
    """How a round ended: with an empty hand (R19) or an unbeaten set (R20, R21)."""

    EMPTY = "empty"
    UNBEATEN = "unbeaten"


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's score at the end of a round: cards in the pile, chips, cards in hand (R22)."""

    pile: int
    chips: int
    cards: int
    exempt: bool

    @property
    def points(self) -> int:
        """Pile and chips (R18) less the cards in hand, unless exempt; may be negative (R22)."""
        return self.pile + self.chips - (0 if self.exempt else self.cards)


@dataclass(slots=True, eq=False)
class Position:
    """The state of a round, with packed cards; lists are by seat, other names as in Round.

    `mover` is the seat whose turn it is, None while hands are chosen and after the end. A list is
    replaced when it changes, because copies share it.
    """

    rules: Rules
    hands: list[Packed]
    orientation: tuple[bool | None, ...]
    active: Packed
    owner: int | None
    turn: int
    mover: int | None
    piles: list[int]
    chips: list[int]
    tokens: list[bool]
    scouts_in_row: int
    ended: Ending | None

    @classmethod
    def begin(cls, rules: Rules, hands: list[Packed], start: int) -> "Position":
        """The position before the first choice of R6, with the tokens and chips of R7."""
        return cls(
            rules,
            hands,
            orientation=(None,) * rules.players,
            active=b"",
            owner=None,
            turn=start,
            mover=None,
            piles=[0] * rules.players,
            chips=[rules.starting_chips] * rules.players,
            tokens=[rules.scout_and_show] * rules.players,
            scouts_in_row=0,
            ended=None,
        )

    def copy(self) -> "Position":
        """A copy that can be changed by `make` alone; it shares its lists with this position."""
        new = object.__new__(Position)
        new.rules, new.turn, new.mover, new.owner = self.rules, self.turn, self.mover, self.owner
        new.hands, new.orientation, new.active = self.hands, self.orientation, self.active
        new.piles, new.chips, new.tokens = self.piles, self.chips, self.tokens
        new.scouts_in_row, new.ended = self.scouts_in_row, self.ended
        return new

    def actions(self) -> list[Action]:
        """Every legal action of the mover: Shows, then Scouts, then Scout & Shows (R13)."""
        seat, active = self.turn, self.active
        hand = self.hands[seat]
        found: list[Action] = winning(hand.translate(UP), packed_to_beat(active), SHOWS)
        if active and (self.chips[seat] or not self.rules.scout_costs_chip):
            # The Active Set is never one's own here: R20 ends the round before the turn returns.
            found += scouts(len(hand), len(active))
            if self.tokens[seat]:
                found += scout_and_shows(hand, active)
        return found

    def make(self, seat: int, action: Action) -> None:
        """Change the position by an action, which has to be legal for this seat."""
        hand = self.hands[seat]
        if isinstance(action, Show):
            hand = self._show(seat, action, hand)
        elif isinstance(action, Scout):
            hand = self._scout(seat, action, hand)
        elif isinstance(action, ScoutAndShow):
            hand = self._show(seat, action.show, self._scout(seat, action.scout, hand))
            self.tokens = _replaced(self.tokens, seat, False)
        else:
            self._orient(seat, action.flip)
            return
        self.hands = hands = self.hands[:]
        hands[seat] = hand
        rules, scouts_in_row = self.rules, self.scouts_in_row
        if not scouts_in_row or not rules.scout_keeps_turn:
            self.turn = (seat + 1) % rules.players  # R17
        if not hand:
            self.ended = Ending.EMPTY  # R19
        elif self._stuck() if rules.ends_when_stuck else scouts_in_row == rules.players - 1:
            self.ended = Ending.UNBEATEN  # R20, R21; the owner stays, to be exempt (R22)
        elif not self.active:
            self.owner = None
        self.mover = self.turn if self.ended is None else None

    def scores(self) -> tuple[Score, ...]:
        """The score of every seat, once the round has ended (R22)."""
        exempt = self.owner if self.ended is Ending.UNBEATEN else None
        held = enumerate(zip(self.piles, self.chips, self.hands, strict=True))
        return tuple(
            [Score(pile, chips, len(hand), seat == exempt) for seat, (pile, chips, hand) in held]
        )

    def _orient(self, seat: int, flip: bool) -> None:
        """R6."""
        self.orientation = (*self.orientation[:seat], flip, *self.orientation[seat + 1 :])
        if flip:
            self.hands = _replaced(self.hands, seat, flipped(self.hands[seat]))
        self.mover = None if None in self.orientation else self.turn

    def _show(self, seat: int, show: Show, hand: Packed) -> Packed:
        """The hand after this Show (R10)."""
        first, last = show
        if self.active:
            self.piles = piles = self.piles[:]
            piles[seat] += len(self.active)
        self.active = hand[first - 1 : last]
        self.owner = seat
        self.scouts_in_row = 0
        return hand[: first - 1] + hand[last:]

    def _scout(self, seat: int, scout: Scout, hand: Packed) -> Packed:
        """The hand after this Scout (R11).

        The bank pays the owner and never runs out (R14), or this seat pays it (R16).
        """
        hand, self.active = after_scout(hand, self.active, scout)
        self.chips = chips = self.chips[:]
        if self.rules.scout_costs_chip:
            chips[seat] -= 1
        else:
            assert self.owner is not None
            chips[self.owner] += 1
        self.scouts_in_row += 1
        return hand

    def _stuck(self) -> bool:
        """Whether the seat whose turn it is can neither Show nor Scout (R21)."""
        if not self.active or self.chips[self.turn]:
            return False
        return not winning(values(self.hands[self.turn]), packed_to_beat(self.active), SHOWS)


def after_scout(hand: Packed, active: Packed, scout: Scout) -> tuple[Packed, Packed]:
    """The hand with the scouted card, and what is left of the Active Set (R11)."""
    end, position, is_flipped = scout
    card, rest = taken(active, end)
    if is_flipped:
        card = flipped(card)
    return hand[: position - 1] + card + hand[position - 1 :], rest


def _replaced(values: list[_T], seat: int, value: _T) -> list[_T]:
    new = values[:]
    new[seat] = value
    return new


def check(action: Action, seat: int, now: Position) -> None:
    """Raise IllegalAction, with the rule that is broken, unless this is legal for the seat."""
    if type(seat) is not int:
        raise IllegalAction("R13", "There is no such seat at this table")
    if now.mover is None or seat != now.mover:
        _check_orient(action, seat, now)
    elif isinstance(action, Show):
        _check_show(action, now.hands[seat], now.active)
    elif isinstance(action, Scout):
        _check_scout(action, seat, now)
    elif isinstance(action, ScoutAndShow):
        _check_scout_and_show(action, seat, now)
    else:
        raise IllegalAction("R6", "You can flip your hand only at the start of a round")


def _check_orient(action: Action, seat: int, now: Position) -> None:
    if now.ended is Ending.EMPTY:
        raise IllegalAction("R19", "The round is over: a player has no cards left")
    if now.ended is Ending.UNBEATEN:
        rule = "R21" if now.rules.ends_when_stuck else "R20"
        raise IllegalAction(rule, "The round is over: nobody beat the Active Set")
    if now.mover is not None:
        raise IllegalAction("R13", "It is not your turn")
    if seat not in range(now.rules.players) or now.orientation[seat] is not None:
        raise IllegalAction("R6", "You have chosen: wait for the other players")
    if not isinstance(action, Orient):
        raise IllegalAction("R6", "First choose whether to keep or flip your hand")
    if not isinstance(action.flip, bool):
        raise IllegalAction("R6", "A hand is either kept, False, or flipped, True")


def _check_show(show: Show, hand: Packed, active: Packed) -> None:
    first, last = show
    if type(first) is not int or type(last) is not int:
        raise IllegalAction("R10", "A Show names its first and last card by whole numbers")
    if not 1 <= first <= last <= len(hand):
        raise IllegalAction("R10", f"Your hand has only cards 1 to {len(hand)}")
    shown = strength_of(hand[first - 1 : last].translate(UP))
    if shown is None:
        raise IllegalAction("R8", "These cards are neither a match nor a run")
    if shown <= packed_to_beat(active):
        lying = " ".join(map(str, values(active)))
        raise IllegalAction("R10", f"That does not beat the Active Set {lying}")


def _check_scout(scout: Scout, seat: int, now: Position) -> None:
    if not now.active:
        raise IllegalAction("R11", "There is no Active Set to scout from: show any set")
    if now.rules.scout_costs_chip and now.chips[seat] == 0:
        raise IllegalAction("R16", "You have no Scout chip left to pay for scouting")
    end, position, is_flipped = scout
    if end not in ("L", "R"):
        raise IllegalAction("R11", "A card is scouted from the left end, L, or the right end, R")
    if end == "R" and len(now.active) == 1:
        raise IllegalAction("R11", "The Active Set is a single card: scout its left end, L")
    if type(position) is not int or type(is_flipped) is not bool:
        raise IllegalAction("R11", "A Scout has a whole number as position and is flipped or not")
    last = len(now.hands[seat]) + 1
    if not 1 <= position <= last:
        raise IllegalAction("R11", f"A scouted card can go to positions 1 to {last}")


def _check_scout_and_show(action: ScoutAndShow, seat: int, now: Position) -> None:
    if not now.rules.scout_and_show:
        raise IllegalAction("R16", "With two players there is no Scout & Show")
    if [*map(type, action)] != [Scout, Show]:
        raise IllegalAction("R12", "A Scout & Show is a Scout and then a Show")
    if not now.tokens[seat]:
        raise IllegalAction("R12", "You have already used your Scout & Show token this round")
    _check_scout(action.scout, seat, now)
    hand, rest = after_scout(now.hands[seat], now.active, action.scout)
    _check_show(action.show, hand, rest)
