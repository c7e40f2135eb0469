"""Questions before leaving or closing a table, in requests, about absent members; the welcome."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from discord import ButtonStyle
from discord.utils import format_dt

from bot.tables.closing import ClosingWay
from bot.tables.core.deadlines import absent, closing_end, closing_silence, silent_members
from bot.tables.core.results import Leaving
from bot.tables.core.state import (
    ClosingRequest,
    PauseRequest,
    SeatState,
    Status,
    TableOptions,
    TableState,
    asked,
)
from bot.text.language import Language, gettext_noop
from bot.text.words import in_a_row
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import label_of, name_of
from bot.ui.views.settings import DAY

# Translators: a button, at most 35 letters.
PLAY_ON = gettext_noop("Play on")


def closing_message(language: Language, state: TableState, request: ClosingRequest) -> Message:
    """The question for the players; once one of them plays on, the refusal for the asking member.

    It mentions those who have not agreed: when a pause ends, the others were asked before.
    """
    if request.declined:
        return _declined(language, state, request)
    words, buttons = closing_line(language, state), closing_buttons(language, state)
    question = consent_message(language, state, request, words, buttons)
    return replace(question, mentions=silent_members(state, request))


def consent_message(
    language: Language,
    state: TableState,
    request: ClosingRequest | PauseRequest,
    words: str,
    buttons: list[Button],
) -> Message:
    """Mentions the players who have to agree to this request; `words` are its text."""
    members = [seat.user_id for seat in asked(state.seats, request) if seat.user_id is not None]
    question = language.ngettext(
        "{members}, do you agree?",
        "{members}, do you agree?",
        len(members),
        members=tuple(f"<@{user_id}>" for user_id in members),
    )
    return Message(rows=[buttons], content=f"{question}\n{words}", mentions=members)


def with_agreed(language: Language, words: str, agreed: Iterable[SeatState]) -> str:
    """The text of a request, and which players have agreed to it."""
    names = tuple(name_of(language, seat) for seat in agreed)
    return in_a_row([words, language.gettext("Agreed: {names}.", names=names)]) if names else words


def refusal_message(request: ClosingRequest | PauseRequest, words: str) -> Message:
    """Mentions the member whose request the others did not agree to."""
    # A forgotten member has a negative id, which Discord refuses in a mention.
    mentions = [request.by] if request.by > 0 else []
    called = [f"<@{user_id}>" for user_id in mentions]
    return Message(content="\n".join([*called, words]), mentions=mentions)


def _declined(language: Language, state: TableState, request: ClosingRequest) -> Message:
    words = language.gettext("A player chose to play on, so the game continues.")
    if (asker := state.find_seat(request.by)) is not None:
        words = language.gettext(
            "A player chose to play on, so the game continues. {name} can leave with "
            "`/scout leave` instead, which counts as leaving.",
            name=name_of(language, asker),
        )
    return refusal_message(request, words)


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
    """When silence counts as consent, as a time that Discord counts down."""
    return format_dt(closing_end(state, request), "R")


def closing_buttons(language: Language, state: TableState) -> list[Button]:
    """The buttons for the open request; none without one."""
    request = state.closing
    if request is None or request.declined:
        return []
    agree = ComponentId(Verb.AGREE_TO_CLOSE, state.id, detail=str(int(request.at.timestamp())))
    return [
        # Translators: a button, at most 35 letters.
        Button(language.gettext("Agree to close"), agree),
        Button(language.gettext(PLAY_ON), agree._replace(verb=Verb.PLAY_ON)),
    ]


_STAY, _KEEP_SEAT, _KEEP_TABLE, _KEEP_GAME, KEEP_DATA = "seat", "lobby", "table", "game", "data"
LOBBY_SEAT, _LIST_PLACE = "lobby", "list"
"""The object of the question: what a confirmed press gives up; by default a game."""
_NO_RESULT = 1
"""The number of a button whose question says that leaving brings no result."""
_KEPT = {
    _KEEP_SEAT: gettext_noop("You keep your seat."),
    _LIST_PLACE: gettext_noop("You stay on the list."),
    _STAY: gettext_noop("You stay in the game."),
    _KEEP_TABLE: gettext_noop("The table stays open."),
    _KEEP_GAME: gettext_noop("The game continues."),
    KEEP_DATA: gettext_noop("Nothing was deleted."),
}
_NOTHING_CHANGED = gettext_noop("Nothing has changed.")


class _Words(NamedTuple):
    """A question, and the labels of the buttons that confirm and decline it."""

    question: str
    confirm: str
    decline: str


_CLOSING = {
    ClosingWay.LOBBY: _Words(
        gettext_noop("Close this table? Everybody loses their seat."),
        # Translators: a button, as are those below; at most 35 letters.
        gettext_noop("Close the table"),
        gettext_noop("Keep the table"),
    ),
    ClosingWay.AT_ONCE: _Words(
        gettext_noop("End this game for everybody? It will have no result."),
        gettext_noop("End the game"),
        gettext_noop("Keep playing"),
    ),
    ClosingWay.BY_CONSENT: _Words(
        gettext_noop("Ask the other players to close this game without a result?"),
        gettext_noop("Ask the others"),
        gettext_noop("Keep playing"),
    ),
    ClosingWay.BY_LEAVING: _Words(
        gettext_noop("End this game?"), gettext_noop("End the game"), gettext_noop("Keep playing")
    ),
}
_LEAVING_LOBBY = _Words(
    gettext_noop("Leave this table? It is full, so somebody else can take your seat."),
    gettext_noop("Leave the table"),
    # Translators: a button, at most 35 letters: to keep the seat, or to stay in the game.
    gettext_noop("Stay"),
)
_SIGNING_OFF = _Words(
    gettext_noop("Sign off? No seat is free, so somebody else can take your place."),
    gettext_noop("Sign off"),
    gettext_noop("Stay"),
)
_LEAVING_GAME = _Words(
    gettext_noop("Leave this game? A computer takes your seat, and you cannot come back."),
    gettext_noop("Leave the game"),
    gettext_noop("Stay"),
)


def kept_words(language: Language, detail: str) -> str:
    """The answer to the button that declines a question; `detail` is the button's."""
    kept = _KEPT.get(detail, _NOTHING_CHANGED)
    return language.gettext(kept)


def _question(
    language: Language, words: _Words, content: str, confirm: ComponentId, kept: str
) -> Message:
    """The question in this content; `kept` is the detail of the button that declines it."""
    decline = ComponentId(Verb.KEEP_PLAYING, confirm.table_id, detail=kept)
    buttons = [
        Button(language.gettext(words.confirm), confirm, ButtonStyle.danger),
        Button(language.gettext(words.decline), decline),
    ]
    return Message(rows=[buttons], content=content)


_LEAVING = {
    Leaving.NOT_MOVED: gettext_noop("You have not made a move, so you will have no result."),
    Leaving.NOBODY_ELSE: gettext_noop("No other player made a move, so the game has no result."),
    Leaving.LOSS_LATER: gettext_noop("It counts as a loss for you once another player has moved."),
    Leaving.LOSS: gettext_noop("It counts as a loss for you."),
}


def leave_question(language: Language, state: TableState, leaving: Leaving | None) -> Message:
    """The question before a member leaves a game, or the seat of a full lobby.

    `leaving` is what it means for their result, None if there is none to have.
    """
    is_lobby = state.status is Status.LOBBY
    words = _LEAVING_LOBBY if is_lobby else _LEAVING_GAME
    content = language.gettext(words.question)
    if leaving is not None:
        content = in_a_row([content, language.gettext(_LEAVING[leaving])])
    detail = LOBBY_SEAT if is_lobby else ""
    leave = ComponentId(Verb.CONFIRM_LEAVE, state.id, _promise(leaving), detail)
    return _question(language, words, content, leave, _KEEP_SEAT if is_lobby else _STAY)


def sign_off_question(language: Language, state: TableState) -> Message:
    """The question before a member gives up a place on a list, which others could take."""
    confirm = ComponentId(Verb.SIGN_OFF, state.id, detail=_LIST_PLACE)
    question = language.gettext(_SIGNING_OFF.question)
    return _question(language, _SIGNING_OFF, question, confirm, _LIST_PLACE)


def cancel_question(
    language: Language, state: TableState, way: ClosingWay, leaving: Leaving | None
) -> Message:
    """The question before a table is closed; `leaving` as above, if leaving closes it."""
    sentences = [language.gettext(_CLOSING[way].question)]
    if way is ClosingWay.BY_CONSENT:
        sentences.append(_silence(language, state.options))
        if state.paused_until or any(map(state.pause_of, state.seats)):
            sentences.append(language.gettext("Time in a pause does not count."))
    elif way is ClosingWay.BY_LEAVING and leaving is not None:
        # Only members close a table by leaving it.
        sentences.append(language.gettext(_LEAVING[leaving]))
    promise = _promise(leaving) if way is ClosingWay.BY_LEAVING else 0
    confirm = ComponentId(Verb.CONFIRM_CANCEL, state.id, promise, way.value)
    kept = _KEEP_TABLE if way is ClosingWay.LOBBY else _KEEP_GAME
    return _question(language, _CLOSING[way], in_a_row(sentences), confirm, kept)


def _silence(language: Language, options: TableOptions) -> str:
    """How long the other players can stay silent before the game closes."""
    minutes = int(closing_silence(options).total_seconds()) // 60
    if minutes < 60:
        return language.ngettext(
            "It closes if all agree, or if nobody plays on within {number} minute.",
            "It closes if all agree, or if nobody plays on within {number} minutes.",
            minutes,
        )
    return language.ngettext(
        "It closes if all agree, or if nobody plays on within {number} hour.",
        "It closes if all agree, or if nobody plays on within {number} hours.",
        minutes // 60,
    )


def asked_words(language: Language, state: TableState, request: ClosingRequest) -> str:
    """The answer to the member whose request the other players now decide."""
    # Translators: {when} is a time such as "in 10 minutes".
    return language.gettext(
        "I have asked the other players. The game closes when all agree, or {when} unless one of "
        "them plays on.",
        when=closing_time(state, request),
    )


def _promise(leaving: Leaving | None) -> int:
    """The number of the button that confirms the question."""
    return _NO_RESULT if leaving in (Leaving.NOT_MOVED, Leaving.NOBODY_ELSE) else 0


def breaks_promise(number: int, leaving: Leaving | None) -> bool:
    """Whether the question said that there is no result, but leaving is a loss by now."""
    return number == _NO_RESULT and leaving in (Leaving.LOSS, Leaving.LOSS_LATER)


def welcome_message(language: Language) -> Message:
    """Offers the tutorial to a member at their first table."""
    words = language.gettext(
        "**Your first table?** The tutorial teaches SCOUT in five minutes, just for you. "
        "You can also start it later with `/scout tutorial`."
    )
    # Translators: a button, at most 35 letters.
    label = language.gettext("Start the tutorial")
    begin = Button(label, ComponentId(Verb.TUTORIAL_CHOOSE, 0), ButtonStyle.primary)
    return Message(rows=[[begin]], content=words)


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
        len(absent(state)),
    )
    content = f"{question}\n{in_a_row([_no_moves(language, state), offer])}"
    return Message(rows=[absence_buttons(language, state)], content=content, mentions=members)


def _no_moves(language: Language, state: TableState) -> str:
    """The absent players, and how long they have not moved, or until when they pause."""
    if state.options.turn_limit is not None:
        return in_a_row([*pause_lines(language, state, absent(state))])
    names = tuple(f"**{name_of(language, seat)}**" for seat in absent(state))
    days = state.options.absent_after // DAY
    if days == 1:
        return language.gettext("No move from {names} for 24 hours.", names=names)
    return language.ngettext(
        "No move from {names} for {number} day.",
        "No move from {names} for {number} days.",
        days,
        names=names,
    )


def pause_lines(language: Language, state: TableState, seats: Iterable[SeatState]) -> Iterator[str]:
    """Which of these members pause, and until when, a sentence each."""
    for seat in seats:
        if (pause := state.pause_of(seat)) is not None:
            name, when = name_of(language, seat), format_dt(pause.ends, "f")
            yield language.gettext("{name} pauses until {when}.", name=name, when=when)


def absence_buttons(language: Language, state: TableState) -> list[Button]:
    """A button for each absent member, at most four; none before the question."""
    hand_over = ComponentId(Verb.HAND_OVER, state.id, state.decision_number)
    return [
        Button(
            # Translators: a button, at most 45 letters beside the name.
            language.gettext("Let a computer play for {name}", name=label_of(language, seat)),
            hand_over._replace(detail=str(seat.index)),
        )
        for seat in absent(state)
    ]
