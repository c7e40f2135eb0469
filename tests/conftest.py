"""What every test needs, whatever it tests."""

from collections.abc import Iterator

import pytest

from tests.support.storage.database import drop, made


@pytest.fixture(autouse=True)
def _drop_databases() -> Iterator[None]:
    """Leave nothing of the test on a PostgreSQL server; pytest deletes its files."""
    before = made()
    yield
    drop(made() - before)
