"""Messages whose ids were lost in a crash: they work once, and lose their buttons."""

import pytest
from simcord.results import ResponseMessage
from sqlalchemy import delete, update

from bot.storage.models.tables import PrivateMessage, PublicMessage, Table
from tests.support.discord.channel import Channel, assert_up_to_date
from tests.support.discord.messages import labels, words


async def crash_before_messages_are_stored(here: Channel, *, is_late: bool = False) -> None:
    """With `is_late` the next start is after the end of all tokens."""
    await here.client.tables.close()
    async with here.client.database.write() as session:
        await session.execute(delete(PublicMessage))
        if is_late:
            await session.execute(update(PrivateMessage).values(token=""))
        await session.execute(update(Table).values(published_revision=0))
    await here.restart()


@pytest.fixture
async def orphan(here: Channel) -> ResponseMessage:
    """A lobby that the bot has sent and does not know any more, too late to find it by a token."""
    await here.open(2)
    lobby = here.lobby
    await crash_before_messages_are_stored(here, is_late=True)
    assert here.lobby.id != lobby.id
    return lobby


async def test_a_lobby_that_answered_a_command_is_taken_over(here: Channel) -> None:
    _, noa = await here.open(2)
    (lobby,) = here.public()
    await here.client.tables.lobby.leave(1, noa.id)
    await crash_before_messages_are_stored(here)
    assert [message.id for message in here.public()] == [lobby.id]
    assert "Noa" not in words(here.lobby)
    await noa.press("Join", here.lobby)
    assert "2. Noa" in words(here.lobby)


@pytest.mark.long
async def test_a_press_on_an_orphan_works_and_disarms_it(
    here: Channel, orphan: ResponseMessage
) -> None:
    another = here.members[2]
    await another.press("Join", orphan)
    assert (await here.state()).find_seat(another.id) is not None
    (disarmed,) = [message for message in here.public() if message.id == orphan.id]
    assert labels(disarmed) == []
    assert words(disarmed).strip() == "This is an old copy of the table. Please use the newest one."
    assert "Start" in labels(here.lobby)


async def test_an_orphan_is_disarmed_by_a_refused_press_too(
    here: Channel, orphan: ResponseMessage
) -> None:
    refused = await here.members[1].press("Start", orphan)
    assert "host" in words(refused)
    (disarmed,) = [message for message in here.public() if message.id == orphan.id]
    assert labels(disarmed) == []


async def test_an_orphan_of_a_closed_table_is_disarmed(
    here: Channel, orphan: ResponseMessage
) -> None:
    question = await here.members[0].press("Cancel", here.lobby)
    await here.members[0].press("Close the table", question)
    assert "closed" in words(await here.members[1].press("Join", orphan))
    (disarmed,) = [message for message in here.public() if message.id == orphan.id]
    assert labels(disarmed) == []


async def test_messages_that_are_known_keep_their_buttons(here: Channel) -> None:
    members = await here.begin_turns(2)
    await members[1].press("My hand", here.table)
    await here.restart()
    await members[1].press("My hand", here.table)
    assert_up_to_date(here, members, await here.on_turn(members))
    assert "My hand" in labels(here.table)
