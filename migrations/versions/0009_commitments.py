"""Commitments to deals and their salts"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # In place, as in earlier migrations. Earlier deals have no commitment.
    op.add_column("rounds", sa.Column("commitment", sa.String(length=64), nullable=True))
    op.add_column("rounds", sa.Column("salt", sa.String(length=64), nullable=True))


def downgrade() -> None:
    op.drop_column("rounds", "salt")
    op.drop_column("rounds", "commitment")
