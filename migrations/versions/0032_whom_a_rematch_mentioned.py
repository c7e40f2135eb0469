"""Whether an invited member was mentioned: calls to the lobby leave these members out"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0032"
down_revision: str | None = "0031"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "invitations",
        sa.Column("mentioned", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    # Nothing says which members of an open lobby were mentioned: better no call than a second one.
    op.execute(sa.text("UPDATE invitations SET mentioned = true WHERE NOT removed"))


def downgrade() -> None:
    op.drop_column("invitations", "mentioned")
