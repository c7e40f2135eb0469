"""Levels of computer seats"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_LEVEL = sa.Enum("easy", "medium", "hard", name="level", native_enum=False, length=16)


def upgrade() -> None:
    # In place, for the reason given in 0004.
    op.add_column("seats", sa.Column("level", _LEVEL, nullable=True))
    op.execute("UPDATE seats SET level = 'medium' WHERE user_id IS NULL")


def downgrade() -> None:
    op.drop_column("seats", "level")
