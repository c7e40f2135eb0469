"""Members whom the host removed from a lobby"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "invitations", sa.Column("removed", sa.Boolean(), server_default=sa.false(), nullable=False)
    )


def downgrade() -> None:
    # Without the column they would be invited.
    op.execute(sa.text("DELETE FROM invitations WHERE removed"))
    op.drop_column("invitations", "removed")
