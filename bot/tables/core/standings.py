"""Derives ratings, standings and totals from results, one game after another.

Eligibility, weight and whether a rating can rise are read from the results, where the end of the
game stored them: computing everything again never judges a game by a later rule.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from bot.storage import queries
from bot.storage.engine.session import Session
from bot.storage.models.results import ALL_MEMBERS, ALL_TIME, ANY_PLAYERS, Category, Outcome, Result
from bot.tables.core.ratings import Rating, rate_weighted

ALL_PERIODS = "all"


class _Rated(NamedTuple):
    """A rating and the number of games that it comes from."""

    rating: Rating = Rating()
    games: int = 0


_Ratings = dict[tuple[int, int], _Rated]
"""By season (or ALL_TIME) and member."""
_Standing = tuple[int, Category, str, int]
"""The member, the category, the period and the number of players."""


def week_of(at: datetime) -> str:
    """The ISO week of a time in UTC, as in "2026-W47"."""
    year, week, _ = at.isocalendar()
    return f"{year}-W{week:02}"


def month_of(at: datetime) -> str:
    """The month of a time in UTC, as in "2026-11"."""
    return f"{at:%Y-%m}"


def season_key(number: int) -> str:
    return f"season-{number}"


async def count_results(session: Session, results: Sequence[Result]) -> None:
    """Add results of one server to its ratings, standings and totals, and store each rating.

    They are whole games in increasing order of number, all later than the games counted before: one
    game at its end, or thousands in a rebuild.
    """
    guild_id = results[0].guild_id
    known = await _known_ratings(session, guild_id, results)
    before = dict(known)
    standings: dict[_Standing, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    numbers: dict[tuple[int, str], int | None] = {}
    totals: dict[str, int] = defaultdict(int)
    for _, group in groupby(results, key=attrgetter("number")):
        game = list(group)
        _rate_game(game, known)
        _add_totals(game, totals)
        for result in game:
            _add_standings(result, standings)
            if result.category is Category.PEOPLE:
                numbers.update(_numbers(result, known))
    await queries.standings.add_totals(session, guild_id, totals)
    changed = {key: rated for key, rated in known.items() if before.get(key) != rated}
    await session.run_together(
        [
            queries.standings.new_ratings(session, _rating_rows(guild_id, changed)),
            queries.standings.more_in_standings(session, _standing_rows(guild_id, standings)),
            (queries.standings.NEW_NUMBERS, _number_rows(guild_id, numbers)),
        ]
    )


async def _known_ratings(session: Session, guild_id: int, results: Sequence[Result]) -> _Ratings:
    seasons = {ALL_TIME, *(result.season for result in results if result.season is not None)}
    users = {result.user_id for result in results}
    rows = await queries.standings.ratings(session, guild_id, seasons, users)
    return {(season, user): _Rated(Rating(mu, sigma), n) for season, user, mu, sigma, n in rows}


def _rate_game(game: Sequence[Result], known: _Ratings) -> None:
    """Rate a game of at least two people by their ranks, for all time and for its season."""
    for result in game:
        result.mu = result.sigma = None
    if len(game) < 2:
        return
    for season in {ALL_TIME, game[0].season or ALL_TIME}:
        before = [known.get((season, result.user_id), _Rated()) for result in game]
        after = rate_weighted(
            [rated.rating for rated in before],
            [result.people_rank for result in game],
            [result.may_rise for result in game],
            game[0].weight,
        )
        for result, rated, rating in zip(game, before, after, strict=True):
            if rating is None:
                continue
            known[season, result.user_id] = _Rated(rating, rated.games + 1)
            if season == ALL_TIME:
                result.mu, result.sigma = rating


def _add_totals(game: Sequence[Result], totals: dict[str, int]) -> None:
    totals["rounds"] += max(result.rounds for result in game)
    for name in ("moves", "emptied", "unbeaten"):
        totals[name] += sum(getattr(result, name) or 0 for result in game)


def _periods(result: Result) -> Iterator[tuple[str, int]]:
    """The periods that the result counts for, each with the season of its ratings."""
    yield ALL_PERIODS, ALL_TIME
    yield month_of(result.finished_at), ALL_TIME
    yield week_of(result.finished_at), ALL_TIME
    if result.season is not None:
        yield season_key(result.season), result.season


def _sums(result: Result) -> tuple[int, int, int, int] | None:
    """The games, wins, points and rounds that count; None if the result counts for nothing."""
    if result.may_rise:
        return 1, int(result.won), result.points, result.rounds
    return None if result.outcome is Outcome.FINISHED else (1, 0, 0, 0)


def _add_standings(result: Result, standings: dict[_Standing, list[int]]) -> None:
    added = _sums(result)
    if added is None:
        return
    own = [
        (result.user_id, result.category, period, players)
        for period, _ in _periods(result)
        for players in (ANY_PLAYERS, result.players)
    ]
    for key in (*own, (ALL_MEMBERS, result.category, ALL_PERIODS, result.players)):
        standings[key] = [*map(sum, zip(standings[key], added, strict=True))]


def _numbers(result: Result, known: _Ratings) -> Iterator[tuple[tuple[int, str], int | None]]:
    """The rating number in the member's standings, by period."""
    for period, season in _periods(result):
        rated = known.get((season, result.user_id))
        yield (result.user_id, period), rated and rated.rating.number


def _rating_rows(guild_id: int, ratings: _Ratings) -> list[dict[str, Any]]:
    return [
        {
            "guild_id": guild_id,
            "season": season,
            "user_id": user_id,
            "mu": rated.rating.mu,
            "sigma": rated.rating.sigma,
            "games": rated.games,
        }
        for (season, user_id), rated in ratings.items()
    ]


def _standing_rows(guild_id: int, standings: dict[_Standing, list[int]]) -> list[dict[str, Any]]:
    return [
        {
            "guild_id": guild_id,
            "user_id": user_id,
            "category": category,
            "period": period,
            "players": players,
            **dict(zip(queries.standings.SUMS, sums, strict=True)),
        }
        for (user_id, category, period, players), sums in sorted(standings.items())
    ]


def _number_rows(guild_id: int, numbers: dict[tuple[int, str], int | None]) -> list[dict[str, Any]]:
    return [
        {"guild": guild_id, "user": user_id, "in_period": period, "number": number}
        for (user_id, period), number in numbers.items()
    ]
