"""How many seats Start fills at tables of `/scout play`"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("fill", sa.Integer(), nullable=True))
    fill = sa.Column("fill", sa.Integer(), server_default="3", nullable=False)
    op.add_column("servers", fill)


def downgrade() -> None:
    op.drop_column("servers", "fill")
    op.drop_column("tables", "fill")
