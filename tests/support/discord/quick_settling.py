"""SimCord's question whether the bot only waits, asked of each task once and the cheap way first.

SimCord judges every task after each step, and for a task that waits for others these again. Of the
kinds of waits it tries sleeping last. The bot's tasks of the background nearly always sleep, or
wait for tasks that do: a fifth of the time of a game was spent so. The verdicts are the same.

The newest tasks are judged first, since after one that works no other matters: most looks end with
the task that answers a press.

SimCord waits in real time for a pause of the bot that ends within its five seconds. Where all else
waits too, nothing can happen meanwhile: that time is left out.
"""

from asyncio import BaseEventLoop, Task
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from discord import Client
from simcord import _dpy_internals, _settlement, env

_SLEEPS = "sleep timer beyond settlement deadline"

_EARLY = 0.5
"""Seconds; so long before SimCord's patience ends it needs no list of all that work."""

_list = _settlement._owned_tasks
_judge = _settlement._park_reason
_recognize = _settlement._recognized_wait
_sleeps = _settlement._is_virtual_sleep_waiter
_come_later = _settlement._callback_is_parked
_look_for_listener = _dpy_internals.is_wait_for_listener


@cache
def settle_quickly() -> "Look":
    """From now on SimCord judges so, by names that are not public: 3.2 alone is allowed."""
    look = Look()
    setattr(env, "_owned_tasks", look.begin)  # noqa: B010
    setattr(env, "_is_parked", look.waits)  # noqa: B010
    setattr(env, "_callback_is_parked", look.comes_later)  # noqa: B010
    setattr(_settlement, "_park_reason", look.reason)  # noqa: B010
    setattr(_settlement, "_is_virtual_sleep_waiter", look.sleeps)  # noqa: B010
    setattr(_settlement, "_recognized_wait", look.recognizes)  # noqa: B010
    setattr(_dpy_internals, "is_wait_for_listener", _waits_for_listener)  # noqa: B010
    return look


@contextmanager
def judged_by_simcord() -> Iterator[None]:
    """In this block SimCord judges a task as it does by itself."""
    with (
        patch.object(_settlement, "_park_reason", _judge),
        patch.object(_settlement, "_is_virtual_sleep_waiter", _sleeps),
        patch.object(_settlement, "_recognized_wait", _recognize),
        patch.object(_dpy_internals, "is_wait_for_listener", _look_for_listener),
    ):
        yield


class Look:
    """The verdicts of one look at all tasks, during which none of them runs."""

    def __init__(self) -> None:
        self._reasons: dict[Task[Any], str] = {}
        self._slept_for: set[int] | None = None
        self._tasks: list[Task[Any]] = []
        self._one_works: bool | None = None
        self._env: object = None
        self._unknown: dict[int, Any] = {}
        self._left_out = 0.0
        # What was left out before SimCord set a deadline; one settling begins amid another.
        self._left_out_before: dict[float, float] = {}
        self._may_leave_out = False

    def begin(self, state: Any) -> list[Any]:
        """All tasks; SimCord asks for them at the beginning of each look."""
        self._reasons.clear()
        self._slept_for = None
        self._one_works = None
        self._may_leave_out = True
        if self._env is not state.work:
            self._env = state.work
            self._unknown.clear()
            self._left_out_before.clear()
        self._tasks = _list(state)
        return self._tasks

    def waits(self, state: Any, task: Task[Any], deadline: float) -> bool:
        """SimCord looks whether all tasks only wait: after one that works, no other matters."""
        until = self._earlier(deadline)
        if self._one_works is None:
            newest_first = reversed(self._tasks)
            self._one_works = any(self.reason(state, one, until) is None for one in newest_first)
        if self._one_works and state.loop.time() < deadline - _EARLY:
            return False
        return self.reason(state, task, until) is not None

    def comes_later(self, state: Any, timer: Any, deadline: float) -> bool:
        """Whether SimCord need not wait for this timer, asked after the tasks; else it may come."""
        later = _come_later(state, timer, self._earlier(deadline))
        if not later and self._may_leave_out:
            self._may_leave_out = False
            if self._all_wait(state):
                self._leave_out(state)
        return later

    def _earlier(self, deadline: float) -> float:
        """The deadline, earlier by the time that was skipped since SimCord set it."""
        before = self._left_out_before.setdefault(deadline, self._left_out)
        return deadline - (self._left_out - before)

    def _all_wait(self, state: Any) -> bool:
        """Whether nothing happens before the next timer: no task, thread or callback works."""
        if state.work.executors or any(timer.when is None for timer in _live(state)):
            return False
        self._forget_verdicts()
        now = state.loop.time()
        found = all(self.reason(state, task, now) is not None for task in reversed(self._tasks))
        self._forget_verdicts()
        return found

    def _forget_verdicts(self) -> None:
        self._reasons.clear()
        self._slept_for = None

    def _leave_out(self, state: Any) -> None:
        """Skip to the next timer, and move all others forward by the same time."""
        timers = [timer for timer in _live(state) if _comes_by_itself(timer)]
        if not timers:
            return
        seconds = min(timer.real_handle.when() for timer in timers) - state.loop.time()
        if seconds <= 0:
            return
        for timer in timers:
            late = timer.real_handle
            # SimCord's loop would take it for a timer of the bot.
            timer.real_handle = BaseEventLoop.call_at(
                state.loop,
                late.when() - seconds,
                late._callback,
                *late._args,
                context=late._context,
            )
            late.cancel()
        self._left_out += seconds

    def reason(
        self, state: Any, task: Task[Any], deadline: float, seen: set[int] | None = None
    ) -> str | None:
        """Why the task only waits, or None; `seen` are tasks that are being judged already."""
        if seen is not None and id(task) in seen:
            return None
        if task not in self._reasons:
            asleep = self.sleeps(state, getattr(task, "_fut_waiter", None), deadline)
            found = _SLEEPS if asleep else _judge(state, task, deadline, seen)
            if found is None:
                return None
            self._reasons[task] = found
        return self._reasons[task]

    def recognizes(self, state: Any, task: Task[Any], waiter: Any) -> bool:
        """Whether it is a wait that `advance_time` alone ends, asked once for each future.

        As long as a task waits for the same one it has not run, and nothing about it has changed.
        """
        if waiter is not None and self._unknown.get(id(task)) is waiter:
            return False
        found = _recognize(state, task, waiter)
        if not found and waiter is not None:
            self._unknown[id(task)] = waiter
        return found

    def sleeps(self, state: Any, waiter: Any, deadline: float) -> bool:
        """Whether it is a timer of the simulated clock that ends this wait."""
        if self._slept_for is None:
            self._slept_for = set(_slept_for(state, deadline))
        return waiter is not None and id(waiter) in self._slept_for and not waiter.done()


def _live(state: Any) -> list[Any]:
    return [one for one in state.work.callbacks if one.handle and not one.handle.cancelled()]


def _comes_by_itself(timer: Any) -> bool:
    """Whether the timer needs no `advance_time`."""
    return timer.real_handle is not None and not timer.real_handle.cancelled()


def _slept_for(state: Any, deadline: float) -> Iterator[int]:
    """The ids of all waits that a timer ends after this deadline."""
    for timer in state.work.callbacks:
        if timer.when is None or timer.handle is None or timer.handle.cancelled():
            continue
        if _settlement._callback_fire_time(state, timer) > deadline:
            done = _dpy_internals._original_callback(timer.handle._callback)
            if getattr(done, "__name__", "") == "_set_result_unless_cancelled":
                yield from map(id, timer.handle._args)


def _waits_for_listener(client: Client, task: Task[Any]) -> bool:
    """If nobody listens, no task waits for that; the bot awaits no event."""
    return bool(_dpy_internals.listener_futures(client)) and _look_for_listener(client, task)
