"""Results of games in a channel's server that nobody has to play."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import update

from bot.storage.models.tables import Table
from tests.support.discord.channel import Channel
from tests.support.tables.results import store_game


async def finish_game(here: Channel, points: Mapping[int, int], **options: Any) -> None:
    """A game that ended now, in which these members had these points; Discord shows it already."""
    where = {"guild_id": here.guild.id, "at": here.env.now()}
    table_id = await store_game(here.client.database, points, **(where | options))
    async with here.client.database.write() as session:
        shown = update(Table).where(Table.id == table_id).values(published_revision=Table.revision)
        await session.execute(shown)
