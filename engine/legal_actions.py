"""The legal actions of one seat, from what that seat knows (R6, R10-R13, R16).

`Scout` and `ScoutAndShow` values are made once and shared, which makes lists of them fast. The key
of a Scout & Show is the code of its Show: `first * _WIDTH + last`, from the indices of the first
and the last card. Moving a Show one position to the right adds _MOVED to its code.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from engine.actions import Action, End, Orient, Scout, ScoutAndShow, Show
from engine.cards import DECK_SIZE, Card, Cards, Packed, flipped, pack, values
from engine.rules import Rules
from engine.sets import (
    EMPTY_TABLE,
    LINKED,
    NO_VALUE,
    SHOWS,
    Strength,
    packed_to_beat,
    reaches,
    shows,
    winning,
)

_WIDTH = 64
_MOVED = _WIDTH + 1
_CODES = [[first * _WIDTH + last for last in range(DECK_SIZE)] for first in range(DECK_SIZE)]


def take_packed(active: Packed, end: End) -> tuple[Packed, Packed]:
    """As `take`, of packed cards."""
    return (active[:1], active[1:]) if end == "L" else (active[-1:], active[:-1])


@cache
def scouts_from(end: End, count: int) -> list[Scout]:
    """The Scouts from this end to a hand of `count` cards: any position, kept or flipped (R11)."""
    return [Scout(end, *how) for how in product(range(1, count + 2), (False, True))]


_SCOUTS_L = [scouts_from("L", count) for count in range(DECK_SIZE)]
_SCOUTS_LR = [left + scouts_from("R", count) for count, left in enumerate(_SCOUTS_L)]


def scouts(count: int, cards: int) -> list[Scout]:
    """Every Scout of a hand of `count` cards from an Active Set of so many cards (R11).

    Of a single card left and right are the same choice, L.
    """
    return _SCOUTS_LR[count] if cards > 1 else _SCOUTS_L[count] if cards else []


def scout_and_shows(hand: Packed, active: Packed) -> list[ScoutAndShow]:
    """Every Scout & Show of a hand with a token (R12).

    First those that show what was in the hand, then those that show the scouted card.
    """
    held, count = values(hand), len(hand)
    reach = reaches(held)
    found: list[ScoutAndShow] = []
    for end in ("L", "R") if len(active) > 1 else "L":
        card, rest = take_packed(active, end)
        beaten = packed_to_beat(rest)
        beside = _beside(end, count)
        for show in winning(held, beaten, _CODES):
            found += beside[show]
        for is_flipped, value in enumerate(values(card + flipped(card))):
            after_scouts = _each_position(end, count, is_flipped)
            if beaten.size > 1:
                found += _larger_sets(held, reach, value, beaten, after_scouts)
                continue
            if value > beaten.lowest:
                found += _alone(end, count, is_flipped)
            found += _larger_sets(held, reach, value, EMPTY_TABLE, after_scouts)
    return found


class _AfterScout(dict[int, ScoutAndShow]):
    """The Scout & Shows of one Scout by the code of the Show, each made when it is first needed."""

    __slots__ = ("scout",)

    def __init__(self, scout: Scout) -> None:
        self.scout = scout

    def __missing__(self, show: int) -> ScoutAndShow:
        first, last = divmod(show, _WIDTH)
        both = self[show] = ScoutAndShow(self.scout, SHOWS[first][last])
        return both


_after_scout = cache(_AfterScout)


@cache
def _after_scouts(end: End, count: int) -> list[_AfterScout]:
    """The `_AfterScout` of each Scout from this end to a hand of `count` cards."""
    return [_after_scout(scout) for scout in scouts_from(end, count)]


@cache
def _each_position(end: End, count: int, is_flipped: int) -> list[_AfterScout]:
    """As `_after_scouts`, for the Scouts that flip the card or those that keep it as it lies."""
    return _after_scouts(end, count)[is_flipped::2]


class _Beside(dict[int, list[ScoutAndShow]]):
    """For each Show of cards in the hand, the Scout & Shows whose Scout keeps them together."""

    __slots__ = ("_after_scouts",)

    def __init__(self, end: End, count: int) -> None:
        self._after_scouts = _after_scouts(end, count)

    def __missing__(self, show: int) -> list[ScoutAndShow]:
        first, last = divmod(show, _WIDTH)
        both = self[show] = [
            after[show + _MOVED * (after.scout.position - 1 <= first)]
            for after in self._after_scouts
            if not first < after.scout.position - 1 <= last
        ]
        return both


_beside = cache(_Beside)


@cache
def _alone(end: End, count: int, is_flipped: int) -> list[ScoutAndShow]:
    """The Shows of the scouted card by itself, after a Scout to each position."""
    after_scouts = _each_position(end, count, is_flipped)
    return [after[index * _MOVED] for index, after in enumerate(after_scouts)]


def _larger_sets(
    hand: bytes, reach: list[int], value: int, beaten: Strength, after_scouts: list[_AfterScout]
) -> Iterator[ScoutAndShow]:
    """The Shows of the scouted card, with this value, in larger sets, after each of the Scouts."""
    linked = LINKED[value]
    begin = 0  # of the longest set that ends before the card
    for index, (left, right) in enumerate(pairwise(NO_VALUE + hand + NO_VALUE)):
        if linked[left] or linked[right]:
            while begin < index and reach[begin] < index - 1:
                begin += 1
            before = hand[begin:index] if linked[left] else b""
            behind = hand[index : reach[index] + 1] if linked[right] else b""
            after, moved = after_scouts[index], (index - len(before)) * _MOVED
            for show in _larger_sets_with(before, value, behind, beaten):
                yield after[show + moved]


@lru_cache(maxsize=1 << 12)
def _larger_sets_with(
    before: bytes, value: int, behind: bytes, beaten: Strength
) -> tuple[int, ...]:
    """The winning Shows of this card between others that have at least one of these."""
    index = len(before)
    shows = winning(bytes((*before, value, *behind)), beaten, _CODES)
    spans = [(show, *divmod(show, _WIDTH)) for show in shows]
    return tuple(show for show, first, last in spans if first <= index <= last and first < last)


def take(active: Cards, end: End) -> tuple[Card, Cards]:
    """The card at this end of the Active Set, and the cards that are left (R11)."""
    return (active[0], active[1:]) if end == "L" else (active[-1], active[:-1])


def put(hand: Cards, card: Card, scout: Scout) -> Cards:
    """The hand with the card at the position and in the orientation of the Scout (R11)."""
    index = scout.position - 1
    return (*hand[:index], card.flipped() if scout.flipped else card, *hand[index:])


def lay(hand: Cards, show: Show) -> tuple[Cards, Cards]:
    """The cards that the Show lays, and the hand that is left (R10)."""
    return hand[show.first - 1 : show.last], hand[: show.first - 1] + hand[show.last :]


def ends(active: Cards | Packed) -> tuple[End, ...]:
    """The ends to scout from; of a single card left and right are the same choice, L (R11)."""
    return ("L", "R") if len(active) > 1 else ("L",) if active else ()


class LegalActions(NamedTuple):
    """The legal actions of one seat, from what determines them; without arguments, none.

    `chips` are the chips that pay for a Scout (R16), None if a Scout is free (R11). `orienting` is
    true until the player keeps or flips the hand (R6).
    """

    hand: Cards = ()
    active: Cards = ()
    chips: int | None = None
    token: bool = False
    orienting: bool = False

    @classmethod
    def of_turn(
        cls, rules: Rules, hand: Cards, active: Cards, chips: int, token: bool
    ) -> "LegalActions":
        """The legal actions of the seat whose turn it is, with its chips and its token."""
        return cls(hand, active, chips if rules.scout_costs_chip else None, token)

    def actions(self) -> list[Action]:
        """Every legal action once: Shows, then Scouts, then Scout & Shows (R13); or K and F."""
        if self.orienting:
            return [Orient(False), Orient(True)]
        return [*self.shows(), *self.scouts(), *self.scout_and_shows()]

    def shows(self) -> list[Show]:
        """The legal Shows (R10), by first, then last card."""
        return shows(self.hand, self.active)

    def scouts(self) -> list[Scout]:
        """The legal Scouts (R11), if there is a chip to pay for them (R16)."""
        # The Active Set is never one's own here: R20 ends the round before the turn returns.
        return [*scouts(len(self.hand), len(self.active))] if self.chips != 0 else []

    def scout_and_shows(self) -> list[ScoutAndShow]:
        """The legal Scout & Shows (R12)."""
        if not self.token or not self.active or self.chips == 0:
            return []
        return scout_and_shows(pack(self.hand), pack(self.active))

    def stuck(self) -> bool:
        """Whether neither a Show nor a Scout is legal; this happens only with two players (R21)."""
        return bool(self.active) and self.chips == 0 and not self.shows()

    def scouts_before_show(self) -> list[Scout]:
        """The Scouts after which a Show is legal, if the token is unspent (R12)."""
        return [scout for scout in self.scouts() if self._completions(scout)] if self.token else []

    def shows_after(self, scout: Scout) -> list[Show]:
        """The Shows that make a legal Scout & Show with this Scout (R12)."""
        return self._completions(scout) if self.token and scout in self.scouts() else []

    def _completions(self, scout: Scout) -> list[Show]:
        card, rest = take(self.active, scout.end)
        return shows(put(self.hand, card, scout), rest)


NO_ACTIONS = LegalActions()
KEEP_OR_FLIP = LegalActions(orienting=True)
