"""The choices for a leaderboard: in words, and the selects that change them."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.tables.core.state import MAX_SEATS, MIN_SEATS
from bot.tables.standings.leaderboard import (
    COMPUTER_MEASURES,
    LeaderboardChoice,
    LeaderboardPage,
    Measure,
    Period,
)
from bot.tables.standings.seasons import Season
from bot.text.language import Language, gettext_noop
from bot.text.names import readable_name
from bot.text.words import counting, in_a_row, joined
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import OPTIONS, Option, Row, Select, page_buttons
from engine.players import Level

MEASURES = {
    # Translators: a choice of "How to rank", as the next four.
    Measure.RATING: gettext_noop("rating"),
    Measure.WINS: gettext_noop("wins"),
    Measure.WIN_SHARE: gettext_noop("win share"),
    Measure.AVERAGE: gettext_noop("points a round"),
    Measure.GAMES: gettext_noop("games"),
}
_RANKED_BY = {
    # Translators: the present choice of a menu, as the next four.
    Measure.RATING: gettext_noop("Ranked by rating"),
    Measure.WINS: gettext_noop("Ranked by wins"),
    Measure.WIN_SHARE: gettext_noop("Ranked by win share"),
    Measure.AVERAGE: gettext_noop("Ranked by points a round"),
    Measure.GAMES: gettext_noop("Ranked by games"),
}
_RANK_BY = {
    # Translators: a choice of a menu, as the next four.
    Measure.RATING: gettext_noop("Rank by rating"),
    Measure.WINS: gettext_noop("Rank by wins"),
    Measure.WIN_SHARE: gettext_noop("Rank by win share"),
    Measure.AVERAGE: gettext_noop("Rank by points a round"),
    Measure.GAMES: gettext_noop("Rank by games"),
}
PERIODS = {
    # Translators: the time of the games on a leaderboard, after a comma, as the next three.
    Period.WEEK: gettext_noop("this week"),
    Period.MONTH: gettext_noop("this month"),
    Period.SEASON: gettext_noop("this season"),
    Period.ALL_TIME: gettext_noop("all time"),
}
_PERIOD_OPTIONS = {
    # Translators: a choice of a menu, as the next three.
    Period.WEEK: gettext_noop("This week"),
    Period.MONTH: gettext_noop("This month"),
    Period.SEASON: gettext_noop("This season"),
    Period.ALL_TIME: gettext_noop("All time"),
}
_AGAINST = {
    # Translators: games of two people or more; then those of one person against computers.
    None: gettext_noop("games among people"),
    Level.BEGINNER: gettext_noop("games against beginner computers alone"),
    Level.EASY: gettext_noop("games against easy computers alone"),
    Level.MEDIUM: gettext_noop("games against medium computers alone"),
    Level.HARD: gettext_noop("games against hard computers alone"),
}
_AGAINST_OPTIONS = {
    None: gettext_noop("Among people"),
    Level.BEGINNER: gettext_noop("Against beginner computers alone"),
    Level.EASY: gettext_noop("Against easy computers alone"),
    Level.MEDIUM: gettext_noop("Against medium computers alone"),
    Level.HARD: gettext_noop("Against hard computers alone"),
}
_AGAINST_IN_SHORT = {
    None: gettext_noop("among people"),
    Level.BEGINNER: gettext_noop("against beginner computers"),
    Level.EASY: gettext_noop("against easy computers"),
    Level.MEDIUM: gettext_noop("against medium computers"),
    Level.HARD: gettext_noop("against hard computers"),
}
AMONG_PEOPLE = _AGAINST[None]
"""The default choice of games that count."""


def period_words(language: Language, choice: LeaderboardChoice, seasons: Sequence[Season]) -> str:
    """`this week`, or the name of the season, not escaped."""
    if choice.period is not Period.SEASON:
        return language.gettext(PERIODS[choice.period])
    found = (readable_name(season.name) for season in seasons if season.number == choice.season)
    return next(found, "") or language.gettext(PERIODS[Period.SEASON])


def filter_words(language: Language, choice: LeaderboardChoice) -> Iterator[str]:
    """Which games count, and the limits on members, if there are any."""
    yield language.gettext(_AGAINST[choice.against])
    if choice.players is not None:
        yield _players(language, choice.players)
    if choice.min_games > 1:
        least = choice.min_games
        yield language.ngettext("at least {number} game", "at least {number} games", least)


_players = counting("{number} player", "{number} players")


def empty_words(
    language: Language, choice: LeaderboardChoice, seasons: Sequence[Season], period: str
) -> str:
    """Why the leaderboard is empty, and what to do; `period` is escaped."""
    if choice.period is Period.SEASON and not seasons:
        return language.gettext(
            "There is no season in this server yet. A member with Manage Server starts one with "
            "`/scout season start`."
        )
    facts = [*filter_words(language, choice)]
    if choice.period is Period.ALL_TIME and facts == [language.gettext(AMONG_PEOPLE)]:
        return language.gettext(
            "Nobody is ranked here yet. Finish a game with somebody else, without hints, to be the "
            "first: `/scout new` opens a table."
        )
    words = language.gettext(
        # Translators: {games} as "this week, games among people, 4 players".
        "Nobody is ranked here yet. Counted here: {games}.",
        games=joined(language, [period, *facts]),
    )
    hint = language.gettext("`/scout new` opens a table.")
    if choice.min_games > 1:
        hint = language.gettext("Choose fewer games.")
    return in_a_row([words, hint])


def control_rows(language: Language, page: LeaderboardPage, seasons: Sequence[Season]) -> list[Row]:
    """The selects, with whole choices as their options' values, and pages of the present one."""
    choice = page.subject
    selects = (
        (language.gettext(_RANKED_BY[choice.measure]), _measures(language, choice)),
        (_period_option(language, choice, seasons), _periods(language, choice, seasons)),
        (_games(language, choice), _opponents(language, choice)),
    )
    rows: list[Row] = [
        Select(present, ComponentId(Verb.LEADERBOARD_CHOICE, 0, number), _others(choice, options))
        for number, (present, options) in enumerate(selects)
    ]
    press = partial(ComponentId, Verb.LEADERBOARD, 0, detail=choice.code)
    return [*rows, page_buttons(language, page.page, page.pages, press)]


def _others(
    choice: LeaderboardChoice, options: Iterator[tuple[str, LeaderboardChoice]]
) -> list[Option]:
    """The options except the present choice, which is the select's placeholder."""
    return [Option(label, other.code) for label, other in options if other != choice][:OPTIONS]


def _measures(
    language: Language, choice: LeaderboardChoice
) -> Iterator[tuple[str, LeaderboardChoice]]:
    for measure in Measure if choice.against is None else COMPUTER_MEASURES:
        yield language.gettext(_RANK_BY[measure]), choice._replace(measure=measure)


def _periods(
    language: Language, choice: LeaderboardChoice, seasons: Sequence[Season]
) -> Iterator[tuple[str, LeaderboardChoice]]:
    """The seasons last, newest first: a server can have more than a select has room for."""
    for period in (Period.WEEK, Period.MONTH, Period.ALL_TIME):
        yield language.gettext(_PERIOD_OPTIONS[period]), choice._replace(period=period, season=None)
    for season in seasons:
        of_season = choice._replace(period=Period.SEASON, season=season.number)
        name = period_words(language, of_season, seasons)
        yield language.gettext("Season: {name}", name=name), of_season


def _period_option(language: Language, choice: LeaderboardChoice, seasons: Sequence[Season]) -> str:
    if choice.period is Period.SEASON and choice.season is not None:
        return period_words(language, choice, seasons)
    return language.gettext(_PERIOD_OPTIONS[choice.period])


def _opponents(
    language: Language, choice: LeaderboardChoice
) -> Iterator[tuple[str, LeaderboardChoice]]:
    """By number of players, then against whom."""
    yield language.gettext("Any number of players"), choice._replace(players=None)
    for players in range(MIN_SEATS, MAX_SEATS + 1):
        yield _players(language, players), choice._replace(players=players)
    yield language.gettext(_AGAINST_OPTIONS[None]), choice._replace(against=None)
    # Games against computers have no rating.
    known = choice.measure in COMPUTER_MEASURES
    other = choice if known else choice._replace(measure=COMPUTER_MEASURES[0])
    for level in Level:
        yield language.gettext(_AGAINST_OPTIONS[level]), other._replace(against=level)


def _games(language: Language, choice: LeaderboardChoice) -> str:
    """`2–5 players, among people`: a phone cuts off longer labels."""
    players = language.gettext("{least}–{most} players", least=MIN_SEATS, most=MAX_SEATS)
    if choice.players is not None:
        players = _players(language, choice.players)
    return joined(language, (players, language.gettext(_AGAINST_IN_SHORT[choice.against])))
