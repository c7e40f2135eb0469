"""The first tables"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "lobby", "playing", "over", "closed", name="status", native_enum=False, length=16
            ),
            nullable=False,
        ),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=True),
        sa.Column("turn_limit", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("published_revision", sa.Integer(), nullable=False),
        sa.Column("action_count", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.DateTime(), nullable=False),
        sa.Column("turn_since", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=True),
        sa.Column("pinged", sa.Boolean(), nullable=False),
        sa.Column("posted_anew", sa.Integer(), nullable=False),
        sa.Column("lost_at", sa.DateTime(), nullable=True),
        sa.Column("closed_because", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index("ix_tables_due_at", ["due_at"], unique=False)
        batch_op.create_index(
            "ix_tables_live_channel",
            ["channel_id"],
            unique=True,
            sqlite_where=sa.text("status IN ('lobby', 'playing')"),
            postgresql_where=sa.text("status IN ('lobby', 'playing')"),
        )

    op.create_table(
        "actions",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("notation", sa.String(length=32), nullable=False),
        sa.Column(
            "source",
            sa.Enum("member", "computer", "stand-in", name="source", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_actions_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_actions")),
    )
    op.create_table(
        "posts",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("slot", sa.String(length=16), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_posts_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "slot", name=op.f("pk_posts")),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_results_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index("ix_results_guild_id_user_id", ["guild_id", "user_id"], unique=False)

    op.create_table(
        "rounds",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("hands", sa.JSON(), nullable=False),
        sa.Column("set_aside", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_rounds_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_rounds")),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("hand_token", sa.String(length=512), nullable=True),
        sa.Column("hand_until", sa.DateTime(), nullable=True),
        sa.Column("hand_message_id", sa.BigInteger(), nullable=True),
        sa.Column("hand_round", sa.Integer(), nullable=True),
        sa.Column("hand_digest", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_seats_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "position", name=op.f("pk_seats")),
    )


def downgrade() -> None:
    op.drop_table("seats")
    op.drop_table("rounds")
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_index("ix_results_guild_id_user_id")

    op.drop_table("results")
    op.drop_table("posts")
    op.drop_table("actions")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_tables_live_channel",
            sqlite_where=sa.text("status IN ('lobby', 'playing')"),
            postgresql_where=sa.text("status IN ('lobby', 'playing')"),
        )
        batch_op.drop_index("ix_tables_due_at")

    op.drop_table("tables")
