"""The way to an action in steps, each a list of legal choices and nothing else.

A path says how far somebody has come: `` nothing chosen yet, `L` or `Rf` the end of the Active
Set and the way up to scout, `+` the same on the way to a Scout & Show, `+Lf` likewise with the
end chosen, `+L3f` with the whole Scout chosen. `~2` behind it is the page of a long list.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.ui.views.text import action_words, values
from engine.actions import Action, End, Orient, Scout, ScoutAndShow, Show
from engine.cards import Card, Cards
from engine.legal_actions import lay, put, take
from engine.sets import EMPTY_TABLE, shows_with, to_beat
from engine.view import View

_PATH = re.compile(r"(\+?)(?:([LR])([0-9]{1,2})?(f?))?(?:~([0-9]{1,2}))?")


class MenuPath(NamedTuple):
    """A parsed path; `page` counts from 0."""

    both: bool = False
    end: End | None = None
    position: int | None = None
    flipped: bool = False
    page: int = 0

    def __str__(self) -> str:
        position = "" if self.position is None else str(self.position)
        chosen = "" if self.end is None else f"{self.end}{position}{'f' * self.flipped}"
        return f"{'+' * self.both}{chosen}{f'~{self.page}' if self.page else ''}"


def parse_menu_path(text: str) -> MenuPath:
    """The path, or the beginning of every path if the text is none."""
    found = _PATH.fullmatch(text)
    if found is None:
        return MenuPath()
    end: End | None = None if found[2] is None else ("L" if found[2] == "L" else "R")
    position = None if found[3] is None else int(found[3])
    return MenuPath(bool(found[1]), end, position, bool(found[4]), int(found[5] or 0))


class MenuItem(NamedTuple):
    """One thing to press: an action to play, or the next step of the path.

    `promising` says that it makes a set where others make none.
    """

    label: str
    leads_to: Action | MenuPath
    promising: bool = False


@dataclass(frozen=True, slots=True)
class ActionMenu:
    """`choices` may be long; `more` is short, and stands below them; `back` is where to return."""

    prompt: str
    choices: list[MenuItem]
    more: list[MenuItem]
    back: MenuPath | None


_NOWHERE = ActionMenu("", [], [], None)


def action_menu(view: View, path: MenuPath) -> ActionMenu:
    """What the seat may choose here; the first step if the path leads to nothing legal."""
    found = _step(view, path)
    return found if found.choices or found.more else _first(view)


def confirmation(view: View, action: Action) -> ActionMenu | None:
    """The question whether to play this; None if it is not legal."""
    if action not in view.legal_actions():
        return None
    words = action_words(view, action)
    return ActionMenu(f"You are about to **{words}**.", [], [MenuItem("Do it", action)], MenuPath())


def _step(view: View, path: MenuPath) -> ActionMenu:
    if path.end is None:
        return _ends_before_show(view) if path.both else _first(view)
    if path.position is None:
        return _positions(view, path)
    return _shows_after(view, Scout(path.end, path.position, path.flipped))


def _first(view: View) -> ActionMenu:
    if view.orientation is None and view.legal_actions():
        keep, turn = Orient(flip=False), Orient(flip=True)
        return ActionMenu(
            "Keep your hand, or turn it over as a whole?",
            [],
            [MenuItem("Keep", keep), MenuItem("Turn over", turn)],
            None,
        )
    shows, ends = view.legal.shows(), _ends(view, view.legal.scouts(), both=False)
    more = ends
    if view.legal.scouts_before_show():
        more = [*ends, MenuItem("Scout & Show", MenuPath(both=True))]
    choices = _choices(_show_labels(view.hand, shows), shows)
    return ActionMenu(_first_prompt(view, shows), choices, more, None)


def _first_prompt(view: View, shows: list[Show]) -> str:
    if not view.active:
        return "**Your turn.** The table is empty: show any set."
    if not shows:
        return "**Your turn.** You have no set that beats the Active Set."
    if not view.legal.scouts():
        return "**Your turn.** Show a set that beats the Active Set; you have no chip to scout."
    return "**Your turn.** Show a set that beats the Active Set, or scout one of its ends."


def _ends_before_show(view: View) -> ActionMenu:
    ends = _ends(view, view.legal.scouts_before_show(), both=True)
    return ActionMenu("**Scout & Show:** which card do you scout first?", ends, [], MenuPath())


def _ends(view: View, scouts: list[Scout], *, both: bool) -> list[MenuItem]:
    """An end and a way up each, with the best set that any position makes of it."""
    ways: dict[tuple[End, bool], list[Cards]] = {}
    for scout in scouts:
        ways.setdefault((scout.end, scout.flipped), []).append(best_set_with(view, scout))
    best = {way: max(made, key=to_beat) for way, made in ways.items()}
    nothing = ": makes no set" if any(best.values()) else ""
    return [
        MenuItem(
            _end_label(view.active, end, flipped) + (_makes(made) or nothing),
            MenuPath(both, end, None, flipped),
            bool(made),
        )
        for (end, flipped), made in best.items()
    ]


def _makes(made: Cards) -> str:
    return f": makes {values(made)}" if made else ""


def _end_label(active: Cards, end: End, flipped: bool) -> str:
    card, _ = take(active, end)
    side = [] if len(active) == 1 else ["left" if end == "L" else "right"]
    how = ", ".join([*side, *(["turned"] if flipped else [])])
    return f"Scout {_value(card, flipped)}" + (f" ({how})" if how else "")


def _value(card: Card, flipped: bool) -> int:
    return card.down if flipped else card.up


def _positions(view: View, path: MenuPath) -> ActionMenu:
    scouts = view.legal.scouts_before_show() if path.both else view.legal.scouts()
    wanted = [scout for scout in scouts if (scout.end, scout.flipped) == (path.end, path.flipped)]
    if not wanted:
        return _NOWHERE
    value = _value(take(view.active, wanted[0].end)[0], path.flipped)
    labels = _told_apart(
        [_neighbours(view.hand, scout.position, value) for scout in wanted],
        [f"place {scout.position}" for scout in wanted],
    )
    made = [best_set_with(view, scout) for scout in wanted]
    choices = [
        MenuItem(
            label + _makes(cards),
            MenuPath(path.both, scout.end, scout.position, scout.flipped) if path.both else scout,
            bool(cards),
        )
        for label, scout, cards in zip(labels, wanted, made, strict=True)
    ]
    prompt = f"Where in your hand does the **{value}** go?"
    return ActionMenu(prompt, choices, [], MenuPath(both=path.both))


def best_set_with(view: View, scout: Scout) -> Cards:
    """The best set, of two cards or more, that the card makes where it goes; () for none."""
    card, _ = take(view.active, scout.end)
    hand = put(view.hand, card, scout)
    sets = [
        lay(hand, show)[0]
        for show in shows_with([card.up for card in hand], scout.position - 1, EMPTY_TABLE)
    ]
    best = max(sets, key=to_beat)
    return best if len(best) > 1 else ()


def _neighbours(hand: Cards, position: int, value: int) -> str:
    """`3 [7] 8`: the card between those that will stand beside it."""
    left = [str(card.up) for card in hand[: position - 1][-1:]]
    right = [str(card.up) for card in hand[position - 1 :][:1]]
    return " ".join([*left, f"[{value}]", *right])


def _shows_after(view: View, scout: Scout) -> ActionMenu:
    shows = view.legal.shows_after(scout)
    if not shows:
        return _NOWHERE
    card, rest = take(view.active, scout.end)
    hand = put(view.hand, card, scout)
    against = f"beat what is left, {values(rest)}" if rest else "may follow, the table being empty"
    prompt = f"Then your hand is **{values(hand)}**. These sets {against}:"
    targets = [ScoutAndShow(scout, show) for show in shows]
    back = MenuPath(both=True, end=scout.end, flipped=scout.flipped)
    return ActionMenu(prompt, _choices(_show_labels(hand, shows), targets), [], back)


def _show_labels(hand: Cards, shows: list[Show]) -> list[str]:
    return _told_apart(
        [f"Show {values(hand[show.first - 1 : show.last])}" for show in shows],
        [_places_of(show) for show in shows],
    )


def _places_of(show: Show) -> str:
    if show.first == show.last:
        return f"place {show.first}"
    return f"places {show.first}–{show.last}"


def _told_apart(labels: list[str], additions: list[str]) -> list[str]:
    """Equal labels get their addition; those that stand alone stay short."""
    return [
        f"{label} ({addition})" if labels.count(label) > 1 else label
        for label, addition in zip(labels, additions, strict=True)
    ]


def _choices(labels: list[str], targets: Sequence[Action | MenuPath]) -> list[MenuItem]:
    return [MenuItem(label, target) for label, target in zip(labels, targets, strict=True)]
