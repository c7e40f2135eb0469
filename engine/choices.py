"""Everything that one seat may do now, from what that seat knows (R6, R10-R13, R16)."""

from functools import cache
from itertools import chain, product
from typing import NamedTuple

from engine.actions import Action, End, Orient, Scout, ScoutAndShow, Show
from engine.cards import Card, Cards
from engine.sets import shows, shows_with, to_beat


def take(active: Cards, end: End) -> tuple[Card, Cards]:
    """The card at that end of the Active Set, and the cards that are left (R11)."""
    return (active[0], active[1:]) if end == "L" else (active[-1], active[:-1])


def put(hand: Cards, card: Card, scout: Scout) -> Cards:
    """The hand after the card went to the place and the way up that the Scout says (R11)."""
    index = scout.place - 1
    return (*hand[:index], card.turned() if scout.turned else card, *hand[index:])


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


class Choices(NamedTuple):
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
        if not self.token:
            return []
        return list(chain.from_iterable(map(self._after_scouting, ends(self.active))))

    def _after_scouting(self, end: End) -> list[ScoutAndShow]:
        """The Scout & Shows that begin at this end (R12).

        A Show of the present hand stays one unless the card parts it; only those that include
        the card are new for every place.
        """
        card, rest = take(self.active, end)
        beaten, before = to_beat(rest), shows(self.hand, rest)
        moved = [Show(first + 1, last + 1) for first, last in before]
        values = [up for up, _ in self.hand]
        found: list[ScoutAndShow] = []
        for scout in scouts_from(end, len(values)):
            place = scout.place
            hand = [*values[: place - 1], card[scout.turned], *values[place - 1 :]]
            after = [show for show in before if show.last < place]
            after += shows_with(hand, place - 1, beaten)
            after += [show for show in moved if show.first > place]
            found += map(_completions(scout).__getitem__, sorted(after))
        return found


NOTHING = Choices()
ORIENT = Choices(orients=True)


class _Completions(dict[Show, ScoutAndShow]):
    """The Scout & Shows that begin with one Scout, each made once: a position has hundreds."""

    def __init__(self, scout: Scout) -> None:
        super().__init__()
        self._scout = scout

    def __missing__(self, show: Show) -> ScoutAndShow:
        action = self[show] = ScoutAndShow(self._scout, show)
        return action


_completions = cache(_Completions)
