"""The legal actions of one seat, from what that seat knows (R6, R10-R13, R16)."""

from typing import NamedTuple

from engine.action_lists import scout_and_shows, scouts
from engine.actions import Action, End, Orient, Scout, ScoutAndShow, Show
from engine.cards import Card, Cards
from engine.packed import Packed, pack
from engine.sets import shows


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
    """What determines the legal actions of one seat; without arguments there are none.

    `chips` are the chips that a Scout is paid from (R16), None where a Scout is free (R11).
    `orienting` is true for a player who has to keep or flip the hand (R6).
    """

    hand: Cards = ()
    active: Cards = ()
    chips: int | None = None
    token: bool = False
    orienting: bool = False

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
        """Whether neither a Show nor a Scout is legal, possible only with two players (R21)."""
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
