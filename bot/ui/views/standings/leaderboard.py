"""A leaderboard of a server, one page as a picture or as text; its seasons and their podiums."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from discord import ButtonStyle
from discord.utils import format_dt

from bot.pictures.alt_standings import measured
from bot.pictures.faces import SeatFace, home_colour
from bot.pictures.gallery import leaderboard_picture
from bot.pictures.layouts.standings import BoardSubject, StandingRow, board_title
from bot.tables.core.ratings import PROVISIONAL_GAMES
from bot.tables.standings.leaderboard import (
    PAGE_LENGTH,
    LeaderboardPage,
    Measure,
    RankedPage,
    Standing,
)
from bot.tables.standings.seasons import Podium, Season
from bot.text.language import Language, gettext_noop
from bot.text.names import readable_name
from bot.text.words import counting, in_a_row, joined, labelled
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row
from bot.ui.views.elements import escape_markdown, leading_rank, new_embed, unwritten
from bot.ui.views.standings.choices import (
    AMONG_PEOPLE,
    control_rows,
    empty_words,
    filter_words,
    period_words,
)

T = TypeVar("T")
AvatarOf = Callable[[int], bytes | None]
"""The image file of the member with an id; a drawn initial replaces a missing one."""


def no_avatar(_user_id: int) -> None:
    """For lines whose members all have initials."""


def leaderboard_message(
    language: Language,
    page: LeaderboardPage,
    asked_by: int,
    name: str,
    seasons: Sequence[Season] = (),
    *,
    pictures: bool = False,
    avatar_of: AvatarOf = no_avatar,
) -> Message:
    """One page, with the rank of the member who asks; `seasons` are the server's, newest first."""
    choice = page.subject
    of, counted = period_words(language, choice, seasons), filter_words(language, choice)
    board = BoardSubject(of, choice.measure.value, joined(language, counted), podium=page.page == 0)
    return listing_message(
        language,
        board,
        page,
        partial(board_line, language, choice.measure, avatar_of, asked_by),
        control_rows(language, page, seasons),
        empty=empty_words(language, choice, seasons, escape_markdown(of)),
        unranked=_unranked(language, name),
        footer=_footer(language, page),
        pictures=pictures,
    )


def listing_message(
    language: Language,
    board: BoardSubject,
    page: RankedPage[Any, T],
    line: Callable[[T, int], StandingRow],
    rows: Sequence[Row],
    *,
    empty: str,
    unranked: str,
    footer: str,
    pictures: bool,
) -> Message:
    """A page of a board as a picture, or all of it in words.

    `line` makes a line of a row and its index. The asking member's is shown below a page that
    lacks it; without one they read `unranked`. A board without lines shows `empty`. `footer` counts
    pages and members.
    """
    title = f"🏆 {joined(language, (board_title(language, board), escape_markdown(board.of)))}"
    if not page.rows:
        return Message(new_embed(empty, title=title), rows)
    lines = [line(row, at) for at, row in enumerate(page.rows)]
    own = None if page.own is None else line(page.own, PAGE_LENGTH)
    below = [unranked] if own is None else []
    apart = None if any(one.asked for one in lines) else own
    if not pictures:
        said = [listed_line(language, board, one) for one in lines]
        if apart is not None:
            said += ["…", listed_line(language, board, apart)]
        return Message(new_embed("\n".join([*said, *below]), title=title, footer=footer), rows)
    # The picture has the list.
    names = unwritten(language, [one.face for one in [*lines, *filter(None, [apart])]])
    embed = new_embed("\n".join([*names, *below]), footer=footer)
    return Message(embed, rows, draw=partial(leaderboard_picture, language, board, lines, apart))


def _unranked(language: Language, name: str) -> str:
    if named := escape_markdown(name):
        return language.gettext("{name} is not ranked here yet.", name=named)
    return language.gettext("This member is not ranked here yet.")


def board_line(
    language: Language,
    measure: Measure,
    avatar_of: AvatarOf,
    asked_by: int,
    standing: Standing,
    index: int,
) -> StandingRow:
    """The standing as a picture shows it at this index of the list; `asked_by` stands out."""
    shows_ratings, user_id = measure is Measure.RATING, standing.user_id
    return StandingRow(
        rank=standing.rank,
        face=member_face(language, user_id, standing.name, index, avatar_of(user_id)),
        games=standing.games,
        wins=standing.wins,
        value=_value(language, standing, measure),
        spread=spread(language, standing) if shows_ratings else "",
        provisional=shows_ratings and standing.provisional,
        asked=user_id == asked_by,
    )


def listed_line(language: Language, board: BoardSubject, line: StandingRow) -> str:
    """`1st **Mia**: rating 1312 ± 62, 41 games`."""
    name = escape_markdown(line.face.name) or language.gettext("a member")
    words = labelled(language, f"**{name}**", measured(language, board, line))
    return f"{leading_rank(language, line.rank)} {words}"


def _footer(language: Language, page: LeaderboardPage) -> str:
    footer = " · ".join([*count_words(language, page), *filter_words(language, page.subject)])
    if page.subject.measure is not Measure.RATING:
        return footer
    cautious = language.ngettext(
        "A rating is a cautious estimate; the smaller its ±, the surer it is. "
        "Provisional: fewer than {number} game.",
        "A rating is a cautious estimate; the smaller its ±, the surer it is. "
        "Provisional: fewer than {number} games.",
        PROVISIONAL_GAMES,
    )
    return f"{footer}\n{cautious}"


def count_words(language: Language, page: RankedPage[Any, Any]) -> Iterator[str]:
    """`Page 1 of 3`, if there are several, and `24 members`; nothing of a member alone."""
    if page.pages > 1:
        yield language.gettext("Page {page} of {pages}", page=page.page + 1, pages=page.pages)
    if page.members != 1:
        yield language.ngettext("{number} member", "{number} members", page.members)


def member_face(
    language: Language, user_id: int, name: str, index: int, avatar: bytes | None
) -> SeatFace:
    """The face of a member on a board or a card; `index` counts the lines."""
    instead, colour = member_number(language, index), home_colour(user_id)
    return SeatFace(name, index, avatar=avatar, instead=instead, colour=colour)


def member_number(language: Language, index: int) -> str:
    """A member whose name cannot be drawn."""
    return language.gettext("Member {number}", number=index + 1)


def spread(language: Language, standing: Standing) -> str:
    """The uncertainty of the rating: `± 62`; '' without a rating."""
    return "" if standing.uncertainty is None else f"± {language.number(standing.uncertainty)}"


def mean_points(language: Language, average: float | None) -> str:
    """The average points a round; a dash if no round counts."""
    return "–" if average is None else language.number(average, decimals=1, signed=True)


def _value(language: Language, standing: Standing, measure: Measure) -> str:
    match measure:
        case Measure.RATING:
            return "–" if standing.rating is None else str(standing.rating)
        case Measure.WINS:
            return language.number(standing.wins)
        case Measure.WIN_SHARE:
            return language.percent(standing.win_share)
        case Measure.AVERAGE:
            return mean_points(language, standing.average)
        case Measure.GAMES:
            return language.number(standing.games)


# Translators: a button that starts the season of this name, at most 38 letters beside it.
START = gettext_noop("Start {name}")
_SHOWN = 20
NOT_STARTED = gettext_noop("No season was started.")
NO_SEASONS = gettext_noop(
    "This server has no seasons yet. A member with Manage Server starts one with "
    "`/scout season start`."
)


def start_question(language: Language, name: str, running: Season | None) -> Message:
    """The question before a season starts.

    Its button has the new season's name, for `name_in_label`, and the ended one's number, or 0.
    """
    question = language.gettext("Start the season **{name}**?", name=escape_markdown(name))
    if running is None:
        # Nothing is lost.
        number, style = 0, ButtonStyle.success
        effect = language.gettext(
            "Games that end from now on belong to it. The leaderboard of all time stays."
        )
    else:
        number, style = running.number, ButtonStyle.danger
        effect = language.gettext(
            "That ends **{season}**: its podium is posted in this channel, and its leaderboard "
            "stays.",
            season=escape_markdown(running.name),
        )
    pressed = ComponentId(Verb.START_SEASON, 0, number)
    start = Button(language.gettext(START, name=name), pressed, style)
    keep = Button(language.gettext("Not now"), ComponentId(Verb.KEEP_SEASON, 0))
    return Message(new_embed(in_a_row([question, effect])), [[start, keep]])


def started_words(language: Language, season: Season) -> str:
    return language.gettext("The season **{name}** has begun.", name=escape_markdown(season.name))


def seasons_message(language: Language, seasons: Sequence[Season]) -> Message:
    """The seasons, newest first, with the days from which to which they ran."""
    # Each ends at the start of the next.
    ends = [None, *(season.started_at for season in seasons)]
    shown = zip(seasons[:_SHOWN], ends, strict=False)
    lines = [_season_line(language, season, end) for season, end in shown]
    if (more := len(seasons) - _SHOWN) > 0:
        # Translators: below a list of seasons.
        lines.append(
            language.ngettext("… and {number} earlier one.", "… and {number} earlier ones.", more)
        )
    footer = language.gettext("/scout leaderboard shows the standings of each season.")
    return Message(new_embed("\n".join(lines), title=language.gettext("🗓️ Seasons"), footer=footer))


# Translators: below the best of a season: members who share the last place there.
_more_equals = counting("{number} more has the same rating.", "{number} more have the same rating.")


def podium_message(
    language: Language, podium: Podium, *, pictures: bool, avatar_of: AvatarOf = no_avatar
) -> Message:
    """The best of a season that is over, for everybody."""
    line = partial(board_line, language, Measure.RATING, avatar_of, 0)
    lines = [line(standing, at) for at, standing in enumerate(podium.standings)]
    season = readable_name(podium.season.name)
    games = language.gettext(AMONG_PEOPLE)
    board = BoardSubject(season, Measure.RATING.value, games, podium=True, won=True)
    title = language.gettext("🏁 The season {name} is over", name=escape_markdown(season))
    said = [listed_line(language, board, line) for line in lines]
    if pictures:
        said = unwritten(language, [line.face for line in lines])
    if podium.more:
        said.append(_more_equals(language, podium.more))
    draw = partial(leaderboard_picture, language, board, lines) if pictures else None
    return Message(new_embed("\n".join(said), title=title), draw=draw)


def _season_line(language: Language, season: Season, end: datetime | None) -> str:
    name, began = escape_markdown(season.name), format_dt(season.started_at, "d")
    if end is None:
        return language.gettext("**{name}**: since {day}", name=name, day=began)
    ended = format_dt(end, "d")
    return language.gettext("**{name}**: {began} to {ended}", name=name, began=began, ended=ended)
