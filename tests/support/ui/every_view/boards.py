"""Settings, leaderboards, statistics, seasons and the panel of a server."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

from bot.storage.models.requests import MemberRequest
from bot.storage.models.servers import Block
from bot.tables.calls.calls import OFF
from bot.tables.calls.hours import CallTimes
from bot.tables.preferences import Preferences
from bot.tables.servers.blocks import BlockPage
from bot.tables.servers.settings import Server
from bot.tables.standings.leaderboard import (
    LeaderboardChoice,
    LeaderboardPage,
    Measure,
    Period,
    Standing,
)
from bot.tables.standings.seasons import Podium, Season
from bot.tables.standings.statistics import ServerBest, ServerStatistics, ServerTotals
from bot.tables.upkeep.own_data import OwnData
from bot.text.language import Language
from bot.ui.kit.message import Message
from bot.ui.views.calls import (
    avoided_message,
    call_message,
    call_panel,
    called_words,
    clearing_message,
)
from bot.ui.views.privacy import data_words, forget_question, privacy_message
from bot.ui.views.servers.admin import AdminPage, ServerState, admin_message
from bot.ui.views.servers.moderation import (
    blocked_entry,
    blocked_message,
    closed_entry,
    daily_off_entry,
    member_message as blocking_message,
    report_message,
    unblocked_entry,
)
from bot.ui.views.settings import settings_message
from bot.ui.views.standings.leaderboard import (
    leaderboard_message,
    podium_message,
    seasons_message,
    start_question,
)
from bot.ui.views.standings.stats import member_message, server_message
from engine.game import Game
from engine.players import Level
from tests.support.ui.statistics import FIRST, FULL, average
from tests.support.ui.table_states import state_of

WHEN = datetime(2026, 5, 1, tzinfo=UTC)
SEASONS = [
    Season(number=2, name="Mia", started_at=WHEN),
    Season(number=1, name="Mia", started_at=WHEN),
]
BLOCK = Block(guild_id=1, user_id=2, name="Mia", blocked_by=3, blocked_at=WHEN)
BY_A_FORMER_MEMBER = Block(guild_id=1, user_id=3, name="Mia", blocked_by=-3, blocked_at=WHEN)
full_rules = partial(
    Server, channels=[4, 5], max_tables=3, host_role=6, log_channel=7, daily_channel=8
)
BEST = ServerBest("Mia", 9)
TOTALS = ServerTotals(games=4, rounds=9, moves=99, emptied=2, unbeaten=1)
SERVER = ServerStatistics(TOTALS, 3, [average(3, 2, 1.4)], BEST, BEST, BEST)
LEADERS = [Standing(at, "Mia", at, 1300 - at, 60, at > 1, 12, 5, 5 / 12, 2.4) for at in (1, 2)]


def standing(user_id: int) -> Standing:
    return LEADERS[0]._replace(user_id=user_id, rank=user_id)


def board(
    language: Language, choice: LeaderboardChoice, lines: list[Standing], own: Standing | None
) -> Message:
    page = LeaderboardPage(choice, lines, 0, 24, own)
    return leaderboard_message(language, page, 7, "Mia", SEASONS)


def boards(language: Language) -> Iterator[Message]:
    for measure in Measure:
        yield board(language, LeaderboardChoice(measure), LEADERS, standing(7))
    for period in Period:
        yield board(language, LeaderboardChoice(period=period), [], None)
    for level in Level:
        yield board(
            language, LeaderboardChoice(Measure.WINS, Period.WEEK, 4, 3, level), LEADERS, None
        )
    yield leaderboard_message(
        language, LeaderboardPage(LeaderboardChoice(period=Period.SEASON), [], 0, 0), 7, ""
    )


def panels(language: Language) -> Iterator[Message]:
    servers = [
        ServerState(Server(), 0, 0, language, lambda _: True),
        ServerState(Server(turn_limit=60, threads=True), 2, 0, language, lambda _: True),
        ServerState(full_rules(absent_after=259200), 2, 3, language, lambda one: one != 4),
        ServerState(full_rules(pictures=False), 0, 1, language, lambda one: one not in range(4, 9)),
        ServerState(full_rules(), 2, 3, language, lambda _: True, "[Séñd]", "[Séñd]"),
    ]
    for server in servers:
        for page in AdminPage:
            if page is not AdminPage.BLOCKED:
                yield admin_message(language, server, page)
    yield blocked_message(language, BlockPage([BLOCK, BY_A_FORMER_MEMBER], 1, 3, 25))
    yield blocked_message(language, BlockPage([], 0, 1, 0))
    yield blocking_message(language, 2, "Mia", None, [])
    yield blocking_message(language, 2, "Mia", BLOCK, [])
    yield report_message(language, "Mia", reporter=1, channel_id=2, about=3, table=None, link="")
    for by in (1, -1):
        yield blocked_entry(language, MemberRequest(user_id=2, name="Mia", asked_by=by))
    yield unblocked_entry(language, 2, 1)
    yield closed_entry(language, state_of(Game.new(3)), 1)
    yield daily_off_entry(language, 5)


def calls(language: Language) -> Iterator[Message]:
    """Panels of members who can be called never, on all days and for now, and what follows."""
    hours = CallTimes("America/Argentina/ComodRivadavia", frozenset(range(7)), 0, 23, 72)
    yield call_panel(language, None, WHEN, language, refusal=OFF)
    yield call_panel(language, None, WHEN, language)
    for_now = CallTimes("UTC", until=WHEN + timedelta(hours=1))
    for times in (
        CallTimes("UTC"),
        for_now,
        hours,
        hours._replace(until=WHEN + timedelta(hours=1)),
    ):
        yield call_panel(language, times, WHEN, language, paused_until=WHEN)
    for number in (1, 10):
        members = [10**18 + one for one in range(number)]
        yield call_message(language, members, "https://discord.com/channels/1/2/3")
        yield avoided_message(language, members)
        yield clearing_message(language, members)
    for number in (1, 10):
        yield Message(content=called_words(language, number))
    yield avoided_message(language, [])


def of_members(language: Language) -> Iterator[Message]:
    for pictures in (True, False):
        for confirm in (True, False):
            own = Preferences(pictures, confirm=confirm, share_name=confirm)
            yield settings_message(
                language, own, Server(turn_limit=None if confirm else 3600), language
            )
    for keep in (None, timedelta(30)):
        yield privacy_message(language, keep)
    yield forget_question(language)
    files = {"1.json.gz": b"", "2.json.gz": b""}
    yield Message(content=data_words(language, OwnData(files, complete=False)))
    for found in (FULL, FIRST):
        yield member_message(language, found._replace(name="Mia"), asker="Mia")
    yield server_message(language, SERVER)


def seasons(language: Language) -> Iterator[Message]:
    yield start_question(language, "Mia", None)
    yield start_question(language, "Mia", SEASONS[0])
    yield seasons_message(language, SEASONS * 12)
    yield podium_message(language, Podium(SEASONS[1], LEADERS), pictures=False)
