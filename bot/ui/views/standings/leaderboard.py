"""A leaderboard of a server: a page with its picture or as text, and what changes it."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

import discord

from bot.pictures.alt_standings import measured
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.leaderboard import Board, Standing as Line
from bot.pictures.standings import leaderboard_picture
from bot.tables.core.ratings import PROVISIONAL_GAMES
from bot.tables.standings.leaderboard import PAGE_LENGTH, LeaderboardPage, Measure, Standing
from bot.tables.standings.seasons import Season
from bot.text.words import counted, figure, ordinal, points_exactly
from bot.ui.kit.message import Message
from bot.ui.views.faces import unwritten
from bot.ui.views.lobby import COLOUR
from bot.ui.views.standings.leaderboard_controls import control_rows
from bot.ui.views.standings.leaderboard_words import (
    MEASURES,
    empty_words,
    filter_words,
    period_words,
)
from bot.ui.views.text import plain

MemberAvatars = Mapping[int, bytes]
"""Image files by members' ids; a drawn initial stands for one that is not there."""
NO_MEMBER_AVATARS: MemberAvatars = MappingProxyType({})
_UNNAMED = "a member"
_CAUTIOUS = (
    "A rating is a cautious estimate; the smaller its ±, the surer it is. "
    f"Provisional: fewer than {PROVISIONAL_GAMES} games."
)


class Asker(NamedTuple):
    """The member whose own place is shown."""

    user_id: int
    name: str


def leaderboard_message(
    page: LeaderboardPage,
    asker: Asker,
    seasons: Sequence[Season] = (),
    *,
    pictures: bool = False,
    avatars: MemberAvatars = NO_MEMBER_AVATARS,
) -> Message:
    """One page of the leaderboard; the picture, if there is one, says all of the list.

    `seasons` are the server's, newest first.
    """
    rows = control_rows(page, seasons)
    board = _board(page, seasons)
    embed = discord.Embed(colour=COLOUR)
    if not page.standings:
        embed.title = _title(board)
        embed.description = empty_words(page.choice, seasons, plain(board.of))
        return Message(embed, rows)
    embed.set_footer(text=_footer(page))
    lines, own = _lines(page, asker.user_id, avatars)
    below = (
        [] if page.own is not None else [f"{plain(asker.name) or _UNNAMED} has no place here yet."]
    )
    if not pictures:
        embed.title = _title(board)
        embed.description = "\n".join([*_listed(board, lines, own), *below])
        return Message(embed, rows)
    faces = [line.face for line in (*lines, *([own] if own else []))]
    embed.description = "\n".join([*unwritten(faces), *below]) or None
    return Message(embed, rows, draw=partial(leaderboard_picture, board, lines, own))


def podium_lines(
    standings: Sequence[Standing], measure: Measure, avatars: MemberAvatars
) -> list[Line]:
    """The standings as a picture shows them, of nobody who asked."""
    return [_line(standing, at, measure, 0, avatars) for at, standing in enumerate(standings)]


def listed_line(board: Board, line: Line) -> str:
    """`1st **Mia**: rating 1312 ± 62, 41 games`.

    "1." would begin a list, and Discord numbers the lines of a list itself, shared ranks too.
    """
    return f"{ordinal(line.rank)} **{plain(line.face.name) or _UNNAMED}**: {measured(board, line)}"


def _board(page: LeaderboardPage, seasons: Sequence[Season]) -> Board:
    choice = page.choice
    return Board(
        of=period_words(choice, seasons),
        measure=MEASURES[choice.measure],
        podium=page.page == 0,
        against="" if choice.against is None else str(choice.against),
    )


def _title(board: Board) -> str:
    return f"🏆 {board.title}, {plain(board.of)}"


def _footer(page: LeaderboardPage) -> str:
    parts = [counted(page.members, "member"), *filter_words(page.choice)]
    if page.pages > 1:
        parts.insert(0, f"Page {page.page + 1} of {page.pages}")
    footer = " · ".join(parts)
    return f"{footer}\n{_CAUTIOUS}" if page.choice.measure is Measure.RATING else footer


def _lines(
    page: LeaderboardPage, asked_by: int, avatars: MemberAvatars
) -> tuple[list[Line], Line | None]:
    """The page's lines, and the own one if it is on another page."""
    measure = page.choice.measure
    lines = [
        _line(standing, at, measure, asked_by, avatars)
        for at, standing in enumerate(page.standings)
    ]
    elsewhere = page.own is not None and not any(line.asked for line in lines)
    if not elsewhere or page.own is None:
        return lines, None
    return lines, _line(page.own, PAGE_LENGTH, measure, asked_by, avatars)


def _line(
    standing: Standing, index: int, measure: Measure, asked_by: int, avatars: MemberAvatars
) -> Line:
    rated = measure is Measure.RATING and standing.uncertainty is not None
    return Line(
        rank=standing.rank,
        face=SeatFace(standing.name, index, avatar=avatars.get(standing.user_id), noun="Member"),
        games=standing.games,
        wins=standing.wins,
        value=_value(standing, measure),
        spread=f"± {standing.uncertainty}" if rated else "",
        provisional=rated and standing.provisional,
        asked=standing.user_id == asked_by,
    )


def _value(standing: Standing, measure: Measure) -> str:
    match measure:
        case Measure.RATING:
            return "–" if standing.rating is None else figure(standing.rating)
        case Measure.WINS:
            return str(standing.wins)
        case Measure.WIN_SHARE:
            return share(standing.win_share)
        case Measure.AVERAGE:
            return points_exactly(standing.average)
        case Measure.GAMES:
            return str(standing.games)


def share(part: float) -> str:
    """`46 %`."""
    return f"{round(100 * part)} %"


def _listed(board: Board, lines: Sequence[Line], own: Line | None) -> list[str]:
    said = [listed_line(board, line) for line in lines]
    return said if own is None else [*said, "…", listed_line(board, own)]
