"""Days of members in several servers, with every mention judged by the second program."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from tests.support.discord.fortnight.life import Life
from tests.support.discord.fortnight.town import town
from tests.support.mentions.judge import Judge
from tests.support.mentions.wall_clocks import ZONES


class Lived(NamedTuple):
    """The judge after these days, its faults, and how often the bot was killed."""

    judge: Judge
    faults: Sequence[object]
    kills: int


async def live(
    folder: Path, begins: datetime, days: float, servers: int, people: int, pace: float
) -> Lived:
    """So many days from then on; `pace` is how often the members do something."""
    async with town(folder, 1, begins) as here:
        here.settle_people(servers, people, ZONES)
        life = Life(here, pace)
        here.recorder.mercy = False
        await life.go_on(begins + timedelta(days=days))
        here.recorder.mercy = True
    judge = Judge()
    return Lived(judge, judge.read(here.recorder.history), here.recorder.kills)
