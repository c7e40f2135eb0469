"""The version of the rating rule in each result: earlier results keep version 1"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # In place, as in earlier migrations.
    op.add_column("results", sa.Column("rule", sa.Integer(), server_default="1", nullable=False))
    op.add_column(
        "results", sa.Column("may_rise", sa.Boolean(), server_default=sa.true(), nullable=False)
    )
    op.add_column("results", sa.Column("weight", sa.Double(), server_default="1", nullable=False))


def downgrade() -> None:
    # An earlier version would count these results by its own rule, for ever.
    if op.get_bind().scalar(sa.text("SELECT 1 FROM results WHERE rule <> 1 LIMIT 1")):
        raise ValueError(
            "This database has results under the rule of ratings that migration 0016 brought, and "
            "an earlier version does not know it. Restore a backup from before that migration."
        )
    for column in ("weight", "may_rise", "rule"):
        op.drop_column("results", column)
