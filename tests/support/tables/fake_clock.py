"""The time of day in the tests."""

import asyncio
from datetime import UTC, datetime, timedelta


class FakeClock:
    """Stands still until a test moves it.

    `readings` counts the reads; `wakings` are the times until which tasks sleep.
    """

    def __init__(self) -> None:
        self.time = datetime(2026, 5, 1, 20, tzinfo=UTC)
        self.readings = 0
        self.wakings: list[datetime] = []
        self._moved = asyncio.Event()

    def __call__(self) -> datetime:
        self.readings += 1
        return self.time

    def advance(self, by: timedelta) -> None:
        self.time += by
        self._moved.set()
        self._moved = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Sleep until the clock has been moved on so far."""
        end = self.time + timedelta(seconds=seconds)
        self.wakings.append(end)
        try:
            while self.time < end:
                await self._moved.wait()
        finally:
            self.wakings.remove(end)
