"""Easy computers become beginners: easy is a stronger level now"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SEATS = """
UPDATE seats SET level = :after, name = replace(name, :before_in_name, :after_in_name)
WHERE user_id IS NULL AND level = :before
"""
_RESULTS = "UPDATE results SET level = :after WHERE level = :before"
_STANDINGS = "UPDATE standings SET category = :after WHERE category = :before"
_TODAYS_EASY = "DELETE FROM standings WHERE category = 'easy'"


def upgrade() -> None:
    _rename("easy", "beginner")


def downgrade() -> None:
    # An earlier version has one level below medium: both become its easy. What they count in
    # leaderboards cannot be added up here; `ratings rebuild` does it.
    op.execute(_TODAYS_EASY)
    _rename("beginner", "easy")


def _rename(before: str, after: str) -> None:
    words = {"before": before, "after": after}
    in_name = {"before_in_name": f" ({before})", "after_in_name": f" ({after})"}
    op.execute(sa.text(_SEATS).bindparams(**words, **in_name))
    op.execute(sa.text(_RESULTS).bindparams(**words))
    op.execute(sa.text(_STANDINGS).bindparams(**words))
