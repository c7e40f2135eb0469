"""Pauses of members and of tables, and how many days of pause a server allows"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_ASKED = sa.text("pause_asked_by IS NOT NULL")
_OF_TABLE: dict[str, sa.types.TypeEngine[Any]] = {
    "pause_asked_by": sa.BigInteger(),
    "pause_asked_at": sa.DateTime(),
    "pause_days": sa.Integer(),
    "paused_at": sa.DateTime(),
    "paused_until": sa.DateTime(),
}


def upgrade() -> None:
    days = sa.Column("pause_days", sa.Integer(), server_default="14", nullable=False)
    op.add_column("servers", days)
    for name, kind in _OF_TABLE.items():
        op.add_column("tables", sa.Column(name, kind, nullable=True))
    op.add_column(
        "seats",
        sa.Column("agrees_to_pause", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.create_index(
        "ix_tables_pause_asked_by",
        "tables",
        ["pause_asked_by"],
        sqlite_where=_ASKED,
        postgresql_where=_ASKED,
    )
    op.create_table(
        "pauses",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("begins", sa.DateTime(), nullable=False),
        sa.Column("ends", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "begins", name=op.f("pk_pauses")),
    )
    op.create_index("ix_pauses_user_id", "pauses", ["user_id"])
    op.create_table(
        "pause_bars",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "digest", name=op.f("pk_pause_bars")),
    )


def downgrade() -> None:
    op.drop_table("pause_bars")
    op.drop_table("pauses")
    op.drop_index("ix_tables_pause_asked_by", table_name="tables")
    op.drop_column("seats", "agrees_to_pause")
    for name in reversed(_OF_TABLE):
        op.drop_column("tables", name)
    op.drop_column("servers", "pause_days")
