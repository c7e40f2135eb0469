"""A round as one mutable position: the one place where the rules change it (R6-R21).

`Round` stands on it as a value. Whoever tries moves makes them on a copy, which costs less than to
note what each move changes and to take it back.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from engine.action_lists import scout_and_shows, scouts, taken
from engine.actions import Action, Scout, ScoutAndShow, Show
from engine.packed import UP, Packed, flipped
from engine.rules import Rules
from engine.sets import EMPTY_TABLE, SHOWS, strength_of, winning

_T = TypeVar("_T")


class Ending(StrEnum):
    """How a round ended: with an empty hand (R19) or an unbeaten set (R20, R21)."""

    EMPTY = "empty"
    UNBEATEN = "unbeaten"


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


class Position:
    """The names mean the same as in Round; cards are packed.

    `mover` is the seat whose turn it is, None while hands are chosen and after the end. Lists are
    replaced and never changed, since copies share them.
    """

    __slots__ = (
        "active",
        "chips",
        "ended",
        "hands",
        "mover",
        "orientation",
        "owner",
        "piles",
        "rules",
        "scouts_in_row",
        "tokens",
        "turn",
    )

    def __init__(self, rules: Rules, hands: list[Packed], start: int) -> None:
        """Before anybody chose an orientation, with the tokens and chips of R7."""
        self.rules = rules
        self.hands = hands
        self.orientation: tuple[bool | None, ...] = (None,) * rules.players
        self.active: Packed = b""
        self.owner: int | None = None
        self.turn = start
        self.mover: int | None = None
        self.piles = [0] * rules.players
        self.chips = [rules.starting_chips] * rules.players
        self.tokens = [rules.scout_and_show] * rules.players
        self.scouts_in_row = 0
        self.ended: Ending | None = None

    def copy(self) -> "Position":
        """The same position, to be moved on by itself."""
        new = object.__new__(Position)
        new.rules = self.rules
        new.hands = self.hands
        new.orientation = self.orientation
        new.active = self.active
        new.owner = self.owner
        new.turn = self.turn
        new.mover = self.mover
        new.piles = self.piles
        new.chips = self.chips
        new.tokens = self.tokens
        new.scouts_in_row = self.scouts_in_row
        new.ended = self.ended
        return new

    def actions(self) -> list[Action]:
        """Every legal action of the mover: Shows, then Scouts, then Scout & Shows (R13)."""
        seat, active = self.turn, self.active
        hand = self.hands[seat]
        beaten = strength_of(active.translate(UP)) or EMPTY_TABLE
        found: list[Action] = winning(hand.translate(UP), beaten, SHOWS)
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
        values = self.hands[self.turn].translate(UP)
        return not winning(values, strength_of(self.active.translate(UP)) or EMPTY_TABLE, SHOWS)


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
