"""Lists of members to call, calls, and members who avoid each other"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    on: sa.Column[bool] = sa.Column("calls", sa.Boolean(), server_default=sa.true(), nullable=False)
    op.add_column("servers", on)
    _create_hours()
    _create_calls()
    op.create_table(
        "avoided_members",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("avoided_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "avoided_id", name=op.f("pk_avoided_members")),
    )
    op.create_index("ix_avoided_members_avoided_id", "avoided_members", ["avoided_id"])


def downgrade() -> None:
    for name in ("avoided_members", "calls", "call_hours"):
        op.drop_table(name)
    op.drop_column("servers", "calls")


def _create_hours() -> None:
    op.create_table(
        "call_hours",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=True),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("days", "begins", "ends", "every")
        ),
        sa.Column("until", sa.DateTime(), nullable=True),
        sa.Column("called_at", sa.DateTime(), nullable=True),
        sa.Column("call_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_call_hours")),
    )
    op.create_index("ix_call_hours_user_id", "call_hours", ["user_id"])


def _create_calls() -> None:
    op.create_table(
        "calls",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("caller_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calls")),
    )
    for name in ("host_id", "caller_id"):
        op.create_index(f"ix_calls_{name}", "calls", [name])
