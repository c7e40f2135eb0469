"""Pauses: of a member in a server, the panel of `/scout pause`, and of a whole game."""

from collections.abc import Iterator, Sequence

from discord.utils import format_dt

from bot.tables.core.errors import Blocked
from bot.tables.core.state import PauseRequest, TableState, asked
from bot.tables.pauses import NO_PAUSES, PauseDays
from bot.text.language import Language, gettext_noop
from bot.text.words import days_counted, in_a_row
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Option, Row, Select
from bot.ui.views.elements import name_of
from bot.ui.views.table.questions import (
    PLAY_ON,
    consent_message,
    pause_lines,
    refusal_message,
    with_agreed,
)

_LENGTHS = (1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28)
"""The lengths of a pause in days to choose from, besides all days that are left."""
_LENGTHS_OF_GAME = (1, 3, 7, 14)
ASKED_TO_PAUSE = gettext_noop(
    "I have asked the other players. Once all of them agree, the table shows the pause."
)
AGREED_TO_PAUSE = gettext_noop(
    "You agreed. Once all the others agree too, the table shows the pause."
)
_WAITING_TURN = gettext_noop("A turn that already waits for you keeps its limit.")


def pause_message(
    language: Language,
    has: PauseDays,
    table: TableState | None = None,
    *,
    has_ended: bool = False,
    is_blocked: bool = False,
) -> Message:
    """The member's days of pause, and a choice to begin a pause or a button to end it.

    `table` is their game in this channel, which they can ask to pause. `has_ended`: the pause has
    just ended. `is_blocked`: the server blocks the member, who cannot begin a pause.
    """
    rows = [*_own_rows(language, has, is_blocked)]
    if table is not None and table.paused_until is None and table.pause_request is None:
        # Translators: above a choice of days, at most 40 letters.
        placeholder = language.gettext("Ask all at this table to pause")
        ask = ComponentId(Verb.ASK_PAUSE, table.id)
        rows.append(_choice(language, placeholder, _LENGTHS_OF_GAME, ask))
    return Message(rows=rows, content="\n".join(_words(language, has, has_ended, is_blocked)))


def _own_rows(language: Language, has: PauseDays, is_blocked: bool) -> Iterator[Row]:
    """A button to end the member's pause, or a choice to begin one, if they can."""
    if has.until is not None:
        # Translators: a button, at most 20 letters.
        yield [Button(language.gettext("End pause"), ComponentId(Verb.END_PAUSE, 0))]
    elif has.left and has.barred_until is None and not is_blocked:
        # Translators: above a choice of days, at most 40 letters.
        placeholder = language.gettext("How long do you pause?")
        lengths = sorted({has.left, *(days for days in _LENGTHS if days <= has.left)})
        yield _choice(language, placeholder, lengths, ComponentId(Verb.PAUSE, 0))


def _words(language: Language, has: PauseDays, has_ended: bool, is_blocked: bool) -> Iterator[str]:
    if has_ended:
        yield language.gettext("Your pause has ended.")
    if has.until is not None:
        yield language.gettext("**You pause until {when}.**", when=format_dt(has.until, "f"))
        can_play = language.gettext(
            "You can still play at any time. If you end the pause early, you get back the days "
            "that have not begun."
        )
        yield in_a_row([language.gettext(_WAITING_TURN), can_play])
    elif not has.allowed:
        yield language.say(NO_PAUSES)
        return
    elif is_blocked:
        yield language.say(Blocked().sentence)
    elif has.left and not has_ended:
        rests = language.gettext(
            "While you pause, your turn limits in this server stand still, and nobody reminds or "
            "calls you."
        )
        yield in_a_row([rests, language.gettext(_WAITING_TURN)])
    if has.barred_until is not None:
        yield language.gettext(
            "You can pause again from {when}.", when=format_dt(has.barred_until, "f")
        )
        return
    # Translators: how many days of a pause a member has left of those in a year.
    yield language.gettext(
        "Days left: {left} of {allowed} in a year.", left=has.left, allowed=has.allowed
    )


def _choice(
    language: Language, placeholder: str, lengths: Sequence[int], picks: ComponentId
) -> Select:
    options = [Option(days_counted(language, days), str(days)) for days in lengths]
    return Select(placeholder, picks, options)


def pause_question(language: Language, state: TableState, request: PauseRequest) -> Message:
    """Mentions the players who have to agree to pause the game."""
    words, buttons = _asks(language, state, request), pause_buttons(language, state)
    return consent_message(language, state, request, words, buttons)


def no_pause_message(language: Language, request: PauseRequest) -> Message:
    """The refusal for the member who asked to pause the game: not all others agreed."""
    words = language.gettext("Not everybody agreed to pause, so the game continues.")
    return refusal_message(request, words)


def all_pause_lines(language: Language, state: TableState) -> Iterator[str]:
    """Which members pause, whether the game pauses, and the open request for a pause."""
    yield from pause_lines(language, state, state.seats)
    if state.paused_until is not None:
        yield paused_words(language, state)
    if state.pause_request is not None:
        yield _asks(language, state, state.pause_request)


def paused_words(language: Language, state: TableState) -> str:
    assert state.paused_until is not None
    # Translators: {play_on} is a button.
    return language.gettext(
        "The game pauses until {when}. A move or **{play_on}** ends the pause.",
        when=format_dt(state.paused_until, "f"),
        play_on=state.language.gettext(PLAY_ON),
    )


def pause_answer(language: Language, state: TableState, waiting: str) -> str:
    """The answer to a member who asks or agrees to pause the game; `waiting` until it pauses."""
    return (
        language.gettext(waiting) if state.paused_until is None else paused_words(language, state)
    )


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
    """The buttons for the open request, or to end the pause; none without either."""
    request = state.pause_request
    at = state.paused_at if request is None else request.at
    if at is None:
        return []
    play_on = ComponentId(Verb.END_TABLE_PAUSE, state.id, detail=str(int(at.timestamp())))
    agree = play_on._replace(verb=Verb.AGREE_TO_PAUSE)
    # Translators: a button, at most 35 letters.
    buttons = [] if request is None else [Button(language.gettext("Agree to pause"), agree)]
    return [*buttons, Button(language.gettext(PLAY_ON), play_on)]
