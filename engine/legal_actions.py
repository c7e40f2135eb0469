"""Everything that one seat may do now, from what that seat knows (R6, R10-R13, R16)."""

from functools import cache
from itertools import product
from typing import NamedTuple

from engine.actions import Action, End, Orient, Scout, ScoutAndShow, Show
from engine.cards import Card, Cards
from engine.sets import reaches, shows, shows_with_one_more, to_beat, winning


def take(active: Cards, end: End) -> tuple[Card, Cards]:
    """The card at that end of the Active Set, and the cards that are left (R11)."""
    return (active[0], active[1:]) if end == "L" else (active[-1], active[:-1])


def put(hand: Cards, card: Card, scout: Scout) -> Cards:
    """The hand after the card went to the place and the way up that the Scout says (R11)."""
    index = scout.position - 1
    return (*hand[:index], card.flipped() if scout.flipped else card, *hand[index:])


def lay(hand: Cards, show: Show) -> tuple[Cards, Cards]:
    """The cards that the Show lays, and the hand that is left (R10)."""
    return hand[show.first - 1 : show.last], hand[: show.first - 1] + hand[show.last :]


def ends(active: Cards) -> tuple[End, ...]:
    """The ends to scout from; of a single card left and right are the same choice, L (R11)."""
    return ("L", "R") if len(active) > 1 else ("L",) if active else ()


@cache
def scouts_from(end: End, count: int) -> list[Scout]:
    """The Scouts from this end into a hand of so many cards: any place, either way up (R11)."""
    return [Scout(end, *how) for how in product(range(1, count + 2), (False, True))]


class LegalActions(NamedTuple):
    """What a player on move chooses from; without arguments that is nothing.

    `chips` are the chips that a Scout is paid from (R16), None where Scouting is free (R11).
    `orients` is true for a player who has to choose under R6.
    """

    hand: Cards = ()
    active: Cards = ()
    chips: int | None = None
    token: bool = False
    orients: bool = False

    def legal_actions(self) -> list[Action]:
        """Every legal action once: Shows, then Scouts, then Scout & Shows (R13); or K and F."""
        if self.orients:
            return [Orient(False), Orient(True)]
        return [*self.shows(), *self.scouts(), *self._scout_and_shows()]

    def shows(self) -> list[Show]:
        """The Shows of R10."""
        return shows(self.hand, self.active)

    def scouts(self) -> list[Scout]:
        """The Scouts of R11, where R16 leaves a chip to pay them."""
        if self.chips == 0:
            return []
        # The Active Set is never one's own here: R20 ends the round before the turn returns.
        return [scout for end in ends(self.active) for scout in scouts_from(end, len(self.hand))]

    def stuck(self) -> bool:
        """Whether neither a Show nor a Scout is legal: only ever with two players (R21)."""
        return bool(self.active) and self.chips == 0 and not self.shows()

    def scouts_before_show(self) -> list[Scout]:
        """The Scouts after which a Show is legal, where the token is unspent (R12)."""
        return [scout for scout in self.scouts() if self.shows_after(scout)] if self.token else []

    def shows_after(self, scout: Scout) -> list[Show]:
        """The Shows that complete this Scout to a Scout & Show (R12); [] without a token."""
        if not self.token or scout.end not in ends(self.active):
            return []
        if scout not in scouts_from(scout.end, len(self.hand)):
            return []
        card, rest = take(self.active, scout.end)
        return shows(put(self.hand, card, scout), rest)

    def _scout_and_shows(self) -> list[ScoutAndShow]:
        found: list[ScoutAndShow] = []
        if self.token and self.active:
            values = [up for up, _ in self.hand]
            reached = reaches(values)
            for end in ends(self.active):
                found += self._after_scouting(end, values, reached)
        return found

    def _after_scouting(
        self, end: End, values: list[int], reached: list[int]
    ) -> list[ScoutAndShow]:
        """The Scout & Shows that begin at this end (R12).

        A Show of the present hand stays one unless the card parts it; only those that include
        the card are new for every place.
        """
        card, rest = take(self.active, end)
        beaten = to_beat(rest)
        before = winning(values, enumerate(reached), beaten)
        moved = [Show(first + 1, last + 1) for first, last in before]
        found: list[ScoutAndShow] = []
        for index, ways_up in enumerate(_beginnings(end, len(values))):
            unparted = [show for show in before if show.last <= index]
            unparted += [show for show in moved if show.first > index + 1]
            for value, completions in zip(card, ways_up, strict=True):
                found += map(completions.__getitem__, unparted)
                with_card = shows_with_one_more(values, index, value, beaten)
                found += map(completions.__getitem__, with_card)
        return found


NOTHING = LegalActions()
ORIENT = LegalActions(orients=True)


class _Completions(dict[Show, ScoutAndShow]):
    """The Scout & Shows that begin with one Scout, each made once: a position has hundreds."""

    def __init__(self, scout: Scout) -> None:
        super().__init__()
        self._scout = scout

    def __missing__(self, show: Show) -> ScoutAndShow:
        action = self[show] = ScoutAndShow(self._scout, show)
        return action


@cache
def _beginnings(end: End, count: int) -> list[tuple[_Completions, _Completions]]:
    """What the Scouts of `scouts_from` may be completed to, by place, the card kept or turned."""
    every = [_Completions(scout) for scout in scouts_from(end, count)]
    return list(zip(every[::2], every[1::2], strict=True))
