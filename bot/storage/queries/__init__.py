"""The queries, one module a subject: `queries.tables.find_table(session, table_id)`.

Each runs in the caller's transaction.
"""

from bot.storage.queries import (
    calls as calls,
    daily as daily,
    daily_posts as daily_posts,
    games as games,
    leases as leases,
    members as members,
    messages as messages,
    pauses as pauses,
    puzzles as puzzles,
    requests as requests,
    restoring as restoring,
    servers as servers,
    standings as standings,
    tables as tables,
)
