"""Numbers, cards and results in words, for pictures, alt texts and messages."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import NamedTuple

from bot.text.language import Alternatives, Language, gettext_noop
from engine.actions import Show
from engine.cards import Card, Cards
from engine.legal_actions import lay
from engine.round import Ending, Score
from engine.sets import shows, to_beat
from engine.view import RoundResult, View

_MOST_NUMBERS = 5
_FULL_STOP_AND_SPACE = re.compile("(?<=[。！？]) | (?=（)")
# Translators: cards that all show one number: "two 7s". It stands alone or as an object: "shows
# two 7s".
_MATCHES = {
    2: gettext_noop("two {number}s"),
    3: gettext_noop("three {number}s"),
    4: gettext_noop("four {number}s"),
    5: gettext_noop("five {number}s"),
    6: gettext_noop("six {number}s"),
    7: gettext_noop("seven {number}s"),
    8: gettext_noop("eight {number}s"),
    9: gettext_noop("nine {number}s"),
}
"""By the number of cards: a deck has nine cards that show one number at most."""
# Translators: what a player has
FACTS = gettext_noop("{name}: {facts}.")


def timestamp(time: datetime, style: str) -> str:
    """A time as Discord shows it to each member: `R` counts it down, `f` has date and time.

    As `discord.utils.format_dt`, for layers that must not import discord.py.
    """
    return f"<t:{int(time.timestamp())}:{style}>"


def set_kind(language: Language, cards: Sequence[Card]) -> str:
    """`run of 3`, `match of 2`, `single card`."""
    if len(cards) == 1:
        # Translators: these three name a set. They stand alone, as in a heading or behind a colon.
        return language.gettext("single card")
    if to_beat(cards).is_match:
        return language.gettext("match of {number}", number=len(cards))
    return language.gettext("run of {number}", number=len(cards))


def counting(one: str, many: str) -> Callable[[Language, int], str]:
    """A function for the number of something, as in a list or after a colon: `2 cards`."""
    return lambda language, number: language.ngettext(one, many, number)


cards_counted = counting("{number} card", "{number} cards")
chips_counted = counting("{number} chip", "{number} chips")
points_counted = counting("{number} point", "{number} points")
rounds_counted = counting("{number} round", "{number} rounds")
games_counted = counting("{number} game", "{number} games")
days_counted = counting("{number} day", "{number} days")
wins_counted = counting("{number} win", "{number} wins")


def shortened(text: str, most: int) -> str:
    """The text, cut to so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


@lru_cache(maxsize=4096)
def width(text: str) -> int:
    """The width of the text in Latin letters: one of Han, Kana or Hangul is as wide as two."""
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)


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


def shown_cards(language: Language, show: Show) -> str:
    """The cards of a Show by their positions in the hand: `card 4`, `cards 2–4`."""
    if show.first == show.last:
        # Translators: the position of a card in the hand.
        return language.gettext("card {position}", position=span(show))
    return language.gettext("cards {positions}", positions=span(show))


@lru_cache(maxsize=256)
def seat_name(language: Language, index: int) -> str:
    """A seat without a name; seats count from 0 in the engine, from 1 for people."""
    return language.gettext("Seat {number}", number=index + 1)


def ending_reason(language: Language, over: RoundResult, names: Sequence[str]) -> str:
    """Why a round ended (R19-R21), with the seats' names."""
    if over.ending is Ending.EMPTY:
        name = names[over.hands.index(())]
        return language.gettext("{name} has no cards left", name=name)
    assert over.owner is not None
    name, strong = names[over.owner], to_beat(unbeaten(over))
    if strong.size == 1:
        return language.gettext("Nobody beat {name}’s single card", name=name)
    if strong.is_match:
        text = gettext_noop("Nobody beat {name}’s match of {number}")
    else:
        text = gettext_noop("Nobody beat {name}’s run of {number}")
    return language.gettext(text, name=name, number=strong.size)


def unbeaten(over: RoundResult) -> Cards:
    """The unbeaten set as it was shown: some of its cards may have been scouted (R20)."""
    shown = [event.shown for event in over.log if event.shown]
    return shown[-1] if shown else over.active


def victory(language: Language, winners: Sequence[str]) -> str:
    """`Mia wins!`, or `Mia and Noah win!` for a shared victory (R23)."""
    # Translators: the number is that of the names.
    return language.ngettext("{names} wins!", "{names} win!", len(winners), names=tuple(winners))


def points_account(language: Language, score: Score) -> str:
    """The parts of the points of a round (R22)."""
    if score.exempt:
        text = gettext_noop("pile {pile} + chips {chips}, hand not counted")
    else:
        text = gettext_noop("pile {pile} + chips {chips} − cards {cards}")
    return language.gettext(text, pile=score.pile, chips=score.chips, cards=score.cards)


def account_line(language: Language, name: str, score: Score) -> str:
    """`Mia: pile 3 + chips 2 − cards 4 = **+1**`."""
    return language.gettext(
        # Translators: {sum} is like "pile 3 + chips 2 − cards 4".
        "{name}: {sum} = **{points}**",
        name=name,
        sum=points_account(language, score),
        points=language.number(score.points, signed=True),
    )


def upper_numbers(cards: Iterable[Card]) -> str:
    """`4 5 6`, in digits: for labels and other places without emojis."""
    return " ".join([str(card.up) for card in cards])


def short_numbers(language: Language, cards: Sequence[Card]) -> str:
    """The upper numbers: `4 5 6`, and of a long run `1 to 9`."""
    if len(cards) > _MOST_NUMBERS and cards[0].up != cards[-1].up:
        return ends_of_run(language, cards)
    return upper_numbers(cards)


def ends_of_run(language: Language, cards: Sequence[Card]) -> str:
    """`1 to 9`, or of a run downwards `9 to 1`."""
    # Translators: a run of cards, by its first and last number.
    return language.gettext("{first} to {last}", first=cards[0].up, last=cards[-1].up)


def match_words(language: Language, cards: Cards) -> str:
    """`five 1s`, for a match of two cards or more."""
    return language.gettext(_MATCHES[len(cards)], number=cards[0].up)


def in_a_row(sentences: Iterable[str]) -> str:
    """The sentences in one line; in Japanese and Chinese without spaces between them."""
    return _FULL_STOP_AND_SPACE.sub("", " ".join(filter(None, sentences)))


def capitalised(text: str) -> str:
    """The text as the beginning of a sentence or a line: `Games 41, wins 19`."""
    return f"{text[:1].upper()}{text[1:]}"


def labelled(language: Language, label: str, words: str) -> str:
    """`Mia: 14 points`; a colon is written with a space in French, and wide in Japanese."""
    return language.gettext("{label}: {words}", label=label, words=words)


def with_full_stop(language: Language, words: str) -> str:
    """The words as a sentence: with one full stop, that of the language."""
    if words.endswith("."):
        # By an abbreviation, such as "1. Jan.".
        return words
    # Translators: {words} is a whole sentence without its full stop: "You show 4 5 6".
    return language.gettext("{words}.", words=words)


def joined(language: Language, facts: Iterable[str]) -> str:
    """A list without "and": `11 points, par 8`."""
    return _comma(language).join(facts)


@cache
def _comma(language: Language) -> str:
    """The separator of a list: `, ` or `、`."""
    return str(language.locale.list_patterns["standard"]["middle"].format("", ""))


def unbroken(words: str) -> str:
    """The words of a set without line breaks, which would make it look like two sets."""
    return words.replace(" ", "\N{NO-BREAK SPACE}").replace("–", "–\N{WORD JOINER}")


def sets_held(language: Language, cards: Cards) -> tuple[str, ...]:
    """The longest sets of a hand, the strongest first: `1 run of 4`, `2 matches of 2`; or ()."""
    sets = sorted((lay(cards, show)[0] for show in held_shows(cards)), key=to_beat, reverse=True)
    kinds = Counter((len(found), to_beat(found).is_match) for found in sets)
    return tuple(
        language.ngettext(
            "{number} match of {length}", "{number} matches of {length}", number, length=length
        )
        if is_match
        else language.ngettext(
            "{number} run of {length}", "{number} runs of {length}", number, length=length
        )
        for (length, is_match), number in kinds.items()
    )


def holding(language: Language, cards: Cards) -> str:
    """As `sets_held`, in a line: `1 run of 4, 2 matches of 2`."""
    return joined(language, sets_held(language, cards)) or language.gettext("only single cards")


class BestShow(NamedTuple):
    """The strongest set of a game, its seat and its round, from 1."""

    seat: int
    number: int
    cards: Cards


def best_show(results: Sequence[RoundResult]) -> BestShow | None:
    """The strongest set that was shown (R9), the first of equal ones; None if none was."""
    events = ((over.number, event) for over in results for event in over.log if event.shown)
    shown = [BestShow(event.seat, number, event.shown) for number, event in events]
    return max(shown, key=lambda best: to_beat(best.cards), default=None)


def best_show_words(language: Language, best: BestShow, name: str, cards: str) -> str:
    """`Best Show: Mia, run of 3, 4/5 5/6 6/7, in round 2.`"""
    return language.gettext(
        "Best Show: {name}, {set}, {cards}, in round {number}.",
        name=name,
        set=set_kind(language, best.cards),
        cards=cards,
        number=best.number,
    )


def points_by_round(
    language: Language, totals: Sequence[Sequence[int]], own: int | None, names: Sequence[str]
) -> Iterator[str]:
    """Each seat's points after each round; the seat `own` is the reader's."""
    yield language.gettext("Points after each round.")
    for index, line in enumerate(zip(*totals, strict=True)):
        points = joined(language, map(language.number, line))
        text = gettext_noop("{name} (you): {facts}.") if index == own else FACTS
        yield language.gettext(text, name=names[index], facts=points)


def owned_set(language: Language, cards: Cards, owner: str | None) -> str:
    """`run of 3 by Mia`, or without an owner `run of 3`."""
    named = set_kind(language, cards)
    if owner is None:
        return named
    # Translators: {set} is "run of 3", "match of 2" or "single card".
    return language.gettext("{set} by {name}", set=named, name=owner)


def hand_facts(
    language: Language, shows: Sequence[Show], new: int | None, *, is_waiting: bool = False
) -> list[str]:
    """Which cards can be shown, and the position of the card that was scouted last.

    If `is_waiting`, the sets are those of the hand, whatever there is to beat.
    """
    facts, longest = [], longest_shows(shows)
    positions = Alternatives(map(span, longest))
    # Translators: cards are named by their positions, "cards 2, 3 or 6–7".
    if shows and is_waiting:
        text = language.gettext("Sets in your hand: cards {positions}.", positions=(*positions,))
        facts.append(text)
    elif len(longest) == 1 and longest[0].first == longest[0].last:
        facts.append(language.gettext("You can show card {position}.", position=positions[0]))
    elif shows:
        facts.append(language.gettext("You can show cards {positions}.", positions=positions))
    if new is not None:
        facts.append(language.gettext("New: card {position}.", position=new))
    return facts


def held_shows(cards: Cards) -> list[Show]:
    """The longest sets of two cards or more of a hand."""
    return longest_shows([show for show in shows(cards, ()) if show.last > show.first])


def choosing_words(language: Language, seen: View) -> str:
    """How many seats have kept or flipped their hand (R6)."""
    ready = sum(seen.chosen)
    # Translators: how many players have kept or flipped their hand.
    return language.gettext(
        "Choosing hands: {ready} of {players} ready.", ready=ready, players=seen.players
    )


def seat_facts(
    language: Language, seen: View, at: int, *, choosing: bool = False, with_token: bool = True
) -> list[str]:
    """All that everybody can see of a seat (R15); if `choosing`, whether its hand is chosen.

    Unless `with_token` nothing is said of its token.
    """
    facts = [
        cards_counted(language, seen.counts[at]),
        language.gettext("pile {number}", number=seen.piles[at]),
        chips_counted(language, seen.chips[at]),
    ]
    if choosing:
        # Translators: whether a player has kept or flipped the hand, or still has to.
        ready, not_yet = language.pgettext("hand", "ready"), language.pgettext("hand", "choosing")
        facts.append(ready if seen.chosen[at] else not_yet)
    elif with_token and seen.rules.scout_and_show:
        facts.append(token_words(language, ready=seen.tokens[at]))
    if seen.number > 1:
        facts.append(language.gettext("total {points}", points=seen.totals[at]))
    return facts


def token_words(language: Language, *, ready: bool) -> str:
    """`Scout & Show ready` or `Scout & Show used`."""
    return language.gettext(_TOKENS[ready])


# Translators: whether the player can still scout and show in this round.
_TOKENS = {True: gettext_noop("Scout & Show ready"), False: gettext_noop("Scout & Show used")}
"""By whether the token is unspent."""
