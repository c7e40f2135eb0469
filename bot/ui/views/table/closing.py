"""A request to close a running game, as its players see it."""

from discord.utils import format_dt

from bot.tables.core.deadlines import closing_end
from bot.tables.core.state import ClosingRequest, TableState, asked
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
    members = [seat.user_id for seat in asked(state.seats, request) if seat.user_id is not None]
    question = language.ngettext(
        "{members}, do you agree?",
        "{members}, do you agree?",
        len(members),
        members=tuple(f"<@{user_id}>" for user_id in members),
    )
    content = f"{question}\n{closing_line(language, state)}"
    return Message(rows=[closing_buttons(language, state)], content=content, mentions=members)


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
    agreed = [name_of(language, one) for one in asked(state.seats, request) if one.agrees_to_close]
    if not agreed:
        return words
    return in_a_row([words, language.gettext("Agreed: {names}.", names=tuple(agreed))])


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
