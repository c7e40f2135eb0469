"""A server's members by their average points per round."""

from functools import partial

import discord

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import leaderboard_picture
from bot.pictures.layouts.leaderboard import Standing as Line
from bot.pictures.words import counted, points_exactly
from bot.tables.leaderboard import LeaderboardPage, Standing
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message, Row, page_buttons
from bot.ui.views.faces import unwritten
from bot.ui.views.lobby import COLOUR
from bot.ui.views.text import plain

_EMPTY = (
    "Nobody is ranked here yet. Finish a game without hints to be the first: "
    "`/scout new` opens a table."
)

_UNNAMED = "a member"


def leaderboard_message(
    page: LeaderboardPage, *, asked_by: int = 0, pictures: bool = False
) -> Message:
    """One page of the leaderboard, with the buttons to the others.

    The picture, if there is one, says all of it and marks the line of the member `asked_by`.
    """
    if pictures and page.standings:
        return _pictured_message(page, asked_by)
    described = [
        _line(page.first_rank + index, standing) for index, standing in enumerate(page.standings)
    ]
    embed = discord.Embed(
        title="🏆 Leaderboard",
        description="\n".join(described) or _EMPTY,
        colour=COLOUR,
    )
    if page.members:
        embed.set_footer(text=_measure(page))
    return Message(embed, _rows(page))


def _measure(page: LeaderboardPage) -> str:
    return f"Average points per round · {counted(page.members, 'member')}"


def _pictured_message(page: LeaderboardPage, asked_by: int) -> Message:
    lines = _pictured(page, asked_by)
    described = [_measure(page), *unwritten([line.face for line in lines])]
    embed = discord.Embed(description="\n".join(described), colour=COLOUR)
    return Message(embed, _rows(page), draw=partial(leaderboard_picture, lines))


def _pictured(page: LeaderboardPage, asked_by: int) -> list[Line]:
    return [
        Line(
            rank=page.first_rank + index,
            face=SeatFace(standing.name, index),
            games=standing.games,
            wins=standing.wins,
            average=standing.average,
            asked=standing.user_id == asked_by,
        )
        for index, standing in enumerate(page.standings)
    ]


def _line(rank: int, standing: Standing) -> str:
    name = plain(standing.name) or _UNNAMED
    return (
        f"{rank}. **{name}**: {points_exactly(standing.average)} per round, "
        f"{counted(standing.games, 'game')}, {counted(standing.wins, 'win')}"
    )


def _rows(page: LeaderboardPage) -> list[Row]:
    buttons = page_buttons(page.page, page.pages, lambda to: ComponentId(Verb.LEADERBOARD, 0, to))
    return [buttons] if buttons else []
