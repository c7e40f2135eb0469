"""What the choices of a leaderboard are called, and why nobody is on it."""

from collections.abc import Sequence

from bot.tables.standings.leaderboard import LeaderboardChoice, Measure, Period
from bot.tables.standings.seasons import Season
from bot.text.names import readable_name

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

_NOBODY = "Nobody is ranked here yet. Finish a game with somebody else, without hints,"
_NO_SEASON = (
    "There is no season in this server yet. A member with Manage Server starts one with "
    "`/scout season start`."
)


def period_words(choice: LeaderboardChoice, seasons: Sequence[Season]) -> str:
    """`this week`, or the name of the season, which still has to be made fit for a message."""
    if choice.period is not Period.SEASON:
        return PERIODS[choice.period]
    found = (readable_name(season.name) for season in seasons if season.number == choice.season)
    return next(found, PERIODS[Period.SEASON])


def filter_words(choice: LeaderboardChoice) -> list[str]:
    """Which games and members count, where not all do."""
    words = []
    if choice.against is not None:
        words.append(f"against {choice.against} computers")
    if choice.players is not None:
        words.append(f"{choice.players} players")
    if choice.min_games > 1:
        words.append(f"at least {choice.min_games} games")
    return words


def empty_words(choice: LeaderboardChoice, seasons: Sequence[Season], period: str) -> str:
    """Why nobody is on the leaderboard, and what to do; `period` fit for a message."""
    if choice.period is Period.SEASON and not seasons:
        return _NO_SEASON
    filters = filter_words(choice)
    if choice.period is Period.ALL_TIME and not filters:
        return f"{_NOBODY} to be the first: `/scout new` opens a table."
    games = "a game" if choice.min_games == 1 else f"{choice.min_games} games"
    with_players = "" if choice.players is None else f" with {choice.players} players"
    against = "" if choice.against is None else f" against {choice.against} computers alone"
    when = {Period.ALL_TIME: "yet", Period.SEASON: f"in {period} yet"}.get(choice.period, period)
    hint = "Choose fewer games." if choice.min_games > 1 else "`/scout new` opens a table."
    return f"Nobody has finished {games}{with_players}{against} {when}. {hint}"
