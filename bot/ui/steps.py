"""The way to an action in steps, each a list of legal choices and nothing else.

A path says how far somebody has come: `` nothing chosen yet, `L` or `Rf` the end of the Active
Set and the way up to scout, `+` the same on the way to a Scout & Show, `+Lf` likewise with the
end chosen, `+L3f` with the whole Scout chosen. `~2` behind it is the page of a long list.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.ui.words import action_words, values
from engine.actions import Action, End, Orient, Scout, ScoutAndShow, Show
from engine.cards import Card, Cards
from engine.choices import lay, put, take
from engine.sets import EMPTY_TABLE, shows_with, to_beat
from engine.view import View

_PATH = re.compile(r"(\+?)(?:([LR])([0-9]{1,2})?(f?))?(?:~([0-9]{1,2}))?")


class Path(NamedTuple):
    """A parsed path; `page` counts from 0."""

    both: bool = False
    end: End | None = None
    place: int | None = None
    turned: bool = False
    page: int = 0

    def __str__(self) -> str:
        place = "" if self.place is None else str(self.place)
        chosen = "" if self.end is None else f"{self.end}{place}{'f' * self.turned}"
        return f"{'+' * self.both}{chosen}{f'~{self.page}' if self.page else ''}"


def parse_path(text: str) -> Path:
    """The path, or the beginning of every path if the text is none."""
    found = _PATH.fullmatch(text)
    if found is None:
        return Path()
    end: End | None = None if found[2] is None else ("L" if found[2] == "L" else "R")
    place = None if found[3] is None else int(found[3])
    return Path(bool(found[1]), end, place, bool(found[4]), int(found[5] or 0))


class Choice(NamedTuple):
    """One thing to press: an action to play, or the next step of the path.

    `promising` says that it makes a set where others make none.
    """

    label: str
    leads_to: Action | Path
    promising: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """`choices` may be long; `more` is short, and stands below them; `back` is where to return."""

    prompt: str
    choices: list[Choice]
    more: list[Choice]
    back: Path | None


_NOWHERE = Step("", [], [], None)


def step(view: View, path: Path) -> Step:
    """What the seat may choose here; the first step if the path leads to nothing legal."""
    found = _step(view, path)
    return found if found.choices or found.more else _first(view)


def confirmation(view: View, action: Action) -> Step | None:
    """The question whether to play this; None if it is not legal."""
    if action not in view.legal_actions():
        return None
    words = action_words(view, action)
    return Step(f"You are about to **{words}**.", [], [Choice("Do it", action)], Path())


def _step(view: View, path: Path) -> Step:
    if path.end is None:
        return _ends_before_show(view) if path.both else _first(view)
    if path.place is None:
        return _places(view, path)
    return _shows_after(view, Scout(path.end, path.place, path.turned))


def _first(view: View) -> Step:
    if view.orientation is None and view.legal_actions():
        keep, turn = Orient(turn=False), Orient(turn=True)
        return Step(
            "Keep your hand, or turn it over as a whole?",
            [],
            [Choice("Keep", keep), Choice("Turn over", turn)],
            None,
        )
    shows, ends = view.shows(), _ends(view, view.scouts(), both=False)
    more = ends
    if view.scouts_before_show():
        more = [*ends, Choice("Scout & Show", Path(both=True))]
    choices = _choices(_show_labels(view.hand, shows), shows)
    return Step(_first_prompt(view, shows), choices, more, None)


def _first_prompt(view: View, shows: list[Show]) -> str:
    if not view.active:
        return "**Your turn.** The table is empty: show any set."
    if not shows:
        return "**Your turn.** You have no set that beats the Active Set."
    if not view.scouts():
        return "**Your turn.** Show a set that beats the Active Set; you have no chip to scout."
    return "**Your turn.** Show a set that beats the Active Set, or scout one of its ends."


def _ends_before_show(view: View) -> Step:
    ends = _ends(view, view.scouts_before_show(), both=True)
    return Step("**Scout & Show:** which card do you scout first?", ends, [], Path())


def _ends(view: View, scouts: list[Scout], *, both: bool) -> list[Choice]:
    """An end and a way up each, with the best set that any place makes of it."""
    ways: dict[tuple[End, bool], list[Cards]] = {}
    for scout in scouts:
        ways.setdefault((scout.end, scout.turned), []).append(made_by(view, scout))
    best = {way: max(made, key=to_beat) for way, made in ways.items()}
    nothing = ": makes no set" if any(best.values()) else ""
    return [
        Choice(
            _end_label(view.active, end, turned) + (_makes(made) or nothing),
            Path(both, end, None, turned),
            bool(made),
        )
        for (end, turned), made in best.items()
    ]


def _makes(made: Cards) -> str:
    return f": makes {values(made)}" if made else ""


def _end_label(active: Cards, end: End, turned: bool) -> str:
    card, _ = take(active, end)
    side = [] if len(active) == 1 else ["left" if end == "L" else "right"]
    how = ", ".join([*side, *(["turned"] if turned else [])])
    return f"Scout {_value(card, turned)}" + (f" ({how})" if how else "")


def _value(card: Card, turned: bool) -> int:
    return card.down if turned else card.up


def _places(view: View, path: Path) -> Step:
    scouts = view.scouts_before_show() if path.both else view.scouts()
    wanted = [scout for scout in scouts if (scout.end, scout.turned) == (path.end, path.turned)]
    if not wanted:
        return _NOWHERE
    value = _value(take(view.active, wanted[0].end)[0], path.turned)
    labels = _told_apart(
        [_neighbours(view.hand, scout.place, value) for scout in wanted],
        [f"place {scout.place}" for scout in wanted],
    )
    made = [made_by(view, scout) for scout in wanted]
    choices = [
        Choice(
            label + _makes(cards),
            Path(path.both, scout.end, scout.place, scout.turned) if path.both else scout,
            bool(cards),
        )
        for label, scout, cards in zip(labels, wanted, made, strict=True)
    ]
    prompt = f"Where in your hand does the **{value}** go?"
    return Step(prompt, choices, [], Path(both=path.both))


def made_by(view: View, scout: Scout) -> Cards:
    """The best set, of two cards or more, that the card makes where it goes; () for none."""
    card, _ = take(view.active, scout.end)
    hand = put(view.hand, card, scout)
    sets = [
        lay(hand, show)[0]
        for show in shows_with([card.up for card in hand], scout.place - 1, EMPTY_TABLE)
    ]
    best = max(sets, key=to_beat)
    return best if len(best) > 1 else ()


def _neighbours(hand: Cards, place: int, value: int) -> str:
    """`3 [7] 8`: the card between those that will stand beside it."""
    left = [str(card.up) for card in hand[: place - 1][-1:]]
    right = [str(card.up) for card in hand[place - 1 :][:1]]
    return " ".join([*left, f"[{value}]", *right])


def _shows_after(view: View, scout: Scout) -> Step:
    shows = view.shows_after(scout)
    if not shows:
        return _NOWHERE
    card, rest = take(view.active, scout.end)
    hand = put(view.hand, card, scout)
    against = f"beat what is left, {values(rest)}" if rest else "may follow, the table being empty"
    prompt = f"Then your hand is **{values(hand)}**. These sets {against}:"
    targets = [ScoutAndShow(scout, show) for show in shows]
    back = Path(both=True, end=scout.end, turned=scout.turned)
    return Step(prompt, _choices(_show_labels(hand, shows), targets), [], back)


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


def _choices(labels: list[str], targets: Sequence[Action | Path]) -> list[Choice]:
    return [Choice(label, target) for label, target in zip(labels, targets, strict=True)]
