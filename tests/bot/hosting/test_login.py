"""The host's clock is set by Discord's at the login."""

from datetime import timedelta

import pytest
from discord.http import Route

from bot.client import ScoutClient
from bot.settings import Settings
from bot.storage.models.options import TableOptions
from tests.loopback.server.service import GOOD_TOKEN, LoopbackDiscord
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import AVA, NOAH, game_on_turn
from tests.support.tables.open_tables import OpenTables

pytestmark = pytest.mark.slow  # logs in

DAY = timedelta(days=1)


async def test_a_member_who_could_not_press_before_the_login_is_not_absent(
    url: str,
    open_tables: OpenTables,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    bare_environment: None,
) -> None:
    """The machine began with the time at which it had stopped, days before."""
    tables = open_tables()
    options = TableOptions(ping_after=None)
    state = await game_on_turn(tables, NOAH, AVA, options=options)
    assert state.waiting
    settings = Settings(database_url=url, computer_workers=0)
    client = ScoutClient(
        settings, background=False, now=clock, set_clock=lambda _: clock.advance(2 * DAY)
    )
    async with LoopbackDiscord() as discord:
        monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{discord.port}")
        await client.login(GOOD_TOKEN)
        await client.tables.scheduler.run_due(state.id)
        assert not (await client.tables.repository.get(state.id)).absence_asked
        await client.close()
