"""The settings: a sample hand, and a row for each choice."""

from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.fonts import Style
from bot.pictures.layouts.hand import Hand, hand_rows
from bot.pictures.layouts.parts import LEFT, RIGHT, heading, headlines, line
from bot.pictures.scene import SENTENCE, Box, Panel, Piece, Scene, Shape, Token, around
from engine.actions import Show
from engine.cards import parse_cards

SAMPLE = Hand(parse_cards("3/7 4/1 5/9 8/2 6/10 6/2"), (Show(1, 3), Show(5, 6)))
"""A sample hand; no player has it."""
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
    """The first settings of a server's new tables; `turn_limit` is in words, None without one."""

    turn_limit: str | None
    threads: bool
    pictures: bool


class Choice(NamedTuple):
    """A setting and its value, in a few words each, and their sign."""

    sign: Shape
    setting: str
    value: str


def own_choice(confirm: bool) -> Choice:
    """Whether a member's moves are confirmed before they are played."""
    if confirm:
        return Choice("tick", "Moves", "confirm first")
    return Choice("arrow", "Moves", "at once")


def server_choices(new: NewTables) -> tuple[Choice, ...]:
    """The first settings of a server's new tables."""
    return (
        Choice("clock", "Turn limit", new.turn_limit or "no limit"),
        Choice("bubble", "Games", "in a thread" if new.threads else "in the channel"),
        Choice("fan", "Tables and hands", "with pictures" if new.pictures else "text only"),
    )


def settings_scene(confirm: bool, new: NewTables) -> Scene:
    """The sample between the label and the choice of a member, then those of the server."""
    pieces = [
        *headlines("Settings", "sample hand"),
        heading("For you: a hand with a picture", _FIRST, _LABEL_HEIGHT),
    ]
    grounds, cards, top = hand_rows(SAMPLE, _FIRST + _LABEL_HEIGHT + 4)
    pieces += cards
    top += 20
    own = own_choice(confirm)
    for choice in (own, *server_choices(new)):
        box = Box(LEFT, top, RIGHT, top + _HEIGHT)
        grounds.append(Panel(box))
        pieces += _row(choice, box)
        top = box.bottom + _GAP
        if choice is own:
            pieces.append(heading("New tables in this server", top + 6, _LABEL_HEIGHT))
            top += _LABEL_HEIGHT + 12
    return Scene(top + 14, tuple(grounds), tuple(pieces))


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
