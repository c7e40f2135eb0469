"""A channel of a simulated Discord, with the bot in it and members who press buttons."""

import math
import re
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import AsyncMock, patch

import simcord
from simcord.builders import RoleHandle
from simcord.results import InteractionResult, ResponseMessage
from sqlalchemy import func, select

from bot.client import ScoutClient
from bot.local.locales import Locales
from bot.storage import models
from bot.tables.core.state import TableState
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, labels, title, words
from tests.support.ui.table_states import NAMES

_HOUR = 3600.0
_AT_ONCE = 6
"""Hours; so long the bot sees nothing but their last minute."""
_SEEN = 60.0


class Channel:
    """One server with one channel, the bot in it, and six members."""

    def __init__(
        self, env: simcord.Env, client: ScoutClient, new_client: Callable[[], ScoutClient]
    ) -> None:
        self.env = env
        self.client = client
        self._new_client = new_client
        # Whether the bot may log errors here, since they are provoked.
        self.expects_errors = False
        self.locales = Locales(env)
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("scout")
        self.members = [self.add_member(name) for name in NAMES]

    def add_member(self, name: str, *roles: RoleHandle) -> Member:
        user = self.env.create_user(name.lower(), global_name=name)
        return Member(self, self.guild.add_member(user, roles=roles))

    def make_community(self, locale: str) -> None:
        """The server is a Community server with this preferred locale from now on."""
        self.locales.set_community(self.guild.id, locale)

    def add_thread(self) -> simcord.ChannelHandle:
        self.env.backend.create_thread(self.channel.id, "a thread", self.members[0].id)
        return self.channel.threads[-1]

    def messages(
        self, viewer_id: int | None, at: simcord.ChannelHandle | None = None
    ) -> list[ResponseMessage]:
        """What a member sees in the channel, or everybody if None; oldest first."""
        stored = self.env.backend.messages.get((at or self.channel).id, {})
        return [
            ResponseMessage(self.env, stored[message_id])
            for message_id in sorted(stored)
            if stored[message_id].visible_to(viewer_id)
        ]

    def public(self) -> list[ResponseMessage]:
        return self.messages(None)

    def roll_calls(self) -> list[ResponseMessage]:
        return [one for one in self.public() if labels(one) == ["I'm here", "Sign off"]]

    def private_edits(self) -> int:
        """Requests on the tokens of members' presses, other than their immediate answers."""
        return sum(one.path.startswith("/webhooks/") for one in self.env.http_requests)

    def titled(self, beginning: str) -> list[ResponseMessage]:
        """The public messages whose title begins so, oldest first."""
        return self._beginning(re.escape(beginning))

    def _beginning(self, pattern: str) -> list[ResponseMessage]:
        return [message for message in self.public() if re.match(pattern, title(message))]

    @property
    def lobby(self) -> ResponseMessage:
        return self._beginning("(🎪 )?A table for SCOUT")[-1]

    @property
    def table(self) -> ResponseMessage:
        """The message of the round under way."""
        return self._beginning(r"🎪 SCOUT · round|Round \d+ of \d+\. ")[-1]

    async def open(self, players: int, computers: int = 0, **options: Any) -> list[Member]:
        """A lobby with its seats taken, the first by the host; returns the members."""
        host, *others = self.members[: players - computers]
        await host.slash("new", **options)
        for member in others:
            await member.press("Join", self.lobby)
        for _ in range(computers):
            await host.press("Add medium", self.lobby)
        return [host, *others]

    async def start(self, players: int, computers: int = 0, **options: Any) -> list[Member]:
        """A game that has just begun; returns the members that play."""
        members = await self.open(players, computers, **options)
        await members[0].press("Start", self.lobby)
        return members

    async def begin_turns(self, players: int, computers: int = 0, **options: Any) -> list[Member]:
        """A game where every member has kept their hand; returns the members that play."""
        members = await self.start(players, computers, **options)
        for member in members:
            await member.press("Keep", member.hand)
        return members

    async def state(self, table_id: int = 1) -> TableState:
        """The table as the database has it."""
        return await self.client.tables.repository.get(table_id)

    async def newest_state(self) -> TableState:
        """The table that was opened last; on PostgreSQL a refused table leaves a gap in the ids."""
        async with self.client.database.read() as session:
            newest = await session.scalar(select(func.max(models.Table.id)))
        return await self.state(newest or 0)

    async def on_turn(self, members: list[Member]) -> Member:
        """The member on turn among these; at the choice of the hand the first of them."""
        ids = {seat.user_id for seat in (await self.state()).to_move}
        return next(member for member in members if member.id in ids)

    async def restart(self) -> None:
        """Another process takes over: only the database and Discord remain."""
        old, self.client = self.client, self._new_client()
        await self.env.restart_bot(self.client)
        await old.close()

    async def pass_hours(self, seconds: float) -> None:
        """A long time, of which the bot sees a minute each six hours, and all of the last hour.

        Between two looks it was suspended, as a laptop is: what fell due meanwhile is done at the
        next. Seen whole, a day has a hundred rounds of chores, and takes seconds of a processor.
        """
        left = math.ceil(seconds / _HOUR) - 1
        while left:
            hours = min(left, _AT_ONCE)
            self.env.backend.advance_clock(hours * _HOUR - _SEEN)
            await self.env.advance_time(_SEEN)
            seconds -= hours * _HOUR
            left -= hours
        await self.env.advance_time(seconds)

    async def at_once(self, *presses: Awaitable[InteractionResult]) -> list[ResponseMessage]:
        """All of these arrive before the bot has handled any of them; returns the answers."""
        with patch.object(self.env, "_settle_internal", AsyncMock()):
            results = [await press for press in presses]
        await self.env.settle()
        return [answer(result) for result in results]

    async def show_pictures(self) -> None:
        """New tables show pictures from now on."""
        await self.client.tables.server_settings.update(self.guild.id, pictures=True)

    async def play_elsewhere(self, member: Member) -> None:
        """The member's first legal action, played without a press on any of their messages."""
        state = await self.state()
        assert state.game is not None
        assert state.game.current is not None
        action = state.game.current.legal_actions(state.seat_of(member.id).index)[0]
        # In the bot's context, so that settling waits for what is published because of it.
        with self.env._bot_scope():
            await self.client.tables.turns.play(state.id, member.id, state.decision_number, action)

    async def actions(self) -> list[str]:
        """Every action that the database has, in order."""
        async with self.client.database.read() as session:
            query = select(models.Action.notation).order_by(models.Action.number)
            return list(await session.scalars(query))


def assert_up_to_date(here: Channel, members: list[Member], player: Member) -> None:
    """Checks for one table that names the member on turn, and one hand each, with buttons only for
    that member."""
    (table,) = here.titled("🎪 SCOUT · round")
    assert f"**Turn:** {player.name}" in words(table)
    for member in members:
        assert bool(labels(member.hand)) is (member is player)
