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

from bot.text.language import Language
from bot.text.words import match_words, shown_cards, upper_numbers
from engine.actions import Action, End, Orient, Show, parts
from engine.cards import Cards
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
    """The path, or the beginning of every path if the text is none."""
    found = _PATH.fullmatch(text)
    if found is None:
        return FIRST
    both, side, position, flipped, more, page = found.groups()
    end: End | None = None if side is None else ("L" if side == "L" else "R")
    return MenuPath(
        both=bool(both),
        end=end,
        position=None if position is None else int(position),
        flipped=bool(flipped),
        more=bool(more),
        page=int(page or 0),
    )


class MenuItem(NamedTuple):
    """One thing to press: an action to play, or the next step of the path.

    One that is `promising` stays a button if the other choices become a list: it makes or shows
    a set of two cards or more, or at the end of a Scout & Show the strongest set of its length.
    `strongest` marks one of a step. `emoji` is a tile (see kit.emojis).
    """

    label: str
    leads_to: Action | MenuPath
    promising: bool = False
    strongest: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class ActionMenu:
    """`choices` may be long; `more` is short and stands below them; `back` is where to return.

    `path` is the step that this is. `beside_picture` replaces the prompt if the step's picture
    asks the same.
    """

    prompt: str
    choices: list[MenuItem] = field(default_factory=list)
    more: list[MenuItem] = field(default_factory=list)
    back: MenuPath | None = None
    path: MenuPath = FIRST
    beside_picture: str | None = None

    @property
    def items(self) -> list[MenuItem]:
        """Everything that leads on."""
        return [*self.choices, *self.more]


def mark_strongest(items: Sequence[MenuItem]) -> list[MenuItem]:
    """The items, the first of them marked as the strongest."""
    return [item._replace(strongest=at == 0) for at, item in enumerate(items)]


LABEL_LENGTH = 34
"""Characters of a label that a phone shows beside an emoji."""
HALF_LINE = 20
"""Characters of a label, without an emoji, of which two fit beside each other there."""
MORE = "More…"
ANOTHER_POSITION = "Another position…"
SCOUT_AND_SHOW = "Scout & Show"
KEEP = "Keep"
FLIP = "Flip hand"


def show_labels(language: Language, hand: Cards, shows: Sequence[Show]) -> list[str]:
    """`Show 7 8 9`, with the cards' positions if several read the same."""
    labels = [_show_label(language, hand, show) for show in shows]
    return [
        f"{label} ({shown_cards(language, [show])})" if labels.count(label) > 1 else label
        for label, show in zip(labels, shows, strict=True)
    ]


def action_label(language: Language, view: View, action: Action) -> str:
    """A whole action of this seat: `Flip hand`, `Show 7 8 9`, `Scout 8 to position 3`."""
    if isinstance(action, Orient):
        return FLIP if action.flip else KEEP
    scout, show = parts(action)
    if scout is None:
        assert show is not None
        return _show_label(language, view.hand, show)
    if show is not None:
        return SCOUT_AND_SHOW
    value = scouted_value(view.active, scout.end, flipped=scout.flipped)
    return f"Scout {value} to position {scout.position}"


def _show_label(language: Language, hand: Cards, show: Show) -> str:
    return f"Show {upper_numbers(lay(hand, show)[0])}"


def end_label(language: Language, active: Cards, end: End, *, flipped: bool) -> str:
    """`Scout 8`, or `Scout 8 left` if the card of the other end has that number too."""
    value = scouted_value(active, end, flipped=flipped)
    other, _ = take(active, "R" if end == "L" else "L")
    if len(active) == 1 or value not in (other.up, other.down):
        return f"Scout {value}"
    return f"Scout {value} {'left' if end == 'L' else 'right'}"


def scouted_value(active: Cards, end: End, *, flipped: bool) -> int:
    """The number that the card of this end has up in the hand."""
    card, _ = take(active, end)
    return card.down if flipped else card.up


def with_sets(language: Language, labels: Sequence[str], made: Sequence[Cards]) -> list[str]:
    """The labels of one step, each with the set that the card makes: `6: 7 8 9`.

    Beside sets `no set` stands for a card that makes none.
    """
    if not any(made):
        return list(labels)
    full = [
        f"{label}: {upper_numbers(cards) or 'no set'}"
        for label, cards in zip(labels, made, strict=True)
    ]
    return [
        one if len(one) <= HALF_LINE or not cards else f"{label}: {_ends_of(language, cards)}"
        for one, label, cards in zip(full, labels, made, strict=True)
    ]


def _ends_of(language: Language, cards: Cards) -> str:
    """`five 1s` or `6 to 9`."""
    if to_beat(cards).is_match:
        return match_words(language, cards)
    return f"{cards[0].up} to {cards[-1].up}"


def name_of_label(label: str) -> str:
    """What a sentence calls a button: the label without the set that the card makes."""
    return label.partition(":")[0]
