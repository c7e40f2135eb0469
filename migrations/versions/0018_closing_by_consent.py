"""Requests to close a running game, and which players agree"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_ASKED = sa.text("closing_asked_by IS NOT NULL")


def upgrade() -> None:
    op.add_column("tables", sa.Column("closing_asked_by", sa.BigInteger(), nullable=True))
    op.add_column("tables", sa.Column("closing_asked_at", sa.DateTime(), nullable=True))
    op.add_column("tables", _false("closing_declined"))
    op.add_column("seats", _false("agrees_to_close"))
    op.create_index(
        "ix_tables_closing_asked_by",
        "tables",
        ["closing_asked_by"],
        sqlite_where=_ASKED,
        postgresql_where=_ASKED,
    )


def downgrade() -> None:
    op.drop_index("ix_tables_closing_asked_by", table_name="tables")
    op.drop_column("seats", "agrees_to_close")
    for name in ("closing_declined", "closing_asked_at", "closing_asked_by"):
        op.drop_column("tables", name)


def _false(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)
