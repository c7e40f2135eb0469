"""Members' avatars: fetched from Discord once, in the background, and kept within a bound."""

import asyncio
import logging
from collections.abc import Iterator, Mapping

import aiohttp
import discord
from cachetools import LRUCache, TTLCache

from bot.tables.core.state import TableState

_log = logging.getLogger(__name__)
KEPT = 1024
"""Avatars in memory, of some kilobytes each."""
_LARGEST = 256 * 1024
"""Bytes; a larger file is not kept."""
_TIMEOUT = 10.0
"""Seconds until a fetch is given up."""
_RETRY_AFTER = 3600.0
"""Seconds until an avatar that could not be fetched is asked for again."""
_AT_A_TIME = 8
"""Fetches at the same time; after a restart every table asks for its members' avatars."""


class AvatarStore(Mapping[str, bytes]):
    """The files by address, as far as they have come."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._files: LRUCache[str, bytes] = LRUCache(KEPT)
        self._failed: TTLCache[str, None] = TTLCache(KEPT, _RETRY_AFTER)
        self._fetching: dict[str, asyncio.Task[None]] = {}
        self._places = asyncio.Semaphore(_AT_A_TIME)

    def __getitem__(self, address: str) -> bytes:
        return self._files[address]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def fetch(self, state: TableState) -> None:
        """Fetch in the background what the table's pictures would show and is not there yet."""
        for address in {seat.avatar for seat in state.seats if seat.avatar is not None}:
            if not (address in self._files or address in self._failed or address in self._fetching):
                self._fetching[address] = asyncio.create_task(self._fetch(address))

    async def _fetch(self, address: str) -> None:
        try:
            async with self._places, asyncio.timeout(_TIMEOUT):
                file = await self._client.http.get_from_cdn(address)
            if len(file) <= _LARGEST:
                self._files[address] = file
            else:
                self._failed[address] = None
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            _log.info("an avatar could not be fetched: %s", type(error).__name__)
            self._failed[address] = None
        finally:
            del self._fetching[address]
