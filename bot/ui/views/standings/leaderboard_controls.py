"""What changes a leaderboard: three selects and the buttons to other pages."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.tables.core.state import MAX_SEATS, MIN_SEATS
from bot.tables.standings.leaderboard import (
    COMPUTER_MEASURES,
    LeaderboardChoice,
    LeaderboardPage,
    Measure,
    Period,
)
from bot.tables.standings.seasons import Season
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import OPTIONS, Option, Row, Select, page_buttons
from bot.ui.views.standings.leaderboard_words import MEASURES, PERIODS, period_words
from engine.players import Level

_OTHER_PERIODS = (Period.WEEK, Period.MONTH, Period.ALL_TIME)


def control_rows(page: LeaderboardPage, seasons: Sequence[Season]) -> list[Row]:
    """Each option's value is the whole choice that it leads to; the pages keep the present one."""
    choice = page.choice
    selects = (
        (f"Ranked by {MEASURES[choice.measure]}", _measures(choice)),
        (_capital(period_words(choice, seasons)), _periods(choice, seasons)),
        (_games(choice), _opponents(choice)),
    )
    rows: list[Row] = [
        Select(present, ComponentId(Verb.LEADERBOARD_CHOICE, 0, number), _others(choice, options))
        for number, (present, options) in enumerate(selects)
    ]
    buttons = page_buttons(page.page, page.pages, partial(_page_id, choice))
    return [*rows, buttons] if buttons else rows


def _page_id(choice: LeaderboardChoice, page: int) -> ComponentId:
    return ComponentId(Verb.LEADERBOARD, 0, page, choice.code)


def _others(
    choice: LeaderboardChoice, options: Iterator[tuple[str, LeaderboardChoice]]
) -> list[Option]:
    """The options that change anything; the present choice is the select's placeholder."""
    return [Option(label, other.code) for label, other in options if other != choice][:OPTIONS]


def _measures(choice: LeaderboardChoice) -> Iterator[tuple[str, LeaderboardChoice]]:
    offered = tuple(Measure) if choice.against is None else COMPUTER_MEASURES
    for measure in offered:
        yield f"Rank by {MEASURES[measure]}", choice._replace(measure=measure)


def _periods(
    choice: LeaderboardChoice, seasons: Sequence[Season]
) -> Iterator[tuple[str, LeaderboardChoice]]:
    """The seasons last, newest first: a server can have more than a select has room for."""
    for period in _OTHER_PERIODS:
        yield _capital(PERIODS[period]), choice._replace(period=period, season=None)
    for season in seasons:
        of_season = choice._replace(period=Period.SEASON, season=season.number)
        yield f"Season: {period_words(of_season, seasons)}", of_season


def _opponents(choice: LeaderboardChoice) -> Iterator[tuple[str, LeaderboardChoice]]:
    """By number of players, then against whom."""
    yield "Any number of players", choice._replace(players=None)
    for players in range(MIN_SEATS, MAX_SEATS + 1):
        yield f"{players} players", choice._replace(players=players)
    yield "Among people", choice._replace(against=None)
    for level in Level:
        yield f"Against {level} computers alone", _against(choice, level)


def _against(choice: LeaderboardChoice, level: Level) -> LeaderboardChoice:
    """The same of games against computers, which have no rating."""
    known = choice.measure in COMPUTER_MEASURES
    measure = choice.measure if known else COMPUTER_MEASURES[0]
    return choice._replace(against=level, measure=measure)


def _games(choice: LeaderboardChoice) -> str:
    """`2–5 players, among people`: a phone cuts off what is longer."""
    who = "among people" if choice.against is None else f"against {choice.against} computers"
    players = f"{MIN_SEATS}–{MAX_SEATS}" if choice.players is None else str(choice.players)
    return f"{players} players, {who}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
