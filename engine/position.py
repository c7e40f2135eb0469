"""A round as one mutable position: the only code that changes a round by the rules (R6-R21).

`Round` is an immutable value over it. A search makes moves on a copy: undoing them costs more.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import UP, Packed, flipped, values
from engine.errors import IllegalAction, Refusal
from engine.legal_actions import scout_and_shows, scouts, take_packed
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
        """Keep or flip the hand of this seat (R6)."""
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
    card, rest = take_packed(active, end)
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
        raise IllegalAction(Refusal.NO_SUCH_SEAT, "R13")
    if now.mover is None or seat != now.mover:
        _check_orient(action, seat, now)
    elif isinstance(action, Show):
        _check_show(action, now.hands[seat], now.active)
    elif isinstance(action, Scout):
        _check_scout(action, seat, now)
    elif isinstance(action, ScoutAndShow):
        _check_scout_and_show(action, seat, now)
    else:
        raise IllegalAction(Refusal.FLIP_AFTER_CHOICE, "R6")


def _check_orient(action: Action, seat: int, now: Position) -> None:
    if now.ended is Ending.EMPTY:
        raise IllegalAction(Refusal.ROUND_OVER_BY_EMPTY_HAND, "R19")
    if now.ended is Ending.UNBEATEN:
        rule = "R21" if now.rules.ends_when_stuck else "R20"
        raise IllegalAction(Refusal.ROUND_OVER_UNBEATEN, rule)
    if now.mover is not None:
        raise IllegalAction(Refusal.NOT_YOUR_TURN, "R13")
    if seat not in range(now.rules.players) or now.orientation[seat] is not None:
        raise IllegalAction(Refusal.HAND_ALREADY_CHOSEN, "R6")
    if not isinstance(action, Orient):
        raise IllegalAction(Refusal.HAND_NOT_CHOSEN, "R6")
    if not isinstance(action.flip, bool):
        raise IllegalAction(Refusal.FLIP_NOT_TRUE_OR_FALSE, "R6")


def _check_show(show: Show, hand: Packed, active: Packed) -> None:
    first, last = show
    if type(first) is not int or type(last) is not int:
        raise IllegalAction(Refusal.SHOW_WITHOUT_NUMBERS, "R10")
    if not 1 <= first <= last <= len(hand):
        raise IllegalAction(Refusal.NO_SUCH_CARDS, "R10", last=len(hand))
    shown = strength_of(hand[first - 1 : last].translate(UP))
    if shown is None:
        raise IllegalAction(Refusal.NEITHER_MATCH_NOR_RUN, "R8")
    if shown <= packed_to_beat(active):
        lying = " ".join(map(str, values(active)))
        raise IllegalAction(Refusal.ACTIVE_SET_NOT_BEATEN, "R10", active=lying)


def _check_scout(scout: Scout, seat: int, now: Position) -> None:
    if not now.active:
        raise IllegalAction(Refusal.NO_ACTIVE_SET, "R11")
    if now.rules.scout_costs_chip and now.chips[seat] == 0:
        raise IllegalAction(Refusal.NO_SCOUT_CHIP, "R16")
    end, position, is_flipped = scout
    if end not in ("L", "R"):
        raise IllegalAction(Refusal.NO_SUCH_END, "R11")
    if end == "R" and len(now.active) == 1:
        raise IllegalAction(Refusal.SINGLE_CARD_HAS_LEFT_END, "R11")
    if type(position) is not int or type(is_flipped) is not bool:
        raise IllegalAction(Refusal.SCOUT_WITHOUT_NUMBER, "R11")
    last = len(now.hands[seat]) + 1
    if not 1 <= position <= last:
        raise IllegalAction(Refusal.NO_SUCH_POSITION, "R11", last=last)


def _check_scout_and_show(action: ScoutAndShow, seat: int, now: Position) -> None:
    if not now.rules.scout_and_show:
        raise IllegalAction(Refusal.NO_SCOUT_AND_SHOW_FOR_TWO, "R16")
    if [*map(type, action)] != [Scout, Show]:
        raise IllegalAction(Refusal.NOT_SCOUT_THEN_SHOW, "R12")
    if not now.tokens[seat]:
        raise IllegalAction(Refusal.TOKEN_ALREADY_USED, "R12")
    _check_scout(action.scout, seat, now)
    hand, rest = after_scout(now.hands[seat], now.active, action.scout)
    _check_show(action.show, hand, rest)
