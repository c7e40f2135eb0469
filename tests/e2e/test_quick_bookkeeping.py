"""What SimCord copies, and what time it is, are the same by our quick ways."""

import copy
import time
from typing import Any

from simcord import _dpy_internals
from simcord.backend import serializers

from tests.support.discord.channel import Channel
from tests.support.discord.quick_bookkeeping import copied


class _Sign:
    """What JSON has not."""


async def test_a_copy_is_equal_and_shares_nothing(here: Channel) -> None:
    await here.start(3)
    messages = here.env.backend.messages[here.channel.id].values()
    for payload in [serializers.message_payload(here.env.backend, one) for one in messages]:
        found = copied(payload)
        assert found == copy.deepcopy(payload)
        assert not _containers(found) & _containers(payload)


def test_what_is_not_json_is_copied_by_python() -> None:
    sign = _Sign()
    found = copied({"signs": (sign, [sign])})
    first, (second,) = found["signs"]
    assert first is second
    assert first is not sign


async def test_the_bot_has_the_simulated_clock_and_the_test_the_real_one(here: Channel) -> None:
    await here.env.advance_time(1000)
    with here.env._bot_scope():
        assert time.monotonic() == here.env._virtual_time
    before = _dpy_internals.real_monotonic()
    assert before <= time.monotonic() <= _dpy_internals.real_monotonic()


def _containers(value: Any) -> set[int]:
    """The ids of all lists and objects in it."""
    if not isinstance(value, dict | list):
        return set()
    inner = value.values() if isinstance(value, dict) else value
    return {id(value)}.union(*map(_containers, inner))
