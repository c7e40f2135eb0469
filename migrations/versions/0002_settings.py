"""Settings of members and servers"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "members",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("pictures", sa.Boolean(), nullable=True),
        sa.Column("confirm", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_members")),
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("turn_limit", sa.Integer(), nullable=True),
        sa.Column("pictures", sa.Boolean(), nullable=False),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
    )
    # Existing tables get the default of new ones. Not in a batch: in SQLite that could copy the
    # table, and dropping the old one would delete its seats.
    op.add_column(
        "tables", sa.Column("pictures", sa.Boolean(), nullable=False, server_default=sa.true())
    )


def downgrade() -> None:
    op.drop_column("tables", "pictures")
    op.drop_table("servers")
    op.drop_table("members")
