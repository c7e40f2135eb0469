"""Seasons: the question before one starts, the list of them, and the podium of one that is over."""

from collections.abc import Sequence
from functools import partial

from discord import ButtonStyle
from discord.utils import format_dt

from bot.pictures.gallery import leaderboard_picture
from bot.pictures.layouts.standings import Board
from bot.tables.standings.leaderboard import Measure
from bot.tables.standings.seasons import Podium, Season
from bot.text.language import Language, gettext_noop
from bot.text.names import readable_name
from bot.text.words import in_a_row
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import escape_markdown, new_embed, unwritten
from bot.ui.views.standings.choices import AMONG_PEOPLE
from bot.ui.views.standings.leaderboard import (
    NO_MEMBER_AVATARS,
    MemberAvatars,
    board_lines,
    listed_line,
)

# Translators: a button that starts the season of this name, at most 38 letters beside it.
START = gettext_noop("Start {name}")
_SHOWN = 20
NOT_STARTED = gettext_noop("No season was started.")
NO_SEASONS = gettext_noop(
    "This server has no seasons yet. A member with Manage Server starts one with "
    "`/scout season start`."
)


def start_question(language: Language, name: str, running: Season | None) -> Message:
    """Asked before a season starts.

    Its button has the number of the season that it ends, or 0, and says the name of the new one,
    which `name_in_label` reads again.
    """
    if running is None:
        effect = language.gettext(
            "Games that end from now on belong to it. The leaderboard of all time stays."
        )
    else:
        effect = language.gettext(
            "That ends **{season}**: its podium is posted in this channel, and its leaderboard "
            "stays.",
            season=escape_markdown(running.name),
        )
    question = language.gettext("Start the season **{name}**?", name=escape_markdown(name))
    number = 0 if running is None else running.number
    pressed = ComponentId(Verb.START_SEASON, 0, number)
    # Nothing is lost if none is running.
    style = ButtonStyle.success if running is None else ButtonStyle.danger
    start = Button(language.gettext(START, name=name), pressed, style)
    keep = Button(language.gettext("Not now"), ComponentId(Verb.KEEP_SEASON, 0))
    return Message(new_embed(in_a_row([question, effect])), [[start, keep]])


def started_words(language: Language, season: Season) -> str:
    """That a season has begun."""
    name = escape_markdown(season.name)
    return language.gettext("The season **{name}** has begun.", name=name)


def seasons_message(language: Language, seasons: Sequence[Season]) -> Message:
    """The seasons, newest first, with the days from which to which they ran."""
    lines = [_line(language, season) for season in seasons[:_SHOWN]]
    if (more := len(seasons) - _SHOWN) > 0:
        # Translators: below a list of seasons.
        lines.append(
            language.ngettext("… and {number} earlier one.", "… and {number} earlier ones.", more)
        )
    footer = language.gettext("/scout leaderboard shows the standings of each season.")
    title = language.gettext("🗓️ Seasons")
    return Message(new_embed("\n".join(lines), title=title, footer=footer))


def podium_message(
    language: Language,
    podium: Podium,
    *,
    pictures: bool,
    avatars: MemberAvatars = NO_MEMBER_AVATARS,
) -> Message:
    """The best of a season that is over, for everybody."""
    lines = board_lines(language, podium.standings, Measure.RATING, avatars)
    season = readable_name(podium.season.name)
    games = language.gettext(AMONG_PEOPLE)
    board = Board(season, Measure.RATING.value, games, podium=True, won=True)
    title = language.gettext("🏁 The season {name} is over", name=escape_markdown(season))
    if not pictures:
        words = "\n".join(listed_line(language, board, line) for line in lines)
        return Message(new_embed(words, title=title))
    names = "\n".join(unwritten(language, [line.face for line in lines]))
    return Message(
        new_embed(names, title=title), draw=partial(leaderboard_picture, language, board, lines)
    )


def _line(language: Language, season: Season) -> str:
    name, began = escape_markdown(season.name), format_dt(season.started_at, "d")
    if season.ended_at is None:
        return language.gettext("**{name}**: since {day}", name=name, day=began)
    ended = format_dt(season.ended_at, "d")
    return language.gettext("**{name}**: {began} to {ended}", name=name, began=began, ended=ended)
