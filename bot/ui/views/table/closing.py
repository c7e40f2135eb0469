"""A request to close a running game, as its players see it."""

from bot.tables.core.deadlines import CLOSING_TIMEOUT, closing_silence
from bot.tables.core.state import ClosingRequest, TableOptions, TableState
from bot.text.language import Language
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import name_of
from bot.ui.views.settings import TURN_LIMITS


def closing_message(language: Language, state: TableState, request: ClosingRequest) -> Message:
    """Mentions the players who are asked; once one of them plays on, the member who asked."""
    if request.declined:
        # A forgotten member has a negative id, which Discord refuses in a mention.
        mentions = [request.by] if request.by > 0 else []
        words = "A player chose to play on, so the game continues."
        asker = state.find_seat(request.by)
        if asker is not None:
            words += (
                f" {name_of(language, asker)} can leave with "
                "`/scout leave` instead, which counts as leaving."
            )
        called = [f"<@{request.by}>"] if mentions else []
        return Message(content="\n".join([*called, words]), mentions=mentions)
    members = [seat.user_id for seat in state.asked_to_close if seat.user_id is not None]
    mentioned = language.listed([f"<@{user_id}>" for user_id in members])
    content = f"{mentioned}, do you agree?\n{closing_line(language, state)}"
    return Message(rows=[closing_buttons(language, state)], content=content, mentions=members)


def closing_line(language: Language, state: TableState) -> str:
    """The open request in a sentence or three; empty without one."""
    request = state.closing
    if request is None or request.declined:
        return ""
    ends = int((request.at + closing_silence(state.options)).timestamp())
    agreed = [name_of(language, seat) for seat in state.asked_to_close if seat.agrees_to_close]
    words = f"{_asker(language, state, request)} asks to close this game without a result."
    words += f" It closes <t:{ends}:R> unless somebody presses **Play on**."
    return f"{words} Agreed: {language.listed(agreed)}." if agreed else words


def closing_buttons(language: Language, state: TableState) -> list[Button]:
    """The answers to the open request; none without one."""
    request = state.closing
    if request is None or request.declined:
        return []
    at = str(int(request.at.timestamp()))
    return [
        Button("Agree to close", ComponentId(Verb.AGREE_TO_CLOSE, state.id, detail=at)),
        Button("Play on", ComponentId(Verb.PLAY_ON, state.id, detail=at)),
    ]


def silence_words(language: Language, options: TableOptions) -> str:
    """The time after which silence is consent: `ten minutes`, or that of a longer turn."""
    if options.turn_limit is None or closing_silence(options) == CLOSING_TIMEOUT:
        return "ten minutes"
    return TURN_LIMITS[options.turn_limit]


def _asker(language: Language, state: TableState, request: ClosingRequest) -> str:
    """The name of the member who asked; a moderator without a seat is not named."""
    seat = state.find_seat(request.by)
    return "A moderator" if seat is None else name_of(language, seat)
