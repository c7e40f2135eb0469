"""Marks that several tests share."""

from collections.abc import Iterable
from typing import Any

import pytest


def with_long(usual: Iterable[Any], long: Iterable[Any]) -> list[Any]:
    """Values for `parametrize`; those of `long` are run by `make test-all` alone.

    A tuple holds the values of several parameters.
    """
    marked = (value if isinstance(value, tuple) else (value,) for value in long)
    return [*usual, *(pytest.param(*values, marks=pytest.mark.long) for values in marked)]
