"""The panel of `/scout admin` at its fullest: within Discord's limits and ten buttons a page."""

from datetime import UTC, datetime

import pytest

from bot.storage.models.requests import MemberRequest
from bot.storage.models.servers import Block
from bot.tables.core.errors import ChannelNotAllowed
from bot.tables.servers.blocks import PAGE_LENGTH, BlockPage
from bot.tables.servers.settings import MAX_CHANNELS, Server
from bot.text.language import ENGLISH, LANGUAGES, PSEUDO, Language
from bot.text.names import readable_name
from bot.ui.kit.message import Message, Select
from bot.ui.kit.picked import name_in_label
from bot.ui.views.servers.admin import AdminPage, ServerState, admin_message
from bot.ui.views.servers.moderation import (
    BLOCK,
    MAX_TEXT,
    blocked_entry,
    blocked_message,
    member_message,
    readable_text,
    report_message,
)
from bot.ui.views.settings import fills
from tests.support.discord.limits import message_violations

LONG_ID = 2**63 - 1
CHANNELS = tuple(range(LONG_ID - MAX_CHANNELS, LONG_ID))


def blocked(user_id: int = LONG_ID) -> Block:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Block(guild_id=1, user_id=user_id, name="W" * 100, blocked_by=LONG_ID, blocked_at=at)


FULL = Server(
    channels=CHANNELS,
    max_tables=50,
    host_role=LONG_ID,
    log_channel=LONG_ID,
    daily_channel=LONG_ID,
    daily_hour=23,
    turn_limit=60,
    threads=True,
)


def server(*gone: int, settings: Server = FULL) -> ServerState:
    return ServerState(settings, 50, 999, ENGLISH, lambda one: one not in gone)


def fits(message: Message) -> bool:
    shown = {
        "embeds": [message.embed.to_dict()],
        "components": message.parts()["view"].to_components(),
    }
    buttons = sum(len(row) for row in message.rows if not isinstance(row, Select))
    return [*message_violations(shown)] == [] and buttons <= 10


PAGES = [page for page in AdminPage if page is not AdminPage.BLOCKED]


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_fits_however_much_is_set(page: AdminPage) -> None:
    assert fits(admin_message(ENGLISH, server(), page))
    assert fits(admin_message(ENGLISH, server(*CHANNELS, LONG_ID), page))
    assert fits(admin_message(ENGLISH, server(settings=Server()), page))


async def test_the_list_of_blocked_members_fits() -> None:
    assert fits(blocked_message(ENGLISH, BlockPage([blocked()], 1, 3, 25)))
    members = [blocked(LONG_ID - at) for at in range(PAGE_LENGTH)]
    assert fits(blocked_message(ENGLISH, BlockPage(members, 1, 3, 25)))
    assert fits(blocked_message(ENGLISH, BlockPage([], 0, 1, 0)))


@pytest.mark.parametrize("language", [ENGLISH, PSEUDO], ids=lambda language: language.code)
async def test_the_name_in_a_block_button_comes_back(language: Language) -> None:
    message = member_message(language, LONG_ID, "W" * 100, None, [])
    assert fits(message)
    (row,) = message.rows
    assert not isinstance(row, Select)
    assert name_in_label(language, BLOCK, row[0].label) == "W" * 32
    assert name_in_label(language, BLOCK, "Unblock") == ""


def test_the_name_in_a_block_button_of_another_language_comes_back() -> None:
    assert name_in_label(PSEUDO, BLOCK, "Block Mia") == "Mia"


@pytest.mark.parametrize("name", ["\N{HANGUL FILLER}", "\N{RIGHT-TO-LEFT OVERRIDE}"])
def test_a_member_with_an_invisible_name_is_shown_by_their_id(name: str) -> None:
    asked = member_message(ENGLISH, 12345, name, None, [])
    assert (asked.embed.description or "").startswith("Block <@12345>?")
    (row,) = asked.rows
    assert not isinstance(row, Select)
    assert row[0].label == "Block …2345"
    block = blocked(12345)
    block.name = name
    listed = blocked_message(ENGLISH, BlockPage([block], 0, 1, 1))
    assert (listed.embed.description or "").startswith("1. <@12345>, ")
    select = listed.rows[1]
    assert isinstance(select, Select)
    assert [option.label for option in select.options] == ["…2345"]


def test_a_label_cannot_be_turned_by_a_name() -> None:
    asked = member_message(ENGLISH, 12345, "\u202eaiM", None, [])
    (row,) = asked.rows
    assert not isinstance(row, Select)
    assert row[0].label == "Block aiM"


def test_the_log_names_managers_that_are_known() -> None:
    said = [
        blocked_entry(ENGLISH, MemberRequest(user_id=2, name="Mia", asked_by=by)).embed.description
        for by in (1, -1)
    ]
    assert said == [
        "🚫 <@1> blocked <@2> (Mia) at SCOUT's tables.",
        "🚫 <@2> (Mia) was blocked at SCOUT's tables.",
    ]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_phone_shows_how_many_seats_are_filled(language: Language) -> None:
    for seats, words in fills(language).items():
        assert words.startswith("/scout play")
        assert str(seats) in words[:20]


async def test_deleted_ones_are_no_choice_of_a_select() -> None:
    tables = admin_message(ENGLISH, server(*CHANNELS[2:], LONG_ID), AdminPage.TABLES)
    picked = [row.entities for row in tables.rows if isinstance(row, Select) and row.entities]
    assert [list(entities.chosen) for entities in picked] == [list(CHANNELS[:2]), []]
    assert "and 23 deleted channels." in (tables.embed.description or "")
    assert "because the chosen role was deleted" in (tables.embed.description or "")


async def test_the_longest_report_fits() -> None:
    text = readable_text("*" * MAX_TEXT * 2)
    assert len(text) == 2 * MAX_TEXT
    long = {"reporter": LONG_ID, "channel_id": LONG_ID, "about": LONG_ID}
    assert fits(report_message(ENGLISH, text, **long, table=None, link=""))


def test_nothing_of_a_report_is_kept_in_memory() -> None:
    """As docs/privacy.md promises."""
    readable_name.cache_clear()
    assert readable_text("Mia *cheats*\nalways") == "Mia \\*cheats\\*\nalways"
    assert readable_name.cache_info().currsize == 0


def test_the_refusal_of_a_channel_is_no_wall_of_text() -> None:
    assert len(str(ChannelNotAllowed(CHANNELS))) < 400
