"""Languages of members, servers and tables; English sentences are replaced by reasons"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_FORMER = "a former player"
_LEVELS = "beginner", "easy", "medium", "hard"
_FOR = " for "
_NAMED = "seats", "results", "departures", "blocks", "member_requests"
"""The tables with names of members; from this version a forgotten member's name is empty."""
_KEEPS_ID = "blocks", "member_requests"
_PLAIN = {
    "Everyone has left.": "empty",
    "Everybody has left.": "empty",
    "Everyone agreed to close it.": "agreed",
    "Nothing happened here for an hour.": "idle",
    "Nobody touched it for an hour.": "idle",
    "I could not reach its channel for a day.": "lost",
    "Its channel was out of reach for a day.": "lost",
}
"""Sentences without a variable part, the newest wording of each first."""
_SILENCE = "{} asked to close it, and nobody chose to play on."
_PARTED = (
    ("{} ended it.", "ended"),
    ("{} cancelled it.", "ended"),
    (_SILENCE, "silence"),
    ("Nobody pressed anything here for {} days.", "quiet"),
)
"""Sentences with a variable name or number; the newest wording of each first."""
_MODERATOR, _FORMER_FIRST = "A moderator", _FORMER.capitalize()
_because: sa.ColumnClause[str] = sa.column("closed_because")
_reason: sa.ColumnClause[str] = sa.column("closed_reason")
_detail: sa.ColumnClause[str] = sa.column("closed_detail")
_by: sa.ColumnClause[int] = sa.column("closed_by")
_TABLES = sa.table("tables", _because, _reason, _detail, _by)
_NAMES_SOMEBODY = _reason.in_(["ended", "silence"])
_SEATS = sa.table("seats", *map(sa.column, ("user_id", "name", "level", "instead_of")))
_IS_COMPUTER = _SEATS.c.user_id.is_(None)


def upgrade() -> None:
    # In place, as in earlier migrations.
    for column in ("language", "locale"):
        op.add_column("members", sa.Column(column, sa.String(length=16), nullable=True))
    op.add_column("servers", sa.Column("language", sa.String(length=16), nullable=True))
    for table in ("tables", "member_requests"):
        op.add_column(table, _english())
    op.add_column("tables", sa.Column("closed_reason", sa.String(length=16), nullable=True))
    op.add_column("tables", sa.Column("closed_detail", sa.String(length=200), nullable=True))
    op.add_column("seats", sa.Column("instead_of", sa.String(length=100), nullable=True))
    _take_sentences_apart()
    _take_names_apart()
    op.drop_column("tables", "closed_because")
    for name in _NAMED:
        rows = _named(name)
        forgotten = sa.true() if name in _KEEPS_ID else rows.c.user_id < 0
        op.execute(rows.update().where(rows.c.name == _FORMER, forgotten).values(name=""))


def downgrade() -> None:
    for name in _NAMED:
        rows = _named(name)
        op.execute(rows.update().where(rows.c.name == "").values(name=_FORMER))
    _put_names_together()
    op.drop_column("seats", "instead_of")
    because = sa.Column("closed_because", sa.String(length=200), server_default="", nullable=False)
    op.add_column("tables", because)
    _put_sentences_together()
    for column in ("closed_detail", "closed_reason", "language"):
        op.drop_column("tables", column)
    op.drop_column("member_requests", "language")
    op.drop_column("servers", "language")
    for column in ("locale", "language"):
        op.drop_column("members", column)


def _english() -> sa.Column[str]:
    return sa.Column("language", sa.String(length=16), server_default="en", nullable=False)


def _named(name: str) -> sa.TableClause:
    return sa.table(name, sa.column("user_id"), sa.column("name"))


def _take_sentences_apart() -> None:
    """Replace stored sentences by reason and detail; keep those that no version wrote."""
    for sentence, reason in {**_PLAIN, _SILENCE.format(_MODERATOR): "silence"}.items():
        op.execute(_TABLES.update().where(_because == sentence).values(closed_reason=reason))
    for sentence, reason in _PARTED:
        before, after = sentence.split("{}")
        detail = sa.func.substr(
            _because, len(before) + 1, sa.func.length(_because) - len(before) - len(after)
        )
        says = _because.like(f"{before}_%{after}")
        parted = _TABLES.update().where(_reason.is_(None), says)
        op.execute(parted.values(closed_reason=reason, closed_detail=detail))
    forgotten = _TABLES.update().where(_NAMES_SOMEBODY, _detail == _FORMER_FIRST)
    op.execute(forgotten.values(closed_detail=""))
    unknown = _TABLES.update().where(_reason.is_(None), _because != "")
    op.execute(unknown.values(closed_reason="stored", closed_detail=_because))


def _put_sentences_together() -> None:
    forgotten = _TABLES.update().where(_NAMES_SOMEBODY, _detail == "")
    op.execute(forgotten.values(closed_detail=_FORMER_FIRST))
    moderator = _TABLES.update().where(_reason == "silence", _detail.is_(None))
    op.execute(moderator.values(closed_detail=_MODERATOR))
    # The newest wording comes last and stays.
    for sentence, reason in reversed(_PLAIN.items()):
        op.execute(_TABLES.update().where(_reason == reason).values(closed_because=sentence))
    for sentence, reason in reversed(_PARTED):
        before, after = sentence.split("{}")
        whole = sa.literal(before) + _detail + after
        op.execute(_TABLES.update().where(_reason == reason).values(closed_because=whole))
    # The version with this sentence did not store the member.
    unnamed = _TABLES.update().where(_reason == "ended", _by.is_(None))
    op.execute(unnamed.values(closed_because=_detail + " cancelled it."))
    op.execute(_TABLES.update().where(_reason == "stored").values(closed_because=_detail))


def _take_names_apart() -> None:
    """`Juggler (medium) for Mia` becomes `Juggler` instead of `Mia`; the level has its column.

    Shapes before 0005 had no such column, so the name is right if they differ.
    """
    name = _SEATS.c.name
    is_postgres = op.get_bind().dialect.name == "postgresql"
    at = (sa.func.strpos if is_postgres else sa.func.instr)(name, _FOR)
    parts = {
        "name": sa.func.substr(name, 1, at - 1),
        "instead_of": sa.func.substr(name, at + len(_FOR)),
    }
    op.execute(_SEATS.update().where(_IS_COMPUTER, at > 1).values(parts))
    former = _SEATS.update().where(_IS_COMPUTER, _SEATS.c.instead_of == _FORMER)
    op.execute(former.values(instead_of=""))
    for level in _LEVELS:
        ending = f" ({level})"
        short = sa.func.substr(name, 1, sa.func.length(name) - len(ending))
        leveled = _SEATS.update().where(_IS_COMPUTER, name.like(f"_%{ending}"))
        op.execute(leveled.values(name=short, level=level))


def _put_names_together() -> None:
    seats = _SEATS.c
    called = sa.func.coalesce(sa.func.nullif(seats.instead_of, ""), _FORMER)
    ending = sa.case((seats.instead_of.is_(None), ""), else_=sa.literal(_FOR) + called)
    name = seats.name + " (" + seats.level + ")" + ending
    op.execute(_SEATS.update().where(_IS_COMPUTER).values(name=name))
