"""Numbers, cards, moves and results in words, for pictures, alt texts and messages alike."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.text.language import Language
from engine.actions import Action, Orient, Show, parts
from engine.cards import Card, Cards
from engine.legal_actions import lay, put, take
from engine.round import Ending, Event, Score
from engine.sets import shows, strength, to_beat
from engine.view import Result, View

_MOST_NUMBERS = 5
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
"""A deck has nine cards that show one number at most."""


def kind(language: Language, cards: Sequence[Card]) -> str:
    """`run of 3`, `match of 2`, `single card`."""
    strong = strength(cards)
    assert strong is not None
    if strong.size == 1:
        return "single card"
    return f"{'match' if strong.is_match else 'run'} of {strong.size}"


def counted(language: Language, number: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return (
        f"{language.number(number)} {noun}" if number == 1 else f"{language.number(number)} {noun}s"
    )


def cards_counted(language: Language, number: int) -> str:
    """`1 card`, `2 cards`: a fact of its own, as in a list or behind a colon."""
    return language.ngettext("{number} card", "{number} cards", number)


def chips_counted(language: Language, number: int) -> str:
    """`1 chip`, `2 chips`."""
    return language.ngettext("{number} chip", "{number} chips", number)


def points_counted(language: Language, number: int) -> str:
    """`1 point`, `2 points`."""
    return language.ngettext("{number} point", "{number} points", number)


def rounds_counted(language: Language, number: int) -> str:
    """`1 round`, `2 rounds`."""
    return language.ngettext("{number} round", "{number} rounds", number)


def games_counted(language: Language, number: int) -> str:
    """`1 game`, `2 games`."""
    return language.ngettext("{number} game", "{number} games", number)


def wins_counted(language: Language, number: int) -> str:
    """`1 win`, `2 wins`."""
    return language.ngettext("{number} win", "{number} wins", number)


def shortened(text: str, most: int) -> str:
    """The text, cut to so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def span(show: Show) -> str:
    """The positions of a Show: `4`, `2–4`."""
    return str(show.first) if show.first == show.last else f"{show.first}–{show.last}"


def longest_shows(shows: Sequence[Show]) -> list[Show]:
    """The Shows that are no part of another one, from left to right.

    Two of a legal hand share one card at most, so two lanes of brackets are enough for them.
    """
    found: list[Show] = []
    for show in sorted(set(shows), key=lambda show: (show.first, -show.last)):
        if not found or show.last > found[-1].last:
            found.append(show)
    return found


def shown_cards(language: Language, shows: Sequence[Show]) -> str:
    """Which cards of the hand can be shown: `card 4`, `cards 2, 3 or 6–7`."""
    spans = language.listed([span(show) for show in longest_shows(shows)], "or")
    return f"{'card' if spans.isdecimal() else 'cards'} {spans}"


def seat_name(language: Language, index: int) -> str:
    """A seat without a name; seats count from 0 in the engine, from 1 for people."""
    return f"Seat {index + 1}"


def reason(language: Language, over: Result, names: Sequence[str]) -> str:
    """Why a round ended (R19-R21), with the seats' names."""
    if over.ending is Ending.EMPTY:
        return f"{names[over.hands.index(())]} has no cards left"
    assert over.owner is not None
    cards = unbeaten(over)
    return f"Nobody beat {names[over.owner]}’s {kind(language, cards) if cards else 'set'}"


def unbeaten(over: Result) -> Cards:
    """The unbeaten set as it was shown: some of its cards may have been scouted (R20)."""
    shown = [event.shown for event in over.log if event.shown]
    return shown[-1] if shown else over.active


def victory(language: Language, winners: Sequence[str]) -> str:
    """`Mia wins!`, or `Mia and Noah win!` for a shared victory (R23)."""
    return f"{language.listed(winners)} {'wins' if len(winners) == 1 else 'win'}!"


def account(language: Language, score: Score) -> str:
    """What the points of a round are made of (R22)."""
    left = ", hand not counted" if score.exempt else f" − cards {score.cards}"
    return f"pile {score.pile} + chips {score.chips}{left}"


def upper_numbers(cards: Iterable[Card]) -> str:
    """`4 5 6`, in digits: for labels and other places without emojis."""
    return " ".join(str(card.up) for card in cards)


def short_numbers(language: Language, cards: Sequence[Card]) -> str:
    """The upper numbers: `4 5 6`, and of a long run `1 to 9`."""
    if len(cards) > _MOST_NUMBERS and cards[0].up != cards[-1].up:
        return f"{cards[0].up} to {cards[-1].up}"
    return upper_numbers(cards)


def named_set(language: Language, cards: Cards) -> str:
    """What a sentence calls a set: `the 10`, `3 4`, and a long run `1 to 9`."""
    return f"the {cards[0].up}" if len(cards) == 1 else short_numbers(language, cards)


def match_words(language: Language, cards: Cards) -> str:
    """`five 1s`, for a match of two cards or more."""
    return f"{_NUMBERS[len(cards) - 2]} {cards[0].up}s"


def unbroken(words: str) -> str:
    """The words of one set, kept on one line: broken in two they look like two sets."""
    return words.replace(" ", "\N{NO-BREAK SPACE}").replace("–", "–\N{WORD JOINER}")


def action_words(language: Language, view: View, action: Action) -> str:
    """A move of this seat: `show 3 4 5 (cards 2–4)`, `scout the 4 (flipped) to position 3`."""
    if isinstance(action, Orient):
        return "flip your hand" if action.flip else "keep your hand as dealt"
    scout, show = parts(action)
    hand = view.hand
    words = []
    if scout is not None:
        card, _ = take(view.active, scout.end)
        hand = put(hand, card, scout)
        flipped = " (flipped)" if scout.flipped else ""
        up = hand[scout.position - 1].up
        words.append(f"scout the {up}{flipped} to position {scout.position}")
    if show is not None:
        words.append(f"show {upper_numbers(lay(hand, show)[0])} ({shown_cards(language, [show])})")
    return " and ".join(words)


def sets_held(language: Language, cards: Cards) -> tuple[str, ...]:
    """The longest sets of a hand, those that are alike together, the strongest first: `1 run of 4`,
    `2 matches of 2`; () of single cards alone."""
    sets = sorted((lay(cards, show)[0] for show in held_shows(cards)), key=to_beat, reverse=True)
    kinds = [kind(language, found) for found in sets]
    return tuple(_counted_sets(language, kinds.count(one), one) for one in dict.fromkeys(kinds))


def _counted_sets(language: Language, number: int, name: str) -> str:
    if number > 1:
        name = name.replace("match ", "matches ").replace("run ", "runs ")
    return f"{number} {name}"


def holding(language: Language, cards: Cards) -> str:
    """The same in a line: `1 run of 4, 2 matches of 2`."""
    return ", ".join(sets_held(language, cards)) or "only single cards"


class Move(NamedTuple):
    """A turn, and the Active Set that it found."""

    event: Event
    active: Cards

    @property
    def left(self) -> Cards:
        """The Active Set without the card that was scouted."""
        return self.active if self.event.end is None else take(self.active, self.event.end)[1]

    @property
    def beaten(self) -> Cards:
        """The cards that the Show sent to the shower's pile, () if none (R10)."""
        return self.left if self.event.shown else ()

    def side(self, language: Language) -> str:
        """`from the left`; empty if no card was scouted, or the only one."""
        if self.event.end is None or len(self.active) == 1:
            return ""
        return "from the left" if self.event.end == "L" else "from the right"

    def sentence(self, language: Language) -> str:
        """What follows the name: `scouts 3 from the left`, `shows 4 5 6`."""
        scouted, shown = self.event.scouted, short_numbers(language, self.event.shown)
        if scouted is None:
            return f"shows {shown}"
        if shown:
            return f"scouts {scouted.up} and shows {shown}"
        return f"scouts {scouted.up} {self.side(language)}".rstrip()


def moves(log: Sequence[Event]) -> list[Move]:
    """The turns of a round, each with the Active Set that it found."""
    found: list[Move] = []
    active: Cards = ()
    for event in log:
        found.append(Move(event, active))
        active = event.shown or found[-1].left
    return found


def last_move(seen: View) -> Move | None:
    """The last move; None before the first one of a round."""
    return moves(seen.log)[-1] if seen.log else None


LONG_SET = 5
"""Cards of a set that is remarkable."""


class Moment(NamedTuple):
    """A remarkable Show, as what follows the name: `shows` and `a run of 6`."""

    does: str
    what: str


def moment(language: Language, event: Event, *, last: bool = False) -> Moment | None:
    """The moment of a turn: a long set, or the `last` cards of a hand; None for other turns."""
    cards = event.shown
    if not cards or (len(cards) < LONG_SET and not last):
        return None
    shows = "shows" if event.scouted is None else f"scouts {event.scouted.up} and shows"
    if last:
        return Moment(
            f"{shows} their last card{'s'[: len(cards) - 1]}", short_numbers(language, cards)
        )
    is_match = to_beat(cards).is_match
    return Moment(shows, match_words(language, cards) if is_match else f"a {kind(language, cards)}")


def last_cards(language: Language, over: Result) -> tuple[Moment, int] | None:
    """The moment and the seat of the Show that emptied a hand (R19), if one ended the round."""
    if over.ending is not Ending.EMPTY or not over.log:
        return None
    event = over.log[-1]
    found = moment(language, event, last=True)
    return None if found is None else (found, event.seat)


class BestShow(NamedTuple):
    """The strongest set of a game, its seat and its round, from 1."""

    seat: int
    number: int
    cards: Cards


def best_show(results: Sequence[Result]) -> BestShow | None:
    """The strongest set that was shown (R9), the first of equal ones; None if none was."""
    shown = [
        BestShow(event.seat, over.number, event.shown)
        for over in results
        for event in over.log
        if event.shown
    ]
    return max(shown, key=lambda best: to_beat(best.cards), default=None)


NO_CARDS = "No cards left."


def owned_set(language: Language, cards: Cards, owner: str | None) -> str:
    """`run of 3 by Mia`, or without an owner `run of 3`."""
    return kind(language, cards) if owner is None else f"{kind(language, cards)} by {owner}"


def hand_facts(
    language: Language, shows: Sequence[Show], new: int | None, *, is_held: bool = False
) -> list[str]:
    """Which cards can be shown, and the position of the card that was scouted last.

    If `is_held`, the sets are those of the hand, whatever there is to beat.
    """
    if is_held:
        spans = language.listed([span(show) for show in longest_shows(shows)])
        facts = [f"Sets in your hand: cards {spans}."] if shows else []
    else:
        facts = [f"You can show {shown_cards(language, shows)}."] if shows else []
    return facts if new is None else [*facts, f"New: card {new}."]


def held_shows(cards: Cards) -> list[Show]:
    """The longest sets of two cards or more of a hand."""
    return longest_shows([show for show in shows(cards, ()) if show.last > show.first])


def choosing_words(language: Language, seen: View) -> str:
    """How many seats have kept or flipped their hand (R6)."""
    return f"Choosing hands: {sum(seen.chosen)} of {seen.players} ready."


def seat_facts(language: Language, seen: View, at: int, *, choosing: bool = False) -> list[str]:
    """All that everybody can see of a seat (R15); if `choosing`, whether its hand is chosen."""
    facts = [cards_counted(language, seen.counts[at]), f"pile {seen.piles[at]}"]
    facts.append(chips_counted(language, seen.chips[at]))
    if choosing:
        facts.append("ready" if seen.chosen[at] else "choosing")
    elif seen.rules.scout_and_show:
        facts.append("Scout & Show ready" if seen.tokens[at] else "Scout & Show used")
    if seen.number > 1:
        facts.append(f"total {language.number(seen.totals[at])}")
    return facts
