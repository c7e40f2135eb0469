"""Members to move: their reminders, and the games that wait for them.

A reminder is fully stored before it is sent: after a crash in between, the same message is sent
only while Discord knows its nonce, and not at all later.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.tables.core.deadlines import reminder_at
from bot.tables.core.errors import NoSuchTable
from bot.tables.core.repository import TableRepository
from bot.tables.core.state import SeatState, TableState, of_member
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.preferences import PreferenceStore

ACTIVITY_SIZE = 8192
"""Members with an entry in memory."""
TOGETHER = timedelta(hours=1)
"""The time before it is due in which a reminder can be replaced by one of another game."""
MOST_NAMED = 10
"""The other games that one reminder names."""

SeenBySame = Callable[[int, int, int], bool]
"""Whether all readers of one channel of a server can certainly see another channel."""


def _wait(state: TableState) -> tuple[int, datetime]:
    """The present decision and the start of its wait, which a pause or a lost channel moves."""
    return state.decision_number, state.decision_since


class _Reminder(NamedTuple):
    """A seat's reminder: the number of reminders including it, and its message.

    `also` are the channels of the other games, by id. If not `is_sent`, it is only counted.
    """

    seat: SeatState
    number: int
    is_sent: bool
    is_direct: bool = False
    also: tuple[str, ...] = ()


class Reminders:
    """Stores the reminders that are due at a table; the publisher sends them."""

    def __init__(
        self, repository: TableRepository, preferences: PreferenceStore, seen_by_same: SeenBySame
    ) -> None:
        self._repository = repository
        self._preferences = preferences
        self._seen_by_same = seen_by_same
        self._one_at_a_time: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._pressed: LRUCache[tuple[int, int], tuple[int, datetime]] = LRUCache(ACTIVITY_SIZE)
        """The wait in which each member has pressed, by table and member.

        In memory only: after a restart a member may be reminded while looking at the hand.
        """

    def note_press(self, state: TableState, user_id: int) -> None:
        """Record a press of the member at this decision."""
        self._pressed[state.id, user_id] = _wait(state)

    async def remind(self, state: TableState) -> None:
        """Remind the members in `state` whose reminder is due.

        One table of a server at a time, or two games could each leave a reminder to the other.
        """
        async with self._lock(state.guild_id):
            state = await self._repository.get(state.id)
            due = [seat for seat in state.members_to_move if self._is_due(state, seat)]
            if due:
                await self._store(state, [await self._reminder(state, seat) for seat in due])

    async def send_in_channel(self, state: TableState, refused: Mapping[SeatState, bool]) -> None:
        """Send reminders in the channel, since Discord has refused the direct messages.

        Where a seat's value is true, the member's later reminders are sent in the channel too.
        Other games that cannot be named there keep their own reminders.
        """
        reminders = []
        for seat, for_good in refused.items():
            if for_good and seat.user_id is not None:
                await self._preferences.update(
                    seat.user_id, pressed_at=state.reminded_at, reminders_direct=False
                )
            here = tuple(one for one in seat.also if self._is_seen(state, int(one)))
            reminders.append(_Reminder(seat, seat.reminded, is_sent=True, also=here))
        async with self._lock(state.guild_id):
            # With a new time, direct messages of the former one would be sent again.
            await self._store(state, reminders, state.reminded_at)
            for seat, *_, here in reminders:
                await self._leave_out(seat, {*seat.also} - {*here})

    async def leave_out_others(self, state: TableState, seat: SeatState) -> None:
        """Uncount other games' reminders that the seat's reminder replaces: it is not sent."""
        async with self._lock(state.guild_id):
            async with self._repository.unit_of_work(state.id) as uow:
                if _is_awaited(uow, state, seat):
                    uow.table.seats[seat.index].also = []
            await self._leave_out(seat, seat.also)

    async def _reminder(self, state: TableState, seat: SeatState) -> _Reminder:
        """The due reminder of a seat, with the other games whose reminders it replaces."""
        assert seat.user_id is not None
        number = seat.reminded + self._number_due(state, seat)
        chosen = await self._preferences.of(seat.user_id)
        end = state.deadline_of(seat)
        is_late = end is not None and end <= self._repository.now()
        is_looking = number == 1 and self._has_pressed(state, seat)
        if is_late or is_looking or seat.reminded >= chosen.reminders:
            return _Reminder(seat, number, is_sent=False)
        also = await self._join(state, seat, is_direct=chosen.reminders_direct)
        return _Reminder(seat, number, True, chosen.reminders_direct, also)

    async def _join(
        self, state: TableState, seat: SeatState, *, is_direct: bool
    ) -> tuple[str, ...]:
        """Count the reminders of other games that this one replaces; return their channels."""
        assert seat.user_id is not None
        joined: list[str] = []
        for other in await self._repository.live_of(state.guild_id, seat.user_id):
            is_named = is_direct or self._is_seen(state, other.channel_id)
            if other.id == state.id or not is_named or len(joined) == MOST_NAMED:
                continue
            there = self._due_soon(other, seat)
            if there and await self._count(other, there, by=self._number_due(other, there)):
                joined.append(str(other.channel_id))
        return tuple(joined)

    def _number_due(self, state: TableState, seat: SeatState) -> int:
        """The number of reminders to count: two if both are due, as after a jump of the clock."""
        return 2 if self._is_due(state, replace(seat, reminded=seat.reminded + 1)) else 1

    def _is_seen(self, state: TableState, channel_id: int) -> bool:
        return self._seen_by_same(state.guild_id, state.channel_id, channel_id)

    def _due_soon(self, other: TableState, seat: SeatState) -> SeatState | None:
        """The member's seat at another table, if the same reminder is due soon there."""
        there = next((one for one in other.members_to_move if one.user_id == seat.user_id), None)
        if there is None or other.lost_at is not None or there.reminded != seat.reminded:
            return None
        if there.reminded == 0 and self._has_pressed(other, there):
            return None
        return there if self._is_due(other, there, within=TOGETHER) else None

    def _is_due(self, state: TableState, seat: SeatState, within: timedelta = timedelta(0)) -> bool:
        at = reminder_at(state, seat)
        return at is not None and at <= self._repository.now() + within

    def _has_pressed(self, state: TableState, seat: SeatState) -> bool:
        """Whether the seat's member has pressed in this decision, after any pause of the game."""
        known = None if seat.user_id is None else self._pressed.get((state.id, seat.user_id))
        return known == _wait(state)

    async def _leave_out(self, seat: SeatState, channels: Collection[str]) -> None:
        """Uncount the reminders of these games of the member: no other reminder names them."""
        for channel in channels:
            other = await self._repository.find_live_in(int(channel))
            if other and seat.user_id and (there := other.find_seat(seat.user_id)):
                await self._count(other, there, by=-1)

    async def _count(self, other: TableState, seat: SeatState, *, by: int) -> bool:
        """Count a reminder of this decision as done or not done; False if the member has moved."""
        async with self._repository.unit_of_work(other.id) as uow:
            is_awaited = _is_awaited(uow, other, seat)
            if is_awaited:
                stored = uow.table.seats[seat.index]
                stored.reminded = max(stored.reminded + by, 0)
        return is_awaited

    def _lock(self, guild_id: int) -> asyncio.Lock:
        return self._one_at_a_time.setdefault(guild_id, asyncio.Lock())

    async def _store(
        self, state: TableState, reminders: list[_Reminder], at: datetime | None = None
    ) -> None:
        """Store the reminders of members who have not moved meanwhile; `at` is now by default."""
        async with self._repository.unit_of_work(state.id) as uow:
            awaited = [one for one in reminders if _is_awaited(uow, state, one.seat)]
            for reminder in awaited:
                uow.table.seats[reminder.seat.index].reminded = reminder.number
            _send(uow, [reminder for reminder in awaited if reminder.is_sent], at)
        for reminder in reminders:
            if reminder not in awaited:
                await self._leave_out(reminder.seat, reminder.also)


def _send(uow: UnitOfWork, sent: list[_Reminder], at: datetime | None) -> None:
    """Mark these reminders for sending, and clear direct ones from a time other than `at`."""
    if not sent:
        return
    if at is None or at != uow.table.reminded_at:
        for seat in uow.table.seats:
            seat.direct = False
    if not all(reminder.is_direct for reminder in sent):
        # Only a new message notifies; it mentions only members whose reminder is due.
        uow.repost()
        for seat in uow.table.seats:
            seat.pinged = False
    for reminder in sent:
        seat = uow.table.seats[reminder.seat.index]
        seat.pinged, seat.direct = not reminder.is_direct, reminder.is_direct
        seat.also = [*reminder.also]
    uow.table.reminded_at = at or uow.now


def _is_awaited(uow: UnitOfWork, state: TableState, seat: SeatState) -> bool:
    """Whether the game still waits for this member's own move at the decision of `state`."""
    return uow.still_awaits(state, seat) and not uow.table.seats[seat.index].away


_MEMBERS = 8192
"""The number of members whose games are known to be complete."""


class WaitingGames:
    """The games that wait for each member, in memory, so that a press does not read the database.

    Each change of a table updates it; `learn` adds a member's games from before the start.
    """

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._since: dict[int, dict[int, datetime]] = {}
        """By member, since when each of these tables waits for them."""
        self._members: dict[int, list[int]] = {}
        self._learnt: LRUCache[int, bool] = LRUCache(_MEMBERS)
        repository.listeners.append(self.note)

    def note(self, state: TableState) -> None:
        """Record the members that the table waits for now."""
        for user_id in self._members.pop(state.id, ()):
            del self._since[user_id][state.id]
            if not self._since[user_id]:
                del self._since[user_id]
        if not self._repository.assignment.includes(state.guild_id):
            return
        for seat in _awaited(state):
            assert seat.user_id is not None
            self._since.setdefault(seat.user_id, {})[state.id] = state.waits_since(seat)
            self._members.setdefault(state.id, []).append(seat.user_id)

    async def others(self, user_id: int, table_id: int) -> list[TableState]:
        """The games but this one that wait for the member, the longest-waiting first."""
        since = self._since.get(user_id, {})
        found = []
        for other in sorted(since.keys() - {table_id}, key=lambda other: since[other]):
            with suppress(NoSuchTable):
                state = await self._repository.get(other)
                if of_member(_awaited(state), user_id) is not None:
                    found.append(state)
        return found

    async def learn(self, user_id: int) -> None:
        """Read the member's tables, once since the start."""
        if user_id in self._learnt:
            return
        for table_id in await self._repository.live_ids_of(user_id):
            with suppress(NoSuchTable):
                self.note(await self._repository.get(table_id))
        self._learnt[user_id] = True

    def forget_all(self) -> None:
        """Clear the memory: another process may change the tables from now on."""
        self._since.clear()
        self._members.clear()
        self._learnt.clear()


def _awaited(state: TableState) -> tuple[SeatState, ...]:
    """The members whose move the game awaits; none while it pauses or is out of reach."""
    return () if state.paused_until or state.lost_at else state.members_to_move
