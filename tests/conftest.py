"""What every test needs, and the numbers of tests of each kind."""

import asyncio
import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from bot.settings import Settings
from bot.storage.engine.database import Database
from tests.support.process.ports import free_port
from tests.support.storage.compiled_statements import share_compiled_statements
from tests.support.storage.database import FILE, database_url, drop, made
from tests.support.storage.quick_disk import wait_for_no_disk

_COUNTS = pytest.StashKey[tuple[int, int]]()
"""The tests that were found and are not marked `long`, and those that are."""

_LONGEST = (
    "tests/bot/tables/daily/test_boards.py",
    "tests/bot/tables/daily/test_many_days.py",
    "tests/e2e/test_fortnight.py",
    "tests/loopback/test_backup.py",
    "tests/loopback/test_chaos.py",
    "tests/loopback/test_database_outage.py",
    "tests/loopback/test_reminders.py",
    "tests/loopback/test_shards.py",
    "tests/soak/test_soak.py",
    "tests/test_hosting_guide.py",
    "tests/tools/test_check_wheel.py",
)
"""Files with tests of half a minute or more, which are not to begin when the others end."""


# How quickly examples are drawn says how busy the machine is.
settings.register_profile("busy", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def pytest_configure() -> None:
    share_compiled_statements()
    wait_for_no_disk()


@pytest.fixture(autouse=True)
def _drop_databases() -> Iterator[None]:
    """Leave nothing of the test on a PostgreSQL server; pytest deletes its files."""
    before = made()
    yield
    drop(made() - before)


@pytest.fixture
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment has no variable of the bot's settings."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def closed_port() -> int:
    """A port of this machine at which nothing answers."""
    return free_port()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, migrated once; tests play on copies."""
    folder = tmp_path_factory.mktemp("migrated")
    asyncio.run(_migrate(database_url(folder)))
    return folder / FILE


async def _migrate(url: str) -> None:
    database = Database(url)
    await database.claim()
    await database.migrate()
    await database.close()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """`-n auto`: more workers than processors, since many tests wait; the quick ones do not.

    Each worker imports all tests first, which takes some seconds of a processor.
    """
    processors = os.cpu_count() or 1
    return processors if "not slow" in config.option.markexpr else processors * 2


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Count before tests are deselected, and sort the remaining ones."""
    long = sum(item.get_closest_marker("long") is not None for item in items)
    config.stash[_COUNTS] = len(items) - long, long
    if hasattr(config, "workeroutput"):
        config.workeroutput["counts"] = config.stash[_COUNTS]
    yield
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = _longest_first(items, workers)


def _longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """With `--dist worksteal` each worker starts with an equal part of the tests."""
    longest = [
        item
        for item in items
        if item.nodeid.startswith(_LONGEST) and item.get_closest_marker("long")
    ]
    others = [item for item in items if item not in longest]
    ordered: list[pytest.Item] = []
    for number in range(workers):
        size = (len(items) - len(ordered)) // (workers - number)
        first = longest[number::workers]
        rest = max(size - len(first), 0)
        ordered += first + others[:rest]
        others = others[rest:]
    return ordered


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Each worker has found the same tests."""
    if "counts" in getattr(node, "workeroutput", {}):
        node.config.stash[_COUNTS] = node.workeroutput["counts"]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Import all tests without collecting garbage, and then freeze them: they stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    usual, long = config.stash.get(_COUNTS, (0, 0))
    terminalreporter.write_line(
        f"{usual} tests found for `make test` and {long} for `make test-all`: {usual + long}"
    )
