"""Reminders: how many of a decision are done, how each is sent, and members' choices"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_UP = "UPDATE seats SET reminded = 1 WHERE table_id IN (SELECT id FROM tables WHERE pinged)"
_DOWN = """
    UPDATE tables SET pinged = true
    WHERE id IN (SELECT table_id FROM seats WHERE reminded > 0)
"""


def upgrade() -> None:
    op.add_column("seats", _number("reminded", "0"))
    op.add_column("seats", sa.Column("also", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("seats", _flag("direct"))
    op.add_column("tables", sa.Column("reminded_at", sa.DateTime(), nullable=True))
    op.execute(_UP)
    op.drop_column("tables", "pinged")
    op.add_column("members", _number("reminders", "2"))
    op.add_column("members", _flag("reminders_direct"))


def downgrade() -> None:
    op.drop_column("members", "reminders_direct")
    op.drop_column("members", "reminders")
    op.add_column("tables", _flag("pinged"))
    op.execute(_DOWN)
    op.drop_column("tables", "reminded_at")
    for name in ("direct", "also", "reminded"):
        op.drop_column("seats", name)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)


def _number(name: str, default: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), server_default=default, nullable=False)
