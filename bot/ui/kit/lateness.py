"""How long an interaction can still be answered, by its arrival and by its id."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from math import inf

import discord

ANSWER_WITHIN = 3.0
"""Seconds after which Discord takes no first answer to an interaction."""
_ID_TOLERANCE = 0.5
"""Seconds by which a delay that was computed from an id may be wrong."""
_STEP = 0.25
"""Seconds; if the clock moves further than this against the monotonic one, it was set."""
_WINDOW = 600.0
"""Seconds until an old measurement is replaced, since clocks drift apart."""
_TOKEN_LIFE = timedelta(minutes=15)
_SECONDS_LEFT, _RECEIVED_AT = "seconds_left", "received_at"


class Dropped(Exception):
    """The interaction gets no answer."""


class Late(Dropped):
    """The interaction can no longer be answered."""


class Arrivals:
    """Notes when interactions arrive and until when each can be answered.

    An id says when Discord made the interaction, by Discord's clock. The host's clock may be wrong,
    so only differences count: the quickest recent arrival is taken as on time, and others are
    later by what they took longer. `now` returns aware datetimes, `monotonic` seconds.
    """

    def __init__(
        self, now: Callable[[], datetime], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._now = now
        self._monotonic = monotonic
        self._offset = inf
        self._window_began = -inf
        self._quickest = self._quickest_before = inf

    def note(self, interaction: discord.Interaction) -> None:
        """Record that this interaction has just come in; call it once for each."""
        arrived = self._monotonic()
        created = arrived - self._delay(interaction.created_at, arrived)
        answer_by = min(arrived, created + _ID_TOLERANCE) + ANSWER_WITHIN
        interaction.extras[_SECONDS_LEFT] = lambda: answer_by - self._monotonic()
        interaction.extras[_RECEIVED_AT] = self._now()

    def _delay(self, created_at: datetime, arrived: float) -> float:
        """Seconds that this interaction took longer than the quickest recent one."""
        now = self._now()
        self._forget_old_measurements(now.timestamp() - arrived, arrived)
        took = (now - created_at).total_seconds()
        self._quickest = min(self._quickest, took)
        return took - min(self._quickest, self._quickest_before)

    def _forget_old_measurements(self, offset: float, arrived: float) -> None:
        """`offset` is by how much the host's clock is ahead of the monotonic one."""
        age = arrived - self._window_began
        if abs(offset - self._offset) > _STEP or age > 2 * _WINDOW:
            self._quickest = self._quickest_before = inf
            self._window_began = arrived
        elif age > _WINDOW:
            self._quickest_before, self._quickest = self._quickest, inf
            self._window_began = arrived
        self._offset = offset


def seconds_left(interaction: discord.Interaction) -> float:
    """Seconds in which the first answer can still be given; negative if it is too late."""
    left: Callable[[], float] | None = interaction.extras.get(_SECONDS_LEFT)
    return ANSWER_WITHIN if left is None else left()


def token_expires_at(interaction: discord.Interaction) -> datetime:
    """When the interaction's token expires, by the bot's own clock, which may not be Discord's."""
    received_at: datetime = interaction.extras.get(_RECEIVED_AT, interaction.created_at)
    return received_at + _TOKEN_LIFE


def require_time(interaction: discord.Interaction) -> None:
    """Raise Late if the interaction has no answer yet and can no longer get one."""
    if not interaction.response.is_done() and seconds_left(interaction) <= 0:
        raise Late
