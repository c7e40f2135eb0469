"""When a table pings, whom it has pinged, and members' avatars"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # In place, as in earlier migrations. Existing tables keep the ping that they had.
    op.add_column("tables", sa.Column("ping_after", sa.Integer(), nullable=True))
    op.execute("UPDATE tables SET ping_after = 60")
    op.add_column("seats", sa.Column("avatar", sa.String(length=300), nullable=True))
    op.add_column(
        "seats", sa.Column("pinged", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column(
        "members", sa.Column("welcomed", sa.Boolean(), server_default=sa.false(), nullable=False)
    )


def downgrade() -> None:
    op.drop_column("members", "welcomed")
    op.drop_column("seats", "pinged")
    op.drop_column("seats", "avatar")
    op.drop_column("tables", "ping_after")
