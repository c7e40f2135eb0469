"""Counts what a press costs at the database: `python -m tests.benchmarks.statements`.

Presses of a game between two members, through a simulated Discord; each line is the mean of all
presses of its kind, from the click to the last message that it changes. For PostgreSQL:
`python -m tests.tools.with_postgres tests.benchmarks.statements`.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import labels
from tests.support.discord.scout_channel import scout_channel

SHOWS, LAST_DECISION = 12, 60


@dataclass
class Cost:
    """The cost of one press: transactions that wrote, all others, and their statements."""

    writes: int = 0
    reads: int = 0
    statements: Counter[str] = field(default_factory=Counter)


class Meter:
    """A meter that listens to every engine of the process."""

    def __init__(self) -> None:
        self.cost = Cost()
        event.listen(Engine, "before_cursor_execute", self._execute)
        event.listen(Engine, "begin", self._begin)

    def _execute(self, _connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        word = statement.split(maxsplit=1)[0].upper()
        if word not in ("BEGIN", "PRAGMA"):
            self.cost.statements[word] += 1

    def _begin(self, connection: Connection) -> None:
        if connection.get_execution_options().get("read_only"):
            self.cost.reads += 1
        else:
            self.cost.writes += 1

    @contextmanager
    def measured(self) -> Iterator[Cost]:
        self.cost = cost = Cost()
        yield cost


async def presses(here: Channel, meter: Meter) -> dict[str, list[Cost]]:
    """The costs of presses by kind, in the turns of one round; moves in between do not count."""
    members = await here.begin_turns(3, rounds=3)
    costs: dict[str, list[Cost]] = {"My hand": [], "Scout, first step": [], "Show": []}
    while len(costs["Show"]) < SHOWS and (await here.state()).decision_number < LAST_DECISION:
        waiting = (await here.state()).members_to_move[0]
        player = next(member for member in members if member.id == waiting.user_id)
        await measure(player, "My hand", costs["My hand"], meter, here)
        shows = [label for label in labels(player.hand) if label.startswith("Show")]
        scouts = [label for label in labels(player.hand) if label.startswith("Scout ")]
        if scouts:
            await measure(player, scouts[0], costs["Scout, first step"], meter, here)
            await player.press("Back", player.hand)
        if shows:
            await measure(player, shows[0], costs["Show"], meter, here)
        else:
            await here.play_elsewhere(player)
            await here.env.settle()
    return costs


async def measure(
    player: Member, label: str, costs: list[Cost], meter: Meter, here: Channel
) -> None:
    with meter.measured() as cost:
        await player.press(label, here.table if label == "My hand" else player.hand)
    costs.append(cost)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        meter = Meter()
        async with scout_channel(Path(folder), 3) as here:
            costs = await presses(here, meter)
    for kind, found in costs.items():
        statements = fmean(sum(cost.statements.values()) for cost in found)
        writes = fmean(cost.writes for cost in found)
        reads = fmean(cost.reads for cost in found)
        print(
            f"{kind:<18} {writes:.1f} writes, {reads:.1f} reads, {statements:.1f} statements"
            f" (mean of {len(found)})"
        )


if __name__ == "__main__":
    asyncio.run(main())
