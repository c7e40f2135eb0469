"""The boards of the daily deal in a server, and its message a day with the best of yesterday."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial

from discord import ButtonStyle

from bot.pictures.gallery import replay_end_picture, table_picture
from bot.pictures.layouts.standings import BoardSubject, StandingRow
from bot.pictures.picture import Picture
from bot.tables.core.replay import position_at
from bot.tables.core.state import TableState
from bot.tables.daily.boards import BEST_DAYS, BoardPage, BoardRow, Span
from bot.tables.daily.deal import FIRST_DAY
from bot.tables.daily.posts import Yesterday, decisive_turn
from bot.text.language import Language, gettext_noop
from bot.text.moves import moves
from bot.text.words import labelled, points_counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row, page_buttons
from bot.ui.views.daily.attempt import closing_time, deal_label, table_of
from bot.ui.views.elements import escape_markdown, leading_rank, new_embed, seat_faces, unwritten
from bot.ui.views.standings.leaderboard import (
    AvatarOf,
    count_words,
    listing_message,
    member_face,
    no_avatar,
)
from bot.ui.views.turn.hand_words import short_words
from engine.view import result, view

SPANS = {
    # Translators: the days of a board, after a comma, as the next three.
    Span.TODAY: gettext_noop("today"),
    Span.YESTERDAY: gettext_noop("yesterday"),
    Span.WEEK: gettext_noop("this week"),
    Span.MONTH: gettext_noop("this month"),
}
_EMPTY = {
    Span.TODAY: gettext_noop("Nobody in this server has finished today's deal yet."),
    Span.YESTERDAY: gettext_noop("Nobody in this server finished yesterday's deal."),
    Span.WEEK: gettext_noop("Nobody in this server has finished a deal this week yet."),
    Span.MONTH: gettext_noop("Nobody in this server has finished a deal this month yet."),
}
_LABELS = {
    # Translators: a button, at most 20 letters, as the next three.
    Span.TODAY: gettext_noop("Today"),
    Span.YESTERDAY: gettext_noop("Yesterday"),
    Span.WEEK: gettext_noop("This week"),
    Span.MONTH: gettext_noop("This month"),
}


def board_message(
    language: Language,
    span: Span,
    page: BoardPage,
    asked_by: int,
    *,
    finished: date | None,
    can_play: bool = True,
    pictures: bool = False,
    avatar_of: AvatarOf = no_avatar,
) -> Message:
    """One page of a board for this member; `finished` is today, if they have finished its deal.

    `can_play`: whether they could begin it here.
    """
    rows = _rows(language, span, page, _own_deal(language, finished, can_play=can_play))
    measure = "day" if span in (Span.TODAY, Span.YESTERDAY) else "points"
    of, days = language.gettext(SPANS[span]), _counted(language, span, page)
    board = BoardSubject(of, measure, days, podium=page.page == 0)
    counted = count_words(language, page)
    return listing_message(
        language,
        board,
        page,
        partial(_line, language, avatar_of, asked_by),
        rows,
        empty=language.gettext(_EMPTY[span]),
        unranked=language.gettext(
            "You are not on this board. A deal counts in the server in which you begin it, if you "
            "finish it on its day."
        ),
        # The picture says which days count.
        footer=" · ".join(counted if pictures else [*counted, board.counted]),
        pictures=pictures,
    )


def board_press(span: Span, page: int = 0) -> ComponentId:
    return ComponentId(Verb.DAILY_BOARD, 0, page, span.value)


def play_button(language: Language, style: ButtonStyle = ButtonStyle.primary) -> Button:
    # Translators: a button, at most 20 letters: to play the deal of the day.
    return Button(language.gettext("Play today's deal"), ComponentId(Verb.DAILY_OPEN, 0), style)


def _own_deal(language: Language, finished: date | None, *, can_play: bool) -> list[Button]:
    if finished is None:
        return [play_button(language)] if can_play else []
    # With its day: after midnight it must not begin the next deal.
    return [result_button(language, ComponentId(Verb.DAILY_RESULT, finished.toordinal()))]


def result_button(language: Language, press: ComponentId) -> Button:
    # Translators: a button that leads back to the result, at most 20 letters.
    return Button(language.gettext("Result"), press)


def _rows(language: Language, span: Span, page: BoardPage, own: list[Button]) -> list[Row]:
    """The other boards; then the pages, and the member's deal of today."""
    others = [
        Button(language.gettext(label), board_press(other))
        for other, label in _LABELS.items()
        if other is not span
    ]
    pages = page_buttons(language, page.page, page.pages, lambda to: board_press(span, to))
    return [others, [*pages, *own]]


def _counted(language: Language, span: Span, page: BoardPage) -> str:
    if span is Span.WEEK:
        return language.ngettext(
            # Translators: the days that count on the board of a week.
            "each member's best day",
            "each member's best {number} days",
            BEST_DAYS,
        )
    if span is Span.MONTH:
        # Translators: the days that count on the board of a month.
        return language.gettext("all days")
    return deal_label(language, page.subject)


def _line(
    language: Language, avatar_of: AvatarOf, asked_by: int, row: BoardRow, index: int
) -> StandingRow:
    return StandingRow(
        rank=row.rank,
        face=member_face(language, row.user_id, row.name, index, avatar_of(row.user_id)),
        games=row.days,
        wins=0,
        value=language.number(row.points),
        asked=row.user_id == asked_by,
        points=row.points,
    )


_FIRST_TURN = 3
"""The decision number after a round's first turn: 1 is the choice of hands (R6), 2 that turn."""


def channel_message(
    language: Language, day: date, yesterday: Yesterday, *, is_over: bool, pictures: bool
) -> Message:
    """The message of this day; it notifies no member. `is_over`: whether the day has closed."""
    now = language.gettext(
        # Translators: {when} is a time such as "in 5 hours".
        "One round against three computers, with the same cards for everybody. It closes {when}.",
        when=closing_time(day),
    )
    if is_over:
        now = language.gettext("This deal is over. The button begins today's.")
    best, draw = _best_of(language, yesterday, pictures=pictures)
    # In the description: ten long names have no room in a field.
    embed = new_embed("\n".join([now, *best]), title=f"🗓️ {deal_label(language, day)}")
    return Message(embed, [[play_button(language)]], draw=draw if pictures else None)


def _best_of(
    language: Language, yesterday: Yesterday, *, pictures: bool
) -> tuple[list[str], Callable[[], Picture] | None]:
    """The podium, and the decisive move with a picture of it; nothing before the first deal."""
    if yesterday.day == FIRST_DAY - timedelta(days=1):
        return [], None
    words, draw = [*_podium(language, yesterday)], None
    best = yesterday.best
    turn = None if best is None else decisive_turn(best.game.rounds[0], best.seat)
    if best is not None and turn is not None:
        # The move that decided the day for the winner.
        state = table_of(best, pictures=pictures)
        move = short_words(language, state, moves(best.game.rounds[0].log, turn)[0])
        # Translators: {move} is as in "Mia shows 4 5 6".
        words.append(language.gettext("The decisive move: {move}", move=move))
        if pictures:
            words += unwritten(language, seat_faces(language, state))
        draw = _picture(language, state, turn)
    # Translators: {deal} is a day's deal, such as "Daily 213 (21 Nov)".
    title = language.gettext("The best of {deal}", deal=deal_label(language, yesterday.day))
    return ["", f"**{title}**", *words], draw


def _podium(language: Language, yesterday: Yesterday) -> Iterator[str]:
    for row in yesterday.podium:
        name = escape_markdown(row.name) or language.gettext("A former player")
        line = labelled(language, f"**{name}**", points_counted(language, row.points))
        yield f"{leading_rank(language, row.rank)} {line}"
    if yesterday.podium:
        yield language.ngettext(
            "{number} member of this server finished it.",
            "{number} members of this server finished it.",
            yesterday.players,
        )
    else:
        yield language.gettext("Nobody in this server finished it.")


def _picture(language: Language, state: TableState, turn: int) -> Callable[[], Picture]:
    """Draws the table after this turn, or the points after the last one."""
    faces = seat_faces(language, state)
    past = position_at(state.begun_game, turn + _FIRST_TURN)
    assert past is not None
    if past.rounds[0].ended is not None:
        return partial(replay_end_picture, language, result(past, 1), 1, (), faces)
    return partial(table_picture, language, view(past, None), faces)
