"""One table for private messages, and columns named as in the code"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_RENAMED = (
    ("tables", "turn_since", "decision_since"),
    ("tables", "posted_anew", "reposts"),
    ("tables", "wants_thread", "thread"),
    ("seats", "position", "seat"),
    ("results", "place", "rank"),
)
_HAND_COLUMNS: dict[str, sa.types.TypeEngine[Any]] = {
    "hand_token": sa.String(length=512),
    "hand_until": sa.DateTime(),
    "hand_message_id": sa.BigInteger(),
    "hand_round": sa.Integer(),
    "hand_digest": sa.String(length=64),
}


def upgrade() -> None:
    for table, old, new in _RENAMED:
        _rename_column(table, old, new)
    op.rename_table("posts", "public_messages")
    op.add_column(
        "public_messages", sa.Column("reposts", sa.Integer(), server_default="0", nullable=False)
    )
    op.execute(
        "UPDATE public_messages SET reposts ="
        " (SELECT reposts FROM tables WHERE tables.id = public_messages.table_id)"
    )
    _create_private_messages()
    op.execute(
        "INSERT INTO private_messages"
        " (table_id, kind, user_id, token, until, message_id, round, digest)"
        " SELECT table_id, 'hand', user_id, hand_token, hand_until, hand_message_id, hand_round,"
        " hand_digest FROM seats WHERE user_id IS NOT NULL AND hand_token IS NOT NULL"
        " AND hand_until IS NOT NULL"
    )
    op.execute(
        "INSERT INTO private_messages"
        " (table_id, kind, user_id, token, until, message_id, round, digest)"
        " SELECT table_id, 'spectator', user_id, token, until, message_id, NULL, digest"
        " FROM watchers"
    )
    op.drop_table("watchers")
    for name in _HAND_COLUMNS:
        op.drop_column("seats", name)


def downgrade() -> None:
    for name, kind in _HAND_COLUMNS.items():
        op.add_column("seats", sa.Column(name, kind, nullable=True))
    _create_watchers()
    for name in _HAND_COLUMNS:
        op.execute(
            f"UPDATE seats SET {name} = (SELECT {name.removeprefix('hand_')}"  # noqa: S608 - a constant
            " FROM private_messages WHERE kind = 'hand'"
            " AND private_messages.table_id = seats.table_id"
            " AND private_messages.user_id = seats.user_id)"
        )
    op.execute(
        "INSERT INTO watchers (table_id, user_id, token, until, message_id, digest)"
        " SELECT table_id, user_id, token, until, message_id, digest FROM private_messages"
        " WHERE kind = 'spectator' AND message_id IS NOT NULL AND digest IS NOT NULL"
    )
    op.drop_table("private_messages")
    op.drop_column("public_messages", "reposts")
    op.rename_table("public_messages", "posts")
    for table, old, new in reversed(_RENAMED):
        _rename_column(table, new, old)


def _rename_column(table: str, old: str, new: str) -> None:
    # In place: copying the table would, in SQLite, delete every row that refers to it.
    op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")


def _create_private_messages() -> None:
    op.create_table(
        "private_messages",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.String(length=512), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_private_messages_table_id_tables"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "kind", "user_id", name=op.f("pk_private_messages")),
    )


def _create_watchers() -> None:
    op.create_table(
        "watchers",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.String(length=512), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
            name=op.f("fk_watchers_table_id_tables"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_watchers")),
    )
