"""A server's members by their average points a round."""

import discord

from bot.pictures.words import counted
from bot.storage import queries
from bot.storage.database import Database
from bot.storage.queries import Standing
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.message import Message, Row, page_buttons
from bot.ui.views.lobby import COLOUR
from bot.ui.views.text import plain, points_exactly

PAGE_LENGTH = 10


async def leaderboard_message(database: Database, guild_id: int, page: int) -> Message:
    """Page `page`, counted from 0, or the last one if there are fewer."""
    async with database.read() as session:
        lines, total = await queries.leaderboard(
            session, guild_id, offset=page * PAGE_LENGTH, limit=PAGE_LENGTH
        )
    first = page * PAGE_LENGTH + 1
    described = [_line(first + index, standing) for index, standing in enumerate(lines)]
    embed = discord.Embed(
        title="🏆 Leaderboard",
        description="\n".join(described) or "No game has been finished here yet.",
        colour=COLOUR,
    )
    if total:
        embed.set_footer(text=f"Average points a round · {counted(total, 'member')}")
    return Message(embed, _rows(page, -(-total // PAGE_LENGTH)))


def _line(rank: int, standing: Standing) -> str:
    return (
        f"{rank}. **{plain(standing.name)}**: {points_exactly(standing.average)} a round, "
        f"{counted(standing.games, 'game')}, {counted(standing.wins, 'win')}"
    )


def _rows(page: int, pages: int) -> list[Row]:
    buttons = page_buttons(page, pages, lambda to: ComponentId("board", 0, to))
    return [buttons] if buttons else []
