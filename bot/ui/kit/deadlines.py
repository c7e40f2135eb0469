"""Until when interactions can be answered, and how soon waiting ones will be answered."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from datetime import datetime
from math import inf
from typing import NamedTuple

import discord

ANSWER_WITHIN = 3.0
"""Seconds after which Discord refuses the first answer to an interaction."""
_ID_TOLERANCE = 0.5
"""Seconds of error in a delay that was computed from an id."""
_STEP = 0.25
"""Seconds; if the host's clock moves further against the monotonic clock, it was set."""
_WINDOW = 600.0
"""Seconds until an old measurement is replaced, since clocks drift apart."""
_SHORT_QUEUE = 16
"""The usual number of waiting interactions: the time for such a short queue is not computed."""
_MEASURED = 0.5
"""Seconds of measurement before the time of the queue is computed."""
_LATEST = 17
"""The number of latest answers that the computation uses."""
SENDING = 24
"""Maximum "One moment" answers sent at the same time: with more, all would arrive late."""


class Deadline(NamedTuple):
    """When an interaction arrived, by the bot's own clock, and until when it can be answered.

    `answer_by` is in seconds of `monotonic`.
    """

    received_at: datetime
    answer_by: float
    monotonic: Callable[[], float]


class AnswerDeadlines:
    """Computes until when interactions can be answered.

    An id contains the time when Discord made the interaction, by Discord's clock. The host's clock
    may be wrong, so only differences count: the fastest recent arrival is taken as on time, and the
    others are late by the difference. `now` returns aware datetimes, `monotonic` seconds.
    """

    def __init__(
        self, now: Callable[[], datetime], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._now = now
        self._monotonic = monotonic
        self._offset = inf
        self._window_began = -inf
        self._quickest = self._quickest_before = inf

    def of(self, interaction: discord.Interaction) -> Deadline:
        """The deadline of an interaction that has just come in; call it once for each."""
        arrived, now = self._monotonic(), self._now()
        self._forget_old_measurements(now.timestamp() - arrived, arrived)
        took = (now - interaction.created_at).total_seconds()
        self._quickest = min(self._quickest, took)
        delay = took - min(self._quickest, self._quickest_before)
        answer_by = min(arrived, arrived - delay + _ID_TOLERANCE) + ANSWER_WITHIN
        return Deadline(now, answer_by, self._monotonic)

    def _forget_old_measurements(self, offset: float, arrived: float) -> None:
        """Drop measurements that are old or from before the host's clock was set.

        `offset` is how far the host's clock is ahead of the monotonic one.
        """
        age = arrived - self._window_began
        if abs(offset - self._offset) > _STEP or age > 2 * _WINDOW:
            self._quickest = self._quickest_before = inf
            self._window_began = arrived
        elif age > _WINDOW:
            self._quickest_before, self._quickest = self._quickest, inf
            self._window_began = arrived
        self._offset = offset


class AnswerQueue:
    """The interactions that wait for their first answer, and the rate at which answers are sent."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._waiting: set[object] = set()
        self.sending = asyncio.Semaphore(SENDING)
        """Limits how many sentences in place of answers are sent at the same time."""
        # The times of the latest answers; at first the time at which the queue began.
        self._times: deque[float] = deque(maxlen=_LATEST)

    def enter(self, waiting: object) -> None:
        if not self._waiting:
            self._times.clear()
            self._times.append(self._monotonic())
        self._waiting.add(waiting)

    def leave(self, waiting: object, *, answered: bool = True) -> None:
        if waiting in self._waiting:
            self._waiting.discard(waiting)
            if answered:
                self._times.append(self._monotonic())

    def seconds(self) -> float:
        """The seconds until all are answered; 0 if few wait, or if the rate is not known yet."""
        if len(self._waiting) <= _SHORT_QUEUE:
            return 0
        spent = self._monotonic() - self._times[0]
        return 0 if spent < _MEASURED else len(self._waiting) * spent / len(self._times)
