"""The settings: a sample hand, and a row for each choice."""

from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.fonts import Style
from bot.pictures.layouts.hand import Hand, add_hand, rows_of
from bot.pictures.layouts.parts import Area, Layout
from bot.pictures.scene import SENTENCE, Scene, Shape, across, around
from bot.text.language import Language
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


Choice = tuple[Shape, str, str]
"""The sign of a setting, the setting and its value, in a few words each."""


def own_choice(language: Language, confirm: bool) -> Choice:
    """Whether a member's moves are confirmed before they are played."""
    moves = language.pgettext("setting", "Moves")
    if confirm:
        return "tick", moves, language.pgettext("moves", "confirm first")
    return "arrow", moves, language.pgettext("moves", "at once")


def server_choices(language: Language, new: NewTables) -> tuple[Choice, ...]:
    """The first settings of a server's new tables."""
    limit = new.turn_limit or language.pgettext("turn limit", "no limit")
    where = language.pgettext("games", "in the channel")
    if new.threads:
        where = language.pgettext("games", "in a thread")
    shown = language.pgettext("tables and hands", "text only")
    if new.pictures:
        shown = language.pgettext("tables and hands", "with pictures")
    return (
        ("clock", language.pgettext("setting", "Turn limit"), limit),
        ("bubble", language.pgettext("setting", "Games"), where),
        ("fan", language.pgettext("setting", "Tables and hands"), shown),
    )


def settings_scene(language: Language, confirm: bool, new: NewTables) -> Scene:
    """The sample between the label and the choice of a member, then those of the server."""
    # Translators: headlines of a picture, at most 25 letters
    left, right = language.gettext("Settings"), language.gettext("sample hand")
    layout = Layout(language, left, right, top=_FIRST)
    layout.heading(language.gettext("For you: a hand with a picture"), _LABEL_HEIGHT, 4)
    add_hand(layout, SAMPLE, rows_of(len(SAMPLE.cards)))
    layout.top += 20
    _add_choice(layout.row(_HEIGHT, _GAP + 6), own_choice(language, confirm))
    layout.heading(language.gettext("New tables in this server"), _LABEL_HEIGHT, 6)
    for choice in server_choices(language, new):
        _add_choice(layout.row(_HEIGHT, _GAP), choice)
    return layout.scene(14)


def _add_choice(row: Area, choice: Choice) -> None:
    (left, _, right, _), (middle, y), (sign, setting, value) = row.box, row.box.middle, choice
    row.token(sign, around(left + 58, y, *_ICONS[sign]), 5)
    row.text(setting, SENTENCE, across(left + 112, middle, y, 60))
    row.text(value, _VALUE, across(middle + 10, right - 26, y, 60), Colour.GOLD, "right")
