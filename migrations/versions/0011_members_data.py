"""The member who closed a table, consent to share a name, and when the bot left a server"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # In place, as in earlier migrations.
    op.add_column("tables", sa.Column("closed_by", sa.BigInteger(), nullable=True))
    op.add_column(
        "members", sa.Column("share_name", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("servers", sa.Column("left_at", sa.DateTime(), nullable=True))
    op.create_index("ix_seats_user_id", "seats", ["user_id"])


def downgrade() -> None:
    op.drop_index("ix_seats_user_id", "seats")
    op.drop_column("servers", "left_at")
    op.drop_column("members", "share_name")
    op.drop_column("tables", "closed_by")
