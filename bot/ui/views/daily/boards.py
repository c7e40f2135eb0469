"""The boards of the daily deal: of a day, this week and this month, in one server."""

from discord import ButtonStyle

from bot.pictures.layouts.standings import Board, Standing as Line
from bot.tables.daily.attempts import BEST_DAYS
from bot.tables.daily.boards import PAGE_LENGTH, BoardPage, BoardRow, Span
from bot.text.language import Language, gettext_noop
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row, page_buttons
from bot.ui.views.daily.attempt import deal_label
from bot.ui.views.elements import new_embed
from bot.ui.views.standings.leaderboard import (
    NO_MEMBER_AVATARS,
    Listing,
    MemberAvatars,
    count_words,
    listing_message,
    listing_title,
    member_face,
)

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
_NOT_RANKED = gettext_noop(
    "You are not on this board. A deal counts in the server in which you begin it, if you finish "
    "it on its day."
)


def board_message(
    language: Language,
    span: Span,
    page: BoardPage,
    asked_by: int,
    *,
    has_finished: bool,
    pictures: bool = False,
    avatars: MemberAvatars = NO_MEMBER_AVATARS,
) -> Message:
    """One page of a board for this member, who `has_finished` today's deal or can play it."""
    rows = _rows(language, span, page, has_finished=has_finished)
    board = _board(language, span, page)
    if not page.rows:
        embed = new_embed(language.gettext(_EMPTY[span]), title=listing_title(language, board))
        return Message(embed, rows)
    lines = [_line(language, row, at, asked_by, avatars) for at, row in enumerate(page.rows)]
    own = None
    if page.own is not None and not any(line.asked for line in lines):
        own = _line(language, page.own, PAGE_LENGTH, asked_by, avatars)
    counted = count_words(language, page.page, page.pages, page.members)
    # The picture says which days count.
    footer = " · ".join(counted if pictures else [*counted, board.counted])
    below = [] if page.own is not None else [language.gettext(_NOT_RANKED)]
    listing = Listing(board, lines, own, below, footer)
    return listing_message(language, listing, rows, pictures=pictures)


def board_press(span: Span, page: int = 0) -> ComponentId:
    return ComponentId(Verb.DAILY_BOARD, 0, page, span.value)


def _rows(language: Language, span: Span, page: BoardPage, *, has_finished: bool) -> list[Row]:
    """The other boards; then the pages, and the way to the own deal of today."""
    others = [
        Button(language.gettext(label), board_press(other))
        for other, label in _LABELS.items()
        if other is not span
    ]
    pages = page_buttons(language, page.page, page.pages, lambda to: board_press(span, to))
    today = ComponentId(Verb.DAILY_OPEN, 0)
    if has_finished:
        # Translators: a button that leads back to the result, at most 20 letters.
        own = Button(language.gettext("Result"), today)
    else:
        # Translators: a button, at most 20 letters: to play the deal of the day.
        own = Button(language.gettext("Play today's deal"), today, ButtonStyle.primary)
    return [others, [*pages, own]]


def _board(language: Language, span: Span, page: BoardPage) -> Board:
    is_day = span in (Span.TODAY, Span.YESTERDAY)
    return Board(
        of=language.gettext(SPANS[span]),
        measure="day" if is_day else "points",
        counted=_counted(language, span, page),
        podium=page.page == 0,
    )


def _counted(language: Language, span: Span, page: BoardPage) -> str:
    match span:
        case Span.WEEK:
            return language.ngettext(
                # Translators: the days that count on the board of a week.
                "each member's best day",
                "each member's best {number} days",
                BEST_DAYS,
            )
        case Span.MONTH:
            # Translators: the days that count on the board of a month.
            return language.gettext("all days")
        case _:
            return deal_label(language, page.begins)


def _line(
    language: Language, row: BoardRow, index: int, asked_by: int, avatars: MemberAvatars
) -> Line:
    return Line(
        rank=row.rank,
        face=member_face(language, row.user_id, row.name, index, avatars),
        games=row.days,
        wins=0,
        value=language.number(row.points),
        asked=row.user_id == asked_by,
        points=row.points,
    )
