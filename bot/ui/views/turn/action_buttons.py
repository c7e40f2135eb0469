"""The buttons and selects for the choices of a step."""

from collections.abc import Sequence
from typing import NamedTuple

from discord import ButtonStyle

from bot.text.language import Language
from bot.text.words import width
from bot.ui.kit.component_id import VERBS, ComponentId, Verb
from bot.ui.kit.message import BUTTONS_A_ROW, OPTIONS, Button, Option, Row, Select, page_buttons
from bot.ui.views.turn.menu import LABEL_LENGTH, ActionMenu, MenuItem, MenuPath
from engine.actions import Action, parse_action

_HINT = "--"
_MARK = "→ "
_FEW = 10
"""Maximum buttons of a step; further choices are in a list."""
_BESIDE_TILE = 14
"""The width of a label with a tile: two such buttons fit a line of a phone."""
_MESSAGE_ROWS = 5
_PHONE_LINE, _GAP, _PADDING, _TILE = 300, 8, 24, 28
"""Pixels on a phone: a line of buttons, the space between two, beside a label, and a tile."""
_LETTER, _NARROW = 8, 4
"""Pixels of a letter or figure, and of a space or colon."""


class ActionIds(NamedTuple):
    """What a hand's component ids share; `play` plays an action, `confirm` asks about it first.

    A `hint` is part of each press, so that the next step marks the `way` to it too. Without
    `marks_strongest` no set is marked as the strongest: the member is to find the best move.
    """

    table_id: int
    number: int
    play: Verb = Verb.PLAY
    choose: Verb = Verb.CHOOSE
    pick: Verb = Verb.PICK
    confirm: Verb = Verb.CONFIRM
    hint: Action | None = None
    way: Sequence[Action | MenuPath] = ()
    marks_strongest: bool = True

    def to(self, target: Action | MenuPath) -> ComponentId:
        """The press that plays this action or leads to this step."""
        verb = self.choose if isinstance(target, MenuPath) else self.play
        hint = "" if self.hint is None else f"{_HINT}{self.hint}"
        return ComponentId(verb, self.table_id, self.number, f"{target}{hint}")


def split_hint(detail: str) -> tuple[str, Action | None]:
    """The path or action in a press's detail, and the hint after it."""
    about, _, hint = detail.partition(_HINT)
    return about, parse_action(hint) if hint else None


def picked(component_id: ComponentId, value: str | None) -> ComponentId:
    """The press that the picked option represents; without an option, the select's own press."""
    verb, _, detail = (value or "").partition(" ")
    if verb not in VERBS:
        return component_id
    return component_id._replace(verb=Verb(verb), detail=detail)


def action_rows(
    language: Language, here: ActionMenu, ids: ActionIds, others: Sequence[Button] = ()
) -> list[Row]:
    """The buttons and the list of this step; `others` are added at the end.

    If there are many choices, only the promising ones are buttons, on the first page; the rest is
    in a list. The hinted one is always a button.
    """
    below = [_button(item, ids) for item in here.more]
    if here.back is not None:
        # Translators: a button that goes back to the page before.
        below.append(Button(language.pgettext("page", "Back"), ids.to(here.back)))
    below += others
    room = _FEW - len(below)
    if len(here.choices) <= room:
        return phone_rows([_button(item, ids) for item in here.choices] + below)
    near = _buttons_beside_list(here.choices, ids, room)
    rest = [item for item in here.choices if item not in near]
    shown = [item for item in near if not here.path.page or item.leads_to in ids.way]
    above = phone_rows([_button(item, ids) for item in shown], most=2)
    listed = _list(language, rest, here.path, ids, another=bool(near))
    # Five at most: the four ends of "More…", and Back.
    return [*above, *listed, below]


def _buttons_beside_list(choices: Sequence[MenuItem], ids: ActionIds, room: int) -> list[MenuItem]:
    """The promising choices that have room, the last one for the hinted; two stay in the list."""
    near = [item for item in choices if item.promising]
    near = near[: min(room, len(choices) - 2)]
    if hinted := [item for item in choices if item.leads_to in ids.way and item not in near]:
        near[-1:] = hinted
    return near


def phone_rows(buttons: Sequence[Button], most: int = _MESSAGE_ROWS) -> list[Row]:
    """These buttons in at most so many rows, of the length that wraps best on a phone.

    A phone wraps each row separately: it should make few lines, and few with a single button.
    """
    widths = [_phone_width(button) for button in buttons]
    least = max(1, -(-len(buttons) // most))
    size = min(range(BUTTONS_A_ROW, least - 1, -1), key=lambda size: _wrapping(widths, size))
    return [buttons[begin : begin + size] for begin in range(0, len(buttons), size)]


def _wrapping(widths: Sequence[int], size: int) -> tuple[int, int]:
    """How many lines a phone makes of rows of this size, and how many have a single button."""
    lengths: list[int] = []
    left = 0
    for index, wide in enumerate(widths):
        if index % size == 0 or wide > left:
            lengths.append(0)
            left = _PHONE_LINE
        lengths[-1] += 1
        left -= wide + _GAP
    return len(lengths), lengths.count(1)


def _phone_width(button: Button) -> int:
    narrow = sum(map(button.label.count, " :…"))
    letters = _LETTER * (width(button.label) - narrow) + _NARROW * narrow
    return letters + _PADDING + (_TILE if button.emoji else 0)


def _list(
    language: Language,
    choices: Sequence[MenuItem],
    path: MenuPath,
    ids: ActionIds,
    *,
    another: bool,
) -> list[Row]:
    """A select in pages; an option's value is the verb and the detail of the press that it is."""
    pages = -(-len(choices) // OPTIONS)
    page = min(path.page, pages - 1)
    options = []
    for item in choices[page * OPTIONS : (page + 1) * OPTIONS]:
        press = ids.to(item.leads_to)
        options.append(Option(item.label, f"{press.verb} {press.detail}", item.emoji))
    here = path._replace(page=page)
    title = _title(language, choices, here, pages, another=another)
    select = Select(title, ids.to(here)._replace(verb=ids.pick), options)
    turning = page_buttons(language, page, pages, lambda to: ids.to(path._replace(page=to)))
    return [select, turning] if turning else [select]


def _title(
    language: Language, choices: Sequence[MenuItem], path: MenuPath, pages: int, *, another: bool
) -> str:
    """The text on the closed select."""
    if path.end is not None and path.position is None:
        title = _positions_title(language, choices, another=another)
    # Translators: these stand on a closed list of choices.
    elif another:
        title = language.gettext("Choose another set to show")
    else:
        title = language.gettext("Choose a set to show")
    if pages == 1:
        return title
    return language.gettext(
        "{list} (page {page} of {pages})", list=title, page=path.page + 1, pages=pages
    )


def _positions_title(language: Language, choices: Sequence[MenuItem], *, another: bool) -> str:
    if not all(choice.promising for choice in choices):
        if another:
            return language.gettext("Choose another position")
        return language.gettext("Choose a position")
    if another:
        # Translators: a list of positions, beside the button for those that make no set.
        return language.gettext("More sets…")
    return language.gettext("Choose a position that makes a set")


def _button(item: MenuItem, ids: ActionIds) -> Button:
    """At most one button is green: the hinted one, or without a hint the strongest."""
    is_hinted, label = item.leads_to in ids.way, item.label
    green = is_hinted if ids.way else item.strongest and ids.marks_strongest
    style = ButtonStyle.success if green else ButtonStyle.secondary
    tile = item.emoji if width(label) <= _BESIDE_TILE else None
    if is_hinted:
        fits = width(f"{_MARK}{label}") <= LABEL_LENGTH
        label = f"{_MARK}{label if fits else item.name}"
    return Button(label, ids.to(item.leads_to), style, tile)
