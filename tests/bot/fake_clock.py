"""The time of day in the tests."""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """Stands still until a test moves it; `readings` counts who looked."""

    def __init__(self) -> None:
        self.time = datetime(2026, 5, 1, 20, tzinfo=UTC)
        self.readings = 0

    def __call__(self) -> datetime:
        self.readings += 1
        return self.time

    def advance(self, by: timedelta) -> None:
        self.time += by
