"""The original start of a decision that a pause delayed: members' later pauses do not count"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0031"
down_revision: str | None = "0030"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("decision_began", sa.DateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "decision_began")
