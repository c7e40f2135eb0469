"""The queries, one module a subject: `queries.tables.find_table(session, table_id)`."""

from bot.storage.queries import (
    games,
    leaderboard,
    leases,
    members,
    messages,
    restoring,
    servers,
    standings,
    statistics,
    tables,
)

__all__ = [
    "games",
    "leaderboard",
    "leases",
    "members",
    "messages",
    "restoring",
    "servers",
    "standings",
    "statistics",
    "tables",
]
