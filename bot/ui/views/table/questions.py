"""Questions before acts that cannot be undone, and the welcome of new players."""

from discord import ButtonStyle

from bot.tables.core.closing import ClosingWay
from bot.tables.core.state import Status, TableState
from bot.text.language import Language
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.table.closing import silence_words

_STAY, _KEEP_SEAT, _KEEP_TABLE, _KEEP_GAME, KEEP_DATA = "seat", "lobby", "table", "game", "data"
LOBBY_SEAT = "lobby"
"""What a confirmed press leaves; by default a game."""
_KEPT = {
    _KEEP_SEAT: "You keep your seat.",
    _STAY: "You stay in the game.",
    _KEEP_TABLE: "The table stays open.",
    _KEEP_GAME: "The game continues.",
    KEEP_DATA: "Nothing was deleted.",
}

_CLOSING = {
    ClosingWay.LOBBY: ("Close this table? Everybody loses their seat.", "Close the table"),
    ClosingWay.AT_ONCE: ("End this game for everybody? It will have no result.", "End the game"),
    ClosingWay.BY_CONSENT: (
        (
            "Ask the other players to close this game without a result? "
            "If all agree, or if nobody plays on within {silence}, it closes."
        ),
        "Ask the others",
    ),
    ClosingWay.BY_LEAVING: ("End this game?", "End the game"),
}


def kept_words(language: Language, detail: str) -> str:
    """The answer to the button that declines a question; `detail` is the button's."""
    return _KEPT.get(detail, "Nothing has changed.")


def leave_question(language: Language, state: TableState, user_id: int) -> Message:
    """The question before this member leaves a game, or the seat of a full lobby."""
    if state.status is Status.LOBBY:
        leave = ComponentId(Verb.CONFIRM_LEAVE, state.id, detail=LOBBY_SEAT)
        return _question(
            "Leave this table? It is full, so somebody else can take your seat.",
            Button("Leave the table", leave, ButtonStyle.danger),
            Button("Stay", ComponentId(Verb.KEEP_PLAYING, state.id, detail=_KEEP_SEAT)),
        )
    loss = "" if state.options.hints else f" {_loss(language, state, user_id)}"
    return _question(
        f"Leave this game? A computer takes your seat, and you cannot come back.{loss}",
        Button("Leave the game", ComponentId(Verb.CONFIRM_LEAVE, state.id), ButtonStyle.danger),
        Button("Stay", ComponentId(Verb.KEEP_PLAYING, state.id, detail=_STAY)),
    )


def cancel_question(language: Language, state: TableState, way: ClosingWay, asker: int) -> Message:
    """The question before this member closes a table in this way."""
    keep, detail = "Keep playing", _KEEP_GAME
    if way is ClosingWay.LOBBY:
        keep, detail = "Keep the table", _KEEP_TABLE
    words, label = _CLOSING[way]
    words = words.format(silence=silence_words(language, state.options))
    if way is ClosingWay.BY_LEAVING and not state.options.hints:
        # Only members close a table by leaving it.
        words += f" It counts as leaving. {_loss(language, state, asker)}"
    return _question(
        words,
        Button(
            label, ComponentId(Verb.CONFIRM_CANCEL, state.id, detail=way.value), ButtonStyle.danger
        ),
        Button(keep, ComponentId(Verb.KEEP_PLAYING, state.id, detail=detail)),
    )


def _loss(language: Language, state: TableState, user_id: int) -> str:
    """What leaving means for the member's results, by the rule of ratings."""
    if not state.has_moved(state.seat_of(user_id).index):
        return "You have not made a move, so you will have no result."
    others = [seat for seat in state.seats if seat.user_id not in (None, user_id)]
    if others and not any(state.has_moved(seat.index) for seat in others):
        return "It counts as a loss for you once another player has moved."
    return "It counts as a loss for you."


def welcome_message(language: Language) -> Message:
    """Offers the tutorial to a member at their first table."""
    tutorial = Button(
        "Start the tutorial", ComponentId(Verb.TUTORIAL_CHOOSE, 0), ButtonStyle.primary
    )
    return _question(
        "**Your first table?** The tutorial teaches SCOUT in five minutes, just for you. "
        "You can also start it later with `/scout tutorial`.",
        tutorial,
    )


def _question(words: str, *buttons: Button) -> Message:
    return Message(rows=[buttons], content=words)
