"""The simulated Discord around the bot; the page itself is tested in tests/e2e."""

from datetime import UTC, datetime, timedelta

from bot.client import ScoutClient
from bot.local.page import World
from bot.settings import Settings


def world() -> World:
    settings = Settings(_env_file=None, database_url="sqlite+aiosqlite://")
    return World(ScoutClient(settings, background=False))


def ids(world: World) -> list[int]:
    return [world.env.guild.id, world.channel.id, *(member.id for member in world.members)]


async def test_stored_tables_find_their_channel_and_members_at_the_next_start() -> None:
    assert ids(world()) == ids(world())


async def test_the_simulated_clock_shows_the_real_time() -> None:
    simulated = world()
    simulated.set_clock()
    assert abs(datetime.now(UTC) - simulated.env.now()) < timedelta(seconds=1)
