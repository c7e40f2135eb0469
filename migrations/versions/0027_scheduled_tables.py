"""Scheduled tables, and the members who sign up to them"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SCHEDULED = sa.text("status = 'scheduled'")
_TABLES = sa.table("tables", sa.column("status"), sa.column("closed_reason"))
_NEW_REASONS = "too few", "late", "no room"


def upgrade() -> None:
    for name in ("starts_at", "roll_call_at"):
        op.add_column("tables", sa.Column(name, sa.DateTime(), nullable=True))
    op.create_index(
        "ix_tables_scheduled",
        "tables",
        ["guild_id"],
        sqlite_where=_SCHEDULED,
        postgresql_where=_SCHEDULED,
    )
    op.create_table(
        "sign_ups",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("avatar", sa.String(length=300), nullable=True),
        sa.Column("here", sa.Boolean(), nullable=False),
        sa.Column("mentioned", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_sign_ups_table_id_tables"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_sign_ups")),
    )
    op.create_index("ix_sign_ups_user_id", "sign_ups", ["user_id"])


def downgrade() -> None:
    op.drop_table("sign_ups")
    # Earlier versions know neither the status nor the reasons.
    scheduled = _TABLES.update().where(_TABLES.c.status == "scheduled")
    op.execute(scheduled.values(status="closed"))
    new = _TABLES.update().where(_TABLES.c.closed_reason.in_(_NEW_REASONS))
    op.execute(new.values(closed_reason="idle"))
    op.drop_index("ix_tables_scheduled", "tables")
    op.drop_column("tables", "roll_call_at")
    op.drop_column("tables", "starts_at")
