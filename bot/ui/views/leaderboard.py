"""A server's members by their average points a round."""

import discord

from bot.pictures.words import counted
from bot.tables.leaderboard import LeaderboardPage, Standing
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message, Row, page_buttons
from bot.ui.views.lobby import COLOUR
from bot.ui.views.text import plain, points_exactly


def leaderboard_message(page: LeaderboardPage) -> Message:
    """One page of the leaderboard, with the buttons to the others."""
    described = [
        _line(page.first_rank + index, standing) for index, standing in enumerate(page.standings)
    ]
    embed = discord.Embed(
        title="🏆 Leaderboard",
        description="\n".join(described) or "No game has been finished here yet.",
        colour=COLOUR,
    )
    if page.members:
        embed.set_footer(text=f"Average points a round · {counted(page.members, 'member')}")
    return Message(embed, _rows(page))


def _line(rank: int, standing: Standing) -> str:
    return (
        f"{rank}. **{plain(standing.name)}**: {points_exactly(standing.average)} a round, "
        f"{counted(standing.games, 'game')}, {counted(standing.wins, 'win')}"
    )


def _rows(page: LeaderboardPage) -> list[Row]:
    buttons = page_buttons(page.page, page.pages, lambda to: ComponentId(Verb.LEADERBOARD, 0, to))
    return [buttons] if buttons else []
