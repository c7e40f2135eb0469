"""The question to those who wait for absent members: should computers play for them?"""

from bot.tables.core.state import SeatState, TableState
from bot.text.language import Language
from bot.text.words import in_a_row
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import label_of, name_of

_DAY = 86400
"""Seconds."""


def absence_message(language: Language, state: TableState) -> Message:
    """Mentions the members who wait, with a button for each absent one."""
    members = [seat.user_id for seat in state.waiting if seat.user_id is not None]
    question = language.ngettext(
        "{members}, would you like to continue?",
        "{members}, would you like to continue?",
        len(members),
        members=tuple(f"<@{user_id}>" for user_id in members),
    )
    # Translators: the number of players for whom a computer would play.
    offer = language.ngettext(
        "If you like, a computer plays on for this player until they come back. If the game ends "
        "within a day after the computer takes over, it does not count as leaving for them.",
        "If you like, computers play on for these players until they come back. If the game ends "
        "within a day after a computer takes over, it does not count as leaving for them.",
        len(state.absent),
    )
    content = f"{question}\n{in_a_row([_silence(language, state), offer])}"
    return Message(rows=[absence_buttons(language, state)], content=content, mentions=members)


def _silence(language: Language, state: TableState) -> str:
    """The absent players, and how long they have not moved."""
    names = tuple(f"**{name_of(language, seat)}**" for seat in state.absent)
    days = state.options.absent_after // _DAY
    if days == 1:
        return language.gettext("No move from {names} for 24 hours.", names=names)
    return language.ngettext(
        "No move from {names} for {number} day.",
        "No move from {names} for {number} days.",
        days,
        names=names,
    )


def absence_buttons(language: Language, state: TableState) -> list[Button]:
    """A button for each absent member, at most four; none before the question."""
    return [_button(language, state, seat) for seat in state.absent]


def _button(language: Language, state: TableState, seat: SeatState) -> Button:
    detail = ComponentId(Verb.HAND_OVER, state.id, state.decision_number, str(seat.index))
    name = label_of(language, seat)
    # Translators: a button, at most 45 letters beside the name.
    return Button(language.gettext("Let a computer play for {name}", name=name), detail)
