"""How long a member waits while calls are edited."""

import asyncio
from typing import Any, cast

import discord
import pytest

from bot.storage.models.options import TableOptions
from bot.tables.calls.hours import FOR_NOW
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from bot.ui.delivery.calls import CallMessages
from tests.support.tables.members import AVA, CHANNEL, MIA, NOAH, SERVER


class SlowDiscord:
    """A client and its channels; each deletion ends once so many have begun."""

    def __init__(self, number: int) -> None:
        self.deleted: list[int] = []
        self._barrier = asyncio.Barrier(number)

    def get_partial_messageable(self, channel_id: int, **_: Any) -> "_Channel":
        return _Channel(self, channel_id)

    async def delete(self, channel_id: int) -> None:
        await self._barrier.wait()
        self.deleted.append(channel_id)


class _Channel:
    def __init__(self, client: SlowDiscord, channel_id: int) -> None:
        self._client = client
        self._id = channel_id

    def get_partial_message(self, _message_id: int) -> "_Channel":
        return self

    async def delete(self) -> None:
        await self._client.delete(self._id)


@pytest.mark.slow
async def test_a_forgotten_member_waits_for_one_slow_call_not_for_one_after_the_other(
    tables: Tables,
) -> None:
    for number, host in enumerate((MIA, NOAH)):
        server, channel = SERVER + number, CHANNEL + number
        state = await tables.lifecycle.open(ENGLISH, server, channel, host, TableOptions())
        until = tables.repository.now() + FOR_NOW
        await tables.call_list.update(server, AVA.user_id, until=until)
        made = await tables.calls.make(state.id, host.user_id, channel, [AVA.user_id])
        assert made is not None
        await tables.calls.mark_sent(made, 77)
    client = SlowDiscord(2)
    await CallMessages(cast(discord.Client, client), tables).leave_out(AVA.user_id)
    assert sorted(client.deleted) == [CHANNEL, CHANNEL + 1]
