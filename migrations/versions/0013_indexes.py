"""Indexes in place of full scans: tables of a channel, a server, a thread, or a member"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SOME = ("parent_id", "closed_by")
"""Columns that are empty in most rows."""
_ALL = ("channel_id", "guild_id", "host_id")


def upgrade() -> None:
    for column in _ALL:
        op.create_index(f"ix_tables_{column}", "tables", [column])
    for column in _SOME:
        filled = sa.text(f"{column} IS NOT NULL")
        op.create_index(
            f"ix_tables_{column}", "tables", [column], sqlite_where=filled, postgresql_where=filled
        )


def downgrade() -> None:
    for column in (*_ALL, *_SOME):
        op.drop_index(f"ix_tables_{column}", "tables")
