"""What the buttons of a turn say."""

from collections.abc import Sequence

from bot.text.words import upper_numbers
from engine.actions import Action, End, Orient, Scout, Show, parts
from engine.cards import Cards
from engine.legal_actions import lay, take
from engine.sets import to_beat
from engine.view import View

LABEL_LENGTH = 34
"""Characters of a label that a phone shows beside an emoji."""
MORE = "More…"
ANOTHER_POSITION = "Another position…"
SCOUT_AND_SHOW = "Scout & Show"
KEEP = "Keep"
FLIP = "Flip hand"


def show_labels(hand: Cards, shows: Sequence[Show]) -> list[str]:
    """`Show 7 8 9`, with the position of its first card where several read the same."""
    labels = [_show_label(hand, show) for show in shows]
    return [
        f"{label} at {show.first}" if labels.count(label) > 1 else label
        for label, show in zip(labels, shows, strict=True)
    ]


def action_label(view: View, action: Action) -> str:
    """A whole action of this seat: `Flip hand`, `Show 7 8 9`, `Scout 8 to position 3`."""
    if isinstance(action, Orient):
        return FLIP if action.flip else KEEP
    scout, show = parts(action)
    if scout is None:
        assert show is not None
        return _show_label(view.hand, show)
    if show is not None:
        return SCOUT_AND_SHOW
    value = scouted_value(view.active, scout.end, flipped=scout.flipped)
    return f"Scout {value} to position {scout.position}"


def _show_label(hand: Cards, show: Show) -> str:
    return f"Show {upper_numbers(lay(hand, show)[0])}"


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
    """The number that the picture has in the gap, so that two labels fit a line of a phone."""
    return str(scout.position)


def with_sets(labels: Sequence[str], made: Sequence[Cards], *, none: str = "") -> list[str]:
    """The labels of one step, each with the set that the card makes; `none` where it makes none.

    `6: makes 7 8 9`, or where that is too long for one of them `Scout 8 (left): 7 8 9`.
    """
    pairs = list(zip(labels, made, strict=True))
    full = [_told(label, "makes ", upper_numbers(cards) or none) for label, cards in pairs]
    if all(len(label) <= LABEL_LENGTH for label in full):
        return full
    return [_shortly(label, cards, none) for label, cards in pairs]


def _shortly(label: str, cards: Cards, none: str) -> str:
    told = _told(label, "", upper_numbers(cards) or none)
    return told if len(told) <= LABEL_LENGTH else _told(label, "", _ends_of(cards))


def _told(label: str, verb: str, what: str) -> str:
    return f"{label}: {verb}{what}" if what else label


def _ends_of(cards: Cards) -> str:
    """`3×10` or `6 to 9`."""
    if to_beat(cards).is_match:
        return f"{len(cards)}×{cards[0].up}"
    return f"{cards[0].up} to {cards[-1].up}"


def name_of_label(label: str) -> str:
    """What a sentence calls a button: the label without the set that the card makes."""
    return label.partition(":")[0]


def pressed_words(label: str) -> str:
    """How a sentence says to press it: `**Scout 8 (left)**`, `position **6**`."""
    name = name_of_label(label)
    return f"position **{name}**" if name.isdecimal() else f"**{name}**"
