"""Computes what so many live tables need, and how late Discord then shows their moves."""

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapify, heapreplace
from typing import NamedTuple

_SIMULATED = 500
"""So many tables are simulated at most."""
IDENTIFY_SECONDS = 5.0
"""Seconds between two logins of one bot, at a concurrency of 1 (Discord's documentation)."""


@dataclass(frozen=True)
class Figures:
    """What was measured of the bot, and what is assumed of hosts, members and Discord.

    Per move there is one press that plays it and `looks` presses of other kinds. `requests` are
    those of a move that count towards the bot's limit of `rate` a second; answers do not. Times
    are in seconds, memory is in bytes; `load` is the part of a core that may be used.
    """

    seconds_a_move: float = 20.0
    looks: float = 0.5
    cpu_move: float = 0.0305
    cpu_look: float = 0.0081
    database_cpu: float = 0.0007
    database_commits: float = 1.2
    requests: float = 1.0
    rate: float = 48.0
    memory_process: int = 168 << 20
    memory_table: int = 32 << 10
    load: float = 0.7
    database_cores: int = 8
    tables_a_server: float = 2.0
    servers_a_shard: int = 1000
    login_concurrency: int = 1

    @property
    def cpu(self) -> float:
        """The bot's CPU time for a move and the looks that go with it."""
        return self.cpu_move + self.looks * self.cpu_look


class Needs(NamedTuple):
    """What so many live tables need; `busy` says how much of Discord's limit they want."""

    tables: int
    moves_a_second: float
    processes: int
    memory: float
    commits_a_second: float
    database_cores: float
    busy: float
    shards: int
    login_seconds: float


class Delays(NamedTuple):
    """Seconds until Discord shows a move, and how many moves each edit shows."""

    median: float
    late: float
    moves_an_edit: float


def needs(tables: int, figures: Figures) -> Needs:
    """Compute the needs by division: nothing waits for anything else."""
    moves = tables / figures.seconds_a_move
    processes = max(1, -(-moves * figures.cpu // figures.load))
    shards = max(1, -(-tables // int(figures.tables_a_server * figures.servers_a_shard)))
    return Needs(
        tables,
        moves,
        int(processes),
        processes * figures.memory_process + tables * figures.memory_table,
        moves * figures.database_commits,
        moves * figures.database_cpu / figures.load,
        moves * figures.requests / figures.rate,
        shards,
        shards * IDENTIFY_SECONDS / figures.login_concurrency,
    )


def limits(figures: Figures) -> dict[str, int]:
    """For each part the number of live tables at which it is used up, if it is not made larger."""
    a_table = 1 / figures.seconds_a_move
    return {
        "one process's core": int(figures.load / figures.cpu / a_table),
        "Discord's requests a second": int(figures.rate / figures.requests / a_table),
        f"PostgreSQL on {figures.database_cores} cores": int(
            figures.load * figures.database_cores / figures.database_cpu / a_table
        ),
    }


def simulate(tables: int, figures: Figures, seconds: float = 9000.0, seed: int = 1) -> Delays:
    """Simulate moves at all tables, published oldest first at Discord's rate, several as one.

    Members wait for no edit: their own hands come with the answers, which no rate limits.
    Of many tables a part is simulated, with its part of the rate. Only the moves of the middle
    third count: before it queues are still growing, and after it the end comes too soon.
    """
    rng = random.Random(seed)
    part = min(1.0, _SIMULATED / tables)
    waiting: dict[int, list[float]] = {}
    queue: deque[int] = deque()
    delays: list[float] = []
    edits = 0
    free_at = 0.0
    pause = figures.requests / (figures.rate * part)
    for now, table in _moves(round(tables * part), figures.seconds_a_move, seconds, rng):
        while queue and free_at <= now:
            shown = waiting.pop(queue.popleft())
            # What has come meanwhile is shown by the same edit.
            free_at += pause
            if seconds / 3 < shown[0] < seconds * 2 / 3:
                delays += [free_at - moved_at for moved_at in shown]
                edits += 1
        if table not in waiting:
            waiting[table] = []
            queue.append(table)
            free_at = max(free_at, now) if len(queue) == 1 else free_at
        waiting[table].append(now)
    delays.sort()
    return Delays(
        delays[len(delays) // 2], delays[len(delays) * 99 // 100], len(delays) / max(edits, 1)
    )


def _moves(
    tables: int, pause: float, seconds: float, rng: random.Random
) -> Iterator[tuple[float, int]]:
    """The time and the table of every move, in order."""
    coming = [(rng.expovariate(1 / pause), table) for table in range(tables)]
    heapify(coming)
    while coming[0][0] < seconds:
        now, table = coming[0]
        yield now, table
        heapreplace(coming, (now + rng.expovariate(1 / pause), table))
