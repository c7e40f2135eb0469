"""SCOUT once more, slowly and straight from the rules, to check the engine against.

A card is a tuple (up, down), a hand a list of cards, an action its notation. Whatever can be
found by trying everything is found by trying everything.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

Card = tuple[int, int]
Ends = tuple[int, ...]  # the numbers that are up, left to right
Event = tuple[int, Card | None, str | None, int | None, tuple[Card, ...]]

# R8, written out: a number stands on nine cards, and 1 and 10 are not neighbours
MATCHES = {(number,) * size for number in range(1, 11) for size in range(1, 10)}
RISING = {tuple(range(low, high + 1)) for low in range(1, 11) for high in range(low + 1, 11)}
RUNS = RISING | {run[::-1] for run in RISING}

SHOW = re.compile(r"S(\d+)(?:-(\d+))?")
SCOUT = re.compile(r"([LR])(\d+)(f?)")


def ups(cards: Sequence[Card]) -> Ends:
    return tuple(up for up, _ in cards)


def is_set(numbers: Ends) -> bool:
    return numbers in MATCHES or numbers in RUNS


@cache
def beats(new: Ends, old: Ends) -> bool:
    """R9, sentence by sentence."""
    if len(new) != len(old):
        return len(new) > len(old)
    if (new in MATCHES) != (old in MATCHES):
        return new in MATCHES
    return min(new) > min(old)


def may_show(new: Ends, active: Ends) -> bool:
    """R10."""
    return is_set(new) and (not active or beats(new, active))


def flipped(card: Card) -> Card:
    return (card[1], card[0])


def parse_card(text: str) -> Card:
    up, _, down = text.partition("/")
    return int(up), int(down)


def kind(text: str) -> str:
    if "+" in text:
        return "scout and show"
    return "show" if text.startswith("S") else "scout"


def show_text(first: int, last: int) -> str:
    return f"S{first}" if first == last else f"S{first}-{last}"


def slices(size: int) -> Iterator[tuple[int, int]]:
    """First and last position, counted from 1, of every slice of so many cards."""
    return ((first, last) for first in range(1, size + 1) for last in range(first, size + 1))


def scout_texts(hand_size: int, active_size: int) -> list[str]:
    """R11: either end, every position, flipped or not; a single card is offered once, as L."""
    ends = {0: "", 1: "L"}.get(active_size, "LR")
    places = range(1, hand_size + 2)
    return [f"{end}{place}{flip}" for end in ends for place in places for flip in ("", "f")]


def legal_shows(hand: Sequence[Card], active: Sequence[Card]) -> set[str]:
    hand_ups, active_ups = ups(hand), ups(active)
    return {
        show_text(first, last)
        for first, last in slices(len(hand))
        if may_show(hand_ups[first - 1 : last], active_ups)
    }


def show_positions(text: str) -> tuple[int, int]:
    found = SHOW.fullmatch(text)
    assert found, text
    return int(found[1]), int(found[2] or found[1])


def shown_size(text: str) -> int:
    """How many cards an action shows; none when it only scouts."""
    if "S" not in text:
        return 0
    first, last = show_positions(text.rpartition("+")[2])
    return last - first + 1


def after_scout(
    hand: Sequence[Card], active: Sequence[Card], text: str
) -> tuple[list[Card], list[Card], Card]:
    """The hand and the Active Set after a Scout, and the card as it lay in the Active Set."""
    found = SCOUT.fullmatch(text)
    assert found, text
    end, place, flip = found[1], int(found[2]), found[3]
    card = active[0] if end == "L" else active[-1]
    rest = active[1:] if end == "L" else active[:-1]
    grown = [*hand[: place - 1], flipped(card) if flip else card, *hand[place - 1 :]]
    return grown, list(rest), card


@dataclass
class Table:
    """One round, changed in place by `choose` and `play`."""

    hands: list[list[Card]]
    turn: int
    choices: list[str] = field(init=False)
    active: list[Card] = field(default_factory=list)
    last_to_show: int | None = None
    scouted_since: list[int] = field(default_factory=list)  # seats, one for each Scout
    piles: list[int] = field(init=False)
    chips: list[int] = field(init=False)
    tokens: list[bool] = field(init=False)
    events: list[Event] = field(default_factory=list)
    ended: str = ""

    def __post_init__(self) -> None:
        """R7."""
        self.choices = [""] * self.players
        self.piles = [0] * self.players
        self.chips = [3 if self.players == 2 else 0] * self.players
        self.tokens = [self.players != 2] * self.players

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def owner(self) -> int | None:
        """R11: as long as a card is left."""
        return self.last_to_show if self.active else None

    @property
    def choosing(self) -> bool:
        return "" in self.choices

    @property
    def to_move(self) -> list[int]:
        if self.ended:
            return []
        if self.choosing:
            return [seat for seat in range(self.players) if not self.choices[seat]]
        return [self.turn]

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_move:
            return set()
        if self.choosing:
            return {"K", "F"}
        return self.shows(seat) | self.scouts(seat) | self.scout_and_shows(seat)

    def shows(self, seat: int) -> set[str]:
        return legal_shows(self.hands[seat], self.active)

    def scouts(self, seat: int) -> set[str]:
        """R11; with two players R16: only for a chip of one's own."""
        if self.owner == seat or (self.players == 2 and self.chips[seat] == 0):
            return set()
        return set(scout_texts(len(self.hands[seat]), len(self.active)))

    def scout_and_shows(self, seat: int) -> set[str]:
        """R12: every Scout, each followed by every Show that is legal then."""
        if not self.tokens[seat]:
            return set()
        return {
            f"{scout}+{show}"
            for scout in self.scouts(seat)
            for show in self.shows_after(seat, scout)
        }

    def shows_after(self, seat: int, scout: str) -> set[str]:
        hand, rest, _ = after_scout(self.hands[seat], self.active, scout)
        return legal_shows(hand, rest)

    def choose(self, seat: int, text: str) -> None:
        """R6."""
        self.choices[seat] = text
        if text == "F":
            self.hands[seat] = [flipped(card) for card in self.hands[seat]]

    def play(self, text: str) -> None:
        seat = self.turn
        scout, _, show = text.rpartition("+") if "S" in text else (text, "", "")
        scouted, end, paid = self._scout(seat, scout) if scout else (None, None, None)
        if scout and show:
            self.tokens[seat] = False
        shown = self._show(seat, show) if show else ()
        self.events.append((seat, scouted, end, paid, shown))
        self._go_on()

    def _scout(self, seat: int, text: str) -> tuple[Card, str, int | None]:
        owner = self.owner
        self.hands[seat], self.active, card = after_scout(self.hands[seat], self.active, text)
        self.scouted_since.append(seat)
        if self.players == 2:
            self.chips[seat] -= 1
            return card, text[0], None
        assert owner is not None
        self.chips[owner] += 1
        return card, text[0], owner

    def _show(self, seat: int, text: str) -> tuple[Card, ...]:
        first, last = show_positions(text)
        hand = self.hands[seat]
        self.piles[seat] += len(self.active)
        self.active = hand[first - 1 : last]
        self.hands[seat] = hand[: first - 1] + hand[last:]
        self.last_to_show = seat
        self.scouted_since = []
        return tuple(self.active)

    def _go_on(self) -> None:
        if self.last_to_show is not None and not self.hands[self.last_to_show]:
            self.ended = "empty"  # R19
        elif self.players == 2:
            if not self.scouted_since:  # R17: who scouted goes on
                self.turn = 1 - self.turn
            if not self.legal(self.turn):
                self.ended = "unbeaten"  # R21
        elif len(set(self.scouted_since)) == self.players - 1:
            self.ended = "unbeaten"  # R20
        else:
            self.turn = (self.turn + 1) % self.players

    def points(self) -> list[int]:
        """R22, R18."""
        return [
            self.piles[seat]
            + self.chips[seat]
            - (0 if self.exempt(seat) else len(self.hands[seat]))
            for seat in range(self.players)
        ]

    def exempt(self, seat: int) -> bool:
        """R22; R20: unbeaten also when its last card was scouted away."""
        return self.ended == "unbeaten" and seat == self.last_to_show
