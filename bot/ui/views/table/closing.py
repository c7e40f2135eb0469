"""A request to close a running game, as its players see it."""

from collections.abc import Iterable

from discord.utils import format_dt

from bot.tables.core.deadlines import closing_end
from bot.tables.core.state import ClosingRequest, PauseRequest, SeatState, TableState, asked
from bot.text.language import Language, gettext_noop
from bot.text.words import in_a_row
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import name_of

# Translators: a button, at most 35 letters.
PLAY_ON = gettext_noop("Play on")


def closing_message(language: Language, state: TableState, request: ClosingRequest) -> Message:
    """Mentions the players who are asked; once one of them plays on, the member who asked."""
    if request.declined:
        return _declined(language, state, request)
    words, buttons = closing_line(language, state), closing_buttons(language, state)
    return consent_message(language, state, request, words, buttons)


def consent_message(
    language: Language,
    state: TableState,
    request: ClosingRequest | PauseRequest,
    words: str,
    buttons: list[Button],
) -> Message:
    """Mentions the players who are asked to agree to this request, which the words say."""
    members = [seat.user_id for seat in asked(state.seats, request) if seat.user_id is not None]
    question = language.ngettext(
        "{members}, do you agree?",
        "{members}, do you agree?",
        len(members),
        members=tuple(f"<@{user_id}>" for user_id in members),
    )
    return Message(rows=[buttons], content=f"{question}\n{words}", mentions=members)


def with_agreed(language: Language, words: str, agreed: Iterable[SeatState]) -> str:
    """The words of a request, and which players have agreed to it."""
    names = tuple(name_of(language, seat) for seat in agreed)
    return in_a_row([words, language.gettext("Agreed: {names}.", names=names)]) if names else words


def _declined(language: Language, state: TableState, request: ClosingRequest) -> Message:
    # A forgotten member has a negative id, which Discord refuses in a mention.
    mentions = [request.by] if request.by > 0 else []
    asker = state.find_seat(request.by)
    words = language.gettext("A player chose to play on, so the game continues.")
    if asker is not None:
        words = language.gettext(
            "A player chose to play on, so the game continues. {name} can leave with "
            "`/scout leave` instead, which counts as leaving.",
            name=name_of(language, asker),
        )
    called = [f"<@{user_id}>" for user_id in mentions]
    return Message(content="\n".join([*called, words]), mentions=mentions)


def closing_line(language: Language, state: TableState) -> str:
    """The open request in a sentence or three; empty without one."""
    request = state.closing
    if request is None or request.declined:
        return ""
    words = _asks(language, state, request)
    agreed = (seat for seat in asked(state.seats, request) if seat.agrees_to_close)
    return with_agreed(language, words, agreed)


def _asks(language: Language, state: TableState, request: ClosingRequest) -> str:
    asker = state.find_seat(request.by)
    ends, play_on = closing_time(state, request), language.gettext(PLAY_ON)
    if asker is None:
        # A moderator without a seat is not named.
        return language.gettext(
            "A moderator asks to close this game without a result. It closes {when} unless "
            "somebody presses **{play_on}**.",
            when=ends,
            play_on=play_on,
        )
    # Translators: {when} is a time such as "in 9 minutes", {play_on} the button.
    return language.gettext(
        "{name} asks to close this game without a result. It closes {when} unless somebody "
        "presses **{play_on}**.",
        name=name_of(language, asker),
        when=ends,
        play_on=play_on,
    )


def closing_time(state: TableState, request: ClosingRequest) -> str:
    """When silence is consent, as a time that Discord counts down."""
    return format_dt(closing_end(state, request), "R")


def closing_buttons(language: Language, state: TableState) -> list[Button]:
    """The answers to the open request; none without one."""
    request = state.closing
    if request is None or request.declined:
        return []
    at = str(int(request.at.timestamp()))
    return [
        # Translators: a button, at most 35 letters.
        Button(
            language.gettext("Agree to close"),
            ComponentId(Verb.AGREE_TO_CLOSE, state.id, detail=at),
        ),
        Button(language.gettext(PLAY_ON), ComponentId(Verb.PLAY_ON, state.id, detail=at)),
    ]
