"""Settings, boards and the panel of a server in the pseudo-language: nothing is English in them."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.storage.models.tables import Block
from bot.tables.preferences import Defaults, Preferences
from bot.tables.servers.blocks import BlockPage
from bot.tables.servers.moderation import Seats
from bot.tables.servers.policies import ServerPolicy
from bot.tables.standings.leaderboard import (
    LeaderboardChoice,
    LeaderboardPage,
    Measure,
    Period,
    Standing,
)
from bot.tables.standings.seasons import Podium, Season
from bot.tables.standings.statistics import PlayersAverage, ServerBest, ServerStatistics
from bot.tables.upkeep.own_data import OwnData, OwnDataFile
from bot.text.language import LANGUAGES, PSEUDO
from bot.ui.kit.message import Message
from bot.ui.views.privacy import data_words, forget_question, privacy_message
from bot.ui.views.servers.admin import AdminPage, ServerState, admin_message
from bot.ui.views.servers.blocked import blocked_message, member_message as blocking_message
from bot.ui.views.servers.report import Report, report_message
from bot.ui.views.settings import settings_message
from bot.ui.views.standings.leaderboard import Asker, leaderboard_message
from bot.ui.views.standings.seasons import podium_message, seasons_message, start_question
from bot.ui.views.standings.stats import member_message, server_message
from engine.players import Level
from tests.support.ui.pseudo import english, shown
from tests.support.ui.statistics import FIRST, FULL

WHEN = datetime(2026, 5, 1, tzinfo=UTC)
SEASONS = [Season(2, "Mia", WHEN, None), Season(1, "Mia", WHEN, WHEN)]
BLOCK = Block(guild_id=1, user_id=2, name="Mia", blocked_by=3, blocked_at=WHEN)
BY_A_FORMER_MEMBER = Block(guild_id=1, user_id=2, name="Mia", blocked_by=-3, blocked_at=WHEN)
FULL_RULES, NO_RULES = ServerPolicy((4, 5), 3, 6, 7), ServerPolicy()
BEST = ServerBest(5, "Mia", 9)
SERVER = ServerStatistics(4, 9, 99, 3, 2, 1, [PlayersAverage(3, 2, 1.4)], BEST, BEST, BEST)
LEADERS = [Standing(at, "Mia", at, 1300 - at, 60, at > 1, 12, 5, 5 / 12, 2.4) for at in (1, 2)]


def standing(user_id: int) -> Standing:
    return LEADERS[0]._replace(user_id=user_id, rank=user_id)


def board(choice: LeaderboardChoice, lines: list[Standing], own: Standing | None) -> Message:
    page = LeaderboardPage(choice, lines, 0, 24, own)
    return leaderboard_message(PSEUDO, page, Asker(7, "Mia"), SEASONS)


def boards() -> Iterator[Message]:
    for measure in Measure:
        yield board(LeaderboardChoice(measure), LEADERS, standing(7))
    for period in Period:
        yield board(LeaderboardChoice(period=period), [], None)
    for level in Level:
        yield board(LeaderboardChoice(Measure.WINS, Period.WEEK, 4, 3, level), LEADERS, None)
    yield leaderboard_message(
        PSEUDO, LeaderboardPage(LeaderboardChoice(period=Period.SEASON), [], 0, 0), Asker(7, "")
    )


def panels() -> Iterator[Message]:
    servers = [
        ServerState(NO_RULES, Defaults(), 0, 0, PSEUDO, frozenset()),
        ServerState(NO_RULES, Defaults(60, threads=True), 2, 0, PSEUDO, frozenset()),
        ServerState(FULL_RULES, Defaults(absent_after=259200), 2, 3, PSEUDO, frozenset({4})),
        ServerState(FULL_RULES, Defaults(pictures=False), 0, 1, PSEUDO, frozenset({4, 5, 6, 7})),
        ServerState(FULL_RULES, Defaults(), 2, 3, PSEUDO, frozenset(), log_lacks="[Séñd]"),
    ]
    for server in servers:
        for page in AdminPage:
            if page is not AdminPage.BLOCKED:
                yield admin_message(PSEUDO, server, page)
    yield blocked_message(PSEUDO, BlockPage([BLOCK, BY_A_FORMER_MEMBER], 1, 3, 25))
    yield blocked_message(PSEUDO, BlockPage([], 0, 1, 0))
    yield blocking_message(PSEUDO, 2, "Mia", None, Seats([], []))
    yield blocking_message(PSEUDO, 2, "Mia", BLOCK, Seats([], []))
    yield report_message(PSEUDO, Report(1, 2, 3, None, "", "Mia"))


def of_members() -> Iterator[Message]:
    for pictures in (True, False):
        for confirm in (True, False):
            own = Preferences(pictures, confirm=confirm, share_name=confirm)
            yield settings_message(PSEUDO, own, Defaults(None if confirm else 3600), PSEUDO)
    for keep in (None, timedelta(30)):
        yield privacy_message(PSEUDO, keep)
    yield forget_question(PSEUDO)
    files = [OwnDataFile("data.json", b"")]
    yield Message(content=data_words(PSEUDO, OwnData(files * 2, complete=False)))
    for found in (FULL, FIRST):
        yield member_message(PSEUDO, found._replace(name="Mia"), asker="Mia")
    yield server_message(PSEUDO, SERVER)


def seasons() -> Iterator[Message]:
    yield start_question(PSEUDO, "Mia", None)
    yield start_question(PSEUDO, "Mia", SEASONS[0])
    yield seasons_message(PSEUDO, SEASONS * 12)
    yield podium_message(PSEUDO, Podium(SEASONS[1], LEADERS), pictures=False)


@pytest.mark.parametrize("messages", [boards, panels, of_members, seasons])
async def test_nothing_is_english(messages: Callable[[], Iterator[Message]]) -> None:
    texts = [text for message in messages() for text in shown(message)]
    own_names = {language.own_name for language in LANGUAGES}
    assert [text for text in texts if english(text) and text not in own_names] == []


def test_english_is_found() -> None:
    assert english("[Ä[b]c] 3 games") == ["games"]
