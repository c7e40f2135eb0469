"""A member's request outlives the process: killed or stopped at each step, it is done once."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.ui.views.privacy import FORGETTING
from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess
from tests.loopback.driver.member import Member
from tests.support.storage.database import FILE
from tests.support.storage.earlier_databases import rows_of
from tests.support.storage.traces import traces

pytestmark = pytest.mark.long  # starts the program, and kills it

ANSWER, DELETION = "POST /interactions/*", "DELETE /webhooks/*"
FINAL = "PATCH /webhooks/*"


@pytest.fixture
async def asked(bot: BotProcess, mia: Member) -> Member:
    """Mia plays with a computer, and the bot asks her whether to forget her."""
    await bot.start()
    await mia.slash("new")
    await mia.press("Add easy")
    await mia.press("Start")
    await mia.press("My hand", await mia.wait_for("My hand"))
    await mia.slash("privacy forget-me")
    return mia


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that happens in another process."""
    async with asyncio.timeout(PATIENCE):
        while not await is_so():  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)


async def ended(bot: BotProcess) -> None:
    async def has_ended() -> bool:
        return bot.has_ended

    await until(has_ended)


async def seen(member: Member, words: str) -> None:
    """Wait until the member sees these words in a private message."""

    async def is_seen() -> bool:
        return any(words in message.words for message in await member.private())

    await until(is_seen)


async def number_of_requests(file: Path, number: int) -> None:
    async def is_reached() -> bool:
        return len(rows_of(file)["member_requests"]) == number

    await until(is_reached)


@pytest.mark.parametrize(
    ("kind", "route", "is_answered"),
    [
        ("kill before", ANSWER, False),
        ("kill after", ANSWER, True),
        ("kill after", DELETION, True),
        ("kill before", FINAL, True),
        ("kill after", FINAL, True),
    ],
)
async def test_a_forgetting_survives_a_kill_at_each_step(
    discord: DiscordProcess,
    bot: BotProcess,
    asked: Member,
    kind: str,
    route: str,
    is_answered: bool,
) -> None:
    await discord.lay_fault(kind, route, pid=bot.pid)
    pressed = asyncio.create_task(asked.press("Forget me"))
    await ended(bot)
    await discord.clear_faults()
    file = bot.folder / FILE
    assert len(rows_of(file)["member_requests"]) == 1
    await bot.start()
    await number_of_requests(file, 0)
    assert traces(file, asked.name, int(asked.id)) == []
    if is_answered:
        await seen(asked, "You are forgotten")
        assert [one for one in await asked.private() if FORGETTING in one.words] == []
    pressed.cancel()
    assert bot.errors() == []


async def test_a_forgetting_goes_on_after_a_stop(
    discord: DiscordProcess, bot: BotProcess, asked: Member
) -> None:
    """Discord is silent for longer than a stop waits for it."""
    await discord.lay_fault("hang", DELETION)
    pressed = asyncio.create_task(asked.press("Forget me"))
    file = bot.folder / FILE

    async def is_erased() -> bool:
        return traces(file, asked.name, int(asked.id)) == []

    await until(is_erased)
    assert await bot.stop() == 0
    assert len(rows_of(file)["member_requests"]) == 1
    await discord.clear_faults()
    await bot.start()
    await seen(asked, "You are forgotten")
    await number_of_requests(file, 0)
    await pressed
    assert bot.errors() == []


async def test_a_stop_waits_for_a_request_under_way(
    discord: DiscordProcess, bot: BotProcess, asked: Member
) -> None:
    await discord.lay_fault("delay", DELETION, seconds=1.0)
    pressed = asyncio.create_task(asked.press("Forget me"))
    file = bot.folder / FILE
    await number_of_requests(file, 1)
    assert await bot.stop() == 0
    await seen(asked, "You are forgotten")
    assert rows_of(file)["member_requests"] == []
    await pressed
    assert bot.errors() == []


async def test_the_data_are_sent_by_the_next_process(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await bot.start()
    await mia.slash("new")
    await discord.lay_fault("kill after", ANSWER, pid=bot.pid)
    await mia.slash("privacy data")
    await ended(bot)
    await discord.clear_faults()
    await bot.start()
    await seen(mia, "every row of my database with your id")
    (answer,) = [one for one in await mia.private() if "every row" in one.words]
    (file,) = answer.payload["attachments"]
    assert file["filename"] == "scout-data.json"
    await number_of_requests(bot.folder / FILE, 0)
    assert bot.errors() == []


async def test_a_lobby_whose_id_was_lost_in_a_kill_is_taken_over(
    discord: DiscordProcess, bot: BotProcess, mia: Member
) -> None:
    await bot.start()
    await discord.lay_fault("kill after", ANSWER, pid=bot.pid)
    opened = await mia.slash("new")
    assert opened.message is not None
    await ended(bot)
    await discord.clear_faults()
    await bot.start()
    file = bot.folder / FILE

    async def is_known() -> bool:
        return [row["message_id"] for row in rows_of(file)["public_messages"]] != []

    await until(is_known)
    (lobby,) = [one for one in await mia.sees() if "Join" in one.labels]
    assert lobby.id == opened.message.id
    assert (await mia.press("Add easy")).message is not None
    assert bot.errors() == []
