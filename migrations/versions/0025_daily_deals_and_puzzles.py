"""The daily deal, its boards and its message in a channel; answers to puzzles"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TABLES = (
    "daily_secrets",
    "daily_days",
    "daily_attempts",
    "daily_actions",
    "daily_counts",
    "daily_standings",
    "daily_streaks",
    "daily_bars",
    "daily_posts",
    "puzzle_answers",
    "puzzle_ratings",
    "puzzle_members",
)
_ATTEMPT = "user_id", "day", "practice"


def upgrade() -> None:
    op.add_column("servers", sa.Column("daily_channel", sa.BigInteger(), nullable=True))
    hour = sa.Column("daily_hour", sa.Integer(), server_default="17", nullable=False)
    op.add_column("servers", hour)
    _create_days()
    _create_attempts()
    _create_boards()
    _create_puzzles()


def downgrade() -> None:
    for name in reversed(_TABLES):
        op.drop_table(name)
    op.drop_column("servers", "daily_hour")
    op.drop_column("servers", "daily_channel")


def _create_days() -> None:
    op.create_table(
        "daily_secrets",
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("first_day", name=op.f("pk_daily_secrets")),
    )
    op.create_table(
        "daily_days",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=True),
        sa.Column("par", sa.Double(), nullable=True),
        sa.Column("cleared", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_daily_days")),
    )
    op.create_table(
        "daily_bars",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("day", "digest", name=op.f("pk_daily_bars")),
    )
    op.create_table(
        "daily_posts",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("is_over", sa.Boolean(), nullable=False),
        sa.Column("unplayed", sa.Integer(), nullable=False),
        sa.Column("tried_at", sa.DateTime(), nullable=True),
        sa.Column("refused_since", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_daily_posts")),
    )


def _create_attempts() -> None:
    op.create_table(
        "daily_attempts",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("action_count", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.DateTime(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint(*_ATTEMPT, name=op.f("pk_daily_attempts")),
    )
    op.create_index("ix_daily_attempts_board", "daily_attempts", ["guild_id", "day", "points"])
    op.create_index("ix_daily_attempts_day", "daily_attempts", ["day", "finished_at"])
    op.create_table(
        "daily_actions",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("notation", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            _ATTEMPT,
            [f"daily_attempts.{name}" for name in _ATTEMPT],
            name=op.f("fk_daily_actions_user_id_day_practice_daily_attempts"),
            onupdate="CASCADE",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(*_ATTEMPT, "number", name=op.f("pk_daily_actions")),
    )


def _create_boards() -> None:
    op.create_table(
        "daily_counts",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("points", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "points", name=op.f("pk_daily_counts")),
    )
    op.create_table(
        "daily_standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.String(length=16), nullable=False),
        sa.Column("begins", sa.Date(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "period", "begins", "user_id", name=op.f("pk_daily_standings")
        ),
    )
    op.create_index(
        "ix_daily_standings_board", "daily_standings", ["guild_id", "period", "begins", "points"]
    )
    op.create_index("ix_daily_standings_user_id", "daily_standings", ["user_id"])
    op.create_table(
        "daily_streaks",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_daily_streaks")),
    )


def _create_puzzles() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("puzzle_id", sa.String(length=16), nullable=False),
        sa.Column("notation", sa.String(length=32), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("answered_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "puzzle_id", name=op.f("pk_puzzle_answers")),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle_id", sa.String(length=16), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle_id", name=op.f("pk_puzzle_ratings")),
    )
    op.create_table(
        "puzzle_members",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest_streak", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_puzzle_members")),
    )
