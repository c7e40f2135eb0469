"""The pause of a whole game: the request for it, and the game while it pauses."""

from discord.utils import format_dt

from bot.tables.core.state import PauseRequest, TableState, asked
from bot.text.language import Language
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import name_of
from bot.ui.views.pauses import pause_lines
from bot.ui.views.table.closing import PLAY_ON, consent_message, with_agreed


def pause_question(language: Language, state: TableState, request: PauseRequest) -> Message:
    """Mentions the players who are asked to pause the game."""
    words, buttons = _asks(language, state, request), pause_buttons(language, state)
    return consent_message(language, state, request, words, buttons)


def all_pause_lines(language: Language, state: TableState) -> list[str]:
    """Who pauses, whether the game pauses, and the open request for that."""
    lines = pause_lines(language, state)
    if state.paused_until is not None:
        lines.append(paused_words(language, state))
    if state.pause_request is not None:
        lines.append(_asks(language, state, state.pause_request))
    return lines


def paused_words(language: Language, state: TableState) -> str:
    """Until when the game pauses."""
    assert state.paused_until is not None
    # Translators: {play_on} is a button.
    return language.gettext(
        "The game pauses until {when}. A move or **{play_on}** ends the pause.",
        when=format_dt(state.paused_until, "f"),
        play_on=language.gettext(PLAY_ON),
    )


def asked_to_pause_words(language: Language, state: TableState) -> str:
    """The answer to a request to pause the game; true also once the game pauses."""
    if state.paused_until is not None:
        return paused_words(language, state)
    return language.gettext(
        "I have asked the other players. Once all of them agree, the table shows the pause."
    )


def agreed_to_pause_words(language: Language, state: TableState) -> str:
    """The answer to a member who agrees to pause the game."""
    if state.paused_until is not None:
        return paused_words(language, state)
    return language.gettext("You agreed. Once all the others agree too, the table shows the pause.")


def _asks(language: Language, state: TableState, request: PauseRequest) -> str:
    asker = state.find_seat(request.by)
    assert asker is not None, "a request ends with its asker"
    words = language.ngettext(
        "{name} asks to pause this game for {number} day. It pauses once everybody agrees.",
        "{name} asks to pause this game for {number} days. It pauses once everybody agrees.",
        request.days,
        name=name_of(language, asker),
    )
    agreed = (seat for seat in asked(state.seats, request) if seat.agrees_to_pause)
    return with_agreed(language, words, agreed)


def pause_buttons(language: Language, state: TableState) -> list[Button]:
    """The answers to the open request, or the end of the pause; none without both."""
    request, paused_at = state.pause_request, state.paused_at
    if request is None and paused_at is None:
        return []
    at = request.at if request is not None else paused_at
    assert at is not None
    detail = str(int(at.timestamp()))
    play_on = ComponentId(Verb.END_TABLE_PAUSE, state.id, detail=detail)
    buttons = [Button(language.gettext(PLAY_ON), play_on)]
    if request is not None:
        agree = ComponentId(Verb.AGREE_TO_PAUSE, state.id, detail=detail)
        # Translators: a button, at most 35 letters.
        buttons.insert(0, Button(language.gettext("Agree to pause"), agree))
    return buttons
