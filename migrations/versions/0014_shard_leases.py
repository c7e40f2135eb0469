"""Leases of shards and foreign changes, for several processes on one database"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "shard_leases",
        sa.Column("shard_count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.String(length=32), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("last_interaction", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shard_count", "shard_id", name=op.f("pk_shard_leases")),
    )
    op.create_table(
        "foreign_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_foreign_changes_table_id_tables"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_foreign_changes")),
    )


def downgrade() -> None:
    op.drop_table("foreign_changes")
    op.drop_table("shard_leases")
