"""What the bot knows of a member, for cards of statistics."""

from bot.storage.models.results import Category
from bot.tables.standings.leaderboard import Standing
from bot.tables.standings.statistics import (
    RATING_HISTORY_LENGTH,
    HeadToHead,
    MemberStanding,
    MemberStatistics,
    OwnSums,
)


def rating_history(length: int) -> list[int]:
    return [1000 + at for at in range(length)]


STANDING = Standing(
    user_id=5,
    name="Mia",
    rank=3,
    rating=1312,
    uncertainty=62,
    provisional=False,
    games=41,
    wins=19,
    win_share=19 / 41,
    average=1.2,
)


def average(players: int, games: int, points: float | None) -> MemberStanding:
    """The average points a round in the games with so many players."""
    return MemberStanding(players=players, games=games, average=points)


def record(category: Category, games: int, wins: int, points: float | None) -> MemberStanding:
    """The games against computers of this level."""
    return MemberStanding(category=category, games=games, wins=wins, average=points)


FULL = MemberStatistics(
    user_id=5,
    name="Mia",
    total=MemberStanding(games=41, wins=19),
    standing=STANDING,
    members=24,
    rating_history=rating_history(RATING_HISTORY_LENGTH),
    averages=[average(3, 21, 1.44), average(4, 1, -0.6)],
    levels=[record(Category.EASY, 7, 5, 6.2)],
    own=OwnSums(23, 1, 7, 6, 133, 214, 2),
    against=HeadToHead(12, 7, 4, 1),
)
FIRST = FULL._replace(
    standing=None,
    total=MemberStanding(games=0, wins=0),
    rating_history=[],
    averages=[],
    own=OwnSums(23, 1, None, None, 0, 0, 0),
    against=None,
)
