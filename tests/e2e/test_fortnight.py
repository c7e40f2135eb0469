"""A fortnight of members in several servers, whose every mention the second program judges.

Clocks in their zones change to summer time meanwhile, and the bot is killed between its commits and
its messages.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.discord.fortnight.life import Life
from tests.support.discord.fortnight.town import town
from tests.support.marks import with_long
from tests.support.mentions.judge import REMINDER, ROLL_CALL, Judge
from tests.support.mentions.wall_clocks import ZONES
from tests.support.storage.database import only_sqlite

pytestmark = only_sqlite("the recorder reads the file beside the bot")
BERLIN = datetime(2026, 3, 28, 19, tzinfo=UTC)
"""Six hours before clocks there are put forward."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begins", "days", "servers", "people", "pace"),
    with_long([(BERLIN, 0.3, 2, 12, 1)], [(datetime(2026, 3, 6, tzinfo=UTC), 3, 2, 24, 0.5)]),
)
async def test_every_mention_of_a_fortnight_is_right(
    folder: Path, begins: datetime, days: float, servers: int, people: int, pace: float
) -> None:
    async with town(folder, 1, begins) as here:
        here.settle_people(servers, people, ZONES)
        life = Life(here, pace)
        here.recorder.mercy = False
        await life.go_on(begins + timedelta(days=days))
        here.recorder.mercy = True
    judge = Judge()
    faults = judge.read(here.recorder.history)
    assert faults == []
    assert judge.counts[REMINDER] or judge.counts[ROLL_CALL]
