"""The secrets of days are the same in each test, so that computers' answers are found once."""

from itertools import count

import pytest


@pytest.fixture(autouse=True)
def same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(0x5C)
    monkeypatch.setattr("bot.tables.daily.days.new_secret", lambda: f"{next(numbers):02x}" * 32)
