"""Games in their own threads"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # In place: copying the table would, in SQLite, delete every row that refers to it.
    op.add_column(
        "tables", sa.Column("wants_thread", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("tables", sa.Column("parent_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "parent_id")
    op.drop_column("tables", "wants_thread")
