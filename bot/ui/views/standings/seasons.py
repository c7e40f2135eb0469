"""Seasons: the question before one starts, the list of them, and the podium of one that is over."""

from collections.abc import Sequence
from functools import partial

import discord
from discord import ButtonStyle

from bot.pictures.gallery import leaderboard_picture
from bot.pictures.layouts.standings import Board
from bot.tables.standings.leaderboard import Measure
from bot.tables.standings.seasons import Podium, Season
from bot.text.language import Language
from bot.text.names import readable_name
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import escape_markdown, new_embed, unwritten
from bot.ui.views.standings.leaderboard import (
    AMONG_PEOPLE,
    MEASURES,
    NO_MEMBER_AVATARS,
    MemberAvatars,
    board_lines,
    listed_line,
)

_START = "Start "
_SHOWN = 20
NOT_STARTED = "No season was started."
NO_SEASONS = (
    "This server has no seasons yet. A member with Manage Server starts one with "
    "`/scout season start`."
)


def start_question(language: Language, name: str, running: Season | None) -> Message:
    """Asked before a season starts.

    Its button has the number of the season that it ends, or 0, and says the name of the new one,
    which `named_in` reads again.
    """
    if running is None:
        effect = "Games that end from now on belong to it. The leaderboard of all time stays."
    else:
        effect = (
            f"That ends **{escape_markdown(running.name)}**: its podium is posted in this channel, "
            "and its leaderboard stays."
        )
    words = f"Start the season **{escape_markdown(name)}**? {effect}"
    number = 0 if running is None else running.number
    pressed = ComponentId(Verb.START_SEASON, 0, number)
    # Nothing is lost if none is running.
    style = ButtonStyle.success if running is None else ButtonStyle.danger
    start = Button(f"{_START}{name}", pressed, style)
    keep = Button("Not now", ComponentId(Verb.KEEP_SEASON, 0))
    return Message(new_embed(words), [[start, keep]])


def named_in(language: Language, label: str) -> str:
    """The name of the season that a button of the question starts."""
    return label.removeprefix(_START)


def started_words(language: Language, season: Season) -> str:
    """That a season has begun."""
    return f"The season **{escape_markdown(season.name)}** has begun."


def seasons_message(language: Language, seasons: Sequence[Season]) -> Message:
    """The seasons, newest first, with the days from which to which they ran."""
    lines = [_line(language, season) for season in seasons[:_SHOWN]]
    if len(seasons) > _SHOWN:
        lines.append(f"… and {len(seasons) - _SHOWN} earlier ones.")
    footer = "/scout leaderboard shows the standings of each season."
    return Message(new_embed("\n".join(lines), title="🗓️ Seasons", footer=footer))


def podium_message(
    language: Language,
    podium: Podium,
    *,
    pictures: bool,
    avatars: MemberAvatars = NO_MEMBER_AVATARS,
) -> Message:
    """The best of a season that is over, for everybody."""
    lines = board_lines(language, podium.standings, Measure.RATING, avatars)
    season, measure = readable_name(podium.season.name), MEASURES[Measure.RATING]
    board = Board(season, measure, AMONG_PEOPLE, podium=True, won=True)
    title = f"🏁 The season {escape_markdown(podium.season.name)} is over"
    if not pictures:
        words = "\n".join(listed_line(language, board, line) for line in lines)
        return Message(new_embed(words, title=title))
    names = "\n".join(unwritten(language, [line.face for line in lines]))
    return Message(
        new_embed(names, title=title), draw=partial(leaderboard_picture, language, board, lines)
    )


def _line(language: Language, season: Season) -> str:
    began = discord.utils.format_dt(season.started_at, "d")
    if season.ended_at is None:
        return f"**{escape_markdown(season.name)}**: since {began}"
    ended = discord.utils.format_dt(season.ended_at, "d")
    return f"**{escape_markdown(season.name)}**: {began} to {ended}"
