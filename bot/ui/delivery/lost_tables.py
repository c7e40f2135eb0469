"""Tables whose channel Discord refuses, and when to try each of them again."""

from collections import Counter

from bot.tables.core.state import TableState

_DELAYS = (10, 60, 300, 900)
"""Seconds between attempts; the last value is repeated. Discord blocks an address after 10,000
refusals in ten minutes, so these are few."""


class LostTables:
    """Remembers lost tables and how often each was tried."""

    def __init__(self) -> None:
        self._servers: dict[int, int] = {}
        self._attempts: Counter[int] = Counter()

    def note_attempt(self, state: TableState) -> int:
        """Record that the table could not be reached; returns the seconds to the next attempt."""
        self._servers[state.id] = state.guild_id
        self._attempts[state.id] += 1
        return _DELAYS[min(self._attempts[state.id], len(_DELAYS)) - 1]

    def forget(self, table_id: int) -> None:
        """The table was reached, or is over."""
        self._servers.pop(table_id, None)
        del self._attempts[table_id]

    def of_server(self, guild_id: int) -> list[int]:
        """The ids of the lost tables of a server."""
        return [table_id for table_id, server in self._servers.items() if server == guild_id]
