"""Members' avatars: fetched from Discord once, in the background, in a bounded cache."""

import asyncio
import logging

import discord
from cachetools import LRUCache, TTLCache

from bot.tables.core.state import TableState
from bot.ui.kit.errors import REQUEST_ERRORS

_log = logging.getLogger(__name__)
_KEPT = 16 * 2**20
"""Bytes of avatars in memory, the latest used; one has some kilobytes."""
_KNOWN = 1024
"""Maximum members whose avatar address is cached, and maximum addresses that failed."""
_LARGEST = 256 * 1024
"""Bytes; a larger file is not kept."""
_TIMEOUT = 10.0
"""Seconds until a fetch is given up."""
_RETRY_AFTER = 3600.0
"""Seconds until an avatar that could not be fetched is asked for again."""
_MOMENT = 0.5
"""Seconds that a picture waits for the avatar of its subject."""
_AT_A_TIME = 8
"""Fetches at the same time; after a restart every table asks for its members' avatars."""


class AvatarStore:
    """Fetches avatars, and keeps their files."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.files: LRUCache[str, bytes] = LRUCache(_KEPT, getsizeof=len)
        """The image files by address that have been fetched so far."""
        self._failed: TTLCache[str, None] = TTLCache(_KNOWN, _RETRY_AFTER)
        self._fetching: dict[str, asyncio.Task[None]] = {}
        self._addresses: LRUCache[tuple[int, int], str] = LRUCache(_KNOWN)
        self._places = asyncio.Semaphore(_AT_A_TIME)

    def fetch(self, state: TableState) -> None:
        """Fetch in the background the missing avatars of the table's pictures."""
        for seat in state.seats:
            if seat.user_id is None or seat.avatar is None:
                continue
            # After a game the member may have another avatar by now.
            if state.status.live or (state.guild_id, seat.user_id) not in self._addresses:
                self._addresses[state.guild_id, seat.user_id] = seat.avatar
            self._begin(seat.avatar)

    def note(self, guild_id: int, user_id: int, address: str | None) -> None:
        """Remember the address of a member's avatar, if they have one, and fetch it too.

        The address is for one server: members can have a different avatar in each.
        """
        if address is not None:
            self._addresses[guild_id, user_id] = address
            self._begin(address)

    def _begin(self, address: str) -> None:
        if not (address in self.files or address in self._failed or address in self._fetching):
            self._fetching[address] = asyncio.create_task(self._fetch(address))

    async def wait_for(self, address: str | None) -> None:
        """Wait a moment for an avatar that is being fetched."""
        if address is not None and (task := self._fetching.get(address)) is not None:
            await asyncio.wait({task}, timeout=_MOMENT)

    def of_member(self, guild_id: int, user_id: int) -> bytes | None:
        """The file of a member's avatar in this server; None if it is not known."""
        address = self._addresses.get((guild_id, user_id))
        return None if address is None else self.files.get(address)

    async def _fetch(self, address: str) -> None:
        try:
            async with self._places, asyncio.timeout(_TIMEOUT):
                file = await self._client.http.get_from_cdn(address)
            if len(file) <= _LARGEST:
                self.files[address] = file
            else:
                self._failed[address] = None
        except REQUEST_ERRORS as error:
            _log.info("an avatar could not be fetched: %s", type(error).__name__)
            self._failed[address] = None
        finally:
            del self._fetching[address]
