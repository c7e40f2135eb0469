"""A channel where members play one table after the other, each in its own way."""

import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.actor import Actor
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.permissions import PERMISSIONS
from bot.ui.views.settings import PINGS, TURN_LIMITS
from engine.actions import Action
from engine.errors import ScoutError
from engine.players import Level
from tests.loopback.driver.discord_process import DiscordProcess, NotPossible
from tests.loopback.driver.member import act

PRESSED = 0.1
"""The share of moves that a member makes by a press at Discord; the others, at the tables."""
_LIMITS = (None, *(limit for limit in TURN_LIMITS if limit >= 3600))
"""Turn limits at which these members, who take minutes for a move, mostly move themselves."""
_LOST_STEPS = 30
"""Steps until a channel that was closed to the program is open again, if ever."""
_MODERATOR = 1
"""The id of a moderator who plays nowhere."""


class Fate(StrEnum):
    """What becomes of a table."""

    PLAYED = "played"
    CANCELLED = "cancelled"
    IDLE = "left in the lobby"
    ABANDONED = "abandoned"
    LEFT = "left by a member"
    LOST = "lost and found"
    LOST_FOR_GOOD = "lost for good"


_FATES = {
    Fate.PLAYED: 80,
    Fate.CANCELLED: 5,
    Fate.IDLE: 3,
    Fate.ABANDONED: 3,
    Fate.LEFT: 5,
    Fate.LOST: 3,
    Fate.LOST_FOR_GOOD: 1,
}


@dataclass(frozen=True, slots=True)
class Seats:
    """A channel of the loopback Discord with its members, whose ids these are."""

    guild: int
    channel: int
    members: tuple[int, ...]


class Place:
    """`finished` counts the games that came to their end, `fates` the tables that were opened."""

    def __init__(
        self, tables: Tables, discord: DiscordProcess, seats: Seats, rng: random.Random
    ) -> None:
        self.finished = 0
        self.fates: Counter[Fate] = Counter()
        self._tables = tables
        self._discord = discord
        self._seats = seats
        self._rng = rng
        self._table_id: int | None = None
        self._fate = Fate.PLAYED
        self._is_closed = False
        self._steps = 0

    async def step(self) -> None:
        """Do what comes next at the table; a computer or the scheduler may have come first."""
        with suppress(ScoutError):
            if self._table_id is None:
                await self._open()
            else:
                await self._go_on(await self._tables.repository.get(self._table_id))

    async def end(self) -> None:
        """Close the table if it is live, but not one whose channel is lost."""
        if self._table_id is not None and self._fate is not Fate.LOST_FOR_GOOD:
            state = await self._tables.repository.get(self._table_id)
            if state.status.live:
                moderator = replace(self._actor(0, manages=True), user_id=_MODERATOR)
                await self._tables.closing.cancel(state.id, moderator)
        await self._let_in()

    async def _open(self, former: TableState | None = None) -> None:
        """Open a new table; with a `former` one, a rematch of that."""
        lifecycle = self._tables.lifecycle
        if former is not None:
            state = await lifecycle.rematch(ENGLISH, former.id, self._actor(0))
        else:
            self._fate = self._rng.choices([*_FATES], [*_FATES.values()])[0]
            state = await lifecycle.open(
                ENGLISH, self._seats.guild, self._seats.channel, self._actor(0), self._options()
            )
        self._table_id, self._steps = state.id, 0
        self.fates[self._fate] += 1
        # As the command does once it has sent the first message.
        self._tables.repository.announce(state)

    def _options(self) -> TableOptions:
        silent = self._fate is Fate.ABANDONED
        return TableOptions(
            size=len(self._seats.members) + 1,
            length=self._rng.choice((1, 1, 2, None)),
            turn_limit=min(TURN_LIMITS) if silent else self._rng.choice(_LIMITS),
            pictures=self._rng.random() < 0.1,
            thread=self._rng.random() < 0.1,
            ping_after=self._rng.choice((None, *PINGS)),
        )

    async def _go_on(self, state: TableState) -> None:
        self._steps += 1
        if state.status is Status.LOBBY:
            await self._fill(state)
        elif state.status is Status.PLAYING:
            await self._play(state)
        elif state.status is Status.OVER:
            self.finished += 1
            self._table_id = None
            if self._rng.random() < 0.3:
                await self._open(former=state)
        else:
            self._table_id = None
            await self._let_in()

    async def _fill(self, state: TableState) -> None:
        lobby, host = self._tables.lobby, self._actor(0)
        if self._fate is Fate.CANCELLED:
            await self._tables.closing.cancel(state.id, host)
        elif self._fate is not Fate.IDLE:
            for index in range(1, len(self._seats.members)):
                await lobby.join(state.id, self._actor(index))
            if not any(seat.is_computer for seat in state.seats):
                await lobby.add_computer(state.id, host, Level.EASY)
            await lobby.start(state.id, host)

    async def _play(self, state: TableState) -> None:
        if self._fate in (Fate.LOST, Fate.LOST_FOR_GOOD):
            await self._lose_channel()
        if self._fate is Fate.LEFT and self._steps == 5:
            await self._tables.lobby.leave(state.id, self._actor(1).user_id)
        elif self._fate is not Fate.ABANDONED and state.members_to_move:
            await self._move(state)

    async def _lose_channel(self) -> None:
        if self._steps == 5:
            self._is_closed = True
            await self._discord.allow(str(self._seats.channel), 0)
        elif self._steps == _LOST_STEPS and self._fate is Fate.LOST:
            await self._let_in()

    async def _let_in(self) -> None:
        if self._is_closed:
            self._is_closed = False
            await self._discord.allow(str(self._seats.channel), PERMISSIONS.value)

    async def _move(self, state: TableState) -> None:
        """Play the first legal action of a member who is to move."""
        seat = self._rng.choice(state.members_to_move)
        assert state.game is not None
        assert state.game.current is not None
        assert seat.user_id is not None
        action = state.game.current.legal_actions(seat.index)[0]
        if self._rng.random() >= PRESSED or not await self._press(state, seat.user_id, action):
            await self._tables.turns.play(state.id, seat.user_id, state.decision_number, action)

    async def _press(self, state: TableState, user_id: int, action: Action) -> bool:
        """Do the same by presses at the table's newest message; False if there is none yet.

        Before it the member asks to watch and for the hand: both messages are kept up to date
        from then on, by the tokens of these presses.
        """
        messages = await self._tables.repository.messages.of(state.id)
        shown = [one for one in messages.public.values() if one.channel_id == state.channel_id]
        if not shown:
            return False
        newest = max(one.message_id for one in shown)
        play = ComponentId(Verb.PLAY, state.id, state.decision_number, str(action))
        for verb in (
            ComponentId(Verb.WATCH, state.id),
            ComponentId(Verb.SHOW_HAND, state.id),
            play,
        ):
            press = {"channel": str(state.channel_id), "member": str(user_id)}
            press |= {"message": str(newest), "custom_id": str(verb)}
            # The message may have been replaced meanwhile.
            with suppress(NotPossible):
                await act(self._discord, {**press, "values": None, "crafted": True})
        return True

    def _actor(self, index: int, *, manages: bool = False) -> Actor:
        """A member by their seat; without a token, as long as they have pressed nothing."""
        now = self._tables.repository.now()
        return Actor(self._seats.members[index], f"Member {index}", manages, "", now)
