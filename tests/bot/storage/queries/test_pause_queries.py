"""Until when members pause, as calls and reminders ask."""

from datetime import timedelta

from sqlalchemy import func, select

from bot.storage import queries
from bot.storage.engine.database import Database
from bot.storage.models.pauses import MemberPause, PauseBar
from tests.support.storage.rows import WHEN, a_pause

DAY = timedelta(days=1)
MIA, NOAH, AVA = 100, 101, 102


async def test_only_members_whose_pause_is_under_way_in_the_server_pause(
    database: Database,
) -> None:
    async with database.write() as session:
        session.add_all(
            [
                a_pause(MIA, begins=WHEN - 9 * DAY, ends=WHEN - 8 * DAY),
                a_pause(MIA, ends=WHEN + 3 * DAY),
                a_pause(NOAH, ends=WHEN),
                a_pause(NOAH, begins=WHEN + DAY, ends=WHEN + 5 * DAY),
                a_pause(NOAH, guild_id=2),
                a_pause(AVA),
            ]
        )
    async with database.read() as session:
        now = WHEN + timedelta(minutes=1)
        found = await queries.pauses.pausing(session, 1, [MIA, NOAH], now)
        assert found == {MIA}
        assert await queries.pauses.pausing(session, 1, [], now) == set()
        # The moment of its end is no longer in a pause.
        assert await queries.pauses.pausing(session, 1, [MIA], WHEN + 3 * DAY) == set()


async def test_pauses_that_a_turn_can_have_begun_in_come_oldest_first(database: Database) -> None:
    async with database.write() as session:
        session.add_all(
            [
                a_pause(MIA, begins=WHEN + DAY, ends=WHEN + 2 * DAY),
                a_pause(MIA, begins=WHEN - DAY, ends=WHEN + DAY),
                a_pause(MIA, begins=WHEN - 3 * DAY, ends=WHEN),
                a_pause(NOAH, begins=WHEN + 9 * DAY, ends=WHEN + 10 * DAY),
            ]
        )
    async with database.read() as session:
        found = await queries.pauses.pauses_since(session, 1, [MIA, NOAH], WHEN, WHEN + 5 * DAY)
    assert [pause.begins for pause in found] == [WHEN - DAY, WHEN + DAY]


async def test_a_forgotten_member_cannot_pause_again_at_once_where_they_had_paused(
    database: Database,
) -> None:
    async with database.write() as session:
        session.add_all([a_pause(MIA), a_pause(MIA, guild_id=2), a_pause(NOAH, guild_id=3)])
        await session.flush()
        await queries.pauses.bar(session, MIA, WHEN)
    async with database.read() as session:
        barred = [await queries.pauses.barred_until(session, one, MIA, WHEN) for one in (1, 2, 3)]
        assert barred == [WHEN + 28 * DAY, WHEN + 28 * DAY, None]
        assert await queries.pauses.barred_until(session, 1, NOAH, WHEN) is None
        assert await queries.pauses.barred_until(session, 1, MIA, WHEN + 28 * DAY) is None


async def test_old_pauses_and_ended_bars_are_deleted(database: Database) -> None:
    async with database.write() as session:
        session.add_all([a_pause(MIA), a_pause(MIA, begins=WHEN + 5 * DAY, ends=WHEN + 6 * DAY)])
        await session.flush()
        await queries.pauses.bar(session, MIA, WHEN)
        await queries.pauses.delete_old(session, WHEN + 4 * DAY, WHEN + 28 * DAY)
    async with database.read() as session:
        kept = await session.scalars(select(MemberPause.begins))
        assert list(kept) == [WHEN + 5 * DAY]
        assert await session.scalar(select(func.count()).select_from(PauseBar)) == 0
