"""The public names of the engine, and the example that introduces them."""

import doctest

import engine


def test_the_example_runs() -> None:
    results = doctest.testmod(engine)
    assert results.attempted > 0
    assert results.failed == 0


def test_all_public_names_are_there_and_sorted() -> None:
    assert [name for name in engine.__all__ if not hasattr(engine, name)] == []
    assert engine.__all__ == sorted(engine.__all__)
