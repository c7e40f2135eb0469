"""A short run, and how samples are judged."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.place import Fate
from tests.soak.run import soak
from tests.soak.samples import Sample, growth

KEPT = 6


@pytest.mark.long  # messages are sent at Discord's rates
async def test_after_many_tables_nothing_is_left(tmp_path: Path, bare_environment: None) -> None:
    report = await soak(tmp_path, games=8, tables=6, seed=3, every=2, kept=KEPT)
    assert report.left == []
    assert report.problems == []
    assert report.fates[Fate.PLAYED] > 0
    assert report.fates.total() > KEPT
    assert len(report.samples) > 1
    for sample in report.samples:
        assert 0 < sample.tables <= KEPT
        assert 0 < sample.messages <= KEPT


def samples(**changes: list[int]) -> list[Sample]:
    """Nine samples, two hundred games apart, in which only the named fields grow."""
    usual = Sample(0, 0.0, 100_000, 0, 1, 20, 10, 6, 6, 0, 0, 0.0)
    found = [replace(usual, games=200 * number) for number in range(9)]
    for name, values in changes.items():
        found = [replace(one, **{name: value}) for one, value in zip(found, values, strict=True)]
    return found


def test_what_comes_and_goes_does_not_grow() -> None:
    assert growth(samples()) == []
    assert growth(samples(handles=[20, 24, 21, 20, 25, 22, 24, 26, 25])) == []
    assert growth(samples(memory=[100_000, 101_000, 100_000] * 3)) == []


@pytest.mark.parametrize("name", ["handles", "tasks"])
def test_a_handle_or_a_task_that_is_never_closed_is_growth(name: str) -> None:
    (found,) = growth(samples(**{name: [20, 21, 20, 21, 21, 22, 22, 23, 22]}))
    assert found.startswith(name)


def test_memory_may_grow_by_a_share_in_a_thousand_games() -> None:
    assert growth(samples(memory=[100_000 + 550 * number for number in range(9)])) == []
    (found,) = growth(samples(memory=[100_000 + 650 * number for number in range(9)]))
    assert found.startswith("memory")


def test_a_short_run_proves_no_growth_of_memory() -> None:
    found = samples(memory=[100_000 + 650 * number for number in range(9)])
    assert growth([replace(one, games=one.games // 2) for one in found]) == []
