"""A leaderboard of a server: a page with its picture or as text, and what changes it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from bot.pictures.alt import measured
from bot.pictures.faces import SeatFace, home_colour
from bot.pictures.gallery import leaderboard_picture
from bot.pictures.layouts.standings import Board, Standing as Line
from bot.tables.core.ratings import PROVISIONAL_GAMES
from bot.tables.core.state import MAX_SEATS, MIN_SEATS
from bot.tables.standings.leaderboard import (
    COMPUTER_MEASURES,
    PAGE_LENGTH,
    LeaderboardChoice,
    LeaderboardPage,
    Measure,
    Period,
    Standing,
)
from bot.tables.standings.seasons import Season
from bot.text.language import Language
from bot.text.names import readable_name
from bot.text.words import counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import OPTIONS, Message, Option, Row, Select, page_buttons
from bot.ui.views.elements import escape_markdown, new_embed, unwritten
from engine.players import Level

MemberAvatars = Mapping[int, bytes]
"""Image files by members' ids; a drawn initial stands for a missing one."""
NO_MEMBER_AVATARS: MemberAvatars = MappingProxyType({})
_UNNAMED = "a member"
_CAUTIOUS = (
    "A rating is a cautious estimate; the smaller its ±, the surer it is. "
    f"Provisional: fewer than {PROVISIONAL_GAMES} games."
)


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
    """One page of the leaderboard; the picture, if there is one, says all of the list.

    `seasons` are the server's, newest first.
    """
    rows = control_rows(language, page, seasons)
    board = _board(language, page, seasons)
    period = escape_markdown(board.of)
    title = f"🏆 {board.title}, {period}"
    if not page.standings:
        return Message(
            new_embed(empty_words(language, page.choice, seasons, period), title=title), rows
        )
    measure, own = page.choice.measure, None
    lines = board_lines(language, page.standings, measure, avatars, asker.user_id)
    if page.own is not None and not any(line.asked for line in lines):
        own = _line(language, page.own, PAGE_LENGTH, measure, asker.user_id, avatars)
    below = []
    if page.own is None:
        below = [f"{escape_markdown(asker.name) or _UNNAMED} is not ranked here yet."]
    elsewhere = [] if own is None else [own]
    if pictures:
        names = unwritten(language, [line.face for line in [*lines, *elsewhere]])
        embed = new_embed("\n".join([*names, *below]), footer=_footer(language, page))
        return Message(embed, rows, draw=partial(leaderboard_picture, language, board, lines, own))
    said = [listed_line(language, board, line) for line in lines]
    for line in elsewhere:
        said += ["…", listed_line(language, board, line)]
    return Message(
        new_embed("\n".join([*said, *below]), title=title, footer=_footer(language, page)), rows
    )


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
    """`1st **Mia**: rating 1312 ± 62, 41 games`.

    "1." would begin a list, and Discord numbers the lines of a list itself, shared ranks too.
    """
    name = escape_markdown(line.face.name) or _UNNAMED
    return f"{language.ordinal(line.rank)} **{name}**: {measured(language, board, line)}"


def _board(language: Language, page: LeaderboardPage, seasons: Sequence[Season]) -> Board:
    choice = page.choice
    return Board(
        of=period_words(language, choice, seasons),
        measure=MEASURES[choice.measure],
        counted=", ".join(filter_words(language, choice)),
        podium=page.page == 0,
    )


def _footer(language: Language, page: LeaderboardPage) -> str:
    parts = [counted(language, page.members, "member"), *filter_words(language, page.choice)]
    if page.pages > 1:
        parts.insert(0, f"Page {page.page + 1} of {page.pages}")
    footer = " · ".join(parts)
    return f"{footer}\n{_CAUTIOUS}" if page.choice.measure is Measure.RATING else footer


def _line(
    language: Language,
    standing: Standing,
    index: int,
    measure: Measure,
    asked_by: int,
    avatars: MemberAvatars,
) -> Line:
    rated = measure is Measure.RATING and standing.uncertainty is not None
    face = SeatFace(
        standing.name,
        index,
        avatar=avatars.get(standing.user_id),
        noun="Member",
        colour=home_colour(standing.user_id),
    )
    return Line(
        rank=standing.rank,
        face=face,
        games=standing.games,
        wins=standing.wins,
        value=_value(language, standing, measure),
        spread=f"± {standing.uncertainty}" if rated else "",
        provisional=rated and standing.provisional,
        asked=standing.user_id == asked_by,
    )


def _value(language: Language, standing: Standing, measure: Measure) -> str:
    match measure:
        case Measure.RATING:
            return "–" if standing.rating is None else language.number(standing.rating)
        case Measure.WINS:
            return str(standing.wins)
        case Measure.WIN_SHARE:
            return share(standing.win_share)
        case Measure.AVERAGE:
            return language.number(standing.average, decimals=1, signed=True)
        case Measure.GAMES:
            return str(standing.games)


def share(part: float) -> str:
    """`46 %`."""
    return f"{round(100 * part)} %"


MEASURES = {
    Measure.RATING: "rating",
    Measure.WINS: "wins",
    Measure.WIN_SHARE: "win share",
    Measure.AVERAGE: "points a round",
    Measure.GAMES: "games",
}
PERIODS = {
    Period.WEEK: "this week",
    Period.MONTH: "this month",
    Period.SEASON: "this season",
    Period.ALL_TIME: "all time",
}

AMONG_PEOPLE = "games among people"
"""The games that count without another choice: those of two people or more."""
_NOBODY = "Nobody is ranked here yet. Finish a game with somebody else, without hints,"
_NO_SEASON = (
    "There is no season in this server yet. A member with Manage Server starts one with "
    "`/scout season start`."
)


def period_words(language: Language, choice: LeaderboardChoice, seasons: Sequence[Season]) -> str:
    """`this week`, or the name of the season, which still has to be made fit for a message."""
    if choice.period is not Period.SEASON:
        return PERIODS[choice.period]
    found = (readable_name(season.name) for season in seasons if season.number == choice.season)
    return next(found, PERIODS[Period.SEASON])


def filter_words(language: Language, choice: LeaderboardChoice) -> list[str]:
    """Which games count, and the limits on members, if there are any."""
    words = [AMONG_PEOPLE]
    if choice.against is not None:
        words = [f"games against {choice.against} computers alone"]
    if choice.players is not None:
        words.append(f"{choice.players} players")
    if choice.min_games > 1:
        words.append(f"at least {choice.min_games} games")
    return words


def empty_words(
    language: Language, choice: LeaderboardChoice, seasons: Sequence[Season], period: str
) -> str:
    """Why the leaderboard is empty, and what to do; `period` fit for a message."""
    if choice.period is Period.SEASON and not seasons:
        return _NO_SEASON
    if choice.period is Period.ALL_TIME and filter_words(language, choice) == [AMONG_PEOPLE]:
        return f"{_NOBODY} to be the first: `/scout new` opens a table."
    games = "a game" if choice.min_games == 1 else f"{choice.min_games} games"
    with_players = "" if choice.players is None else f" with {choice.players} players"
    against = "" if choice.against is None else f" against {choice.against} computers alone"
    when = {Period.ALL_TIME: "yet", Period.SEASON: f"in {period} yet"}.get(choice.period, period)
    hint = "Choose fewer games." if choice.min_games > 1 else "`/scout new` opens a table."
    return f"Nobody has finished {games}{with_players}{against} {when}. {hint}"


def control_rows(language: Language, page: LeaderboardPage, seasons: Sequence[Season]) -> list[Row]:
    """Each option's value is the whole choice that it leads to; the pages keep the present one."""
    choice = page.choice
    selects = (
        (f"Ranked by {MEASURES[choice.measure]}", _measures(language, choice)),
        (_capital(period_words(language, choice, seasons)), _periods(language, choice, seasons)),
        (_games(language, choice), _opponents(language, choice)),
    )
    rows: list[Row] = [
        Select(present, ComponentId(Verb.LEADERBOARD_CHOICE, 0, number), _others(choice, options))
        for number, (present, options) in enumerate(selects)
    ]
    buttons = page_buttons(
        language,
        page.page,
        page.pages,
        lambda to: ComponentId(Verb.LEADERBOARD, 0, to, choice.code),
    )
    return [*rows, buttons] if buttons else rows


def _others(
    choice: LeaderboardChoice, options: Iterator[tuple[str, LeaderboardChoice]]
) -> list[Option]:
    """The options that change anything; the present choice is the select's placeholder."""
    return [Option(label, other.code) for label, other in options if other != choice][:OPTIONS]


def _measures(
    language: Language, choice: LeaderboardChoice
) -> Iterator[tuple[str, LeaderboardChoice]]:
    offered = tuple(Measure) if choice.against is None else COMPUTER_MEASURES
    for measure in offered:
        yield f"Rank by {MEASURES[measure]}", choice._replace(measure=measure)


def _periods(
    language: Language, choice: LeaderboardChoice, seasons: Sequence[Season]
) -> Iterator[tuple[str, LeaderboardChoice]]:
    """The seasons last, newest first: a server can have more than a select has room for."""
    for period in (Period.WEEK, Period.MONTH, Period.ALL_TIME):
        yield _capital(PERIODS[period]), choice._replace(period=period, season=None)
    for season in seasons:
        of_season = choice._replace(period=Period.SEASON, season=season.number)
        yield f"Season: {period_words(language, of_season, seasons)}", of_season


def _opponents(
    language: Language, choice: LeaderboardChoice
) -> Iterator[tuple[str, LeaderboardChoice]]:
    """By number of players, then against whom."""
    yield "Any number of players", choice._replace(players=None)
    for players in range(MIN_SEATS, MAX_SEATS + 1):
        yield f"{players} players", choice._replace(players=players)
    yield "Among people", choice._replace(against=None)
    for level in Level:
        yield f"Against {level} computers alone", _against(choice, level)


def _against(choice: LeaderboardChoice, level: Level) -> LeaderboardChoice:
    """The same of games against computers, which have no rating."""
    known = choice.measure in COMPUTER_MEASURES
    measure = choice.measure if known else COMPUTER_MEASURES[0]
    return choice._replace(against=level, measure=measure)


def _games(language: Language, choice: LeaderboardChoice) -> str:
    """`2–5 players, among people`: a phone cuts off what is longer."""
    who = "among people" if choice.against is None else f"against {choice.against} computers"
    players = f"{MIN_SEATS}–{MAX_SEATS}" if choice.players is None else str(choice.players)
    return f"{players} players, {who}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
