"""Members' avatars: fetched from Discord once, in the background, and kept within a bound."""

import asyncio
import logging
from collections.abc import Iterator, Mapping

import aiohttp
import discord
from cachetools import LRUCache

from bot.tables.core.state import TableState

_log = logging.getLogger(__name__)
KEPT = 1024
"""Avatars in memory, of some kilobytes each."""
_LARGEST = 256 * 1024
"""Bytes; a larger file is not kept."""
_TIMEOUT = 10.0
"""Seconds until a fetch is given up."""


class AvatarStore(Mapping[str, bytes]):
    """The files by address, as far as they have come; what failed is not asked for again."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._files: LRUCache[str, bytes] = LRUCache(KEPT)
        self._asked: LRUCache[str, asyncio.Task[None]] = LRUCache(KEPT)

    def __getitem__(self, address: str) -> bytes:
        return self._files[address]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def fetch(self, state: TableState) -> None:
        """Fetch in the background what the table's pictures would show and is not there yet."""
        for seat in state.seats:
            if seat.avatar is not None and seat.avatar not in self._asked:
                self._asked[seat.avatar] = asyncio.create_task(self._fetch(seat.avatar))

    async def _fetch(self, address: str) -> None:
        try:
            async with asyncio.timeout(_TIMEOUT):
                file = await self._client.http.get_from_cdn(address)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            _log.info("an avatar could not be fetched: %s", type(error).__name__)
        else:
            if len(file) <= _LARGEST:
                self._files[address] = file
