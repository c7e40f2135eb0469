"""The settings: how a hand looks, and a row for each choice."""

from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.fonts import Style
from bot.pictures.layouts.cards_in_rows import Hand, hand_rows
from bot.pictures.layouts.parts import headlines, line
from bot.pictures.scene import (
    LABEL,
    MARGIN,
    SENTENCE,
    WIDTH,
    Box,
    Panel,
    Piece,
    Scene,
    Shape,
    Text,
    Token,
    around,
)
from engine.actions import Show
from engine.cards import parse_cards

SAMPLE = Hand(parse_cards("3/7 4/1 5/9 8/2 6/10 6/2"), (Show(1, 3), Show(5, 6)))
"""A hand to look at; nobody holds it."""
_LEFT, _RIGHT = MARGIN, WIDTH - MARGIN
_FIRST, _LABEL_HEIGHT = 108, 46
_HEIGHT, _GAP = 74, 8
_VALUE = Style("display", 46)
_ICONS: dict[Shape, tuple[int, int]] = {
    "tick": (52, 52),
    "arrow": (60, 48),
    "clock": (56, 56),
    "bubble": (62, 54),
    "fan": (74, 56),
}


class NewTables(NamedTuple):
    """What a server's new tables begin with; `turn_limit` is in words, None without one."""

    turn_limit: str | None
    threads: bool
    pictures: bool


class Choice(NamedTuple):
    """A setting and its value, in a few words each, and the sign before them."""

    sign: Shape
    setting: str
    value: str


def own_choice(confirm: bool) -> Choice:
    """Whether a member's moves are confirmed before they are played."""
    return Choice(
        "tick" if confirm else "arrow", "Moves", "confirm first" if confirm else "at once"
    )


def server_choices(new: NewTables) -> tuple[Choice, ...]:
    """What a server's new tables begin with."""
    return (
        Choice("clock", "Turn limit", new.turn_limit or "no limit"),
        Choice("bubble", "Games", "in a thread" if new.threads else "in the channel"),
        Choice("fan", "Tables and hands", "with pictures" if new.pictures else "text only"),
    )


def settings_scene(confirm: bool, new: NewTables) -> Scene:
    """The sample between the label and the choice of a member, then those of the server."""
    pieces = [
        *headlines("Settings", "sample hand"),
        _label("For you: a hand with a picture", _FIRST),
    ]
    grounds, cards, top = hand_rows(SAMPLE, _FIRST + _LABEL_HEIGHT + 4)
    pieces += cards
    top += 20
    for choice in (own_choice(confirm), None, *server_choices(new)):
        if choice is None:
            pieces.append(_label("New tables in this server", top + 6))
            top += _LABEL_HEIGHT + 12
            continue
        box = Box(_LEFT, top, _RIGHT, top + _HEIGHT)
        grounds.append(Panel(box))
        pieces += _row(choice, box)
        top = box.bottom + _GAP
    return Scene(top + 14, tuple(grounds), tuple(pieces))


def _label(text: str, top: int) -> Text:
    return Text(Box(_LEFT + 9, top, _RIGHT, top + _LABEL_HEIGHT), text, LABEL, Colour.SOFT)


def _row(choice: Choice, box: Box) -> list[Piece]:
    y, ground = box.middle[1], Colour.ROW
    middle = box.width // 2
    name = Box(box.left + 112, y - 30, box.left + middle, y + 30)
    value = Box(box.left + middle + 10, y - 30, box.right - 26, y + 30)
    return [
        Token(around(box.left + 58, y, *_ICONS[choice.sign]), choice.sign, 5, ground=ground),
        line(choice.setting, SENTENCE, name, Colour.CREAM, ground),
        line(choice.value, _VALUE, value, Colour.GOLD, ground, "right"),
    ]
