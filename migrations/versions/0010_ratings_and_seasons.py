"""Ratings, seasons and standings; results with more columns; members who left a game"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_INDEXES = {
    "ix_results_user_id_guild_id_number": ("user_id", "guild_id", "number"),
    "ix_results_guild_id_number_seat": ("guild_id", "number", "seat"),
    "ix_results_longest_set": ("guild_id", "longest_set", "number"),
    "ix_results_biggest_capture": ("guild_id", "biggest_capture", "number"),
}
_MEASURES = ("rating", "wins", "win_share", "average", "games")
# A seat with a member's move was a person's, even if a computer had it in the end.
_PEOPLE = """
UPDATE results SET people = (
    SELECT count(*) FROM seats WHERE seats.table_id = results.table_id AND (
        seats.user_id IS NOT NULL OR EXISTS (
            SELECT 1 FROM actions WHERE actions.table_id = seats.table_id
            AND actions.seat = seats.seat AND actions.source = 'member')))
"""
_PEOPLE_RANK = """
UPDATE results SET people_rank = 1 + (
    SELECT count(*) FROM results AS better
    WHERE better.table_id = results.table_id AND better.points > results.points)
"""
_LEVEL = """
UPDATE results SET level = (
    SELECT CASE
        WHEN count(CASE WHEN level = 'easy' THEN 1 END) > 0 THEN 'easy'
        WHEN count(CASE WHEN level = 'medium' THEN 1 END) > 0 THEN 'medium'
        ELSE 'hard' END
    FROM seats WHERE seats.table_id = results.table_id AND seats.user_id IS NULL)
WHERE people = 1
"""


def upgrade() -> None:
    for column in _columns():
        op.add_column("results", column)
    for statement in (_PEOPLE, _PEOPLE_RANK, _LEVEL):
        op.execute(statement)
    _number_games()
    op.drop_index("ix_results_guild_id_user_id", "results")
    for name, columns in _INDEXES.items():
        op.create_index(name, "results", list(columns), unique="number_seat" in name)
    _create_departures()
    _create_seasons()
    _create_ratings()
    _create_standings()
    _create_server_totals()


def downgrade() -> None:
    for table in ("server_totals", "standings", "ratings", "seasons", "departures"):
        op.drop_table(table)
    for name in _INDEXES:
        op.drop_index(name, "results")
    op.create_index("ix_results_guild_id_user_id", "results", ["guild_id", "user_id"])
    for column in reversed(_columns()):
        op.drop_column("results", column.name)


def _columns() -> list[sa.Column[Any]]:
    return [
        sa.Column("number", sa.Integer(), server_default="0", nullable=False),
        sa.Column("people", sa.Integer(), server_default="1", nullable=False),
        sa.Column("level", sa.String(length=16), nullable=True),
        # Earlier versions stored only games that were played to the end.
        sa.Column("outcome", sa.String(length=16), server_default="finished", nullable=False),
        sa.Column("people_rank", sa.Integer(), server_default="1", nullable=False),
        sa.Column("season", sa.Integer(), nullable=True),
        # NULL until `python -m bot ratings rebuild` replays the game.
        sa.Column("moves", sa.Integer(), nullable=True),
        sa.Column("emptied", sa.Integer(), nullable=True),
        sa.Column("unbeaten", sa.Integer(), nullable=True),
        sa.Column("longest_set", sa.Integer(), nullable=True),
        sa.Column("biggest_capture", sa.Integer(), nullable=True),
        sa.Column("agreed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reviewed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("mu", sa.Double(), nullable=True),
        sa.Column("sigma", sa.Double(), nullable=True),
    ]


def _number_games() -> None:
    """Number each server's games in the order in which they ended."""
    connection = op.get_bind()
    games = connection.execute(
        sa.text(
            "SELECT guild_id, table_id FROM results GROUP BY guild_id, table_id"
            " ORDER BY guild_id, min(finished_at), table_id"
        )
    )
    numbers: dict[int, int] = {}
    numbered = []
    for guild_id, table_id in games:
        numbers[guild_id] = numbers.get(guild_id, 0) + 1
        numbered.append({"number": numbers[guild_id], "table_id": table_id})
    if numbered:
        connection.execute(
            sa.text("UPDATE results SET number = :number WHERE table_id = :table_id"), numbered
        )


def _create_departures() -> None:
    op.create_table(
        "departures",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("action_count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_departures_table_id_tables"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_departures")),
    )


def _create_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("podium_taken", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "number", name=op.f("pk_seasons")),
    )


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "season", "user_id", name=op.f("pk_ratings")),
    )


def _create_standings() -> None:
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("category", sa.String(length=16), nullable=False),
        sa.Column("period", sa.String(length=16), nullable=False),
        sa.Column("players", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("win_share", sa.Double(), nullable=False),
        sa.Column("average", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint(
            "guild_id", "user_id", "category", "period", "players", name=op.f("pk_standings")
        ),
    )
    for measure in _MEASURES:
        columns = ["guild_id", "category", "period", "players", measure, "user_id"]
        columns += [] if measure == "games" else ["games"]
        op.create_index(f"ix_standings_{measure}", "standings", columns)


def _create_server_totals() -> None:
    op.create_table(
        "server_totals",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("emptied", sa.Integer(), nullable=False),
        sa.Column("unbeaten", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_server_totals")),
    )
