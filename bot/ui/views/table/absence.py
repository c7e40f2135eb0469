"""The question to those who wait for absent members: should computers play for them?"""

from bot.tables.core.state import SeatState, TableState
from bot.text.language import Language
from bot.text.names import readable_name
from bot.text.words import seat_name
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import name_of
from bot.ui.views.settings import ABSENCES


def absence_message(language: Language, state: TableState) -> Message:
    """Mentions the members who wait, with a button for each absent one."""
    absent = language.listed([f"**{name_of(language, seat)}**" for seat in state.absent])
    have = "has" if len(state.absent) == 1 else "have"
    words = (
        f"{absent} {have} not moved for {ABSENCES[state.options.absent_after]}. If you like, a "
        "computer plays on for them until they come back. If the game ends within a day after "
        "that, it does not count as leaving for them."
    )
    members = [seat.user_id for seat in state.waiting if seat.user_id is not None]
    mentioned = language.listed([f"<@{user_id}>" for user_id in members])
    content = f"{mentioned}, would you like to continue?\n{words}"
    return Message(rows=[absence_buttons(language, state)], content=content, mentions=members)


def absence_buttons(language: Language, state: TableState) -> list[Button]:
    """A button for each absent member, at most four; none before the question."""
    return [_button(language, state, seat) for seat in state.absent]


def _button(language: Language, state: TableState, seat: SeatState) -> Button:
    name = readable_name(seat.name) or seat_name(language, seat.index)
    detail = ComponentId(Verb.HAND_OVER, state.id, state.decision_number, str(seat.index))
    return Button(f"Let a computer play for {name}", detail)
