"""The queries, as `queries.tables.find_table(session, ...)`, each in the caller's transaction."""

from bot.storage.queries import (
    calls as calls,
    daily as daily,
    daily_posts as daily_posts,
    games as games,
    leases as leases,
    members as members,
    messages as messages,
    pauses as pauses,
    requests as requests,
    restoring as restoring,
    servers as servers,
    standings as standings,
    tables as tables,
)
