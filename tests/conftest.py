"""What every test needs, whatever it tests."""

from collections.abc import Iterator

import pytest

from bot.ui.kit.emojis import use_emojis
from tests.support.storage.database import drop, made


@pytest.fixture(autouse=True)
def _drop_databases() -> Iterator[None]:
    """Leave nothing of the test on a PostgreSQL server; pytest deletes its files."""
    before = made()
    yield
    drop(made() - before)


@pytest.fixture(autouse=True)
def _forget_emojis() -> Iterator[None]:
    """Leave no emoji to the next test of this process, which expects digits."""
    yield
    use_emojis({})
