"""A fortnight of members in several servers, whose every mention the second program judges.

Clocks in their zones change to summer time meanwhile, and the bot is killed between its commits and
its messages.
"""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.discord.fortnight.judged import live
from tests.support.marks import with_long
from tests.support.mentions.judge import CLOSING, REMINDER, ROLL_CALL
from tests.support.storage.database import only_sqlite

pytestmark = only_sqlite("the recorder reads the file beside the bot")
BERLIN = datetime(2026, 3, 28, 19, tzinfo=UTC)
"""Six hours before clocks there are put forward."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("begins", "days", "servers", "people", "pace"),
    with_long([(BERLIN, 0.3, 2, 12, 1)], [(datetime(2026, 3, 6, tzinfo=UTC), 3, 2, 24, 0.5)]),
)
async def test_every_mention_of_a_fortnight_is_right(
    folder: Path, begins: datetime, days: float, servers: int, people: int, pace: float
) -> None:
    judge, faults, _ = await live(folder, begins, days, servers, people, pace)
    assert faults == []
    assert judge.counts[REMINDER] or judge.counts[ROLL_CALL]
    if days > 1:
        # Each question to the other players mentions them.
        assert judge.counts[CLOSING]
