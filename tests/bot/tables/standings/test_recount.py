"""Leaderboards of random games, in every choice, beside a count of all their results by hand."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from bot.storage.engine.database import Database
from bot.tables.core.ratings import Rating, rate
from bot.tables.standings.leaderboard import Leaderboard, LeaderboardChoice, Measure, Period
from bot.tables.standings.seasons import Seasons
from engine.players import Level
from tests.support.tables.results import store_game

GUILD, GAMES, SEASON_EVERY, BETWEEN = 1, 60, 25, timedelta(hours=2)
NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)
"""A Tuesday: in the days before it a week began, and a day earlier a month."""
Ratings = dict[tuple[int, int], Rating]
"""By season, 0 for all time, and member."""


class Played(NamedTuple):
    """One member's part in one game of three rounds; `season` is 0 before the first."""

    user_id: int
    points: int
    place: int
    left: bool
    at: datetime
    season: int
    players: int
    level: Level | None

    def counts(self, choice: LeaderboardChoice) -> bool:
        monday = NOW.date() - timedelta(NOW.weekday())
        in_period = {
            Period.WEEK: self.at.date() >= monday,
            Period.MONTH: self.at.month == NOW.month,
            Period.SEASON: self.season == choice.season,
            Period.ALL_TIME: True,
        }
        is_chosen = choice.players in (None, self.players) and choice.against == self.level
        return in_period[choice.period] and is_chosen


async def play(database: Database, rng: Random, number: int) -> list[Played]:
    members = rng.sample(range(100, 107), rng.choice((1, 2, 2, 3)))
    left = members[1:] if rng.random() < 0.3 else []
    points = {user_id: rng.randrange(-3, 4) for user_id in members}
    level = rng.choice([*Level]) if len(members) == 1 else None
    players, at = rng.randint(max(2, len(members)), 5), NOW - (GAMES - number) * BETWEEN
    await store_game(database, points, players=players, level=level, left=left, at=at, rule=2)
    # Members who left are behind all others.
    order = {user_id: -99 if user_id in left else own for user_id, own in points.items()}
    places = {who: 1 + sum(more > own for more in order.values()) for who, own in order.items()}
    season = number // SEASON_EVERY
    return [
        Played(who, own, places[who], who in left, at, season, players, level)
        for who, own in points.items()
    ]


def rate_by_hand(ratings: Ratings, game: list[Played]) -> None:
    if len(game) == 1:
        return
    for season in {0, game[0].season}:
        old = [ratings.get((season, part.user_id), Rating()) for part in game]
        new = rate(old, [part.place for part in game])
        for part, before, after in zip(game, old, new, strict=True):
            if not part.left or after.estimate <= before.estimate:
                ratings[season, part.user_id] = after


def expected(
    choice: LeaderboardChoice, parts: list[Played], ratings: Ratings
) -> list[tuple[int, int, float]]:
    """Rank, member and value, best first."""
    own = defaultdict(list)
    for part in filter(lambda part: part.counts(choice), parts):
        own[part.user_id].append(part)
    values: dict[int, float] = {}
    for user_id, games in own.items():
        points = [part.points for part in games if not part.left]
        wins = sum(part.place == 1 for part in games)
        rating = ratings.get((choice.season or 0, user_id))
        value = {
            Measure.RATING: rating and rating.number,
            Measure.WINS: wins,
            Measure.WIN_SHARE: wins / len(games),
            Measure.AVERAGE: sum(points) / (3 * len(points)) if points else None,
            Measure.GAMES: len(games),
        }[choice.measure]
        if value is not None and len(games) >= choice.min_games:
            values[user_id] = value
    ranked = sorted(values.items(), key=lambda line: (-line[1], -line[0]))
    return [(1 + sum(more > own for more in values.values()), of, own) for of, own in ranked]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
async def test_every_choice_shows_what_a_count_by_hand_finds(database: Database, seed: int) -> None:
    leaderboard, rng = Leaderboard(database, lambda: NOW), Random(seed)
    seasons = Seasons(database, leaderboard, lambda: NOW)
    parts: list[Played] = []
    ratings: Ratings = {}
    for number in range(GAMES):
        if number and number % SEASON_EVERY == 0:
            await seasons.start(GUILD, str(number))
        game = await play(database, rng, number)
        rate_by_hand(ratings, game)
        parts += game
    periods = [*product(Period, [None]), (Period.SEASON, 1), (Period.SEASON, 2)]
    periods.remove((Period.SEASON, None))
    for measure, (period, season), players, against in product(
        Measure, periods, (None, 2, 3, 4, 5), (None, *Level)
    ):
        if against is None or measure is not Measure.RATING:
            least = rng.choice((1, 2, 3))
            choice = LeaderboardChoice(measure, period, players, least, against, season)
            page = await leaderboard.page(GUILD, 0, choice)
            shown = [
                (line.rank, line.user_id, getattr(line, measure.value.replace("-", "_")))
                for line in page.rows
            ]
            assert shown == expected(choice, parts, ratings), choice
