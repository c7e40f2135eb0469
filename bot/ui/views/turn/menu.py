"""One step on the way to an action: its path, its choices and their labels.

A path is a few letters of a custom_id.

`` is the beginning, `L` or `Rf` the end of the Active Set to scout from and `f` for flipped, `+`
the same on the way to a Scout & Show, `+Lf` likewise with the end chosen, `+L3f` with the whole
Scout chosen. `m` behind it is the rest of what can be chosen there, `~2` the page of a long list.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.text.language import Language, gettext_noop
from bot.text.words import ends_of_run, match_words, shown_cards, upper_numbers, width
from engine.actions import Action, End, Orient, Show, parts
from engine.cards import Card, Cards
from engine.legal_actions import lay, take
from engine.sets import to_beat
from engine.view import View

_PATH = re.compile(r"(\+?)(?:([LR])([0-9]{1,2})?(f?))?(m?)(?:~([0-9]{1,2}))?")


class MenuPath(NamedTuple):
    """A parsed path; `page` counts from 0."""

    both: bool = False
    end: End | None = None
    position: int | None = None
    flipped: bool = False
    more: bool = False
    page: int = 0

    def __str__(self) -> str:
        position = "" if self.position is None else str(self.position)
        chosen = "" if self.end is None else f"{self.end}{position}{'f' * self.flipped}"
        page = f"~{self.page}" if self.page else ""
        return f"{'+' * self.both}{chosen}{'m' * self.more}{page}"


FIRST = MenuPath()


def parse_menu_path(text: str) -> MenuPath:
    """The parsed path; the beginning of every path for an invalid text."""
    found = _PATH.fullmatch(text)
    if found is None:
        return FIRST
    both, side, position, flipped, more, page = found.groups()
    end: End | None = None if side is None else ("L" if side == "L" else "R")
    at = None if position is None else int(position)
    return MenuPath(bool(both), end, at, bool(flipped), bool(more), int(page or 0))


class OpenMenu(NamedTuple):
    """The step of a choice that a hand shows: its path, or the action to confirm; and a hint."""

    path: MenuPath = FIRST
    asked: Action | None = None
    hint: Action | None = None


NO_MENU = OpenMenu()


class MenuItem(NamedTuple):
    """One thing to press: an action to play, or the next step of the path.

    One that is `promising` stays a button if the other choices become a list: it makes or shows
    a set of two cards or more, or at the end of a Scout & Show the strongest set of its length.
    `strongest` marks one of a step. `emoji` is a tile (see kit.emojis). `short` is the label
    without the set that the card makes, if it has one.
    """

    label: str
    leads_to: Action | MenuPath
    promising: bool = False
    strongest: bool = False
    emoji: str | None = None
    short: str | None = None

    @property
    def name(self) -> str:
        """The name of the item in a sentence."""
        return self.label if self.short is None else self.short


@dataclass(frozen=True, slots=True)
class ActionMenu:
    """`choices` may be long; `more` is short and is below them; `back` is the step to return to.

    `path` is the step itself. `beside_picture` replaces the prompt if a picture asks the same.
    """

    prompt: str
    choices: list[MenuItem] = field(default_factory=list)
    more: list[MenuItem] = field(default_factory=list)
    back: MenuPath | None = None
    path: MenuPath = FIRST
    beside_picture: str | None = None

    @property
    def items(self) -> list[MenuItem]:
        """All items that can be pressed to go on."""
        return [*self.choices, *self.more]


def mark_strongest(items: Sequence[MenuItem]) -> list[MenuItem]:
    """The items, the first of them marked as the strongest."""
    return [item._replace(strongest=at == 0) for at, item in enumerate(items)]


LABEL_LENGTH = 34
"""The width of a label that a phone shows beside an emoji."""
HALF_LINE = 20
"""The width of a label, without an emoji, of which two fit beside each other there."""
# Translators: buttons, of which several stand beside each other; at most 20 letters.
MORE = gettext_noop("More…")
ANOTHER_POSITION = gettext_noop("Another position…")
SCOUT_AND_SHOW = gettext_noop("Scout & Show")
# Translators: a button, at most 20 letters: to play with the hand as it was dealt.
KEEP = gettext_noop("Keep")
FLIP = gettext_noop("Flip hand")


def show_labels(language: Language, hand: Cards, shows: Sequence[Show]) -> list[str]:
    """`Show 7 8 9`, with the cards' positions if several labels would be equal."""
    labels = [show_label(language, hand, show) for show in shows]
    return [
        show_label(language, hand, show, with_positions=True) if labels.count(label) > 1 else label
        for label, show in zip(labels, shows, strict=True)
    ]


def action_label(language: Language, seen: View, action: Action) -> str:
    """A whole action of this seat: `Flip hand`, `Show 7 8 9`, `Scout 8 to position 3`."""
    if isinstance(action, Orient):
        return language.gettext(FLIP) if action.flip else language.gettext(KEEP)
    scout, show = parts(action)
    if scout is None:
        assert show is not None
        return show_label(language, seen.hand, show)
    if show is not None:
        return language.gettext(SCOUT_AND_SHOW)
    value = scouted_card(seen.active, scout.end, flipped=scout.flipped).up
    # Translators: a button, at most 34 letters.
    return language.gettext(
        "Scout {number} to position {position}", number=value, position=scout.position
    )


def show_label(language: Language, hand: Cards, show: Show, *, with_positions: bool = False) -> str:
    """`Show 7 8 9`, or `Show 7 8 9 (cards 2–4)`."""
    cards = upper_numbers(lay(hand, show)[0])
    if not with_positions:
        # Translators: a button, short; {cards} as in "7 8 9".
        return language.gettext("Show {cards}", cards=cards)
    positions = shown_cards(language, show)
    # Translators: a button, short; {positions} as in "cards 2–4".
    return language.gettext("Show {cards} ({positions})", cards=cards, positions=positions)


def end_label(language: Language, active: Cards, end: End, *, flipped: bool) -> str:
    """`Scout 8`, or `Scout 8 left` if the card at the other end has the same number."""
    value = scouted_card(active, end, flipped=flipped).up
    other, _ = take(active, "R" if end == "L" else "L")
    if len(active) == 1 or value not in (other.up, other.down):
        # Translators: three buttons, at most 20 letters: to scout this card, from this end.
        return language.gettext("Scout {number}", number=value)
    if end == "L":
        return language.gettext("Scout {number} left", number=value)
    return language.gettext("Scout {number} right", number=value)


def scouted_card(active: Cards, end: End, *, flipped: bool) -> Card:
    """The card at this end as it would be in the hand."""
    card, _ = take(active, end)
    return card.flipped() if flipped else card


def with_sets(language: Language, labels: Sequence[str], made: Sequence[Cards]) -> list[str]:
    """The labels of one step, each with the set that the card makes: `6: 7 8 9`.

    Beside sets `no set` stands for a card that makes none.
    """
    if not any(made):
        return list(labels)
    return [_with_set(language, label, cards) for label, cards in zip(labels, made, strict=True)]


def _with_set(language: Language, label: str, cards: Cards) -> str:
    """The set by all its numbers if there is room for them, else shorter: `five 1s`, `6 to 9`."""
    if not cards:
        # Translators: a button; {button} is "Scout 8", or a position.
        return language.gettext("{button}: no set", button=label)
    is_match = to_beat(cards).is_match
    short = match_words(language, cards) if is_match else ends_of_run(language, cards)
    # Translators: a button, and the set that the card makes: "Scout 8: 7 8 9".
    full, ends = (
        language.gettext("{button}: {cards}", button=label, cards=words)
        for words in (upper_numbers(cards), short)
    )
    return full if width(full) <= max(HALF_LINE, width(ends)) else ends
