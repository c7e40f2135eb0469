"""No index of due times: every move changed it, and no query reads it"""

from collections.abc import Sequence

from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_index("ix_tables_due_at", "tables")


def downgrade() -> None:
    op.create_index("ix_tables_due_at", "tables", ["due_at"])
