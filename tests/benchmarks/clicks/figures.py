"""Holds the figures of some clicks, and prints them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from tests.loopback.driver.member import Answer


@dataclass
class Clicks:
    """Clicks of one kind: how long each answer took, and what all of them cost together.

    `cpu` is in seconds; `requests` are all that went to Discord, the answers included.
    """

    name: str
    seconds: list[float] = field(default_factory=list)
    unanswered: int = 0
    cpu: float = 0.0
    requests: int = 0

    def add(self, answer: Answer) -> None:
        if answer.seconds is None:
            self.unanswered += 1
        else:
            self.seconds.append(answer.seconds)

    @property
    def count(self) -> int:
        return len(self.seconds) + self.unanswered

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of processor time for each click."""
        return 1000 * self.cpu / self.count

    @property
    def requests_each(self) -> float:
        """Requests for each click."""
        return self.requests / self.count

    def latency_ms(self, share: float) -> float:
        """The milliseconds within which this share of the answers came."""
        return 1000 * percentile(self.seconds, share)


def percentile(values: Iterable[float], share: float) -> float:
    """The value that this share of the numbers does not exceed; NaN if there are none."""
    ordered = sorted(values)
    if not ordered:
        return float("nan")
    if share == 0.5:
        return median(ordered)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def print_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table in Markdown; floats have one digit after the point."""
    print()
    print(f"| {' | '.join(heads)} |")
    print(f"| {' | '.join('---' if at == 0 else '--:' for at in range(len(heads)))} |")
    for row in rows:
        cells = [f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in row]
        print(f"| {' | '.join(cells)} |", flush=True)
