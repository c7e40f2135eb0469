"""The message a day in a server's channel: the best of the day before, and a button to play."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

from discord import ButtonStyle

from bot.pictures.gallery import replay_end_picture, table_picture
from bot.pictures.picture import Picture
from bot.tables.core.replay import position_at
from bot.tables.core.state import TableState
from bot.tables.daily.boards import BoardRow
from bot.tables.daily.deal import FIRST_DAY
from bot.tables.daily.posts import Yesterday, decisive_turn
from bot.text.language import Language
from bot.text.moves import moves
from bot.text.words import points_counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.daily.attempt import closing_time, deal_label, table_of
from bot.ui.views.elements import (
    NO_AVATARS,
    escape_markdown,
    event_words,
    leading_rank,
    new_embed,
    seat_faces,
    unwritten,
)
from engine.view import result, view

_FIRST_TURN = 3
"""The decision number after a round's first turn: 1 is the choice of hands (R6), 2 that turn."""


def channel_message(
    language: Language, day: date, yesterday: Yesterday, *, is_over: bool, pictures: bool
) -> Message:
    """The message of this day; it notifies nobody. `is_over`: whether the day has closed."""
    if is_over:
        now = language.gettext("This deal is over. The button begins today's.")
    else:
        now = language.gettext(
            # Translators: {when} is a time such as "in 5 hours".
            "One round against three computers, with the same cards for everybody. It closes "
            "{when}.",
            when=closing_time(day),
        )
    fields, draw = _best_of(language, yesterday, pictures=pictures)
    title = f"🗓️ {deal_label(language, day)}"
    # Translators: a button, at most 20 letters: to play the deal of the day.
    play = language.gettext("Play today's deal")
    row = [Button(play, ComponentId(Verb.DAILY_OPEN, 0), ButtonStyle.primary)]
    embed = new_embed(now, title=title, fields=fields)
    return Message(embed, [row], draw=draw if pictures else None)


def _best_of(
    language: Language, yesterday: Yesterday, *, pictures: bool
) -> tuple[dict[str, str], Callable[[], Picture] | None]:
    """The podium with the decisive move, and that one's picture; nothing before the first deal."""
    if yesterday.day == FIRST_DAY - timedelta(days=1):
        return {}, None
    below, draw = [_podium(language, yesterday)], None
    decisive = _decisive(language, yesterday, pictures=pictures)
    if decisive is not None:
        words, draw = decisive
        below.append(words)
    # Translators: {deal} is a day's deal, such as "Daily 213 (21 Nov)".
    best = language.gettext("The best of {deal}", deal=deal_label(language, yesterday.day))
    return {best: "\n".join(below)}, draw


def _podium(language: Language, yesterday: Yesterday) -> str:
    if not yesterday.podium:
        return language.gettext("Nobody in this server finished it.")
    lines = [_line(language, row) for row in yesterday.podium]
    count = yesterday.players
    finished = language.ngettext(
        "{number} member of this server finished it.",
        "{number} members of this server finished it.",
        count,
    )
    return "\n".join([*lines, finished])


def _line(language: Language, row: BoardRow) -> str:
    name = escape_markdown(row.name) or language.gettext("A former player")
    return f"{leading_rank(language, row.rank)} **{name}**: {points_counted(language, row.points)}"


def _decisive(
    language: Language, yesterday: Yesterday, *, pictures: bool
) -> tuple[str, Callable[[], Picture]] | None:
    """The move that decided the day for the first of the podium: in words, and its picture."""
    best = yesterday.best
    if best is None:
        return None
    played = best.game.rounds[0]
    turn = decisive_turn(played, best.seat)
    if turn is None:
        return None
    state = table_of(best, pictures=pictures)
    move = event_words(language, state, moves(played.log, turn)[0])
    # Translators: {move} is as in "Mia shows 4 5 6".
    words = [language.gettext("The decisive move: {move}", move=move)]
    if pictures:
        words += unwritten(language, seat_faces(language, state, NO_AVATARS))
    return "\n".join(words), _picture(language, state, turn)


def _picture(language: Language, state: TableState, turn: int) -> Callable[[], Picture]:
    """Draws the table as everybody saw it after this turn; after the last one all points."""
    assert state.game is not None
    faces = seat_faces(language, state, NO_AVATARS)
    past = position_at(state.game, turn + _FIRST_TURN)
    assert past is not None
    if past.game.rounds[0].ended is not None:
        return partial(replay_end_picture, language, result(past.game, 1), 1, (), faces)
    return partial(table_picture, language, view(past.game, None), faces)
