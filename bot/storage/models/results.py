"""The models of finished games: results, what is counted from them, and seasons.

`results`, `departures` and `seasons` are kept; ratings, standings and totals are derived from
results, and `python -m bot ratings rebuild` computes them again.
"""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, Double, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base, DiscordKey, TableKey, named_enum
from engine.players import Level

ALL_TIME = 0
"""The number for all seasons in `ratings`."""
ANY_PLAYERS = 0
"""The number of players for all games in `standings`."""


ALL_MEMBERS = 0
"""The member id for all members of a server in `standings`: only all time, by players."""


class Outcome(StrEnum):
    """The end of the game for a member: played to its end, left, or replaced for missing turns."""

    FINISHED = "finished"
    LEFT = "left"
    REPLACED = "replaced"


class Category(StrEnum):
    """The opponents: people, or computers by their level if one member played alone."""

    PEOPLE = "people"
    BEGINNER = "beginner"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Departure(Base):
    """A member who left a running game after `action_count` actions; a computer plays on."""

    __tablename__ = "departures"

    table_id: Mapped[TableKey]
    seat: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(100))
    action_count: Mapped[int]


class Result(Base):
    """One member's result in one game (R23). None for members who never moved, and in games with
    hints or in which only one of several people moved.
    """

    __tablename__ = "results"
    __table_args__ = (
        Index("ix_results_user_id_guild_id_number", "user_id", "guild_id", "number"),
        Index("ix_results_guild_id_number_seat", "guild_id", "number", "seat", unique=True),
        Index("ix_results_longest_set", "guild_id", "longest_set", "number"),
        Index("ix_results_biggest_capture", "guild_id", "biggest_capture", "number"),
    )

    table_id: Mapped[TableKey]
    seat: Mapped[int] = mapped_column(primary_key=True)
    guild_id: Mapped[int] = mapped_column(BigInteger)
    # Counts a server's games in the order in which they ended.
    number: Mapped[int]
    user_id: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(100))
    # All seats, and those of members, also of members who left.
    players: Mapped[int]
    people: Mapped[int]
    # The weakest computer's at a table of one person, else None.
    level: Mapped[Level | None] = mapped_column(named_enum(Level))
    outcome: Mapped[Outcome] = mapped_column(named_enum(Outcome))
    # The rounds that ended while the member was there, and the points of these.
    rounds: Mapped[int]
    points: Mapped[int]
    # Among all seats; the last for members who did not finish.
    rank: Mapped[int]
    # Among the results of the game: computers' places are closed up, and members who did not finish
    # share the last rank.
    people_rank: Mapped[int]
    # None before the server's first.
    season: Mapped[int | None]
    finished_at: Mapped[datetime]

    # Turns that the member played themself, and what came of these: rounds that they ended, and
    # numbers of cards. None until `ratings rebuild` if an earlier version stored the result.
    moves: Mapped[int | None]
    emptied: Mapped[int | None]
    unbeaten: Mapped[int | None]
    longest_set: Mapped[int | None]
    biggest_capture: Mapped[int | None]
    # How many of the reviewed moves were as good as those of the review.
    agreed: Mapped[int] = mapped_column(default=0)
    reviewed: Mapped[int] = mapped_column(default=0)

    # The member's rating after the game, None if the game did not change it.
    mu: Mapped[float | None] = mapped_column(Double)
    sigma: Mapped[float | None] = mapped_column(Double)
    # The version of the rule of ratings (see docs/ratings.md) under which the game ended.
    rule: Mapped[int]
    # Whether the game can raise the member's rating.
    may_rise: Mapped[bool]
    # The weight of the game for ratings.
    weight: Mapped[float] = mapped_column(Double)

    @property
    def category(self) -> Category:
        return Category.PEOPLE if self.level is None else Category(self.level.value)

    @property
    def won(self) -> bool:
        """Whether the member finished first, of the people if there were others."""
        rank = self.rank if self.category is not Category.PEOPLE else self.people_rank
        return self.outcome is Outcome.FINISHED and rank == 1


class Season(Base):
    """A season of a server, until the next one starts; `number` counts from 1.

    `podium_taken`: whether its podium is posted.
    """

    __tablename__ = "seasons"

    guild_id: Mapped[DiscordKey]
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(100))
    started_at: Mapped[datetime]
    podium_taken: Mapped[bool] = mapped_column(default=False)


class MemberRating(Base):
    """A member's rating in a server after `games` rated games, of a season or ALL_TIME."""

    __tablename__ = "ratings"

    guild_id: Mapped[DiscordKey]
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[DiscordKey]
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    games: Mapped[int]


_RANKED = ("guild_id", "category", "period", "players")


class MemberStanding(Base):
    """The sums of a member's results of one category in one period, with so many `players`.

    `period` is "all", a month as "2026-11", an ISO week as "2026-W47", or "season-2"; `players` is
    ANY_PLAYERS for all games. `rating` is the number of ratings.Rating after the member's last
    game in the period: in a season that of the season. `average` is None before a round ended.

    Each measure has an index that holds all that ranking needs, so a page and a member's own rank
    are read without the rows of others.
    """

    __tablename__ = "standings"
    __table_args__ = tuple(
        Index(f"ix_standings_{measure}", *_RANKED, measure, "user_id", *games)
        for measure, games in (
            ("rating", ("games",)),
            ("wins", ("games",)),
            ("win_share", ("games",)),
            ("average", ("games",)),
            ("games", ()),
        )
    )

    guild_id: Mapped[DiscordKey]
    user_id: Mapped[DiscordKey]
    category: Mapped[Category] = mapped_column(named_enum(Category), primary_key=True)
    period: Mapped[str] = mapped_column(String(16), primary_key=True)
    players: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    games: Mapped[int]
    wins: Mapped[int]
    points: Mapped[int]
    rounds: Mapped[int]
    rating: Mapped[int | None]
    win_share: Mapped[float] = mapped_column(Double)
    average: Mapped[float | None] = mapped_column(Double)


class ServerTotals(Base):
    """The totals of a server; `games` is also the number of the newest game (Result.number)."""

    __tablename__ = "server_totals"

    guild_id: Mapped[DiscordKey]
    games: Mapped[int] = mapped_column(default=0)
    rounds: Mapped[int] = mapped_column(default=0)
    moves: Mapped[int] = mapped_column(default=0)
    emptied: Mapped[int] = mapped_column(default=0)
    unbeaten: Mapped[int] = mapped_column(default=0)
