"""Questions before acts that cannot be undone, and the welcome of new players."""

from typing import NamedTuple

from discord import ButtonStyle

from bot.tables.core.closing import ClosingWay
from bot.tables.core.deadlines import closing_silence
from bot.tables.core.state import ClosingRequest, Status, TableOptions, TableState
from bot.text.language import Language, gettext_noop
from bot.text.words import in_a_row
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.table.closing import closing_time

_STAY, _KEEP_SEAT, _KEEP_TABLE, _KEEP_GAME, KEEP_DATA = "seat", "lobby", "table", "game", "data"
LOBBY_SEAT = "lobby"
"""What a confirmed press leaves; by default a game."""
_KEPT = {
    _KEEP_SEAT: gettext_noop("You keep your seat."),
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
_MINUTE = 60


def kept_words(language: Language, detail: str) -> str:
    """The answer to the button that declines a question; `detail` is the button's."""
    kept = _KEPT.get(detail, _NOTHING_CHANGED)
    return language.gettext(kept)


def leave_question(language: Language, state: TableState, user_id: int) -> Message:
    """The question before this member leaves a game, or the seat of a full lobby."""
    lobby = state.status is Status.LOBBY
    if lobby:
        words = language.gettext(
            "Leave this table? It is full, so somebody else can take your seat."
        )
        label = language.gettext("Leave the table")
    else:
        words = language.gettext(
            "Leave this game? A computer takes your seat, and you cannot come back."
        )
        if not state.options.hints:
            words = in_a_row([words, _loss(language, state, user_id)])
        label = language.gettext("Leave the game")
    leave = ComponentId(Verb.CONFIRM_LEAVE, state.id, detail=LOBBY_SEAT if lobby else "")
    stay = ComponentId(Verb.KEEP_PLAYING, state.id, detail=_KEEP_SEAT if lobby else _STAY)
    buttons = [
        Button(label, leave, ButtonStyle.danger),
        # Translators: a button, at most 35 letters: to keep the seat, or to stay in the game.
        Button(language.gettext("Stay"), stay),
    ]
    return Message(rows=[buttons], content=words)


def cancel_question(language: Language, state: TableState, way: ClosingWay, asker: int) -> Message:
    """The question before this member closes a table in this way."""
    closing = _CLOSING[way]
    words = [language.gettext(closing.question)]
    if way is ClosingWay.BY_CONSENT:
        words.append(_silence(language, state.options))
    if way is ClosingWay.BY_LEAVING and not state.options.hints:
        # Only members close a table by leaving it.
        words += [language.gettext("It counts as leaving."), _loss(language, state, asker)]
    confirm = ComponentId(Verb.CONFIRM_CANCEL, state.id, detail=way.value)
    kept = _KEEP_TABLE if way is ClosingWay.LOBBY else _KEEP_GAME
    keep = ComponentId(Verb.KEEP_PLAYING, state.id, detail=kept)
    buttons = [
        Button(language.gettext(closing.confirm), confirm, ButtonStyle.danger),
        Button(language.gettext(closing.decline), keep),
    ]
    return Message(rows=[buttons], content=in_a_row(words))


def _silence(language: Language, options: TableOptions) -> str:
    """After which silence of the other players the game closes."""
    minutes = int(closing_silence(options).total_seconds()) // _MINUTE
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
    """The answer to the member whose request the others now decide on."""
    # Translators: {when} is a time such as "in 10 minutes".
    return language.gettext(
        "I have asked the other players. The game closes when all agree, or {when} unless one of "
        "them plays on.",
        when=closing_time(state, request),
    )


def _loss(language: Language, state: TableState, user_id: int) -> str:
    """What leaving means for the member's results, by the rule of ratings."""
    if not state.has_moved(state.seat_of(user_id).index):
        return language.gettext("You have not made a move, so you will have no result.")
    others = [seat for seat in state.seats if seat.user_id not in (None, user_id)]
    if others and not any(state.has_moved(seat.index) for seat in others):
        return language.gettext("It counts as a loss for you once another player has moved.")
    return language.gettext("It counts as a loss for you.")


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
