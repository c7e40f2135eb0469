"""What the bot knows of a member, for cards of statistics."""

from bot.tables.standings.leaderboard import Standing
from bot.tables.standings.statistics import (
    RATING_HISTORY_LENGTH,
    HeadToHead,
    LevelRecord,
    MemberStatistics,
    PlayersAverage,
)
from engine.players import Level


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
FULL = MemberStatistics(
    user_id=5,
    name="Mia",
    games=41,
    wins=19,
    unfinished=2,
    standing=STANDING,
    members=24,
    rating_history=rating_history(RATING_HISTORY_LENGTH),
    averages=[PlayersAverage(3, 21, 1.44), PlayersAverage(4, 1, -0.6)],
    levels=[LevelRecord(Level.EASY, 7, 5, 6.2)],
    emptied=23,
    unbeaten=1,
    longest_set=7,
    biggest_capture=6,
    agreed=133,
    reviewed=214,
    against=HeadToHead(12, 7, 4, 1),
)
FIRST = FULL._replace(
    standing=None,
    games=0,
    wins=0,
    unfinished=0,
    rating_history=[],
    averages=[],
    longest_set=None,
    biggest_capture=None,
    agreed=0,
    reviewed=0,
    against=None,
)
