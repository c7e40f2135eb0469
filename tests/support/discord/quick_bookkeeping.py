"""What SimCord notes of the bot and copies for it, in less time: a tenth of that of a game.

It looks up the clock's functions again each time that Python's loop asks what time it is, copies
messages as if they could contain themselves, and compares what it knows of a callback field by
field with that of all others to find it again.
"""

import copy
from functools import cache
from types import SimpleNamespace
from typing import Any

from simcord import _dpy_internals, _runtime, components, gateway, results
from simcord.backend import serializers
from simcord.http import router

_ATOMS = {str, int, float, bool, type(None)}

_selected = _runtime._selected_env
_real_monotonic = _dpy_internals._REAL_MONOTONIC


@cache
def book_quickly() -> None:
    """From now on SimCord does so, by names that are not public: 3.2 alone is allowed."""
    setattr(_dpy_internals, "_clock_monotonic", _monotonic)  # noqa: B010
    # Each is equal to itself alone, as any two of them differ.
    setattr(_runtime._CallbackRecord, "__eq__", object.__eq__)  # noqa: B010
    for module in (gateway, router):
        setattr(module, "copy", SimpleNamespace(deepcopy=copied))  # noqa: B010
    for other in (components, results, serializers):
        setattr(other, "deepcopy", copied)  # noqa: B010


def copied(value: Any) -> Any:
    """A copy of what can be written as JSON, and of all in it; `copy` knows what else there is."""
    kind = type(value)
    if kind is dict:
        return {key: copied(one) for key, one in value.items()}
    if kind is list:
        return [copied(one) for one in value]
    return value if kind in _ATOMS else copy.deepcopy(value)


def _monotonic() -> float:
    env = _selected(driver=False)
    return _real_monotonic() if env is None else env._virtual_time
