"""A server's members by their average points a round."""

import discord

from bot.pictures.words import counted
from bot.storage import queries
from bot.storage.database import Database
from bot.storage.queries import Standing
from bot.ui.custom_id import Press
from bot.ui.draft import Draft, Row, page_buttons
from bot.ui.lobby import COLOUR
from bot.ui.words import plain, points_exactly

PAGE_LENGTH = 10


async def leaderboard_draft(database: Database, guild_id: int, page: int) -> Draft:
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
    return Draft(embed, _rows(page, -(-total // PAGE_LENGTH)))


def _line(rank: int, standing: Standing) -> str:
    return (
        f"{rank}. **{plain(standing.name)}**: {points_exactly(standing.average)} a round, "
        f"{counted(standing.games, 'game')}, {counted(standing.wins, 'win')}"
    )


def _rows(page: int, pages: int) -> list[Row]:
    buttons = page_buttons(page, pages, lambda to: Press("board", 0, to))
    return [buttons] if buttons else []
