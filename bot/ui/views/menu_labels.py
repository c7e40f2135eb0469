"""What the buttons of a turn say."""

from collections.abc import Sequence

from bot.ui.views.text import values
from engine.actions import End, Scout, Show
from engine.cards import Cards
from engine.legal_actions import take

MORE = "More…"
ANOTHER_POSITION = "Another position…"
SCOUT_AND_SHOW = "Scout & Show"


def show_labels(hand: Cards, shows: Sequence[Show]) -> list[str]:
    """`Show 7 8 9`, with the positions where several read the same."""
    labels = [f"Show {values(hand[show.first - 1 : show.last])}" for show in shows]
    return [
        f"{label} ({_positions(show)})" if labels.count(label) > 1 else label
        for label, show in zip(labels, shows, strict=True)
    ]


def _positions(show: Show) -> str:
    if show.first == show.last:
        return f"position {show.first}"
    return f"positions {show.first}–{show.last}"


def end_label(active: Cards, end: End, *, flipped: bool) -> str:
    """`Scout 8 (right, flipped)`."""
    side = [] if len(active) == 1 else ["left" if end == "L" else "right"]
    how = ", ".join([*side, *(["flipped"] if flipped else [])])
    return f"Scout {scouted_value(active, end, flipped=flipped)}" + (f" ({how})" if how else "")


def scouted_value(active: Cards, end: End, *, flipped: bool) -> int:
    """The number that the card of this end has up in the hand."""
    card, _ = take(active, end)
    return card.down if flipped else card.up


def position_label(scout: Scout) -> str:
    """The position by the number that the picture has in the gap."""
    return f"Position {scout.position}"


def makes(made: Cards) -> str:
    """What follows a label: the set that the card makes, nothing for none."""
    return f": makes {values(made)}" if made else ""
