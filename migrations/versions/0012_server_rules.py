"""A server's policy for opening tables, and blocked members"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_LIVE = sa.text("status IN ('lobby', 'playing')")


def upgrade() -> None:
    # In place, as in earlier migrations.
    op.add_column(
        "servers", sa.Column("channels", sa.JSON(), server_default=sa.text("'[]'"), nullable=False)
    )
    op.add_column("servers", sa.Column("max_tables", sa.Integer(), nullable=True))
    op.add_column("servers", sa.Column("host_role", sa.BigInteger(), nullable=True))
    op.add_column("servers", sa.Column("log_channel", sa.BigInteger(), nullable=True))
    op.create_table(
        "blocks",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("blocked_by", sa.BigInteger(), nullable=False),
        sa.Column("blocked_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_blocks"),
    )
    op.create_index(
        "ix_tables_live_guild",
        "tables",
        ["guild_id", "status"],
        sqlite_where=_LIVE,
        postgresql_where=_LIVE,
    )


def downgrade() -> None:
    op.drop_index("ix_tables_live_guild", "tables")
    op.drop_table("blocks")
    op.drop_column("servers", "log_channel")
    op.drop_column("servers", "host_role")
    op.drop_column("servers", "max_tables")
    op.drop_column("servers", "channels")
