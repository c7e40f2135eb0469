"""Absent members of games without a turn limit, and the time of the last press at a table"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_DAY = 86_400


def upgrade() -> None:
    op.add_column("tables", _seconds("absent_after"))
    op.add_column("servers", _seconds("absent_after"))
    op.add_column(
        "tables",
        sa.Column("absence_asked", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.add_column("tables", sa.Column("pressed_at", sa.DateTime(), nullable=True))
    op.add_column("seats", sa.Column("handed_over_at", sa.DateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("seats", "handed_over_at")
    for name in ("pressed_at", "absence_asked", "absent_after"):
        op.drop_column("tables", name)
    op.drop_column("servers", "absent_after")


def _seconds(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), server_default=str(_DAY), nullable=False)
