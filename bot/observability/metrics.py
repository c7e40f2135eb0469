"""What is counted and timed while the bot runs. Labels are closed sets, never ids of anybody."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ClickOutcome(StrEnum):
    """How a click or a command ended."""

    ANSWERED = "answered"
    REFUSED = "refused"
    """With a sentence that says why: somebody else's turn, a stale button, a full table."""
    LATE = "late"
    """Discord takes no answer any more, or the member sent a flood."""
    UNREACHABLE = "unreachable"
    """Discord could not be reached in time; what was asked for may be done."""
    FAILED = "failed"
    """An error of the program, logged with a reference."""


class PublicationOutcome(StrEnum):
    """How an attempt to bring a table's messages up to date ended."""

    PUBLISHED = "published"
    POSTPONED = "postponed"
    """Discord or the database fails for the time being; it is tried again."""
    FAILED = "failed"
    """An error of the program, logged."""


class Limit(StrEnum):
    """A rate of Discord that requests wait for."""

    BOT = "bot"
    CHANNEL = "channel"


class Metrics:
    """Told of events as they happen; this one keeps nothing. Times are in seconds."""

    def click(self, verb: str, outcome: ClickOutcome, seconds: float) -> None:
        """A click or a command has ended; `seconds` until its answer was sent."""

    def publication(self, outcome: PublicationOutcome, seconds: float) -> None:
        """An attempt to publish a table has ended."""

    def rate_limit_wait(self, limit: Limit, seconds: float) -> None:
        """A request to Discord has its turn after so long, often 0."""

    def discord_response(self, status: int) -> None:
        """Discord has answered a request with this HTTP status."""

    def event_loop_delay(self, seconds: float) -> None:
        """By how much the event loop woke somebody too late."""

    def text(self, readings: "Readings") -> bytes:
        """All that was told, and these readings, in Prometheus's format; nothing is kept here."""
        return b""


NO_METRICS = Metrics()


@dataclass(frozen=True, slots=True)
class Readings:
    """What there is at one moment. Counts that end in `_total` are since the start."""

    interactions: int = 0
    """Under way, those that wait for their member's earlier ones included."""
    publications: Mapping[str, int] = field(default_factory=dict)
    """Tables to be published, by what they wait for: answers, those in front of them (pressed where
    somebody pressed something, else waiting), the next attempt (retrying); or running."""
    database_writers: int = 0
    """Writing transactions under way, those that wait for their turn included."""
    tasks_running: int = 0
    """Tables whose due task runs."""
    scheduler_lag: float = 0.0
    """Seconds by which the earliest due task that has not begun is late."""
    workers: Mapping[str, int] = field(default_factory=dict)
    """Worker processes for games by state: busy, free, down."""
    searches_waiting: int = 0
    """Searches without a worker so far."""
    searches_total: Mapping[str, int] = field(default_factory=dict)
    """Finished searches in workers by outcome: found, replaced by a shorter one in a thread."""
    live_tables: Mapping[str, int] = field(default_factory=dict)
    """In the whole database by status; empty if it did not answer."""
    games_finished_total: int = 0
    servers: int = 0
    gateway_latency: Mapping[int, float] = field(default_factory=dict)
    """Seconds from heartbeat to its answer, by shard; only those that are connected."""
