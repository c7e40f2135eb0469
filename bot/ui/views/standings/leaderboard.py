"""A leaderboard of a server: a page with its picture or as text."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from bot.pictures.alt_standings import measured
from bot.pictures.faces import SeatFace, home_colour
from bot.pictures.gallery import leaderboard_picture
from bot.pictures.layouts.standings import Board, Standing as Line, board_title
from bot.tables.core.ratings import PROVISIONAL_GAMES
from bot.tables.standings.leaderboard import PAGE_LENGTH, LeaderboardPage, Measure, Standing
from bot.tables.standings.seasons import Season
from bot.text.language import Language
from bot.text.words import joined
from bot.ui.kit.message import Message, Row
from bot.ui.views.elements import escape_markdown, leading_rank, new_embed, unwritten
from bot.ui.views.standings.choices import control_rows, empty_words, filter_words, period_words

MemberAvatars = Mapping[int, bytes]
"""Image files by members' ids; a drawn initial stands for a missing one."""
NO_MEMBER_AVATARS: MemberAvatars = MappingProxyType({})


class Listing(NamedTuple):
    """A page of a board: its lines, and the asking member's `own` from another page.

    `below` are sentences of the member who asks, `footer` says how much there is.
    """

    board: Board
    lines: Sequence[Line]
    own: Line | None
    below: Sequence[str]
    footer: str


class Asker(NamedTuple):
    """The reader, whose own rank is shown."""

    user_id: int
    name: str


def leaderboard_message(
    language: Language,
    page: LeaderboardPage,
    asker: Asker,
    seasons: Sequence[Season] = (),
    *,
    pictures: bool = False,
    avatars: MemberAvatars = NO_MEMBER_AVATARS,
) -> Message:
    """One page of the leaderboard; `seasons` are the server's, newest first."""
    rows = control_rows(language, page, seasons)
    board = _board(language, page, seasons)
    if not page.standings:
        words = empty_words(language, page.choice, seasons, escape_markdown(board.of))
        return Message(new_embed(words, title=listing_title(language, board)), rows)
    lines, own = _lines(language, page, asker.user_id, avatars)
    below = [] if page.own is not None else [_unranked(language, asker.name)]
    listing = Listing(board, lines, own, below, _footer(language, page))
    return listing_message(language, listing, rows, pictures=pictures)


def listing_title(language: Language, board: Board) -> str:
    return f"🏆 {board_title(language, board)}, {escape_markdown(board.of)}"


def listing_message(
    language: Language, listing: Listing, rows: Sequence[Row], *, pictures: bool
) -> Message:
    """The page as a picture, or all of it in words."""
    board, lines, own, below, footer = listing
    if not pictures:
        words = "\n".join([*_listed(language, board, lines, own), *below])
        return Message(new_embed(words, title=listing_title(language, board), footer=footer), rows)
    # The picture says all of the list.
    names = unwritten(language, [line.face for line in [*lines, *filter(None, [own])]])
    embed = new_embed("\n".join([*names, *below]), footer=footer)
    return Message(embed, rows, draw=partial(leaderboard_picture, language, board, lines, own))


def _listed(language: Language, board: Board, lines: Sequence[Line], own: Line | None) -> list[str]:
    said = [listed_line(language, board, line) for line in lines]
    return said if own is None else [*said, "…", listed_line(language, board, own)]


def _lines(
    language: Language, page: LeaderboardPage, asked_by: int, avatars: MemberAvatars
) -> tuple[list[Line], Line | None]:
    """The lines of a page, and the asking member's if it is on another page."""
    measure = page.choice.measure
    lines = board_lines(language, page.standings, measure, avatars, asked_by)
    if page.own is None or any(line.asked for line in lines):
        return lines, None
    return lines, _line(language, page.own, PAGE_LENGTH, measure, asked_by, avatars)


def _unranked(language: Language, name: str) -> str:
    if not (named := escape_markdown(name)):
        return language.gettext("This member is not ranked here yet.")
    return language.gettext("{name} is not ranked here yet.", name=named)


def board_lines(
    language: Language,
    standings: Sequence[Standing],
    measure: Measure,
    avatars: MemberAvatars,
    asked_by: int = 0,
) -> list[Line]:
    """The standings as a picture shows them; the member `asked_by` stands out."""
    return [
        _line(language, standing, at, measure, asked_by, avatars)
        for at, standing in enumerate(standings)
    ]


def listed_line(language: Language, board: Board, line: Line) -> str:
    """`1st **Mia**: rating 1312 ± 62, 41 games`."""
    name = escape_markdown(line.face.name) or language.gettext("a member")
    return f"{leading_rank(language, line.rank)} **{name}**: {measured(language, board, line)}"


def _board(language: Language, page: LeaderboardPage, seasons: Sequence[Season]) -> Board:
    choice = page.choice
    return Board(
        of=period_words(language, choice, seasons),
        measure=choice.measure.value,
        counted=joined(language, filter_words(language, choice)),
        podium=page.page == 0,
    )


def _footer(language: Language, page: LeaderboardPage) -> str:
    counted = count_words(language, page.page, page.pages, page.members)
    footer = " · ".join([*counted, *filter_words(language, page.choice)])
    if page.choice.measure is not Measure.RATING:
        return footer
    cautious = language.ngettext(
        "A rating is a cautious estimate; the smaller its ±, the surer it is. "
        "Provisional: fewer than {number} game.",
        "A rating is a cautious estimate; the smaller its ±, the surer it is. "
        "Provisional: fewer than {number} games.",
        PROVISIONAL_GAMES,
    )
    return f"{footer}\n{cautious}"


def count_words(language: Language, page: int, pages: int, members: int) -> list[str]:
    """`Page 1 of 3`, if there are several, and `24 members`; nothing of a member alone."""
    if members == 1:
        return []
    words = [language.ngettext("{number} member", "{number} members", members)]
    if pages > 1:
        words.insert(0, language.gettext("Page {page} of {pages}", page=page + 1, pages=pages))
    return words


def _line(
    language: Language,
    standing: Standing,
    index: int,
    measure: Measure,
    asked_by: int,
    avatars: MemberAvatars,
) -> Line:
    rated = measure is Measure.RATING and standing.uncertainty is not None
    user_id = standing.user_id
    return Line(
        rank=standing.rank,
        face=member_face(language, user_id, standing.name, index, avatars),
        games=standing.games,
        wins=standing.wins,
        value=_value(language, standing, measure),
        spread=spread(language, standing) if rated else "",
        provisional=rated and standing.provisional,
        asked=user_id == asked_by,
    )


def member_face(
    language: Language, user_id: int, name: str, index: int, avatars: MemberAvatars
) -> SeatFace:
    """The face of a member on a board; `index` counts the lines."""
    instead = member_number(language, index)
    avatar, colour = avatars.get(user_id), home_colour(user_id)
    return SeatFace(name, index, avatar=avatar, instead=instead, colour=colour)


def member_number(language: Language, index: int) -> str:
    """A member whose name cannot be written."""
    return language.gettext("Member {number}", number=index + 1)


def spread(language: Language, standing: Standing) -> str:
    """How sure the rating is: `± 62`."""
    return f"± {language.number(standing.uncertainty or 0)}"


def _value(language: Language, standing: Standing, measure: Measure) -> str:
    match measure:
        case Measure.RATING:
            return "–" if standing.rating is None else str(standing.rating)
        case Measure.WINS:
            return language.number(standing.wins)
        case Measure.WIN_SHARE:
            return share(language, standing.win_share)
        case Measure.AVERAGE:
            return language.number(standing.average, decimals=1, signed=True)
        case Measure.GAMES:
            return language.number(standing.games)


def share(language: Language, part: float) -> str:
    """`46 %`."""
    # Translators: a share of games or moves: "46 %".
    return language.gettext("{number} %", number=round(100 * part))
