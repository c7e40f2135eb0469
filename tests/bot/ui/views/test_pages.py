"""Messages with pages: their buttons stay where they are, on every page."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from bot.tables.games.history import HistoryPage, PastGame
from bot.tables.servers.blocks import BlockPage
from bot.tables.standings.leaderboard import LeaderboardChoice, LeaderboardPage, Standing
from bot.text.language import ENGLISH
from bot.text.names import PlayerName
from bot.ui.kit.message import Button, Message, Select
from bot.ui.views.games.lists import OWN, history_message
from bot.ui.views.learning import help as helping, rules
from bot.ui.views.servers.moderation import blocked_message
from bot.ui.views.standings.leaderboard import leaderboard_message
from tests.support.discord.limits import message_violations
from tests.support.ui.rendering import as_sent

PAGES = 3
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def rules_page(page: int) -> Message:
    return rules.rules_message(ENGLISH, page, pictures=False)


def leaderboard_page(page: int) -> Message:
    mia = Standing(1, "Mia", 1, 1300, 60, False, 12, 5, 5 / 12, 2.46)
    shown = LeaderboardPage(LeaderboardChoice(), [mia], page, members=10 * PAGES)
    return leaderboard_message(ENGLISH, shown, 1, "Mia")


def history_page(page: int) -> Message:
    game = PastGame(7, NOON, (PlayerName("Mia"), PlayerName("Noa")), 0, 1, 12)
    return history_message(ENGLISH, HistoryPage([game], page, min(page + 2, PAGES)), OWN)


def blocked_page(page: int) -> Message:
    return blocked_message(ENGLISH, BlockPage([], page, PAGES, 25))


def turning(message: Message) -> list[tuple[int, int, Button]]:
    """The buttons that turn pages, each with its row and its place in that row."""
    return [
        (at, place, button)
        for at, row in enumerate(message.rows)
        if not isinstance(row, Select)
        for place, button in enumerate(row)
        if button.label.endswith(" page")
    ]


@pytest.mark.parametrize(
    ("draw", "pages"),
    [
        (rules_page, len(rules.PAGES)),
        (lambda page: helping.help_message(ENGLISH, page, ENGLISH), len(helping.PAGES)),
        (leaderboard_page, PAGES),
        (history_page, PAGES),
        (blocked_page, PAGES),
    ],
)
async def test_both_buttons_are_at_the_same_place_of_every_page(
    draw: Callable[[int], Message], pages: int
) -> None:
    places = set()
    for page in range(pages):
        message = draw(page)
        (row, first, back), (same_row, second, on) = turning(message)
        assert (back.label, on.label) == ("Previous page", "Next page")
        assert (row, first + 1) == (same_row, second)
        assert (back.disabled, on.disabled) == (page == 0, page == pages - 1)
        assert list(message_violations(await as_sent(message))) == []
        places.add((row, first))
    assert len(places) == 1


def test_a_single_page_has_no_buttons_to_others() -> None:
    assert turning(history_message(ENGLISH, HistoryPage([], 0, 1), OWN)) == []
