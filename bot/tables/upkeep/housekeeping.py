"""What has to be done now and then, at no table in particular."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.storage.engine.errors import DatabaseAway
from bot.tables.upkeep.left_servers import LeftServers
from bot.tables.upkeep.tokens import TokenEraser

_log = logging.getLogger(__name__)
_PAUSE = 900.0
"""Seconds. A machine that was suspended is late by no more than this either."""


class Housekeeping:
    """Erases expired tokens, and the data of servers that were left."""

    def __init__(self, tokens: TokenEraser, left_servers: LeftServers) -> None:
        self._chores: list[Callable[[], Awaitable[None]]] = [
            tokens.erase_expired,
            left_servers.delete_due,
        ]

    async def run(self) -> None:
        """At once, and then every quarter of an hour until cancelled."""
        while True:
            for chore in self._chores:
                try:
                    await chore()
                except DatabaseAway:
                    # Logged where it is noticed.
                    pass
                except Exception:  # noqa: BLE001 - the other chores go on, and this one later
                    _log.exception("the database could not be tidied")
            await asyncio.sleep(_PAUSE)
